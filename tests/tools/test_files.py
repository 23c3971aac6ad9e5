"""Stores and archive files as people keep them: their modes, links, pipes, parts and families."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.tools.conftest import Run
from wardiary.domain.diary.archive import read
from wardiary.tools import context


def mode(file: Path) -> int:
    return S_IMODE(file.stat().st_mode)


@pytest.fixture(autouse=True)
def open_umask() -> None:
    """What most machines have, so that only what is asked for is closed."""
    context.WARNINGS_GIVEN.clear()
    os.umask(0o022)


def test_a_store_and_what_sqlite_writes_beside_it_are_their_owners_alone(
    wardiary: Run, running: str, tmp_path: Path
):
    """8.4f"""
    store = tmp_path / "matches.db"
    with closing(sqlite3.connect(store)) as reader:
        reader.execute("SELECT count(*) FROM stored_events").fetchone()
        card = wardiary("prompts", running, "--seat", "us", "--json").document
        bid = card["prompts"][0]["offers"][0]["slots"][0]["candidates"][0]
        wardiary("command", running, "us", "bid", bid)
        files = sorted(tmp_path.glob("matches.db*"))
        assert [file.name for file in files] == ["matches.db", "matches.db-shm", "matches.db-wal"]
        assert {mode(file) for file in files} == {0o600}


def test_backups_and_restored_stores_are_their_owners_alone(
    wardiary: Run, running: str, tmp_path: Path
):
    """8.4f"""
    copy, back = tmp_path / "copy.db", tmp_path / "back.db"

    assert wardiary("backup", copy).code == 0
    assert wardiary("restore", copy, "--store", back).code == 0

    assert (mode(copy), mode(back)) == (0o600, 0o600)
    assert wardiary("show", running, "--store", back).code == 0


def test_archives_with_secrets_or_hands_are_their_owners_alone_and_others_are_not(
    wardiary: Run, running: str, tmp_path: Path
):
    """8.4f"""
    modes = {}
    for name, how in {
        "secrets": ("--secrets",),
        "hands": ("--all-hands",),
        "seat": ("--seat", "us"),
    }.items():
        file = tmp_path / f"{name}.jsonl"
        assert wardiary("export", running, "-o", file, *how).code == 0
        modes[name] = mode(file)

    assert modes == {"secrets": 0o600, "hands": 0o600, "seat": 0o644}


def test_a_store_that_others_can_read_is_reported_once_with_the_command_that_closes_it(
    wardiary: Run, running: str, tmp_path: Path
):
    """8.4f"""
    store = tmp_path / "matches.db"
    store.chmod(0o644)

    result = wardiary("show", running)

    assert result.code == 0
    assert f"(mode 644); close it with: chmod 600 {store}*" in result.err
    assert wardiary("show", running).err == ""
    assert mode(store) == 0o644
    context.WARNINGS_GIVEN.clear()
    store.chmod(0o600)
    assert wardiary("show", running).err == ""


def test_a_mistyped_path_does_not_make_an_empty_store(wardiary: Run, running: str, tmp_path: Path):
    """8.10c"""
    wrong = tmp_path / "mathces.db"
    for words in (("matches",), ("show", "last"), ("audit", running), ("key",), ("backup", "b.db")):
        result = wardiary(*words, "--store", wrong)
        assert result.code == 2
        assert f"there is none ({wrong})" in result.err
        assert "check the path" in result.err
    assert not wrong.exists()


def test_making_a_new_store_is_reported(wardiary: Run, archive: Path, tmp_path: Path):
    """8.10c"""
    new, other = tmp_path / "new.db", tmp_path / "in" / "a folder" / "other.db"
    words = ("new", "undaunted", "--scenario", "la-raye", "--store", new)

    assert f"made a new store at {new}\n" == wardiary(*words).err
    assert "" == wardiary(*words).err
    assert f"made a new store at {other}\n" == wardiary("import", archive, "--store", other).err


def test_a_store_on_media_that_cannot_be_written_is_read_and_audited(
    wardiary: Run, finished: str, tmp_path: Path
):
    """8.10c"""
    media = tmp_path / "media"
    media.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(media)], check=False).returncode:
        pytest.skip("this machine lets us mount nothing")
    try:
        (media / "matches.db").write_bytes((tmp_path / "matches.db").read_bytes())
        (media / "matches.db").chmod(0o600)
        subprocess.run(["mount", "-o", "remount,ro", str(media)], check=True)
        store = ("--store", media / "matches.db")
        for words in (("matches",), ("show", finished), ("log", finished), ("head", finished)):
            assert wardiary(*words, *store).code == 0
        assert wardiary("audit", finished, *store).out.startswith("EXACT")
        assert wardiary("export", finished, "-o", tmp_path / "x.jsonl", *store).code == 0
        result = wardiary("branch", finished, "--turn", "2", *store)
        assert result.code == 2
        assert "not recorded: read-only" in result.err
    finally:
        subprocess.run(["umount", str(media)], check=True)


def test_an_archive_follows_links_fills_pipes_and_goes_to_standard_output(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A4"""
    real, link, pipe = tmp_path / "real.jsonl", tmp_path / "link.jsonl", tmp_path / "pipe"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    os.mkfifo(pipe)
    taken: list[bytes] = []
    reader = threading.Thread(target=lambda: taken.append(pipe.read_bytes()))
    reader.start()

    assert wardiary("export", finished, "-o", link).code == 0
    assert wardiary("export", finished, "-o", pipe).code == 0
    reader.join()

    assert link.is_symlink()
    assert mode(real) == 0o640
    assert taken == [real.read_bytes()]
    assert pipe.is_fifo()
    assert wardiary("export", finished, "-o", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()


def test_an_archive_on_standard_output_is_not_mixed_with_messages(
    finished: str, tmp_path: Path, wardiary: Run
):
    """A4"""
    file = tmp_path / "x.jsonl"
    wardiary("export", finished, "-o", file)
    words = ["-m", "wardiary.tools.cli", "export", finished, "-o", "-"]

    done = subprocess.run([context.sys.executable, *words], capture_output=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout == file.read_bytes()
    assert b"audit it with" in done.stderr


def test_a_compressed_archive_is_written_by_its_name_and_read_by_its_content(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A1"""
    small, odd = tmp_path / "match.jsonl.gz", tmp_path / "match.txt"

    wardiary("export", finished, "-o", small)
    odd.write_bytes(small.read_bytes())

    assert read(gzip.decompress(small.read_bytes())).match == finished
    for file in (small, odd):
        assert wardiary("audit", file).out.startswith("EXACT")
        assert wardiary("replay", file).code == 0


def test_an_archive_that_came_by_mail_is_imported_with_a_note(
    wardiary: Run, archive: Path, tmp_path: Path
):
    """A1"""
    mailed, cut = tmp_path / "mailed.jsonl", tmp_path / "cut.jsonl"
    mailed.write_bytes(archive.read_bytes().replace(b"\n", b"\r\n").rstrip())
    cut.write_bytes(archive.read_bytes()[:-300])

    result = wardiary("import", mailed)
    assert result.code == 0
    assert "line ends were changed on the way; the content is complete" in result.err
    result = wardiary("import", cut)
    assert result.code == 2
    assert "it was cut off or garbled on the way" in result.err


def test_all_of_a_running_match_is_written_only_when_that_is_asked_for(
    wardiary: Run, running: str, tmp_path: Path
):
    """C3"""
    file = tmp_path / "x.jsonl"

    result = wardiary("export", running, "-o", file)

    assert result.code == 2
    assert "still runs, and this file would show every hand and pile" in result.err
    assert "--seat SEAT" in result.err
    assert "--all-hands" in result.err
    assert not file.exists()


def test_a_family_moves_to_another_store_as_a_whole_and_is_played_on(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A2: a branch of a branch, with the end of each and its seed."""
    child = wardiary("branch", finished, "--turn", "2", "--json").document["match"]
    wardiary("play", child)
    grandchild = wardiary("branch", child, "--turn", "3", "--json").document["match"]
    wardiary("play", grandchild)
    family = [finished, child, grandchild]
    heads = [wardiary("head", member).out for member in family]
    file, again = tmp_path / "family.jsonl.gz", tmp_path / "again.jsonl.gz"
    second, third = ("--store", tmp_path / "second.db"), ("--store", tmp_path / "third.db")

    assert "2 more matches" in wardiary("export", grandchild, "--branches", "-o", file).out
    verdict = wardiary("audit", file).out
    assert verdict.startswith("EXACT")
    assert "3 matches of one family" in verdict
    assert wardiary("import", file, *second).code == 0
    assert wardiary("export", child, "--branches", "-o", again, *second).code == 0
    assert wardiary("import", again, *third).code == 0

    assert heads == [wardiary("head", member, *third).out for member in family]
    assert file.read_bytes() == again.read_bytes()
    assert [None] * 3 == [
        member["damage"] for member in wardiary("matches", "--json", *third).document["matches"]
    ]


def test_an_archive_of_a_part_of_a_match_says_so(wardiary: Run, finished: str, tmp_path: Path):
    """A2: the middle line of a branch of a branch is no running match elsewhere."""
    child = wardiary("branch", finished, "--turn", "2", "--json").document["match"]
    wardiary("play", child)
    grandchild = wardiary("branch", child, "--turn", "3", "--json").document["match"]
    wardiary("play", grandchild)
    file, again = tmp_path / "line.jsonl", tmp_path / "again.jsonl"
    second, third = ("--store", tmp_path / "second.db"), ("--store", tmp_path / "third.db")

    wardiary("export", grandchild, "-o", file)
    assert f"of match {child} this is a part" in wardiary("audit", file).out
    assert wardiary("import", file, *second).code == 0

    listed = wardiary("matches", "--json", *second).document["matches"]
    parts = {entry["match"]: entry["damage"] for entry in listed}
    assert parts[grandchild] is None
    assert parts[child]["short"].startswith("a part, up to #")
    result = wardiary("command", child, "us", "resign", *second)
    assert result.code == 2
    assert "here only in part" in result.err
    assert "import all of it to play it on" in result.err
    assert wardiary("export", grandchild, "-o", again, *second).code == 0
    assert wardiary("import", again, *third).code == 0
    assert file.read_bytes() == again.read_bytes()

    wardiary("export", finished, "--branches", "-o", file)
    assert wardiary("import", file, *third).code == 0
    assert wardiary("head", child).out == wardiary("head", child, *third).out
    listed = wardiary("matches", "--json", *third).document["matches"]
    assert [None] * 3 == [entry["damage"] for entry in listed]


def test_a_family_cut_on_the_way_is_damaged_as_a_whole(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A2: also where the cut is just behind one of its archives."""
    wardiary("branch", finished, "--turn", "2")
    file, cut = tmp_path / "family.jsonl", tmp_path / "cut.jsonl"
    wardiary("export", finished, "--branches", "--all-hands", "-o", file)
    lines = file.read_bytes().splitlines(keepends=True)
    first_seal = next(n for n, line in enumerate(lines) if line.startswith(b'{"is":"seal"'))
    cut.write_bytes(b"".join(lines[: first_seal + 1]))

    result = wardiary("import", cut, "--store", tmp_path / "second.db")

    assert result.code == 2
    assert "was not imported" in result.err


def test_standing_answers_move_with_a_running_match(wardiary: Run, running: str, tmp_path: Path):
    """A3"""
    file, other = tmp_path / "moving.jsonl", ("--store", tmp_path / "other.db")
    wardiary("stand", running, "us", "pass", "--until-round", "3")
    left = wardiary("stand", running, "us", "--json").document["answers"]
    assert len(left) == 1

    wardiary("export", running, "--secrets", "-o", file)
    wardiary("import", file, *other)

    assert left == wardiary("stand", running, "us", "--json", *other).document["answers"]
    for how in (("--all-hands",), ("--seat", "us")):
        wardiary("export", running, "-o", file, *how)
        assert '"is":"standing"' not in file.read_text()


def test_the_whole_entries_of_a_damaged_match_are_salvaged(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A5: the archive says that it is a part, and can be imported and played on by a branch."""
    file, other = tmp_path / "whole.jsonl", ("--store", tmp_path / "other.db")
    assert "is whole; `wardiary export` writes it" in wardiary("salvage", finished, "-o", file).err
    place = wardiary("head", finished, "--json").document["position"] - 20
    with closing(sqlite3.connect(tmp_path / "matches.db")) as store, store:
        store.execute("DELETE FROM stored_events WHERE originator_version = ?", (place,))

    assert f"is damaged at position {place}" in wardiary("show", finished).err
    result = wardiary("salvage", finished, "--secrets", "-o", file)

    assert result.code == 0
    assert f"what is lost begins at position {place}: the row is missing" in result.out
    verdict = wardiary("audit", file).out
    assert verdict.startswith("EXACT")
    assert f"it was salvaged; at {place} the row is missing" in verdict
    assert wardiary("import", file, *other).code == 0
    whole = wardiary("matches", "--json", *other).document["matches"][0]["damage"]["whole"]
    assert wardiary("branch", finished, "--at", whole, *other).code == 0
