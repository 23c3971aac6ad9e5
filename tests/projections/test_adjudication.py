from __future__ import annotations

import os
import random
import secrets
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from tests.diary.recorded_game import MATCH, RecordedGame
from tests.diary.tamper import facts_of, forged_rows
from tests.diary.toy_match import PACK, SECRETS, SHADY, ToyMatch
from tests.toy import SEATS, TOY, Bid, Bidding
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import ENCODER, digest
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.match.command_handler import open_branch
from wardiary.domain.packs import pack_digest
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.steps import Step
from wardiary.domain.play.table_commands import (
    AdoptRules,
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    Disclose,
    InspectPiece,
    MakeRuling,
    RefuseRewind,
    Resign,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.table import Table
from wardiary.projections.adjudication import adjudicate, adjudicate_archive, audit_file
from wardiary.projections.audit import replay, verify
from wardiary.projections.record import Record, load_record, record_of
from wardiary.projections.redaction import redact
from wardiary.projections.verdicts import Fault, Verdict

GAMES = {"toy": TOY}


def record(match: ToyMatch, *, seeds: bool = True) -> Record:
    if seeds:
        return Record(match.line.rows, PACK, match.all_secrets)
    return record_of(read(full(match)))


def full(match: ToyMatch) -> bytes:
    return b"".join(write_full(match.line, pack=PACK, salts=match.salts))


def judged(match: ToyMatch, *, seeds: bool = True) -> Verdict:
    return adjudicate(record(match, seeds=seeds), match.game)


def every_table_command() -> ToyMatch:
    match = ToyMatch()
    match.give("red", ClaimSeat("red", "bot"))
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("blue", RefuseRewind())
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind(start))
    match.give("director", InspectPiece("blue-hand", 2))
    mend = e.TrackSet(track="points/red", value=1, rule="Table/Ruling")
    match.give("director", MakeRuling("a misread score", (mend,)))
    match.bid_both()
    plain = match.line.head
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))
    match.give("red", AskRewind(plain))
    match.give("red", Resign())
    return match


@pytest.mark.parametrize("seeds", [True, False])
def test_a_match_with_rewinds_rulings_and_resignation_is_exact(seeds: bool):
    match = every_table_command()

    verdict = judged(match, seeds=seeds)

    assert ("EXACT", match.line.head) == (verdict.verdict, verdict.position)
    assert seeds == (not verdict.notes)


def test_disclosed_secrets_prove_the_dice_without_being_given():
    match = ToyMatch().play_out()
    match.give("host", Disclose())

    verdict = adjudicate(record_of(read(full(match))), TOY)

    assert ("EXACT", ()) == (verdict.verdict, verdict.notes)


@pytest.mark.parametrize("seeds", [True, False])
@pytest.mark.parametrize("dealt", ["exact", *SEATS])
@pytest.mark.parametrize("forced", [(), (6,), (1, 6, 2)])
def test_branches_of_branches_with_forced_dice_are_exact(
    dealt: str, forced: tuple[int, ...], seeds: bool
):
    match = ToyMatch()
    match.bid_both()
    branch = match.branch(match.line.head, "b" * 32, dealt=dealt, forced=forced)
    branch.bid_both()
    twig = branch.branch(branch.line.head, "c" * 32, dealt=dealt)
    twig.play_out()

    verdict = judged(twig, seeds=seeds)

    assert ("EXACT", twig.line.head) == (verdict.verdict, verdict.position)
    assert (0 if seeds else 3) == len(verdict.notes)


