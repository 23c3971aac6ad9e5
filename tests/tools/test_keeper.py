from __future__ import annotations

import threading
from pathlib import Path

import msgspec
import uvicorn

from tests.servers import free_port
from tests.test_keepers import book
from tests.tools.conftest import Run
from wardiary.adapters.keeper_service import keeper_app


def test_a_match_is_opened_with_a_keeper_and_its_log_shows_every_request(
    wardiary: Run, tmp_path: Path
):
    port = free_port()
    config = uvicorn.Config(keeper_app(book()), host="127.0.0.1", port=port, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        pass
    url = f"http://127.0.0.1:{port}"
    try:
        words = ("--scenario", "la-raye", "--keeper", f"club={url}", "--json")
        match = wardiary("new", "undaunted", *words).document["match"]
        log = wardiary("keeper", "log", "club", url, match).out
        assert "commit: answered" in log
        assert "share place 1" in log
        assert wardiary("audit", match).code == 0
        logged = tmp_path / "log.json"
        logged.write_text(wardiary("keeper", "log", "club", url, match, "--json").out)
        agreed = wardiary("audit", match, "--keeper-log", logged)
        assert agreed.code == 0
        assert "the log of the keeper club says the same" in agreed.out
        peeked = msgspec.json.decode(logged.read_bytes())
        peeked["asked"].append(peeked["asked"][-1] | {"request": "ab" * 32, "place": 1})
        logged.write_bytes(msgspec.json.encode(peeked))
        found = wardiary("audit", match, "--keeper-log", logged)
        assert found.code == 1
        assert "DIFFERS" in found.out
        assert "[Table/Keepers]: club was asked for another order at place 1" in found.out
        logged.write_text("{}")
        assert "is no log of a keeper" in wardiary("audit", match, "--keeper-log", logged).err
        engaged = wardiary("keeper", "engage", "club", url, match)
        assert "club is or was a keeper of this match already" in engaged.err
    finally:
        server.should_exit = True
        thread.join(10)
    away = wardiary("new", "undaunted", *words)
    assert away.code == 2
    assert "the keeper club does not answer" in away.err


def test_a_keeper_without_an_address_is_refused(wardiary: Run):
    words = ("--scenario", "la-raye", "--keeper", "club=somewhere")
    assert "http or https address" in wardiary("new", "undaunted", *words).err
    assert "wardiary keeper log NAME URL MATCH" in wardiary("keeper", "log", "club").err
