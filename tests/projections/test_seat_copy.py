"""A seat's copy of a record: every row that the seat could see is proved."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator

import msgspec
import pytest

from tests.diary.recorded_game import MATCH, SECRETS, RecordedGame
from tests.diary.toy_match import PACK, SHADY, ToyMatch
from tests.projections.test_adjudication import every_table_command
from tests.toy import SEATS, TOY
from wardiary.domain.diary.archive import parse, read
from wardiary.domain.diary.archive_lines import Archive, ArchiveRow
from wardiary.domain.diary.archive_writing import write_seat
from wardiary.domain.games import registry
from wardiary.projections.adjudication import adjudicate_archive, audit_file
from wardiary.projections.redaction import redact
from wardiary.projections.verdicts import Verdict

SALTS = {MATCH: SECRETS.salt}
LEAVES_ONLY = "leaves only"


@pytest.fixture(scope="module", params=registry.names())
def game(request: pytest.FixtureRequest) -> RecordedGame:
    return RecordedGame(request.param, commands=40)


def copy_of(game: RecordedGame, role: str) -> Archive:
    made = write_seat(game.line, role, redact, pack=game.sealed, salts=SALTS)
    return read(b"".join(made))


def leaves_only(verdict: Verdict) -> int:
    """How many rows the verdict says it has not proved."""
    words = verdict.detail.split()
    return int(words[words.index("leaves") - 2])


def with_row(archive: Archive, position: int, row: ArchiveRow) -> Archive:
    rows = list(archive.rows)
    rows[position - 1] = row
    return msgspec.structs.replace(archive, rows=tuple(rows))


def forged(row: ArchiveRow, state: dict) -> ArchiveRow:
    """Another content under the old leaf, without the salt, as for a hidden row."""
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return msgspec.structs.replace(row, state=text.encode(), tag=state["event"], salt=b"")


def another(value: object) -> object:
    """A value of the same kind that is another."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case list():
            return value[1:] if value else ["x"]
        case dict():
            return {**value, "x": 1} if "do" not in value else {"do": "x"}
        case _:
            return 0


def changes(archive: Archive, step: int = 2) -> Iterator[tuple[int, str, dict]]:
    """Every field of every kind of event, changed in a few rows of that kind."""
    by_kind = defaultdict(list)
    for row in archive.rows:
        by_kind[row.tag, bool(row.salt)].append(row)
    draw = random.Random(8)
    for rows in by_kind.values():
        for row in draw.sample(rows, min(step, len(rows))):
            state = json.loads(row.state)
            for name, value in state.items():
                if name != "event":
                    yield row.position, name, state | {name: another(value)}


@pytest.mark.parametrize("first_seat", [True, False])
def test_the_copy_of_a_seat_or_a_spectator_is_exact_and_says_how_much_is_proved(
    game: RecordedGame, first_seat: bool
):
    """8.4c"""
    role = game.line.table.seats[0] if first_seat else ""
    archive = copy_of(game, role)

    verdict = adjudicate_archive(archive, game.game, heads=[game.head])

    whole = sum(bool(row.salt) for row in archive.rows)
    assert ("EXACT", len(archive.rows)) == (verdict.verdict, verdict.position)
    assert f"{whole} of {len(archive.rows)} rows are proved as stored" in verdict.detail
    assert len(archive.rows) - whole == leaves_only(verdict)
    assert verdict.detail.endswith(f"was that of position {game.line.head}")


@pytest.mark.parametrize("first_seat", [True, False])
def test_every_field_of_a_row_that_a_seat_could_see_is_proved(game: RecordedGame, first_seat: bool):
    """8.4c: changed, its salt blanked, its leaf kept; what is left is counted as a leaf only."""
    archive = copy_of(game, game.line.table.seats[0] if first_seat else "")
    honest = leaves_only(adjudicate_archive(archive, game.game))
    tried, slipped = 0, []
    for position, name, state in changes(archive):
        row = archive.rows[position - 1]
        verdict = adjudicate_archive(with_row(archive, position, forged(row, state)), game.game)
        tried += 1
        if verdict.verdict != "EXACT":
            continue
        assert leaves_only(verdict) == honest + bool(row.salt)
        slipped.append((row.tag, name, bool(row.salt), state.get("at", -1)))

    assert tried > 60
    # A complete row is never mistaken for a redacted one; but at which place of
    # a pile that the seat cannot see a piece was put may be redacted, and is 0 then.
    whole = [row for row in slipped if row[2]]
    assert {tag for tag, *_ in whole} <= {"pieces-moved"}
    assert all(name == "at" or at == 0 for _, name, _, at in whole)


def test_a_row_is_not_proved_by_another_rows_salt(game: RecordedGame):
    """8.4c"""
    archive = copy_of(game, game.line.table.seats[0])
    whole = [row for row in archive.rows if row.salt]
    first, two = whole[3], whole[4]
    for row in (
        msgspec.structs.replace(first, salt=two.salt),
        msgspec.structs.replace(two, position=first.position),
    ):
        text = b"".join(write_seat(game.line, archive.role, redact, pack=game.sealed, salts=SALTS))
        lines = text.splitlines()
        place = next(
            n for n, line in enumerate(lines) if f'"position":{first.position},'.encode() in line
        )
        lines[place] = msgspec.json.encode(
            {
                "is": "row",
                "leaf": row.leaf.hex(),
                "match": row.match,
                "position": row.position,
                "salt": row.salt.hex(),
                "state": row.state.decode(),
            }
        )
        verdict = audit_file(b"\n".join(lines) + b"\n", registry.GAMES)

        assert verdict.verdict in ("TAMPERED", "DAMAGED")


