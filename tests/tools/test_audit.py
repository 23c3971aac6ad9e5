from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.diary.tamper import forged_file
from tests.test_tampering import sealed_again
from tests.tools.conftest import Run
from wardiary.domain.diary.archive import read


def test_a_match_replays_exactly(wardiary: Run, finished: str):
    result = wardiary("replay", finished, "--json")

    assert result.code == 0
    assert result.document["exact"]
    assert result.document["events"] == wardiary("head", finished, "--json").document["position"]
    assert "replayed exactly" in wardiary("replay", finished).out


def test_an_archive_replays_to_the_same_table_without_a_store(
    wardiary: Run, finished: str, archive: Path
):
    there = wardiary("replay", finished, "--json").document
    offline = wardiary("replay", archive, "--json", "--store", "/nowhere/at/all").document

    assert offline["digest"] == there["digest"]


def test_audit_of_a_match_is_exact(wardiary: Run, finished: str):
    result = wardiary("audit", finished, "--json")

    assert result.code == 0
    assert set(result.document) == {"source", "verdict", "position", "rule", "detail", "about"}
    assert result.document["verdict"] == "EXACT"
    assert wardiary("audit", finished).out.startswith("EXACT")


def test_a_running_match_and_its_archive_are_exact_too(wardiary: Run, running: str, tmp_path: Path):
    file = tmp_path / "running.jsonl"
    wardiary("export", running, "--all-hands", "-o", file)

    assert wardiary("audit", running).code == 0
    assert wardiary("audit", file).code == 0
    assert '"is":"secrets"' not in file.read_text()


def test_a_changed_die_is_found_at_its_place(wardiary: Run, archive: Path, tmp_path: Path):
    lines = archive.read_text().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if "dice-rolled" in line)
    row = msgspec.json.decode(lines[place])
    face = msgspec.json.decode(row["state"])["faces"][0]
    other = 0 if face else 1
    lines[place] = lines[place].replace(f'\\"faces\\":[{face}', f'\\"faces\\":[{other}')
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(lines))

    result = wardiary("audit", forged, "--json")

    assert result.code == 5
    assert result.document["verdict"] == "DAMAGED"
    assert result.document["position"] == row["position"]
    assert f"DAMAGED  at position {row['position']}" in wardiary("audit", forged).out
    sealed = tmp_path / "sealed.jsonl"
    sealed.write_bytes(sealed_again(forged.read_bytes()))
    result = wardiary("audit", sealed, "--json")
    assert (4, "TAMPERED") == (result.code, result.document["verdict"])
    assert result.document["position"] == row["position"]
    assert wardiary("replay", forged).code == 1


