"""What every test may ask for by name, and how hard Hypothesis tries."""

import os

from hypothesis import HealthCheck, settings

from tests.mail_servers import mailbox, relay
from tests.servers import (
    empty_postgres,
    empty_valkey,
    postgres_server,
    postgres_url,
    restartable_postgres,
    restartable_valkey,
    valkey_server,
    valkey_url,
)

__all__ = [
    "empty_postgres",
    "empty_valkey",
    "mailbox",
    "postgres_server",
    "postgres_url",
    "relay",
    "restartable_postgres",
    "restartable_valkey",
    "valkey_server",
    "valkey_url",
]

# No test depends on how fast the machine is. In CI the examples are the same every time.
settings.register_profile(
    "wardiary",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("wardiary")
