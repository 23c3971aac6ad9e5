"""Records that say they were played under rules this program does not have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from gzip import decompress
from pathlib import Path

import pytest

from tests.diary.recorded_game import MATCH, RecordedGame
from tests.diary.recorded_game import SECRETS as REAL
from tests.diary.tamper import Facts, facts_of, forged_file, forged_rows
from tests.diary.toy_match import PACK, ToyMatch
from tests.toy import SEATS, TOY, Bidding, score
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_writing import write_full
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.table_commands import (
    AdoptRules,
    ClaimSeat,
    MakeRuling,
    Pause,
    Resign,
    Resume,
)
from wardiary.domain.table import events as e
from wardiary.projections.adjudication import adjudicate, audit_file
from wardiary.projections.record import Record, record_of
from wardiary.projections.verdicts import Verdict

RECORDINGS = Path(__file__).parent / "recordings"


class LowBidding(Bidding, frozen=True, tag="bidding"):
    """T3 as it once was: the lower card, plus a die, wins a point."""

    def resume(self, draft: Draft) -> None:
        draft.finish()
        strength = {}
        for seat in SEATS:
            (card,) = draft.table.zone(f"{seat}-bid")
            draft.move(card, "discard", rule="T3")
            (face,) = draft.roll(seat, "bid", rule="T3")
            items = (("card", int(card.split("-")[1]), "T3"), ("die", face, "T3"))
            strength[seat] = draft.total(f"bid {seat}", items, rule="T3")
        score(draft, min(SEATS, key=lambda seat: strength[seat]))


def other(version: str = "0.9") -> ToyMatch:
    """A match under rules that are not those of TOY."""
    return ToyMatch(game=replace(TOY, version=version, steps=(LowBidding,)))


def judged(match: ToyMatch, change: Callable[[list[Facts]], object] | None = None) -> Verdict:
    """The verdict of a program with TOY's rules; the forger knows every secret."""
    facts = facts_of(match.line.rows)
    if change is not None:
        change(facts)
    rows, _, _, _ = forged_rows(facts, lambda match_id: match.salts[match_id])
    return adjudicate(Record(rows, PACK, match.all_secrets), TOY)


def place_of(match: ToyMatch, tag: str, number: int = 0) -> int:
    return [row.position for row in match.line.rows if row.tag == tag][number]


@pytest.mark.parametrize("version", ["0.9", "2", ""])
def test_entries_of_other_rules_are_unproven(version: str):
    """8.5"""
    match = other(version).play_out()

    verdict = judged(match)

    assert ("UNPROVEN", "Table/Version") == (verdict.verdict, verdict.rule)
    assert 0 < verdict.position <= match.line.head
    dice = sum(row.tag in ("dice-rolled", "pile-shuffled") for row in match.line.rows)
    assert dice >= 6
    assert any("are those of the opened seed" in note for note in verdict.notes)


def test_entries_that_todays_rules_give_too_are_proved():
    """8.5: a match under rules 1 to which nothing happened that rules 2 see otherwise."""
    match = ToyMatch().play_out()
    record = Record(match.line.rows, PACK, match.all_secrets)

    verdict = adjudicate(record, replace(TOY, version="2"))

    assert "EXACT" == verdict.verdict
    entries = len(match.line.ends)
    (note,) = verdict.notes
    assert note.startswith(f"{entries} entries were played under rules 1; this program's rules 2")


@pytest.mark.parametrize("seeds", [True, False])
def test_a_match_forged_under_made_up_rules_is_never_exact(seeds: bool):
    """8.5: version, winner and every die changed, and hashed again."""
    match = ToyMatch().play_out()
    facts = facts_of(match.line.rows)
    for fact in facts:
        if "version" in fact:
            fact["version"] = "0.9"
        if "faces" in fact:
            fact["faces"] = [0] * len(fact["faces"])
        if "winners" in fact:
            fact["winners"] = [next(seat for seat in SEATS if seat not in fact["winners"])]
    rows, leaves, _, heads = forged_rows(facts, lambda match_id: match.salts[match_id])
    known = Record(rows, PACK, match.all_secrets if seeds else {}, leaves, heads)

    verdict = adjudicate(known, TOY)

    result = ("DIFFERS", "Diary/Chance") if seeds else ("UNPROVEN", "Table/Version")
    assert result == (verdict.verdict, verdict.rule)


