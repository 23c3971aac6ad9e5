"""wardiary as others install it: built, installed where the repository is not, and used there.

The wheel is built twice, from what the Dockerfile copies and from the unpacked source
distribution. The clean environment borrows the packages wardiary depends on, and nothing else.
"""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from wardiary.domain.games import registry

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("domain", "projections", "adapters", "tools")
BESIDE = (
    "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md",
    "CONTRIBUTING.md", "docs",
)  # fmt: skip
COPIED = re.compile(r"^COPY (?!--)(.+) \S+$", re.MULTILINE)
READY_SECONDS = 40
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info")


def copied(names: list[str], to: Path) -> Path:
    """A folder with these files and folders of the repository."""
    to.mkdir()
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=NOT_SHIPPED)
        else:
            shutil.copy(ROOT / name, to / name)
    return to


def built(kind: str, source: Path, to: Path) -> Path:
    """A `wheel` or `sdist` built by the pinned setuptools, without a network."""
    to.mkdir()
    call = f"import setuptools.build_meta as b; b.build_{kind}({str(to)!r})"
    done = subprocess.run(
        [sys.executable, "-c", call], cwd=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (made,) = to.iterdir()
    return made


def files_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built as the Docker image builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    names = " ".join(COPIED.findall((ROOT / "Dockerfile").read_text("utf-8"))).split()
    return built("wheel", copied(names, folder / "source"), folder / "made")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    packed = built("sdist", copied([*BESIDE, *PARTS], folder / "source"), folder / "made")
    with tarfile.open(packed) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return unpacked


class Installed:
    """The `wardiary` of a clean environment, run in a folder far from the repository."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        place = folder / "environment"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
        self.python, self.folder = place / "bin" / "python", folder
        words = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
        target = [sys.executable, "-m", "pip", "--python", self.python, *words, wheel]
        subprocess.run(target, check=True)
        # A folder named by a .pth file lends its packages, but its own .pth files are not read:
        # the editable wardiary of the tests stays out.
        (site,) = place.glob("lib/python*/site-packages")
        (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
        stored = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "WARDIARY"))}
        self.environment = {**stored, "WARDIARY_STORE": str(folder / "matches.db")}

    def __call__(self, *words: str) -> str:
        """What a command prints; it must succeed."""
        done = subprocess.run(
            [self.python.parent / "wardiary", *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"wardiary {' '.join(words)}: {done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def service(installed: Installed) -> Iterator[str]:
    """Where the installed `wardiary serve` answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [installed.python.parent / "wardiary", "serve", "--port", str(port)]
    log = (installed.folder / "log").open("wb")
    process = subprocess.Popen(
        words, cwd=installed.folder, env=installed.environment, stdout=log, stderr=log
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/readyz", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
        log.close()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            return urllib.request.urlopen(url, timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail("the installed service did not become ready")


def fetched(url: str, body: object = None) -> bytes:
    """What a page or the API answers; with a body it is posted."""
    sent = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} if sent else {}
    with urllib.request.urlopen(urllib.request.Request(url, sent, headers), timeout=20) as answer:
        return bytes(answer.read())


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path):
    """8.1: a folder of data needs no `__init__.py` to be shipped."""
    there = {
        f"wardiary/{path.relative_to(ROOT).as_posix()}"
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)
    }

    shipped = {name for name in files_in(wheel) if ".dist-info/" not in name}

    assert shipped == {"wardiary/__init__.py", *there}


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path):
    """8.1: what is published as source holds everything too."""
    again = files_in(built("wheel", sdist, tmp_path / "made"))

    assert sorted(again) == sorted(files_in(wheel))
    assert [name for name, content in files_in(wheel).items() if again[name] != content] == []


def test_the_documents_are_in_the_source_distribution_and_not_in_the_wheel(
    wheel: Path, sdist: Path
):
    documents = sorted(path.name for path in (ROOT / "docs").iterdir())

    assert documents == sorted(path.name for path in (sdist / "docs").iterdir())
    assert (sdist / "CONTRIBUTING.md").is_file()
    assert [name for name in files_in(wheel) if "docs/" in name] == []