STRUCK_WRONGLY = {
    "a move into an open zone": {"event": "pieces-moved", "pieces": ["?"], "to": "discard"},
    "a move into its own hand": {"event": "pieces-moved", "pieces": ["?"], "to": "red-hand"},
    "more pieces than lie unseen": {"event": "pieces-moved", "pieces": ["?"] * 9, "to": "deck"},
    "a move without anything hidden": {
        "event": "pieces-moved",
        "pieces": ["card-1"],
        "to": "blue-hand",
    },
    "an order that is told": {"event": "pile-shuffled", "zone": "deck", "order": ["card-1"]},
    "an order that can be seen": {"event": "pile-shuffled", "zone": "red-hand", "order": []},
    "pieces shown to the seat": {"event": "pieces-shown", "pieces": ["?"], "to": ["red"]},
    "a deal out of place": {"event": "redealt", "zones": {"deck": ["?deck/0"]}},
    "an inspection of what is open": {
        "event": "pieces-inspected",
        "pieces": ["?"],
        "zone": "discard",
    },
    "a face that is told": {"event": "piece-turned", "piece": "?", "face": "up"},
    "a mark that is told": {"event": "mark-set", "piece": "?", "mark": "hit", "value": 1},
    "a die": {"event": "dice-rolled", "seat": "red", "purpose": "bid", "pool": "1d6", "faces": [6]},
}


@pytest.mark.parametrize("what", STRUCK_WRONGLY)
def test_a_row_that_a_seat_could_see_cannot_be_redacted(what: str):
    """8.4c: recomputed from what the seat saw, not believed."""
    match = ToyMatch()
    match.bid_both()
    data = b"".join(write_seat(match.line, "red", redact, pack=PACK, salts=match.salts))
    archive = read(data)
    place = next(
        row.position for row in archive.rows if row.tag == "pieces-moved" and b"?" in row.state
    )
    state = {"rule": "T1"} | STRUCK_WRONGLY[what]

    verdict = adjudicate_archive(
        with_row(archive, place, forged(archive.rows[place - 1], state)), TOY
    )

    assert ("TAMPERED", place) == (verdict.verdict, verdict.position), verdict


COMMANDS = {
    "the seat's own": {"seat": "red"},
    "one with its id": {"id": "x"},
    "one that came by itself": {"by": "standing"},
    "one from nobody": {"seat": "green"},
    "one under other rules": {"version": "0.9"},
    "a sealed one with words": {"command": {"card": "card-1", "do": "bid"}},
    "one of a sealed kind, unsealed": {"command": {"card": "card-1", "do": "bid"}, "sealed": False},
    "one with no such verb": {"command": {"do": "fly"}, "sealed": False},
}


@pytest.mark.parametrize("what", COMMANDS)
def test_only_the_id_and_the_sealed_content_of_anothers_command_are_redacted(what: str):
    """8.4c"""
    match = ToyMatch()
    match.bid_both()
    data = b"".join(write_seat(match.line, "red", redact, pack=PACK, salts=match.salts))
    archive = read(data)
    place, state = next(
        (row.position, json.loads(row.state))
        for row in archive.rows
        if row.tag == "command-accepted" and not row.salt
    )
    row = forged(archive.rows[place - 1], state | COMMANDS[what])

    verdict = adjudicate_archive(with_row(archive, place, row), TOY)

    assert ("TAMPERED", place) == (verdict.verdict, verdict.position), verdict


@pytest.mark.parametrize("role", [*SEATS, ""])
def test_rows_of_table_commands_are_proved_or_rightly_redacted(role: str):
    """8.4c: rewinds, rulings, inspections, resigning."""
    match = every_table_command()
    data = b"".join(write_seat(match.line, role, redact, pack=PACK, salts=match.salts))

    verdict = audit_file(data, {"toy": TOY}, heads=[match.head])

    assert "EXACT" == verdict.verdict, verdict
    assert LEAVES_ONLY in verdict.detail


def test_rows_without_leaves_are_unproven_and_never_exact():
    """8.4c: entries that are linked by their heads alone."""
    match = ToyMatch(secret_track=True)
    match.sneak("red")
    match.bid_both()
    data = b"".join(write_seat(match.line, "blue", redact, pack=PACK, salts=match.salts))
    archive = parse(data)

    for position, _, state in changes(archive, step=1):
        row = forged(archive.rows[position - 1], state)
        verdict = adjudicate_archive(with_row(archive, position, row), SHADY)
        assert verdict.verdict != "EXACT", state


def test_without_a_noted_head_a_copy_says_so():
    """8.4c: a whole copy could have been made up; only a head noted elsewhere rules that out."""
    match = ToyMatch()
    data = b"".join(write_seat(match.line, "red", redact, pack=PACK, salts=match.salts))

    notes = audit_file(data, {"toy": TOY}).notes

    assert any("no noted head was given" in note for note in notes)
    assert len(audit_file(data, {"toy": TOY}, heads=[match.head]).notes) == len(notes) - 1
