from __future__ import annotations

import socket
from pathlib import Path

from tests.tools.conftest import Run
from wardiary.adapters.web.serving import listen


def test_a_port_in_use_is_refused_in_one_sentence_and_no_store_is_made(
    wardiary: Run, tmp_path: Path
):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = wardiary("serve", "--port", port)

    assert result.code == 2
    assert result.err.startswith(f"wardiary: cannot listen on port {port} of 127.0.0.1: ")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "matches.db").exists()


def test_a_port_that_does_not_exist_is_refused_in_one_sentence(wardiary: Run):
    result = wardiary("serve", "--port", 70000)

    assert result.code == 2
    assert result.err.startswith("wardiary: there is no port 70000")


def test_port_0_takes_a_free_port():
    with listen("127.0.0.1", 0) as left, listen("127.0.0.1", 0) as two:
        assert 0 not in (left.getsockname()[1], two.getsockname()[1])