@pytest.mark.parametrize("seeds", [True, False])
def test_a_deal_that_moves_a_known_card_differs(seeds: bool):
    """The seat's own hand, or an opened card, cannot be part of a what-if's deal."""
    match = ToyMatch()
    branch = match.branch(match.line.head, "b" * 32, dealt="red")
    table = match.line.table
    deck, hand = table.zone("deck"), table.zone("red-hand")
    facts = facts_of(branch.line.rows)
    place = next(n for n, fact in enumerate(facts) if fact["event"] == "redealt")
    facts[place]["zones"] = {"deck": [hand[0], *deck[1:]], "red-hand": [deck[0], *hand[1:]]}
    rows, _, _, _ = forged_rows(facts, lambda match: branch.salts[match])

    verdict = adjudicate(
        replace(record(branch), rows=rows) if seeds else unseeded(rows, branch), TOY
    )

    assert "DIFFERS" == verdict.verdict
    assert verdict.position in (place, place + 1)


def unseeded(rows: list, match: ToyMatch) -> Record:
    """A record whose leaves are given, while no seed is known."""
    _, leaves, _, heads = forged_rows(facts_of(rows), lambda match_id: match.salts[match_id])
    return Record(rows, PACK, {}, leaves, heads)


def test_a_rule_that_no_rulebook_has_is_named():
    match = ToyMatch()
    fewer = {name: text for name, text in TOY.rules.items() if name != "T3"}
    match.bid_both()

    verdict = adjudicate(record(match), replace(TOY, rules=fewer))

    place = next(row.position for row in match.line.rows if b'"rule":"T3"' in row.state)
    assert ("DIFFERS", place, "T3") == (verdict.verdict, verdict.position, verdict.rule)


def test_a_commitment_that_does_not_fit_the_secrets_is_tampering():
    match = ToyMatch()
    wrong = {match.id: Secrets(bytes(32), SECRETS.salt)}

    verdict = adjudicate(replace(record(match), secrets=wrong), TOY)

    assert ("TAMPERED", 1, "Diary/Commitment") == (
        verdict.verdict,
        verdict.position,
        verdict.rule,
    )


def test_another_pack_is_tampering():
    verdict = adjudicate(replace(record(ToyMatch()), pack=b"{}"), TOY)

    assert ("TAMPERED", 1, "Diary/Pack") == (verdict.verdict, verdict.position, verdict.rule)


def test_a_head_noted_elsewhere_is_compared():
    match = ToyMatch().play_out()

    assert "EXACT" == adjudicate(record(match), TOY, heads=[match.head]).verdict
    verdict = adjudicate(record(match), TOY, heads=[bytes(32)])
    assert ("TAMPERED", "Diary/Head") == (verdict.verdict, verdict.rule)


# Replay


