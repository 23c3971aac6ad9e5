"""Single tamperings of archives and of stored rows: all are found, at the right place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from tests.diary.recorded_game import MATCH, SECRETS, RecordedGame
from tests.diary.tamper import Facts, canonical, facts_of, forged_file
from tests.diary.toy_match import PACK, ToyMatch
from tests.toy import TOY
from wardiary.domain.diary.archive import ArchiveError, read
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.diary.rows import Row
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.game import Game
from wardiary.projections.adjudication import adjudicate, audit_file
from wardiary.projections.audit import verify
from wardiary.projections.record import Record
from wardiary.projections.redaction import redact
from wardiary.projections.verdicts import Verdict

SALTS = {MATCH: SECRETS.salt}
ALL_GAMES: Mapping[str, Game] = {"toy": TOY, **GAMES}


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    """The start of a match, long enough for every kind of event and short enough to judge often."""
    return RecordedGame("undaunted", commands=60)


@pytest.fixture(scope="module")
def data(game: RecordedGame) -> bytes:
    return game.archive()


def place_of(lines: list[bytes], number: int) -> set[int]:
    """The positions that may be named for a fault in a line of the file (counted from 0)."""
    line = json.loads(lines[number])
    rows = [json.loads(one)["position"] for one in lines if one.startswith(b'{"is":"row"')]
    match line["is"]:
        case "header":
            return {0}
        case "pack":
            return {0, 1}
        case "row":
            return {line["position"]}
        case "entry":
            return {line["last"]}
        case "secrets":
            # Other secrets are not those that row 1 was committed to.
            return {1, rows[-1], rows[-1] + 1}
        case _:
            return {rows[-1], rows[-1] + 1}


def sealed_again(data: bytes) -> bytes:
    """A changed file with the checksum that it would have been written with."""
    body = data[: data.rindex(b"\n", 0, len(data) - 1) + 1]
    return body + b'{"is":"seal","sha256":"%s"}\n' % sha256(body).hexdigest().encode()


def line_at(lines: list[bytes], byte: int) -> int:
    for number, line in enumerate(lines):
        byte -= len(line) + 1
        if byte < 0:
            return number
    raise AssertionError("the byte is not in the file")


def test_the_untouched_archive_is_exact(game: RecordedGame, data: bytes):
    verdict = audit_file(data, GAMES, heads=[game.head])

    assert ("EXACT", game.line.head, ()) == (verdict.verdict, verdict.position, verdict.notes)


@pytest.mark.parametrize("how", ["flip", "drop", "insert", "swap"])
def test_any_byte_flipped_dropped_inserted_or_swapped_is_found_in_its_line(data: bytes, how: str):
    """150 of each, spread over the whole file."""
    lines, draw = data.splitlines(), random.Random(how)
    for n in range(150):
        at = min(len(data) * n // 150 + draw.randrange(len(data) // 150), len(data) - 3)
        # A second line end is nothing but a blank line, which mail programs add and readers undo.
        at += how == "insert" and data[at : at + 1] == b"\n"
        byte = data[at : at + 1]
        other = bytes([data[at] ^ (1 << draw.randrange(8))])
        while how == "swap" and data[at] == data[at + 1]:
            at += 1
        changed = {
            "flip": data[:at] + other + data[at + 1 :],
            "drop": data[:at] + data[at + 1 :],
            "insert": data[:at] + byte + data[at:],
            "swap": data[:at] + data[at + 1 : at + 2] + data[at : at + 1] + data[at + 2 :],
        }[how]
        number = line_at(lines, at)
        # A newline belongs to both lines that it parts.
        places = place_of(lines, number)
        if at + 1 < len(data) and b"\n" in data[at : at + 2]:
            places |= place_of(lines, min(number + 1, len(lines) - 1))

        verdict = audit_file(changed, GAMES)

        assert ("DAMAGED", True) == (verdict.verdict, verdict.position in places), (
            at,
            lines[number][:60],
            verdict,
        )
        with pytest.raises(ArchiveError):
            read(changed)
        if number < len(lines) - 1:
            # A file with an adjusted seal was not garbled on the way.
            assert audit_file(sealed_again(changed), GAMES).verdict in ("TAMPERED", "UNPROVEN")


@pytest.mark.parametrize("how", ["drop", "twice", "swap", "blank"])
def test_any_line_dropped_doubled_swapped_or_blanked_is_found_there(data: bytes, how: str):
    """60 of each, spread over the whole file."""
    lines = data.splitlines()
    for n in range(60):
        at = (len(lines) - 2) * n // 60
        changed = {
            "drop": lines[:at] + lines[at + 1 :],
            "twice": [*lines[: at + 1], *lines[at:]],
            "swap": [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
            "blank": [*lines[:at], b"", *lines[at + 1 :]],
        }[how]
        places = {
            place
            for near in (at, at + 1, at + 2)
            for place in place_of(lines, min(near, len(lines) - 1))
        }

        verdict = audit_file(b"\n".join(changed) + b"\n", GAMES)

        assert ("DAMAGED", True) == (verdict.verdict, verdict.position in places), (at, verdict)


# A forger with all secrets, who makes leaves, links and seal fit


Change = Callable[[Facts, random.Random], object]


def another_face(fact: Facts, draw: random.Random) -> None:
    die = draw.randrange(len(fact["faces"]))
    fact["faces"][die] = fact["faces"][die] % 10 + 1


def another_order(fact: Facts, draw: random.Random) -> None:
    order = fact["order"]
    first, two = draw.sample(range(len(order)), 2)
    order[first], order[two] = order[two], order[first]


def another_number(name: str) -> Change:
    def change(fact: Facts, draw: random.Random) -> None:
        fact[name] += 1 + draw.randrange(3)

    return change


def other_pieces(fact: Facts, draw: random.Random) -> None:
    fact["to"] += "-elsewhere"


def another_rule(fact: Facts, draw: random.Random) -> None:
    fact["rule"] = "Table/Pause" if fact["rule"] != "Table/Pause" else "Table/Open"


def another_seat(fact: Facts, draw: random.Random) -> None:
    fact["seat"] = {"us": "german", "german": "us"}[fact["seat"]]


FORGERIES: dict[str, tuple[str, Change]] = {
    "a die": ("dice-rolled", another_face),
    "a card order": ("pile-shuffled", another_order),
    "a track": ("track-set", another_number("value")),
    "a total": ("total-computed", another_number("total")),
    "a turn": ("phase-entered", another_number("turn")),
    "a move": ("pieces-moved", other_pieces),
    "a citation": ("pieces-moved", another_rule),
    "a seat": ("command-accepted", another_seat),
    "a version": ("command-accepted", lambda fact, draw: fact.update(version="0.0")),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_consistent_forgery_is_found_at_its_row_by_deciding_again(
    game: RecordedGame, data: bytes, what: str
):
    """Up to 20 of each; the seed is opened, so every die and shuffle is drawn again."""
    tag, change = FORGERIES[what]
    draw = random.Random(what)
    rows = [
        row.position
        for row in game.line.rows
        if row.tag == tag and (tag != "pile-shuffled" or len(json.loads(row.state)["order"]) > 1)
    ]
    assert rows
    for position in draw.sample(rows, min(20, len(rows))):

        def forge(facts: list[Facts], place: int = position - 1) -> None:
            change(facts[place], draw)

        forged = forged_file(data, forge, SALTS)
        assert read(forged).whole

        verdict = audit_file(forged, GAMES)

        assert ("DIFFERS", position) == (verdict.verdict, verdict.position), verdict
        noted = audit_file(forged, GAMES, heads=[game.head])
        assert ("TAMPERED", position) == (noted.verdict, noted.position), noted


@pytest.mark.parametrize("what", ["drop", "twice", "swap"])
def test_a_row_consistently_dropped_doubled_or_swapped_is_found_by_deciding_again(
    game: RecordedGame, data: bytes, what: str
):
    """20 of each, inside entries."""
    draw = random.Random(what)
    inside = [
        row.position
        for row, after in zip(game.line.rows, game.line.rows[1:], strict=False)
        if not {row.tag, after.tag}
        & {"match-opened", "command-accepted", "entry-closed", "match-ended"}
        and row.state != after.state
    ]
    for position in draw.sample(inside, 20):

        def forge(facts: list[Facts], at: int = position - 1) -> None:
            fact = facts[at]
            if what == "drop":
                del facts[at]
            elif what == "twice":
                facts.insert(at, fact)
            else:
                facts[at], facts[at + 1] = facts[at + 1], facts[at]

        verdict = audit_file(forged_file(data, forge, SALTS), GAMES)

        places = {position, position + 1} if what == "twice" else {position}
        assert ("DIFFERS", True) == (verdict.verdict, verdict.position in places), verdict


ANYTHING: tuple[object, ...] = (
    0, -1, 2**62, 2**70, 1.5, "", "x", "?", "us", "entry-closed", "command-accepted", "rewound",
    None, True, [], ["x"], {}, {"do": "disclose"}, {"do": "claim", "holder": "x", "seat": "us"},
)  # fmt: skip
NO_RULE_KNOWS = ("time", "id", "by")

Path = tuple[str | int, ...]


def paths_in(value: object, path: Path = ()) -> list[Path]:
    """The path to every value within a fact."""
    inner: list[tuple[Any, object]] = []
    if isinstance(value, (dict, list)):
        inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    below = [item for key, held in inner for item in paths_in(held, (*path, key))]
    return [path, *below] if path else below


def holder_of(fact: Any, path: Path) -> Any:
    for key in path[:-1]:
        fact = fact[key]
    return fact


def setting(position: int, path: Path, new: object) -> Callable[[list[Facts]], None]:
    def forge(facts: list[Facts]) -> None:
        holder_of(facts[position - 1], path)[path[-1]] = new

    return forge


def test_any_value_of_any_row_changed_into_anything_is_found_at_its_row(
    game: RecordedGame, data: bytes
):
    """100 forgeries, consistent in themselves, most of which no program could have written."""
    draw = random.Random(4)
    tried = 0
    while tried < 100:
        position = draw.randint(2, game.line.head)
        fact = facts_of(game.line.rows)[position - 1]
        path, new = draw.choice(paths_in(fact)), draw.choice(ANYTHING)
        # The forger must keep the links; what no rule can know is tried below.
        if path[0] in ("prev", *NO_RULE_KNOWS) or holder_of(fact, path)[path[-1]] == new:
            continue

        verdict = audit_file(forged_file(data, setting(position, path, new), SALTS), GAMES)

        assert verdict.verdict != "EXACT", (position, path, new)
        assert position == verdict.position, (path, new, verdict)
        tried += 1


@pytest.mark.parametrize(("field", "value"), [("time", 7), ("id", "another"), ("by", "standing")])
def test_a_changed_time_or_id_is_found_by_the_next_dice_of_the_first_derivation(
    field: str, value: object
):
    """20 of each: a time, a command id, how the command came."""
    game = RecordedGame("undaunted", commands=60, chance=1)
    data = game.archive()
    chances = [r.position for r in game.line.rows if r.tag in ("dice-rolled", "pile-shuffled")]
    openers = [r.position for r in game.line.rows if r.tag == "command-accepted"]
    for position in random.Random(field).sample(openers, 20):

        def forge(facts: list[Facts], at: int = position - 1) -> None:
            facts[at][field] = value

        forged = forged_file(data, forge, SALTS)

        noted = audit_file(forged, GAMES, heads=[game.head])
        assert ("TAMPERED", True) == (noted.verdict, noted.position >= position)
        own_part = max(end for end in [0, *game.line.ends] if end < position)
        entry_end = next(end for end in game.line.ends if end > own_part)
        if any(chance > entry_end for chance in chances):
            verdict = audit_file(forged, GAMES)
            first = next(chance for chance in chances if chance > entry_end)
            assert ("DIFFERS", True) == (
                verdict.verdict,
                position < verdict.position <= last_of(game, chances, first),
            )


@pytest.mark.parametrize(("field", "value"), [("time", 7), ("id", "another"), ("by", "standing")])
def test_a_changed_time_or_id_is_found_by_any_head_noted_after_it(
    game: RecordedGame, data: bytes, field: str, value: object
):
    """Dice of the second derivation hang on neither, so that nobody can choose among them."""
    openers = [r.position for r in game.line.rows if r.tag == "command-accepted"]
    for position in random.Random(field).sample(openers, 20):

        def forge(facts: list[Facts], at: int = position - 1) -> None:
            facts[at][field] = value

        forged = forged_file(data, forge, SALTS)
        end = next(end for end in game.line.ends if end >= position)

        assert "EXACT" == audit_file(forged, GAMES).verdict
        for noted in {end, game.line.head}:
            head = game.line.hash_at(noted, SECRETS.salt)
            assert "TAMPERED" == audit_file(forged, GAMES, heads=[head]).verdict


def last_of(game: RecordedGame, chances: list[int], first: int) -> int:
    """Some dice fall the same by chance; a difference shows within the next ten draws."""
    later = [chance for chance in chances if chance >= first][:10]
    return later[-1]


def test_a_changed_third_die_of_a_late_roll_is_named():
    """RA-03"""
    game = RecordedGame("undaunted", scenario=2, commands=700, seed=4)
    whole = game.archive(opened=False)
    rolls = [row for row in game.line.rows if row.tag == "dice-rolled"]
    roll = next(row for row in rolls[16:] if len(json.loads(row.state)["faces"]) > 2)
    position = roll.position

    old = roll.state.replace(b'"', b'\\"')
    fact = json.loads(roll.state)
    fact["faces"][2] = (fact["faces"][2] + 1) % 10
    changed = whole.replace(old, canonical(fact).replace(b'"', b'\\"'), 1)
    assert whole != changed

    verdict = audit_file(changed, GAMES)

    assert ("DAMAGED", position) == (verdict.verdict, verdict.position)
    assert f"row {position}" in verdict.detail
    forged = audit_file(sealed_again(changed), GAMES)
    assert ("TAMPERED", position) == (forged.verdict, forged.position)
    assert "EXACT" == audit_file(whole, GAMES).verdict


# Stored rows, which have neither leaves nor heads beside them


FIELDS: dict[str, Callable[[Row], Row]] = {
    "payload": lambda row: msgspec.structs.replace(row, state=_flip(row.state, b'"rule":"')),
    "header": lambda row: msgspec.structs.replace(row, tag=row.tag[:-1] + "x"),
    "number": lambda row: msgspec.structs.replace(row, position=row.position + 64),
    "previous hash": lambda row: msgspec.structs.replace(row, state=_flip(row.state, b'"prev":"')),
}


def _flip(state: bytes, after: bytes) -> bytes:
    at = state.index(after) + len(after)
    return state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]


@pytest.mark.parametrize("entries", range(1, 9))
@pytest.mark.parametrize("field", FIELDS)
def test_a_flipped_byte_in_any_row_of_a_store_is_found_at_that_row(entries: int, field: str):
    """SC-03"""
    match = ToyMatch()
    while len(match.line.ends) < entries:
        match.bid_both()
    rows = match.line.rows[: match.line.ends[entries - 1]]
    head = match.line.hash_at(rows[-1].position, match.secrets.salt)
    record = Record(rows, PACK, match.all_secrets)
    assert "EXACT" == adjudicate(record, TOY, heads=[head]).verdict
    for row in rows:
        if field == "previous hash" and row.tag != "command-accepted":
            continue
        changed = list(rows)
        changed[row.position - 1] = FIELDS[field](row)

        verdict = adjudicate(replace(record, rows=changed), TOY, heads=[head])

        assert ("TAMPERED", row.position) == (verdict.verdict, verdict.position), verdict
        assert "TAMPERED" == verify(replace(record, rows=changed), [head]).verdict


@pytest.mark.parametrize("entries", range(1, 9))
def test_a_flipped_byte_in_any_line_of_an_archive_is_found_at_that_line(entries: int):
    """SC-03"""
    match = ToyMatch()
    while len(match.line.ends) < entries:
        match.bid_both()
    line = type(match.line)(match.line.rows[: match.line.ends[entries - 1]])
    data = b"".join(write_full(line, pack=PACK, salts=match.salts))
    lines = data.splitlines()
    for number, text in enumerate(lines):
        for field in (b'"state":"', b'"leaf":"', b'"salt":"', b'"match":"', b'prev\\":\\"'):
            if field not in text:
                continue
            changed = b"\n".join([*lines[:number], _flip(text, field), *lines[number + 1 :]])

            verdict = audit_file(sealed_again(changed + b"\n"), ALL_GAMES)

            assert "TAMPERED" == verdict.verdict
            assert verdict.position in place_of(lines, number), (text, verdict)


def test_the_time_of_a_stored_command_cannot_be_changed():
    """Only the first event of an entry has facts that no rule determines, so it is named."""
    match = ToyMatch().play_out()
    for end in match.line.ends[:-1]:
        first = match.line.entry_of(end).first
        changed = list(match.line.rows)
        state = changed[first - 1].state
        changed[first - 1] = Row(
            first, changed[first - 1].tag, state.replace(b'"time":', b'"time":1')
        )

        verdict: Verdict = adjudicate(Record(changed, PACK, match.all_secrets), TOY)

        assert ("TAMPERED", first) == (verdict.verdict, verdict.position)


def test_any_byte_of_a_seats_archive_flipped_is_found(game: RecordedGame):
    """100 flips; a seat cannot decide again, but lines, leaves, links and the seal hold."""
    data = b"".join(write_seat(game.line, "us", redact, pack=game.sealed, salts=SALTS))
    draw = random.Random(9)
    assert "EXACT" == audit_file(data, GAMES, heads=[game.head]).verdict
    for _ in range(100):
        at = draw.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ (1 << draw.randrange(8))]) + data[at + 1 :]

        assert "DAMAGED" == audit_file(changed, GAMES).verdict
