from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from litestar.testing import TestClient

from tests.adapters.web.players import Player, new_match, seated, wait_until
from wardiary.adapters import backups
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.redis import Views
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.page import assets
from wardiary.tools.cli import main

ROOT = Path(__file__).parents[3]


def test_health_and_readiness_are_reported(client: TestClient[Any]):
    assert "ok" == client.get("/healthz").text
    ready = client.get("/readyz")

    assert 200 == ready.status_code
    assert {"ready": True, "store": "ok", "feed": "store", "redis": "none"}.items() <= (
        ready.json().items()
    )


def test_a_store_that_is_gone_makes_the_service_unready(matches: Matches, tmp_path: Path):
    opened = open_store(str(tmp_path / "m.db"))
    with TestClient(create_app(opened)) as client:
        opened.store.close()

        ready, listed = client.get("/readyz"), client.get("/api/v1/matches")

    assert (503, "closed") == (ready.status_code, ready.json()["store"])
    assert 503 == listed.status_code
    assert str(tmp_path) not in ready.text + listed.text


def test_metrics_count_requests_by_route_and_commands_by_outcome(client: TestClient[Any]):
    _, (red, _) = seated(client)
    red.play()
    red.command("nonsense")
    red.command("bid card-1")

    figures = client.get("/metrics").text

    assert 'wardiary_commands_total{outcome="recorded"} 1.0' in figures
    assert 'wardiary_commands_total{outcome="refused"} 1.0' in figures
    assert 'route="/api/v1/matches/{match}/commands",status="200"' in figures


def test_the_page_is_fetched_once(client: TestClient[Any]):
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first.headers["etag"]})

    assert (200, 304) == (first.status_code, again.status_code)
    assert first.text == client.get("/m/0123").text == client.get("/join").text
    assert b"" == again.content


def test_a_file_of_the_page_is_sent_packed_to_those_who_can_unpack_it(client: TestClient[Any]):
    plain = client.get("/page/index.html", headers={"Accept-Encoding": "identity"})
    packed = client.get("/page/index.html", headers={"Accept-Encoding": "gzip"})

    assert "content-encoding" not in plain.headers
    assert "gzip" == packed.headers["content-encoding"]
    assert plain.content == packed.content
    assert len(gzip.compress(plain.content)) < len(plain.content)


def test_modules_are_sent_without_comments_and_indentation_and_otherwise_as_they_are(
    client: TestClient[Any],
):
    folder = Path(assets.__file__).parent
    for path in folder.glob("*.js"):
        lines = client.get(f"/page/{path.name}").text.splitlines()
        written = path.read_text().splitlines()
        if path.name.startswith("uplot"):
            assert lines == written
            continue
        left = iter([line.lstrip(" ") for line in written])
        assert all(line in left for line in lines), path.name
        assert len(lines) < len(written)
        assert not [line for line in lines if line.startswith(("//", "* "))]


def test_no_template_of_a_module_goes_over_several_lines():
    """Its indentation would be missing in what is sent."""
    folder = Path(assets.__file__).parent
    modules = [path for path in folder.glob("*.js") if not path.name.startswith("uplot")]
    lines = [line for path in modules for line in path.read_text().splitlines()]

    assert not [line for line in lines if line.count("`") % 2]


def test_only_the_symbols_that_are_asked_for_are_sent(client: TestClient[Any]):
    whole = client.get("/page/symbols.svg")
    some = client.get("/page/symbols.svg", params={"names": "mines,hill,no-such-thing"})

    assert ["hill", "mines"] == sorted(re.findall(r'<symbol id="([^"]+)"', some.text))
    assert all(part in whole.text for part in some.text.split("<symbol ")[1:-1])
    assert "image/svg+xml" in some.headers["content-type"]
    assert some.text.startswith("<svg ")
    assert some.text.rstrip().endswith("</svg>")
    assert some.headers["etag"] != whole.headers["etag"]


@pytest.mark.parametrize("name", ["../app.py", "__init__.py", ".env", "a//b", "..%2fapp.py", "x"])
def test_nothing_but_the_page_is_served(client: TestClient[Any], name: str):
    assert 404 == client.get(f"/page/{name}").status_code


def test_a_match_left_by_a_crash_is_played_on(matches: Matches):
    """The process died after the person's command and before the bot's reply."""
    with TestClient(create_app(matches, Options(rate=0))) as client:
        opened = new_match(client, {"red": "me", "blue": "bot"})
        red = Player(client, opened["match"], opened["keys"]["red"])
        words = red.words()
    matches.command(opened["match"], "red", words)
    left = [prompt.seat for prompt in matches.current(opened["match"]).prompts]

    with TestClient(create_app(matches, Options(rate=0))):
        wait_until(lambda: len(matches.current(opened["match"]).prompts) == 1)

    assert ["red", "blue"] == left