@pytest.fixture
def no_chance_and_no_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a replay asks neither for chance nor for the time")

    for module, names in (
        (random, ("random", "randint", "shuffle", "choice", "Random")),
        (secrets, ("token_bytes", "token_hex", "randbelow")),
        (time, ("time", "time_ns")),
        (uuid, ("uuid4",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, forbidden)
    yield
    monkeypatch.undo()


def test_a_replay_gives_the_same_tables_again_and_from_a_snapshot(no_chance_and_no_clock: None):
    """RD-01"""
    match = ToyMatch().play_out()
    rows = read(full(match)).stored()
    assert sum(row.tag == "dice-rolled" for row in rows) >= 6

    first, second = list(replay(rows)), list(replay(rows))
    snapshot = History(rows[:17]).table
    later = fold(snapshot, (match.line.event(row.position) for row in rows[17:]))

    assert first == second
    assert (match.line.head, digest(match.line.table)) == first[-1]
    assert digest(later) == first[-1][1]
    assert "EXACT" == verify(record_of(read(full(match)))).verdict


FRESH = """
import sys
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.history import History
print(digest(History(read(sys.stdin.buffer.read()).stored()).table))
"""


def test_a_replay_in_a_fresh_process_gives_the_same_table():
    """RD-01: nothing that a first replay has left in the process takes part."""
    match = ToyMatch().play_out()
    archive = full(match)

    assert digest(match.line.table) == digest(History(read(archive).stored()).table)
    for seed in ("1", "2"):
        fresh = subprocess.run(
            [sys.executable, "-c", FRESH],
            input=archive,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert digest(match.line.table) == fresh.stdout.decode().strip()


def test_a_recorded_shuffle_gives_the_same_order_from_wherever_the_replay_starts():
    """RD-07"""
    match = ToyMatch()
    rows = match.line.rows
    shuffled = next(row.position for row in rows if row.tag == "pile-shuffled")

    ends = set()
    for start in (0, shuffled - 1, shuffled):
        written = ENCODER.encode(History(rows[:start]).table)
        stored = msgspec.json.decode(written, type=Table, dec_hook=lambda kind, _: kind())
        table = fold(stored, (event for _, event in match.line.events(start)))
        ends.add((table.zone("red-hand"), table.zone("deck")))

    assert {(match.line.table.zone("red-hand"), match.line.table.zone("deck"))} == ends


def test_dice_depend_on_the_command_and_on_everything_before_it():
    """RA-01"""

    def dice(prev: bytes, command: bytes, seed: bytes = SECRETS.seed) -> list[int]:
        chance = SeededChance(seed, "a" * 32, prev, command)
        return [chance.roll(1, 1000) for _ in range(3)]

    order = dice(b"1" * 32, b'{"card":"card-1","do":"bid"}')

    assert order == dice(b"1" * 32, b'{"card":"card-1","do":"bid"}')
    assert order != dice(b"1" * 32, b'{"card":"card-2","do":"bid"}')
    assert order != dice(b"2" * 32, b'{"card":"card-1","do":"bid"}')
    assert order != dice(b"1" * 32, b'{"card":"card-1","do":"bid"}', bytes(32))


# Other rules versions


class StrictBidding(Bidding, frozen=True, tag="bidding"):
    """T2 as it might be corrected: card 0 may not be bid."""

    def refuse(self, table: Table, seat: str, command: object) -> None:
        super().refuse(table, seat, command)
        if isinstance(command, Bid) and command.card == "card-0":
            raise Illegal("T2", "card-0 may not be bid")


def corrected() -> Game:
    steps: tuple[type[Step], ...] = (StrictBidding,)
    return replace(TOY, version="2", steps=steps)


def bidding_card_0() -> tuple[ToyMatch, int]:
    """A match in which card 0 was bid, and where."""
    for n in range(40):
        match = ToyMatch(secrets=Secrets(bytes([n]) * 32, SECRETS.salt))
        for seat in SEATS:
            if "card-0" in match.line.table.zone(f"{seat}-hand"):
                match.give(seat, Bid("card-0"))
                return match, match.line.ends[-2] + 1
    raise AssertionError("no deal gave card 0 to a hand")


def test_a_command_that_newer_rules_forbid_is_listed_and_nothing_is_rolled_back():
    """VM-01"""
    match, position = bidding_card_0()

    verdict = adjudicate(record(match), corrected())

    assert ("UNPROVEN", position, "Table/Version") == (
        verdict.verdict,
        verdict.position,
        verdict.rule,
    )
    assert (
        f"{position}: recorded under rules 1; 2 says [T2] the command is illegal: "
        in (verdict.notes[1])
    )
    assert "EXACT" == judged(match).verdict


def test_newer_rules_adopted_by_every_seat_apply_from_there_on():
    """VM-01"""
    match, _ = bidding_card_0()
    match.game = corrected()
    other = next(seat for seat in SEATS if not match.line.table.zone(f"{seat}-bid"))
    with pytest.raises(Illegal, match="every seat must first adopt"):
        match.give(other, Bid(match.line.table.zone(f"{other}-hand")[0]))

    for seat in SEATS:
        match.give(seat, AdoptRules("2"))
    match.give(other, Bid(match.line.table.zone(f"{other}-hand")[0]))

    verdict = judged(match)
    assert ("2", "UNPROVEN") == (match.line.table.version, verdict.verdict)
    assert "1 of 5 entries were played under rules 1" in verdict.detail


def test_a_forged_rules_version_does_not_excuse_an_entry():
    match = ToyMatch().play_out()
    facts = facts_of(match.line.rows)
    place = next(n for n, fact in enumerate(facts) if fact["event"] == "command-accepted")
    facts[place]["version"] = "0"
    rows, _, _, _ = forged_rows(facts, lambda match_id: match.salts[match_id])

    verdict = adjudicate(replace(record(match), rows=rows), TOY)

    assert ("DIFFERS", place + 1) == (verdict.verdict, verdict.position)


def test_bytes_in_another_order_of_keys_verify_as_they_were_stored():
    """VM-07"""
    match = ToyMatch().play_out()
    older = [
        msgspec.structs.replace(row, state=msgspec.json.encode(dict(reversed(fact.items()))))
        for row, fact in zip(match.line.rows, facts_of(match.line.rows), strict=True)
    ]
    prev = Record(older[: match.line.ends[0]], PACK, match.all_secrets)

    assert "EXACT" == verify(prev).verdict
    assert older[0].state != match.line.rows[0].state


# A seat's archive


@pytest.mark.parametrize("role", [*SEATS, ""])
def test_a_seats_archive_is_audited_as_far_as_it_may_know(role: str):
    match = every_table_command()
    data = b"".join(write_seat(match.line, role, redact, pack=PACK, salts=match.salts))

    verdict = audit_file(data, GAMES, heads=[match.head])

    assert ("EXACT", match.line.head) == (verdict.verdict, verdict.position)
    assert not any("followed up to" in note for note in verdict.notes)
    assert "TAMPERED" == audit_file(data, GAMES, heads=[bytes(32)]).verdict


def test_a_seats_archive_without_leaves_is_linked_by_its_heads():
    """SL-07"""
    match = ToyMatch(secret_track=True)
    match.sneak("red")
    match.bid_both()
    data = b"".join(write_seat(match.line, "blue", redact, pack=PACK, salts=match.salts))
    archive = read(data)
    entries = list(archive.entries)
    entries[1] = msgspec.structs.replace(entries[1], head=bytes(32))

    seen = audit_file(data, {"toy": SHADY}, heads=[match.head])
    assert ("UNPROVEN", True) == (seen.verdict, "no row has a leaf" in seen.detail)
    broken = msgspec.structs.replace(archive, entries=tuple(entries))
    assert "TAMPERED" == adjudicate_archive(broken, SHADY).verdict


# A whole game


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    return RecordedGame("undaunted", commands=80, seed=2)


@pytest.mark.parametrize("seat", ["us", "german"])
@pytest.mark.parametrize("number", [0, 20, 50, 80])
@pytest.mark.parametrize("old_deal", [False, True])
def test_a_seats_what_if_of_a_real_game_is_exact_with_and_without_its_seed(
    game: RecordedGame, number: int, seat: str, old_deal: bool
):
    """8.4: piles, backs and hands of the deal are derived from where the cards are after it.

    So are those of what-ifs that were dealt as 0.1.0 did.
    """
    at = game.line.ends[min(number, len(game.line.ends) - 1)]
    branch_secrets = Secrets(bytes([number]) * 32, b"t" * 32)
    entry = open_branch(
        game.game,
        game.line.upto(at),
        at,
        game.line.hash_at(at, game.secrets[MATCH].salt),
        match="e" * 32,
        secrets=branch_secrets,
        time=5_000,
        dealt=seat,
        forced=(0,),
        old_deal=old_deal,
    )
    line = History([*game.line.rows[:at], *entry.rows])
    salts = {MATCH: game.secrets[MATCH].salt, "e" * 32: branch_secrets.salt}
    data = b"".join(write_full(line, pack=game.sealed, salts=salts))

    seeded = adjudicate(
        Record(line.rows, game.sealed, {**game.secrets, "e" * 32: branch_secrets}), game.game
    )

    assert ("EXACT", ()) == (seeded.verdict, seeded.notes)
    assert "EXACT" == adjudicate(record_of(read(data)), game.game).verdict
    for role in ("us", "german", ""):
        seen = b"".join(write_seat(line, role, redact, pack=game.sealed, salts=salts))
        verdict = adjudicate_archive(read(seen), game.game, heads=[entry.head])
        assert "EXACT" == verdict.verdict
        assert not any("followed up to" in note for note in verdict.notes)


def test_a_dealt_card_too_many_is_found_without_the_seed(game: RecordedGame):
    at = next(end for end in game.line.ends[20:] if game.line.table_at(end).zone("us-hand"))
    branch_secrets = Secrets(b"s" * 32, b"t" * 32)
    entry = open_branch(
        game.game, game.line.upto(at), at, game.line.hash_at(at, game.secrets[MATCH].salt),
        match="e" * 32, secrets=branch_secrets, time=5_000, dealt="us",
    )  # fmt: skip
    facts = facts_of([*game.line.rows[:at], *entry.rows])
    place = next(n for n, fact in enumerate(facts) if fact["event"] == "redealt")
    # The seat's own hand may not be dealt again.
    hand, deck = game.line.table_at(at).zone("us-hand"), facts[place]["zones"]["us-deck"]
    facts[place]["zones"] |= {"us-hand": [deck[0], *hand[1:]], "us-deck": [hand[0], *deck[1:]]}
    salts = {MATCH: game.secrets[MATCH].salt, "e" * 32: branch_secrets.salt}
    rows, leaves, _, heads = forged_rows(facts, salts.__getitem__)

    verdict = adjudicate(Record(rows, game.sealed, {}, leaves, heads), game.game)

    assert ("DIFFERS", True) == (verdict.verdict, verdict.position in (place, place + 1))


# What a store keeps


def kept_apart(history: History) -> dict[str, list[Row]]:
    """A line's rows by the match they are stored under."""
    apart: dict[str, list[Row]] = {}
    match = ""
    for position, event in history.events():
        match = getattr(event, "match", match)
        apart.setdefault(match, []).append(history.rows[position - 1])
    return apart


def gathered_from(match: ToyMatch, apart: dict[str, list[Row]]) -> tuple[str, Record]:
    secrets = {name: (secret.seed, secret.salt) for name, secret in match.all_secrets.items()}
    packs = {pack_digest(PACK): PACK}
    return load_record(match.id, apart.__getitem__, secrets.__getitem__, packs.__getitem__)


def test_the_record_of_a_branch_is_read_from_its_matches_without_folding_anything():
    match = ToyMatch()
    match.bid_both()
    branch = match.branch(match.line.head, "b" * 32)
    match.bid_both()
    branch.bid_both()
    twig = branch.branch(branch.line.head, "c" * 32).play_out()
    apart = kept_apart(twig.line)
    apart[match.id] = list(match.line.rows)

    name, record = gathered_from(twig, apart)

    assert ("toy", twig.line.rows) == (name, record.rows)
    assert "EXACT" == adjudicate(record, TOY, heads=[twig.head]).verdict


def test_a_branch_whose_parent_lost_its_rows_is_tampered_with():
    match = ToyMatch()
    branch = match.branch(match.line.head, "b" * 32)
    apart = kept_apart(branch.line)
    apart[match.id].pop()

    with pytest.raises(Fault, match=f"row {match.line.head} of match {match.id} is missing"):
        gathered_from(branch, apart)


def test_an_impossible_row_gets_a_verdict():
    match = ToyMatch().play_out()
    apart = kept_apart(match.line)
    broken = apart[match.id][11]
    apart[match.id][11] = msgspec.structs.replace(broken, state=b"[" + broken.state[1:])

    verdict = adjudicate(gathered_from(match, apart)[1], TOY)

    assert ("TAMPERED", 12, "Diary/Event") == (verdict.verdict, verdict.position, verdict.rule)