def test_the_licence_is_in_both_and_named_in_the_metadata(wheel: Path, sdist: Path):
    """8.3: MIT."""
    licence = (ROOT / "LICENSE").read_bytes()
    files = files_in(wheel)
    (metadata,) = (content for name, content in files.items() if name.endswith("/METADATA"))

    assert [licence] == [content for name, content in files.items() if name.endswith("/LICENSE")]
    assert licence == (sdist / "LICENSE").read_bytes()
    assert b"License-Expression: MIT\n" in metadata
    assert b"2026 wardiary contributors" in licence


def test_the_installed_package_is_tested_and_not_the_repository(installed: Installed):
    code = "import wardiary.domain, wardiary.tools; print(wardiary.domain.__file__)"
    done = subprocess.run(
        [installed.python, "-c", code], cwd=installed.folder, env=installed.environment,
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert str(installed.folder) in done.stdout


@pytest.mark.parametrize("game", registry.names())
def test_an_installed_wardiary_plays_and_audits_every_game(installed: Installed, game: str):
    """8.1: `wardiary games` and whole matches of bots, outside the repository."""
    (card,) = (load for load in json.loads(installed("games", "--json"))["games"]
               if load["name"] == game)  # fmt: skip
    played = json.loads(
        installed("simulate", game, "--scenario", card["scenarios"][0], "-n", "1", "--seed", "1",
                  "--bots", "random,bot", "--archives", game, "--json")
    )  # fmt: skip
    (archive,) = (installed.folder / game).glob("*.jsonl")

    assert (1, 1) == (played["replayed_exact"], played["audited_exact"])
    assert json.loads(installed("audit", str(archive), "--json"))["verdict"] == "EXACT"


@pytest.mark.parametrize("game", registry.names())
def test_an_installed_wardiary_serves_the_page_and_every_game(
    installed: Installed, service: str, game: str
):
    """8.1: the page with all its files, and a match opened and asked about there."""
    api = f"{service}/api/v1"
    (card,) = (
        load for load in json.loads(fetched(f"{api}/games"))["games"] if load["name"] == game
    )
    scenario = card["scenarios"][0]
    wanted = {"game": game, "scenario": scenario["id"], "public": True}

    match = json.loads(fetched(f"{api}/matches", wanted))["match"]
    page = fetched(f"{service}/m/{match}").decode()
    files = re.findall(r'(?:src|href)="(/page/[^"#]+)"', page)

    assert len(files) > 3
    assert all(fetched(service + name) for name in files)
    view = json.loads(fetched(f"{api}/matches/{match}/view"))
    assert view["title"] == card["title"]


OUTSIDE = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "wardiary-outside"
version = "1.0"

[project.entry-points."wardiary.games"]
toy = "outside_toy:TOY"

[tool.setuptools]
py-modules = ["outside_toy"]
"""


def test_a_game_of_another_distribution_is_listed_played_and_audited(
    installed: Installed, tmp_path: Path
):
    """C10: it registers by an entry point, and needs nothing of the clone."""
    source = tmp_path / "outside"
    source.mkdir()
    (source / "pyproject.toml").write_text(OUTSIDE)
    shutil.copy(ROOT / "tests" / "toy.py", source / "outside_toy.py")
    site = tmp_path / "site"
    packed = built("wheel", source, tmp_path / "made")
    words = ["install", "--quiet", "--no-deps", "--no-index", "--target", site, packed]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    own_part = {**installed.environment, "PYTHONPATH": str(site)}
    outside = copy.copy(installed)
    outside.environment = {**own_part, "WARDIARY_STORE": str(tmp_path / "matches.db")}

    match = json.loads(
        outside("new", "toy", "--scenario", "plain", "--seat", "red=bot", "--seat", "blue=bot",
                "--json")
    )["match"]  # fmt: skip
    played = outside("play", match)

    assert "won" in played
    assert json.loads(outside("audit", match, "--json"))["verdict"] == "EXACT"


def test_a_game_that_cannot_be_loaded_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    """C10: and the name of a game that is there cannot be taken."""
    nothing = EntryPoint("broken", "outside_nothing:GAME", registry.GROUP)
    thief = EntryPoint("undaunted", "outside_nothing:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [nothing, thief])
    monkeypatch.setattr(registry, "_installed", registry._installed.__wrapped__)

    assert "broken" not in registry.names.__wrapped__()
    assert "domain.games.undaunted" in registry._entry("undaunted").value
    with pytest.raises(registry.UnknownGame, match="'broken' cannot be loaded from outside"):
        registry.game("broken")