def test_a_match_opened_at_the_command_line_is_played_over_the_service(
    toys: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    store = str(tmp_path / "m.db")
    matches = open_store(store)
    match = matches.new_match("toy", "plain")
    matches.store.close()

    assert 0 == main(["key", match[:8], "--seat", "red", "--store", store])

    token = capsys.readouterr().out.partition("/join#")[2].strip()
    matches = open_store(store)
    with TestClient(create_app(matches)) as client:
        key = client.post("/api/v1/invitations/claim", json={"token": token}).json()["key"]
        assert 200 == Player(client, match, key).play().status_code
    matches.store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_is_restored_and_proven(
    toys: None,
    tmp_path: Path,
    kind: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
):
    url = str(tmp_path / "m.db") if kind == "sqlite" else request.getfixturevalue("empty_postgres")
    matches = open_store(url)
    with TestClient(create_app(matches, Options(rate=0))) as client:
        match, (red, blue) = seated(client)
        red.play()
        branch = red.post(f"{red.path}/branches", {}).json()["match"]

        assert 0 == main(["backup", str(tmp_path / "b.db"), "--store", url])
        assert 200 == blue.play().status_code
    matches.store.close()

    target = str(tmp_path / "new.db") if kind == "sqlite" else f"{url}?schema=restored"
    assert 0 == main(["restore", str(tmp_path / "b.db"), "--store", target])
    assert "2 matches, each with a whole chain" in capsys.readouterr().out
    restored = open_store(target)
    with TestClient(create_app(restored, Options(rate=0))) as client:
        again = Player(client, match, red.key)
        assert 200 == again.get(f"{again.path}").status_code
        assert 200 == Player(client, match, blue.key).play().status_code
        assert {match, branch} == set(restored.store.matches())
    restored.store.close()


def test_the_views_in_redis_are_rebuilt_from_the_command_line(
    toys: None, tmp_path: Path, empty_valkey: str, capsys: pytest.CaptureFixture[str]
):
    store = str(tmp_path / "m.db")
    matches = open_store(store)
    match = matches.new_match("toy", "plain")
    ends = matches.history(match).ends
    matches.store.close()

    assert 0 == main(["views", "--redis", empty_valkey, "--store", store])

    assert "build 1 holds 1 matches" in capsys.readouterr().out
    views = Views(empty_valkey)
    views.refresh()
    assert ends == [entry.position for entry in views.read(match, "red", 0, 10)]
    views.close()


def test_a_backup_is_not_restored_over_matches(
    toys: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    store = str(tmp_path / "m.db")
    matches = open_store(store)
    matches.new_match("toy", "plain")
    backups.back_up(matches.store, tmp_path / "b.db")
    matches.store.close()

    assert 2 == main(["restore", str(tmp_path / "b.db"), "--store", store])
    assert "holds matches already" in capsys.readouterr().err


def test_a_changed_backup_is_noticed(
    toys: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    import sqlite3

    store, backup = str(tmp_path / "m.db"), tmp_path / "b.db"
    matches = open_store(store)
    match = matches.new_match("toy", "plain")
    matches.command(match, "red", f"bid {matches.view(match, 'red').zone('red-hand')[0]}")
    backups.back_up(matches.store, backup)
    matches.store.close()
    with sqlite3.connect(backup) as file:
        file.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'red-bid',"
            " 'red-bad') AS BLOB) WHERE topic = 'pieces-moved'"
        )
    file.close()

    assert 1 == main(["restore", str(backup), "--store", str(tmp_path / "new.db")])
    assert "NOT each" in capsys.readouterr().out


def test_the_compose_file_names_a_store_a_feed_and_a_service():
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())

    assert {"postgres", "valkey", "wardiary"} == set(composed["services"])
    service = composed["services"]["wardiary"]
    assert {"WARDIARY_STORE", "REDIS_URL"} <= set(service["environment"])
    assert {"postgres", "valkey"} == set(service["depends_on"])
    assert set(composed["volumes"]) == {"matches"}


def test_the_container_image_does_not_run_the_service_as_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()

    words = [line.split(maxsplit=1) for line in lines if line and line[0].isupper()]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "VOLUME", "CMD"}
    known |= {"HEALTHCHECK", "ENTRYPOINT"}
    assert {word for word, _ in words} <= known
    assert "root" not in dict(words)["USER"]
    assert '"serve"' in dict(words)["CMD"]
