"""Archive files that a later release went on with: read up to the entry in which it began."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.diary import tamper
from tests.diary.tamper import Facts, forged_file
from tests.tools.conftest import Run
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_parts import write_again
from wardiary.domain.diary.history import CLOSERS

ENTRY = 40
UNKNOWN: Facts = {"event": "dragon-flew", "rule": "New/1", "to": "7,3"}
WHERE = {
    "the first event of an entry": 0,
    "an event within an entry": 1,
    "the last event of an entry": -1,
}
LOOKING = ("show", "log", "score", "dice", "clock", "replay")


Later = Callable[..., tuple[Path, int, int]]


@pytest.fixture
def later(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Write a file whose hashes are right, in which a later release wrote one event.

    Gives the file, the position of that event, and the end of the entry before it.
    """
    monkeypatch.setattr(tamper, "CLOSERS", (*CLOSERS, UNKNOWN["event"]))
    data = archive.read_bytes()
    whole = read(data)
    salts = {match: secrets.salt for match, secrets in whole.secrets.items()}
    entry = whole.entries[ENTRY]

    def write(place: int, event: Facts | None = None) -> tuple[Path, int, int]:
        position = entry.last if place < 0 else entry.first + place

        def change(facts: list[Facts]) -> None:
            facts[position - 1] = facts[position - 1] | event if event else UNKNOWN

        file = tmp_path / "later.jsonl"
        if place >= 0:
            monkeypatch.setattr(tamper, "CLOSERS", CLOSERS)
        file.write_bytes(forged_file(data, change, salts))
        return file, position, entry.first - 1

    return write


@pytest.mark.parametrize("where", WHERE)
def test_a_file_is_looked_at_up_to_the_entry_with_an_event_of_a_later_release(
    wardiary: Run, later: Later, where: str
):
    """A11"""
    file, position, last = later(WHERE[where])
    sentence = (
        f"wardiary: {file}: from position {position} on it was written by a newer wardiary: this "
        f"one does not know the event 'dragon-flew'; it is read up to {last}, update wardiary for "
        "all\n"
    )

    for command in LOOKING:
        result = wardiary(command, file)
        assert (0, sentence) == (result.code, result.err)

    assert wardiary("show", file, "--json").document["head"] == last
    assert wardiary("replay", file, "--json").document["events"] == last
    result = wardiary("diff", file, file)
    assert (0, sentence * 2) == (result.code, result.err)


def test_a_file_with_a_new_field_of_a_known_event_is_looked_at_up_to_it(
    wardiary: Run, later: Later
):
    """A11"""
    file, _, last = later(0, {"weather": "rain"})

    result = wardiary("show", file)

    assert f"position {last} of {last}" in result.out
    assert "this one does not know all fields of the event 'command-accepted'" in result.err


@pytest.mark.parametrize("where", WHERE)
def test_the_part_before_an_event_of_a_later_release_is_exported_proved_and_imported(
    wardiary: Run, later: Later, tmp_path: Path, where: str
):
    """A11: the new file says that it is a part."""
    file, position, last = later(WHERE[where])
    part = tmp_path / "part.jsonl.gz"

    result = wardiary("export", file, "-o", part)

    assert result.code == 0
    assert f"it is read up to {last}" in result.err
    verdict = wardiary("audit", part).out
    assert verdict.startswith("EXACT")
    assert f"goes on at position {last}" in verdict
    assert f"this is a part, up to {last}: from position {position} on" in verdict
    assert wardiary("import", part).code == 0
    assert wardiary("head", "last", "--json").document["position"] == last


def test_a_whole_file_is_exported_as_it_is(wardiary: Run, archive: Path, tmp_path: Path):
    """A11"""
    again = tmp_path / "again.jsonl"

    assert wardiary("export", archive, "-o", again).code == 0

    assert archive.read_bytes() == again.read_bytes()
    assert "as it is" in wardiary("export", archive, "-o", again, "--seat", "us").err


@pytest.mark.parametrize("where", WHERE)
def test_a_file_and_a_store_with_an_event_of_a_later_release_have_one_verdict(
    wardiary: Run, later: Later, where: str
):
    """A11: it is not TAMPERED, and says where this release can no longer judge."""
    file, position, last = later(WHERE[where])
    of_file = wardiary("audit", file, "--json")
    assert wardiary("import", file).code == 2
    assert wardiary("import", file, "--unproven").code == 0

    of_store = wardiary("audit", "last", "--json")

    for result in (of_file, of_store):
        assert result.code == 6
        assert result.document["verdict"] == "UNPROVEN"
        assert result.document["position"] == position
        assert result.document["detail"].startswith("it was written by a newer wardiary")
    assert f"position {last} of {last}" in wardiary("show", "last").out


def test_a_seats_copy_with_an_event_of_a_later_release_is_replayed_up_to_it(
    wardiary: Run, finished: str, tmp_path: Path
):
    """A11"""
    file = tmp_path / "us.jsonl"
    assert wardiary("export", finished, "--seat", "us", "-o", file).code == 0
    copy = read(file.read_bytes())
    entry = copy.entries[ENTRY]
    rows = list(copy.rows)
    struck = rows[entry.first]
    state = tamper.canonical(UNKNOWN)
    rows[entry.first] = replace(struck, tag=UNKNOWN["event"], state=state, salt=b"")
    file.write_bytes(b"".join(write_again(replace(copy, rows=tuple(rows)))))

    result = wardiary("replay", file, "--json")

    assert result.code == 0
    assert result.document["events"] == entry.first - 1
    assert f"it is read up to {entry.first - 1}" in result.err
    assert wardiary("audit", file).code == 6


def test_a_file_whose_first_event_only_a_later_release_knows_says_what_to_do(
    wardiary: Run, archive: Path, tmp_path: Path
):
    """A11"""
    data = archive.read_bytes()
    salts = {match: secrets.salt for match, secrets in read(data).secrets.items()}

    def change(facts: list[Facts]) -> None:
        facts[0] = facts[0] | {"weather": "rain"}

    file = tmp_path / "later.jsonl"
    file.write_bytes(forged_file(data, change, salts))

    for command in (*LOOKING[:-1], "export"):
        result = wardiary(command, file, *(("-o", "-") if command == "export" else ()))
        text = result.err + result.out
        assert "written by a newer wardiary" in text, command
        assert "update wardiary to read it" in text
    assert wardiary("audit", file).code == 6