def test_a_real_game_forged_under_made_up_rules_is_found_by_its_first_die():
    """8.5, V2: the seed is open, so that the dice are judged under any rules."""
    game = RecordedGame("undaunted", commands=60)

    def forge(facts: list[Facts]) -> None:
        for fact in facts:
            if "version" in fact:
                fact["version"] = "0.9"
            if fact["event"] == "dice-rolled":
                fact["faces"] = [0] * len(fact["faces"])

    verdict = audit_file(forged_file(game.archive(), forge, {MATCH: REAL.salt}), GAMES)

    assert ("DIFFERS", "Diary/Chance") == (verdict.verdict, verdict.rule)
    chances = [r.position for r in game.line.rows if r.tag in ("dice-rolled", "pile-shuffled")]
    # The set-up's shuffles hang on no version; the first draw after it does.
    setting_up = [chance for chance in chances if chance <= game.line.ends[0]]
    assert verdict.position in chances[len(setting_up) : len(setting_up) + 3]


def test_a_die_forged_before_an_honest_change_of_rules_is_found():
    """C12: rules 1 are adopted away for 2, and a die under 1 was another."""
    match = other("1")
    match.bid_both()
    match.bid_both()
    match.game = replace(TOY, version="2")
    for seat in SEATS:
        match.give(seat, AdoptRules("2"))
    match.bid_both()
    again = Record(match.line.rows, PACK, match.all_secrets)
    honest = adjudicate(again, match.game)
    place = place_of(match, "dice-rolled")

    def forge(facts: list[Facts]) -> None:
        fact = facts[place - 1]
        fact["faces"] = [fact["faces"][0] % 6 + 1]

    facts = facts_of(match.line.rows)
    forge(facts)
    rows, _, _, _ = forged_rows(facts, lambda match_id: match.salts[match_id])
    forged = adjudicate(replace(again, rows=rows), match.game)

    assert "UNPROVEN" == honest.verdict
    assert ("DIFFERS", place, "Diary/Chance") == (forged.verdict, forged.position, forged.rule)


def test_entries_after_an_adopted_rules_change_are_decided_again():
    """8.5: a chain of versions is judged entry by entry."""
    match = other("1")
    match.bid_both()
    match.game = replace(TOY, version="2")
    for seat in SEATS:
        match.give(seat, AdoptRules("2"))
    match.bid_both()
    place = place_of(match, "track-set", -1)
    facts = facts_of(match.line.rows)
    facts[place - 1]["value"] += 1
    rows, _, _, _ = forged_rows(facts, lambda match_id: match.salts[match_id])

    verdict = adjudicate(Record(rows, PACK, match.all_secrets), match.game)

    assert ("DIFFERS", place, "T3") == (verdict.verdict, verdict.position, verdict.rule)


def at(tag: str, number: int = 0, **fields: object) -> Callable[[ToyMatch], Callable]:
    """Give an event of a kind other fields."""

    def of(match: ToyMatch) -> Callable[[list[Facts]], object]:
        place = place_of(match, tag, number)
        return lambda facts: facts[place - 1].update(fields)

    return of


def one_more(tag: str, **fact: object) -> Callable[[ToyMatch], Callable]:
    """Put another event before one of a kind."""

    def of(match: ToyMatch) -> Callable[[list[Facts]], object]:
        place = place_of(match, tag)
        return lambda facts: facts.insert(place - 1, fact)

    return of


def played_on(match: ToyMatch) -> Callable[[list[Facts]], object]:
    """An entry of an earlier moment once more after the end."""

    def forge(facts: list[Facts]) -> None:
        first, last = match.line.ends[1] + 1, match.line.ends[2]
        facts.extend([dict(fact) for fact in facts[first - 1 : last]])

    return forge


UNDER_ANY_RULES = {
    "a total that does not add up": ("Diary/Total", at("total-computed", total=99)),
    "a winner that is no seat": ("Table/Seats", at("match-ended", winners=["green"])),
    "play after the end": ("Table/Ended", played_on),
    "a command from no seat": ("Table/Seats", at("command-accepted", seat="green")),
    "a version of its own": ("Table/Version", at("command-accepted", version="1")),
    "a command that is none": ("Table/Words", at("command-accepted", command={"do": {"x": 1}})),
    "a command under another rule": ("Table/Command", at("command-accepted", rule="T1")),
    "a rule the table lacks": ("Table/None", at("track-set", rule="Table/None")),
    "a move of what is not there": (
        "Diary/Event",
        at("pieces-moved", 3, pieces=["card-77"]),
    ),
    "another order of the cards": (
        "Diary/Chance",
        at("pile-shuffled", order=[f"card-{n}" for n in range(10)]),
    ),
    "a seat that was given away in passing": (
        "T1",
        one_more("track-set", event="seat-claimed", seat="red", holder="bot", rule="T1"),
    ),
    "rules adopted in passing": (
        "T1",
        one_more("track-set", event="rules-adopted", version="1", rule="T1"),
    ),
}


