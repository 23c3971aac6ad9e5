"""Records with the names of an earlier release: read by today's, judged by their own bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.diary.recorded_game import MATCH, SECRETS
from wardiary.adapters.bootstrap import open_store
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.diary.chain import GENESIS, entry_hash, leaves
from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import (
    ChanceSource,
    CommandEnvelope,
    handle,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.packs import pack_digest, seal_pack, unseal_pack
from wardiary.domain.play.chance import Chance, SeededChance
from wardiary.domain.play.commands import Illegal, verb_of
from wardiary.domain.play.game import Opening
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.table_commands import TABLE_COMMAND_UPCASTS, TABLE_VERBS, ClaimSeat
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.domain.table.upcasts import EVENT_UPCASTS, Upcast, current_shape, current_shapes
from wardiary.projections.adjudication import audit_file
from wardiary.projections.audit import verify
from wardiary.projections.record import record_of
from wardiary.projections.redaction import redact

GAME = registry.game("undaunted")

# Schema 1 to 2, and 2 to 3: what was "added" was called "summed" for a while.
EVENTS = (
    Upcast(
        tags={
            "table-opened": "match-opened",
            "order-taken": "command-accepted",
            "halted": "paused",
            "thrown": "dice-rolled",
            "added": "summed",
        },
        fields={
            "table-opened": {"content": "pack"},
            "thrown": {"results": "faces"},
            "added": {"parts": "items"},
        },
    ),
    Upcast(tags={"summed": "total-computed"}, fields={"summed": {"items.number": "value"}}),
)
ONCE = {
    "match-opened": "table-opened",
    "command-accepted": "order-taken",
    "entry-closed": "halted",
    "dice-rolled": "thrown",
    "total-computed": "added",
}


def once(tag: str) -> str:
    return f"{tag}-once"


def all_renamed(kinds: Any) -> Upcast:
    """Every tag and every field of a vocabulary under another name."""
    named = {verb_of(kind): kind.__struct_fields__ for kind in kinds}
    return Upcast(
        tags={once(tag): tag for tag in named},
        fields={once(tag): {once(field): field for field in of} for tag, of in named.items()},
    )


def older(shape: dict, tag_field: str) -> dict:
    """A command or step as it was once called; steps may be carried over from an older row."""
    if shape[tag_field] == once(shape[tag_field].removesuffix("-once")):
        return shape
    named = {once(name): held for name, held in shape.items() if name != tag_field}
    return {tag_field: once(shape[tag_field]), **named}


def older_event(fact: dict) -> dict:
    """An event as schema 1 would have named it."""
    kind = fact["event"]
    fact = {**fact, "event": ONCE.get(kind, kind)}
    match kind:
        case "match-opened":
            fact["content"] = fact.pop("pack")
        case "dice-rolled":
            fact["results"] = fact.pop("faces")
        case "total-computed":
            items = fact.pop("items")
            fact["parts"] = [{**item, "number": item["value"]} for item in items]
            for item in fact["parts"]:
                del item["value"]
        case "entry-closed":
            fact["steps"] = [older(step, "step") for step in fact["steps"]]
        case "command-accepted":
            fact["command"] = older(fact["command"], "do")
        case _:
            pass
    return fact


class OlderMatch:
    """A match as an earlier release has played and stored it: its names, and its order of keys."""

    def __init__(self, *, backwards: bool) -> None:
        self.backwards = backwards
        self.sealed = seal_pack(registry.packaged("undaunted"))
        pack = GAME.read_pack(unseal_pack(self.sealed))
        card = GAME.scenarios(pack)[0]
        opened = opening_event(
            GAME,
            pack,
            Opening(card.id, card.seats[0], GAME.resolve_settings({})),
            match=MATCH,
            digest=pack_digest(self.sealed),
            secrets=SECRETS,
            time=1_000,
            chance=1,
        )
        chance = opening_chance(seeded_chance(SECRETS), opened)
        entry = open_match(GAME, Table(pack=pack), opened, SECRETS, chance)
        self.line, self.head = History(pack=pack), GENESIS
        self._took(entry.rows)
        self._give("us", ClaimSeat("us", "human"), 1)
        draw = random.Random(5)
        for number in range(2, 50):
            prompt = draw.choice(GAME.prompts(self.line.table))
            self._give(prompt.seat, random_command(prompt, GAME.verbs, draw.randrange), number)

    def _give(self, seat: str, text: Any, number: int) -> None:
        def chance(source: ChanceSource) -> Chance:
            stored = self._bytes(older(json.loads(source.command), "do"))
            return SeededChance(SECRETS.seed, source.match, source.prev, stored)

        order = CommandEnvelope(seat, text, f"id-{number}", 2_000 + number)
        try:
            entry = handle(GAME, self.line, self.head, order, SECRETS, make_chance=chance)
        except Illegal:
            return
        self._took(entry.rows)

    def _took(self, rows: tuple[Row, ...]) -> None:
        facts = [older_event(json.loads(row.state)) for row in rows]
        stored = [
            Row(row.position, fact["event"], self._bytes(fact))
            for row, fact in zip(rows, facts, strict=True)
        ]
        self.head = entry_hash(self.head, leaves(SECRETS.salt, stored))
        self.line.extend(stored)

    def _bytes(self, shape: dict) -> bytes:
        made = json.dumps(shape, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if not self.backwards:
            return made.encode()
        turned = json.loads(made, object_pairs_hook=lambda pairs: dict(reversed(pairs)))
        return json.dumps(turned, separators=(",", ":"), ensure_ascii=False).encode()

    def archive(self) -> bytes:
        salts, seeds = {MATCH: SECRETS.salt}, {MATCH: SECRETS.seed}
        return b"".join(write_full(self.line, pack=self.sealed, salts=salts, seeds=seeds))


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Today's names declared to be those of a later schema."""
    monkeypatch.setitem(GAME.__dict__, "command_upcasts", (all_renamed(GAME.commands),))
    monkeypatch.setitem(GAME.__dict__, "step_upcasts", (all_renamed(GAME.steps),))
    events, commands = [*EVENT_UPCASTS], [*TABLE_COMMAND_UPCASTS]
    EVENT_UPCASTS[:0] = EVENTS
    TABLE_COMMAND_UPCASTS.append(all_renamed(TABLE_VERBS.values()))
    yield
    EVENT_UPCASTS[:] = events
    TABLE_COMMAND_UPCASTS[:] = commands