def test_an_archive_cut_short_is_named_as_such(wardiary: Run, archive: Path, tmp_path: Path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(archive.read_bytes()[:20_000])

    result = wardiary("audit", cut)

    assert result.code == 5
    assert "truncated at byte 20000" in result.out


def test_a_wrong_noted_head_is_reported(wardiary: Run, finished: str):
    noted = wardiary("head", finished, "--json").document["head"]

    assert wardiary("audit", finished, "--head", noted).code == 0
    result = wardiary("audit", finished, "--head", "0" * 64, "--json")
    assert result.code == 4
    assert result.document["rule"] == "Diary/Head"
    assert wardiary("audit", finished, "--head", "abc").code == 2


def test_any_head_noted_earlier_is_checked_and_its_position_shown(
    wardiary: Run, running: str, tmp_path: Path
):
    """8.6"""
    noted = tmp_path / "heads.txt"
    heads = [wardiary("head", running).out]
    asked = wardiary("prompts", running, "--seat", "us", "--json").document["prompts"]
    card = asked[0]["offers"][0]["slots"][0]["candidates"][0]
    assert wardiary("command", running, "us", "bid", card).code == 0
    heads.append(wardiary("head", running).out)
    noted.write_text("".join(heads))
    first, second = (line.split()[0] for line in heads)
    places = [int(line.split()[2]) for line in heads]

    result = wardiary("audit", running, "--head", noted)
    both = wardiary("audit", running, "--head", first, "--head", second)
    never = wardiary("audit", running, "--head", first, "--head", "7" * 64)

    for item in (result, both):
        assert item.code == 0
        for head, place in zip((first, second), places, strict=True):
            assert f"the head {head[:12]} was that of position {place}" in item.out
    assert never.code == 4
    assert f"up to position {places[0]} it is as noted" in never.out


def test_several_matches_are_audited_in_one_call_with_a_line_each(
    wardiary: Run, finished: str, archive: Path, tmp_path: Path
):
    """C2"""
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(archive.read_bytes()[:20_000])

    result = wardiary("audit", finished, archive, cut)

    lines = [line for line in result.out.splitlines() if not line.startswith("  note:")]
    assert result.code == 5
    assert [line.split()[:2] for line in lines] == [
        ["EXACT", f"{finished}:"],
        ["EXACT", f"{archive}:"],
        ["DAMAGED", f"{cut}:"],
    ]
    assert wardiary("audit", finished, tmp_path / "none.jsonl").code == 2


def test_a_verdict_says_what_was_audited_and_how_it_ended_or_that_it_goes_on(
    wardiary: Run, finished: str, running: str
):
    """C2"""
    ended = wardiary("audit", finished, "--json").document["about"]
    goes_on = wardiary("audit", running, "--json").document["about"]

    assert (finished, True, ["us"]) == (ended["match"], ended["ended"], ended["winners"])
    assert ("Undaunted: Normandy", "La Raye") == (ended["title"], ended["scenario_title"])
    assert (running, False) == (goes_on["match"], goes_on["ended"])
    assert f"match {finished}, won by us (" in wardiary("audit", finished).out
    assert f"goes on at position {goes_on['position']}; " in wardiary("audit", running).out


def test_a_seats_archive_verifies_and_keeps_secrets(wardiary: Run, running: str, tmp_path: Path):
    file = tmp_path / "us.jsonl"

    wardiary("export", running, "--seat", "us", "-o", file)

    german = wardiary("show", running, "--seat", "german", "--json").document
    hand = next(
        stack
        for row in german["board"]["rows"]
        for stack in row["stacks"]
        if stack["zone"] == "german-hand"
    )
    rows = [msgspec.json.decode(line) for line in file.read_text().splitlines()]
    moved = [
        row["state"] for row in rows if row["is"] == "row" and '"to":"german-hand"' in row["state"]
    ]
    assert wardiary("audit", file).code == 0
    assert len(hand["pieces"]) == 4
    assert moved
    assert not any(card["id"] in state for card in hand["pieces"] for state in moved)


def test_secrets_are_never_for_a_seat(wardiary: Run, running: str, tmp_path: Path):
    result = wardiary("export", running, "--seat", "us", "--secrets", "-o", tmp_path / "x")

    assert result.code == 2
    assert not (tmp_path / "x").exists()


def test_a_running_match_moves_to_another_store_and_is_played_on(
    wardiary: Run, running: str, tmp_path: Path
):
    file, other = tmp_path / "moving.jsonl", tmp_path / "other.db"
    wardiary("export", running, "--secrets", "-o", file)

    assert wardiary("import", file, "--store", other, "--json").document["match"] == running

    card = wardiary("prompts", running, "--seat", "us", "--store", other, "--json")
    bid = card.document["prompts"][0]["offers"][0]["slots"][0]["candidates"][0]
    assert wardiary("command", running, "us", "bid", bid, "--store", other).code == 0
    assert wardiary("audit", running, "--store", other).code == 0


def test_a_match_imported_twice_is_stored_once(wardiary: Run, finished: str, archive: Path):
    head = wardiary("head", finished, "--json").document

    assert wardiary("import", archive, "--json").document["match"] == finished
    assert wardiary("head", finished, "--json").document == head


def test_a_branch_is_imported_with_its_parent(wardiary: Run, finished: str, tmp_path: Path):
    branch = wardiary("branch", finished, "--turn", "2", "--json").document
    wardiary("play", branch["match"])
    file, other = tmp_path / "branch.jsonl", tmp_path / "other.db"
    wardiary("export", branch["match"], "-o", file)

    wardiary("import", file, "--store", other)

    assert wardiary("audit", branch["match"], "--store", other).code == 0
    (grown,) = wardiary("branches", finished, "--store", other, "--json").document["branches"]
    assert (grown["match"], grown["at"]) == (branch["match"], branch["at"])


def test_an_archive_that_differs_from_the_store_is_not_imported(
    wardiary: Run, running: str, tmp_path: Path
):
    """The same match was played on in two places; the second is refused, and nothing changes."""
    file, other = tmp_path / "moving.jsonl", tmp_path / "other.db"
    wardiary("export", running, "--secrets", "-o", file)
    wardiary("import", file, "--store", other)
    first, second = (
        wardiary("prompts", running, "--json").document["prompts"][0]["offers"][0]["slots"][0][
            "candidates"
        ][n]
        for n in (0, 1)
    )
    wardiary("command", running, "us", "bid", first)
    wardiary("command", running, "us", "bid", second, "--store", other)
    wardiary("export", running, "--secrets", "-o", file)
    before = wardiary("head", running, "--store", other).out

    result = wardiary("import", file, "--store", other)

    assert result.code == 2
    assert "differs from" in result.err
    assert wardiary("head", running, "--store", other).out == before


@pytest.mark.parametrize("kind", ["seat", "no seeds", "tampered", "no archive"])
def test_an_archive_that_cannot_be_proved_or_played_on_is_not_imported(
    wardiary: Run, running: str, tmp_path: Path, kind: str
):
    file, other = tmp_path / "x.jsonl", tmp_path / "other.db"
    wardiary(
        "export", running, "-o", file, *(("--seat", "us") if kind == "seat" else ("--all-hands",))
    )
    if kind == "tampered":
        file.write_text(file.read_text().replace("la-raye", "la-rage", 1))
    if kind == "no archive":
        file.write_text("Dear diary,\n")

    result = wardiary("import", file, "--store", other)

    assert result.code == 2
    assert "was not imported" in result.err
    assert wardiary("matches", "--store", other, "--json").document["matches"] == []


def test_an_archive_that_cannot_be_written_leaves_nothing(
    wardiary: Run, running: str, tmp_path: Path
):
    for place in (tmp_path / "no" / "such" / "folder.jsonl", tmp_path):
        result = wardiary("export", running, "--all-hands", "-o", place)
        assert result.code == 2
        assert "cannot write" in result.err
    assert list(tmp_path.glob("*.part")) == []
    assert wardiary("import", tmp_path / "missing.jsonl").code == 2


def of_other_rules(archive: Path, tmp_path: Path) -> Path:
    """A match that was set up under rules which this program does not have."""
    stored = read(archive.read_bytes())
    end = stored.entries[0].last

    def only_set_up(facts: list) -> None:
        del facts[end:]
        facts[0]["version"] = "0.9"
        place = next(n for n, fact in enumerate(facts) if fact["event"] == "phase-entered")
        facts[place]["rule"] = "U-OLD-1"

    salts = {match: secrets.salt for match, secrets in stored.secrets.items()}
    made = tmp_path / "other.jsonl"
    made.write_bytes(forged_file(archive.read_bytes(), only_set_up, salts))
    return made


def test_an_archive_that_cannot_all_be_judged_is_imported_only_on_request(
    wardiary: Run, archive: Path, tmp_path: Path
):
    """8.5: refused, then marked wherever the match is shown, and in every copy."""
    file, copy, store = (
        of_other_rules(archive, tmp_path),
        tmp_path / "copy.jsonl",
        tmp_path / "o.db",
    )
    at = ("--store", store)

    audited = wardiary("audit", file)
    refused = wardiary("import", file, *at)
    taken = wardiary("import", file, "--unproven", "--json", *at)

    assert (6, "UNPROVEN") == (audited.code, audited.out.split()[0])
    assert 2 == refused.code
    assert "stays marked unproven" in refused.err
    match = taken.document["match"]
    assert "rules 0.9" in taken.document["unproven"]
    assert " UNPROVEN" in wardiary("matches", *at).out
    (listed,) = wardiary("matches", "--json", *at).document["matches"]
    assert "rules 0.9" in listed["unproven"]
    assert wardiary("show", match, *at).out.startswith("UNPROVEN: ")
    assert "rules 0.9" in wardiary("show", match, "--json", *at).document["unproven"]
    assert 0 == wardiary("export", match, "--secrets", "-o", copy, *at).code
    assert "was once imported unproven" in wardiary("audit", copy).out
    assert 6 == wardiary("audit", match, *at).code


def test_an_archive_is_exported_with_a_program_that_checks_it_alone(
    wardiary: Run, finished: str, tmp_path: Path
):
    result = wardiary("export", finished, "-o", tmp_path / "match.jsonl.gz", "--verifier")

    assert "python verify_wardiary.py match.jsonl.gz" in result.out
    python = [sys.executable, "-I", "-S", "verify_wardiary.py", "match.jsonl.gz"]
    done = subprocess.run(python, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.startswith("EXACT")
    assert wardiary("export", finished, "-o", "-", "--verifier").code == 2