@pytest.mark.parametrize("what", UNDER_ANY_RULES)
def test_an_entry_that_no_rules_could_give_differs(what: str):
    """8.5"""
    rule, change = UNDER_ANY_RULES[what]
    match = other().play_out()

    verdict = judged(match, change(match))

    assert ("DIFFERS", rule) == (verdict.verdict, verdict.rule), verdict


def test_table_commands_are_decided_again_under_any_rules():
    """8.5: claims, resigning and rulings do not hang on a game's rules."""
    match = other()
    match.give("red", ClaimSeat("red", "bot"))
    match.bid_both()
    mend = e.TrackSet(track="points/red", value=0, rule="Table/Ruling")
    match.give("director", MakeRuling("a misread score", (mend,)))
    match.give("red", Resign())

    assert "UNPROVEN" == judged(match).verdict
    for rule, change in (
        ("Table/Resign", at("match-ended", winners=["red"])),
        ("Table/Claim", at("seat-claimed", holder="human")),
        ("Table/Ruling", at("ruled", reason="another")),
        ("Table/Ruling", at("track-set", -1, value=2)),
    ):
        verdict = judged(match, change(match))
        assert ("DIFFERS", rule) == (verdict.verdict, verdict.rule), verdict


def test_nothing_is_played_while_a_match_is_paused_under_any_rules():
    """8.5: the entry that resumed it is taken out."""
    match = other()
    match.bid_both()
    match.give("host", Pause())
    paused = match.line.head
    match.give("host", Resume())
    resumed = match.line.head
    match.bid_both()

    def never_resumed(facts: list[Facts]) -> None:
        del facts[paused:resumed]

    verdict = judged(match, never_resumed)

    assert "UNPROVEN" == judged(match).verdict
    assert ("DIFFERS", paused + 1) == (verdict.verdict, verdict.position), verdict


def test_a_branch_cannot_excuse_itself_by_other_rules():
    """8.5: a branch is played under its parent's version."""
    match = ToyMatch()
    match.bid_both()
    branch = match.branch(match.line.head, "b" * 32)
    branch.bid_both()
    place = place_of(branch, "branch-opened")

    verdict = judged(branch, lambda facts: facts[place - 1].update(version="0.9"))
    under_old = other()
    under_old.bid_both()
    twig = under_old.branch(under_old.line.head, "b" * 32)

    assert ("DIFFERS", place) == (verdict.verdict, verdict.position)
    assert "UNPROVEN" == judged(twig).verdict


def test_a_game_that_this_program_does_not_have_is_unproven():
    """8.5"""
    match = ToyMatch().play_out()
    data = b"".join(
        write_full(match.line, pack=PACK, salts=match.salts, seeds={match.id: match.secrets.seed})
    )

    verdict = audit_file(data, {})

    assert ("UNPROVEN", "toy") == (verdict.verdict, verdict.about and verdict.about.game)
    assert "EXACT" == adjudicate(record_of(read(data)), TOY).verdict


def test_a_record_of_a_version_that_a_game_still_keeps_is_judged_in_full():
    """8.5: forged, it differs, as one of today's version does; as it was, it is exact."""
    data = decompress((RECORDINGS / "combat-soldiers-offensive-2-0.1.0.jsonl.gz").read_bytes())
    archive = read(data)
    salts = {match: secrets.salt for match, secrets in archive.secrets.items()}
    version = facts_of(archive.rows)[0]["version"]

    def turned_over(facts: list[Facts]) -> None:
        (end,) = (fact for fact in facts if fact["event"] == "match-ended")
        end["winners"] = sorted({*facts[0]["seats"]} - {*end["winners"]})

    honest, forged = (
        audit_file(data, GAMES),
        audit_file(forged_file(data, turned_over, salts), GAMES),
    )

    assert version in GAMES["combat-soldiers"].former_versions
    assert ("EXACT", ()) == (honest.verdict, honest.notes)
    assert "DIFFERS" == forged.verdict, forged