@pytest.fixture(params=[False, True], ids=["sorted", "backwards"])
def match(declared: None, request: pytest.FixtureRequest) -> OlderMatch:
    return OlderMatch(backwards=request.param)


def test_an_older_record_is_exact_by_its_own_bytes(match: OlderMatch):
    """A10, V1, VM-07: tags, fields, commands and open steps have other names today."""
    data = match.archive()
    stored = {row.tag for row in match.line.rows}

    verdict = audit_file(data, registry.GAMES, heads=[match.head])

    assert {"table-opened", "order-taken", "halted", "thrown", "added"} <= stored
    assert sum(row.tag == "thrown" for row in match.line.rows) >= 2
    assert ("EXACT", ()) == (verdict.verdict, verdict.notes), verdict
    assert "EXACT" == verify(record_of(read(data))).verdict
    for role in ("us", ""):
        made = write_seat(match.line, role, redact, pack=match.sealed, salts={MATCH: SECRETS.salt})
        seen = audit_file(b"".join(made), registry.GAMES, heads=[match.head])
        assert "EXACT" == seen.verdict, seen


def test_a_forged_die_of_an_older_record_is_found(match: OlderMatch):
    """A10: by meaning, in its own names."""
    place = next(row.position for row in match.line.rows if row.tag == "thrown")
    rows = list(match.line.rows)
    fact = json.loads(rows[place - 1].state)
    fact["results"][0] = (fact["results"][0] + 1) % 10
    rows[place - 1] = msgspec.structs.replace(rows[place - 1], state=json.dumps(fact).encode())
    end = next(end for end in match.line.ends if end >= place)
    forged = History(rows[:end])
    salts, seeds = {MATCH: SECRETS.salt}, {MATCH: SECRETS.seed}
    data = b"".join(write_full(forged, pack=match.sealed, salts=salts, seeds=seeds))

    verdict = audit_file(data, registry.GAMES)

    assert ("DIFFERS", place) == (verdict.verdict, verdict.position), verdict


def test_an_older_record_is_imported_played_on_branched_and_exported(
    match: OlderMatch, tmp_path: Path
):
    """A10, V1"""
    matches, other = open_store(str(tmp_path / "one.db")), open_store(str(tmp_path / "two.db"))
    data = match.archive()

    matches.import_archive(data)
    unchanged = matches.export(MATCH, secrets=True)
    branch = matches.branch(MATCH, match.line.ends[3], seat="us")
    for played in (MATCH, branch):
        prompt = matches.prompts(played)[0]
        command = random_command(prompt, GAME.verbs, random.Random(3).randrange)
        matches.command(played, prompt.seat, command)
    other.import_archive(matches.export(branch, secrets=True))

    assert unchanged == data
    assert (*match.line.rows,) == (*matches.history(MATCH).rows[: match.line.head],)
    assert "command-accepted" == matches.history(MATCH).rows[match.line.head].tag
    assert ["EXACT"] * 3 == [
        matches.audit(MATCH).verdict,
        matches.audit(branch).verdict,
        other.audit(branch).verdict,
    ]
    events = [event for _, event in matches.events(MATCH, "us")]
    assert any(isinstance(event, e.DiceRolled) for event in events)
    matches.store.close()
    other.store.close()


def test_without_the_upcast_the_older_record_is_called_newer_and_never_tampered():
    """A11: names that no schema of this release has."""
    before = [*EVENT_UPCASTS]
    EVENT_UPCASTS[:0] = EVENTS
    try:
        row = Row(1, "halted", b'{"event":"halted","rule":"Table/Pause","steps":[]}')
        assert ("entry-closed", e.EntryClosed) == (kind_of(row), type(decode(row.state)))
    finally:
        EVENT_UPCASTS[:] = before

    with pytest.raises(msgspec.ValidationError, match="does not know the event 'halted'"):
        decode(row.state)


def test_an_upcast_leaves_other_fields_byte_for_byte_and_can_reshape_an_object():
    """A10: dice hang on the very bytes of a command."""
    turned = Upcast(
        tags={"old": "new"},
        fields={"old": {"a.b.c": "d"}},
        reshape={"old": lambda shape: {**shape, "added": msgspec.Raw(b"0")}},
    )

    made = current_shape(
        b'{"event":"old","kept":{"z":1,"a":"\\u00e9"},"a":[{"b":{"c":1}},2]}', "event", [turned]
    )

    assert made == b'{"event":"new","kept":{"z":1,"a":"\\u00e9"},"a":[{"b":{"d":1}},2],"added":0}'
    assert b'[{"event":"new","added":0}]' == current_shapes(b'[{"event":"old"}]', "event", [turned])
