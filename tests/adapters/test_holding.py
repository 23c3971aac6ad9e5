"""An audit of a store holds its rows against all else that the store knows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.diary.tamper import facts_of, forged_file
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.store.entry import sums_of
from wardiary.domain.diary.archive_lines import ArchiveError
from wardiary.projections.verdicts import EXIT_CODES, Verdict

EVENTS = "stored_events"


@pytest.fixture(params=["sqlite", "postgres"])
def matches(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Matches]:
    """A store of each kind."""
    if request.param == "sqlite":
        made = open_store(str(tmp_path / "matches.db"))
    else:
        made = open_store(request.getfixturevalue("empty_postgres"))
    yield made
    made.store.close()


@pytest.fixture
def match(matches: Matches) -> str:
    """A match of five entries."""
    made = matches.new_match("undaunted", "la-raye")
    for _ in range(4):
        prompt = matches.prompts(made)[0]
        bid = prompt.offers[0].slots[0].candidates[0]
        matches.command(made, prompt.seat, f"bid {bid}", command_id=f"id-{prompt.seat}")
        if matches.history(made).table.phase != "bid" and len(matches.history(made).ends) > 2:
            break
    return made


def edit(matches: Matches, statement: str, *values: object) -> None:
    """Do with the rows of a store what its program never would."""
    store = matches.store
    store._write(store.dialect(statement), values)  # type: ignore[attr-defined]


def last_entry(matches: Matches, match: str) -> tuple[int, int]:
    first, last, _ = matches.store.entries(match)[-1]
    return first, last


def cut_back(matches: Matches, match: str) -> None:
    first, _ = last_entry(matches, match)
    edit(
        matches,
        f"DELETE FROM {{s}}{EVENTS} WHERE originator_id = ? AND originator_version >= ?",
        match,
        first,
    )


def cut_in_two(matches: Matches, match: str) -> None:
    _, last = last_entry(matches, match)
    edit(
        matches,
        f"DELETE FROM {{s}}{EVENTS} WHERE originator_id = ? AND originator_version = ?",
        match,
        last,
    )


def rewrite(matches: Matches, match: str, position: int, was: bytes, now: bytes) -> None:
    (row,) = matches.store.rows(match, after=position - 1, upto=position)
    assert was in row.state
    edit(
        matches,
        f"UPDATE {{s}}{EVENTS} SET state = ? WHERE originator_id = ? AND originator_version = ?",
        row.state.replace(was, now, 1),
        match,
        position,
    )


def another_time(matches: Matches, match: str) -> None:
    first, _ = last_entry(matches, match)
    rewrite(matches, match, first, b'"time":1', b'"time":2')


def another_seat(matches: Matches, match: str) -> None:
    _, last = last_entry(matches, match)
    rewrite(matches, match, last, b'"rule":"Table/', b'"rule":"table/')


def another_id(matches: Matches, match: str) -> None:
    first, _ = last_entry(matches, match)
    rewrite(matches, match, first, b'"id":"id-', b'"id":"ie-')


def an_entry_unknown(matches: Matches, match: str) -> None:
    first, _ = last_entry(matches, match)
    edit(matches, "DELETE FROM {s}entries WHERE match_id = ? AND first_position = ?", match, first)


def another_seed(matches: Matches, match: str) -> None:
    edit(matches, "UPDATE {s}secrets SET seed = ? WHERE match_id = ?", bytes(32), match)


def another_pack(matches: Matches, match: str) -> None:
    edit(matches, "UPDATE {s}packs SET content = ?", b"{}")


DAMAGES: dict[str, Callable[[Matches, str], None]] = {
    "a tail cut back": cut_back,
    "a last row gone": cut_in_two,
    "another time in the last entry": another_time,
    "another rule in the last row": another_seat,
    "another command id": another_id,
    "an entry that is not kept": an_entry_unknown,
}
EDITS: dict[str, Callable[[Matches, str], None]] = {
    "another seed": another_seed,
    "another pack": another_pack,
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_store_is_found(matches: Matches, match: str, what: str):
    """8.6b, A6"""
    assert "EXACT" == matches.audit(match).verdict
    EDITS[what](matches, match)

    verdict: Verdict = matches.audit(match)

    assert "TAMPERED" == verdict.verdict, verdict


@pytest.mark.parametrize("what", DAMAGES)
def test_wrong_checksums_of_a_store_are_damage(matches: Matches, match: str, what: str):
    """8.6b, A6, C2: nobody who forges leaves the checksum wrong; it is named with its place."""
    first, last = last_entry(matches, match)
    DAMAGES[what](matches, match)

    verdict: Verdict = matches.audit(match)

    assert ("DAMAGED", "Diary/Entry") == (verdict.verdict, verdict.rule), verdict
    assert 5 == EXIT_CODES[verdict.verdict]
    assert first <= verdict.position <= last, verdict
    assert verdict.about is not None
    assert match == verdict.about.match


def sum_again(matches: Matches, match: str) -> None:
    """Write the checksums that the rows of a match come to now."""
    rows = matches.store.rows(match)
    for first, last, _ in matches.store.entries(match):
        edit(
            matches,
            "UPDATE {s}entries SET sums = ? WHERE match_id = ? AND first_position = ?",
            sums_of(rows[first - rows[0].position : last - rows[0].position + 1]),
            match,
            first,
        )


LOSSES = {
    "no secrets": ("DELETE FROM {s}secrets WHERE match_id = ?", "Diary/Commitment"),
    "a salt too long": (
        "UPDATE {s}secrets SET salt = seed || seed WHERE match_id = ?",
        "Diary/Commitment",
    ),
    "no pack": ("DELETE FROM {s}packs WHERE digest <> ?", "Diary/Pack"),
}


@pytest.mark.parametrize("what", LOSSES)
def test_secrets_or_a_pack_that_are_lost_are_damage(matches: Matches, match: str, what: str):
    """8.8: nothing was changed that a forger could have changed; it is not all there."""
    statement, rule = LOSSES[what]
    edit(matches, statement, match)

    verdict = matches.audit(match)

    assert ("DAMAGED", rule) == (verdict.verdict, verdict.rule), verdict
    assert "lost" in verdict.detail


def test_a_pack_that_is_lost_does_not_hide_a_changed_row(matches: Matches, match: str):
    """8.8"""
    rewrite(matches, match, matches.history(match).ends[0], b'"rule":"Table/', b'"rule":"table/')
    sum_again(matches, match)
    edit(matches, "DELETE FROM {s}packs WHERE digest <> ?", match)

    verdict = matches.audit(match)

    assert ("TAMPERED", "Diary/Chain") == (verdict.verdict, verdict.rule), verdict


def test_secrets_that_are_lost_are_taken_from_where_the_match_opened_them(
    matches: Matches, match: str
):
    matches.command(match, "us", "resign")
    matches.disclose(match)
    edit(matches, "DELETE FROM {s}secrets WHERE match_id = ?", match)

    assert "EXACT" == matches.audit(match).verdict


def test_a_forger_who_also_rewrites_checksums_is_found_by_the_chain(matches: Matches, match: str):
    """8.6b: rows, entries and sums agree, and the chain does not."""
    rewrite(matches, match, matches.history(match).ends[0], b'"rule":"Table/', b'"rule":"table/')
    sum_again(matches, match)

    verdict = matches.audit(match)

    assert ("TAMPERED", "Diary/Chain") == (verdict.verdict, verdict.rule), verdict
    assert verdict.position <= matches.store.entries(match)[0][1] + 1


def test_damage_does_not_excuse_a_forgery_before_it(matches: Matches, match: str):
    """8.6b: the forged row is named, and the damage in a note."""
    rewrite(matches, match, matches.history(match).ends[0], b'"rule":"Table/', b'"rule":"table/')
    sum_again(matches, match)
    _, last = last_entry(matches, match)
    cut_in_two(matches, match)

    verdict = matches.audit(match)

    assert "TAMPERED" == verdict.verdict, verdict
    assert f"further on it is damaged, at {last}: the row is missing" in verdict.notes


def test_a_branch_of_a_damaged_match_is_damaged_only_where_it_shares_the_damage(
    matches: Matches, match: str
):
    """A5, 8.9: a branch that leaves before the damage is as good as ever."""
    ends = matches.history(match).ends
    before = matches.branch(match, ends[0], seat="us")
    after = matches.branch(match, ends[-1], seat="us")
    cut_in_two(matches, match)

    spoilt = matches.audit(after)

    assert "EXACT" == matches.audit(before).verdict
    assert ("DAMAGED", ends[-1]) == (spoilt.verdict, spoilt.position)


def test_the_parent_head_that_a_branch_states_is_checked_against_the_parent(
    matches: Matches, match: str
):
    """8.6b: with rows and checksums rewritten, the branch still knows what was there."""
    _, last = last_entry(matches, match)
    matches.branch(match, last, seat="us")
    cut_back(matches, match)
    an_entry_unknown(matches, match)

    verdict = matches.audit(match)

    assert ("TAMPERED", "Diary/Head") == (verdict.verdict, verdict.rule)
    assert f"left at {last}" in verdict.detail


def test_a_verdict_on_a_store_says_what_was_audited(matches: Matches, match: str):
    """C2"""
    about = matches.audit(match).about

    assert about is not None
    assert (match, "Undaunted: Normandy", "La Raye", False) == (
        about.match,
        about.title,
        about.scenario_title,
        about.ended,
    )


# Matches that are imported though not all of them was proved


def as_of_other_rules(matches: Matches, match: str) -> bytes:
    """The archive of a match that was opened and set up under rules this program does not have."""
    secrets = matches.store.secrets(match)
    end = matches.history(match).ends[0]

    def only_set_up(facts: list) -> None:
        del facts[end:]
        facts[0]["version"] = "0.9"
        place = next(n for n, fact in enumerate(facts) if fact["event"] == "phase-entered")
        facts[place]["rule"] = "U-OLD-1"

    return forged_file(matches.export(match, secrets=True), only_set_up, {match: secrets[1]})


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Matches]:
    made = open_store(str(tmp_path / "other.db"))
    yield made
    made.store.close()


def test_an_unproven_archive_is_imported_only_on_request_and_stays_marked(
    matches: Matches, match: str, other: Matches, tmp_path: Path
):
    """8.5"""
    data = as_of_other_rules(matches, match)
    with pytest.raises(ArchiveError, match="stays marked unproven"):
        other.import_archive(data)
    assert [] == other.store.matches()

    other.import_archive(data, unproven=True)
    branch = other.branch(match, other.history(match).head)
    third = open_store(str(tmp_path / "third.db"))

    assert "UNPROVEN" == other.audit(match).verdict
    assert "0.9" in other.unproven(match)
    assert other.unproven(branch) == other.unproven(match)
    copy = other.export(branch, secrets=True)
    assert b'{"is":"mark","match":"%s"' % match.encode() in copy
    third.import_archive(copy, unproven=True)
    assert third.unproven(match) == other.unproven(match)
    notes = third.audit(branch).notes
    assert any("was once imported unproven" in note for note in notes)
    third.store.close()


def test_an_archive_that_differs_from_the_rules_is_never_imported(
    matches: Matches, match: str, other: Matches
):
    """8.5: the flag excuses nothing that could be judged."""
    secrets = matches.store.secrets(match)
    facts = facts_of(matches.history(match).rows)
    place = next(n for n, fact in enumerate(facts) if fact["event"] == "pieces-moved")
    forged = forged_file(
        matches.export(match, secrets=True),
        lambda those: those[place].update(to="box"),
        {match: secrets[1]},
    )

    with pytest.raises(ArchiveError):
        other.import_archive(forged, unproven=True)
    assert [] == other.store.matches()
