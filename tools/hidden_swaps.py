"""Tables that a role cannot tell apart: hidden pieces swapped among places the role cannot see.

What a role gets at two such tables must be the same, byte for byte. `wardiary game check` and the
tests of secrecy check this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from wardiary.domain.diary.codec import encode
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import can_see, knows, redact, view

ENCODER = msgspec.json.Encoder(order="sorted")
SEED = bytes(range(32))


class Leak(WardiaryError, AssertionError):
    """A role gets something by which it can tell two tables apart."""


def unknown_groups(table: Table, role: Seat) -> dict[tuple[Seat, str], list[PieceId]]:
    """The pieces that a role does not know, by what it does know: their owner and their back."""
    groups: dict[tuple[Seat, str], list[PieceId]] = defaultdict(list)
    for zone in sorted(table.visibility):
        if not can_see(table, role, zone):
            for piece in table.zone(zone):
                if not knows(table, role, piece):
                    hidden_piece = table.pieces[piece]
                    groups[hidden_piece.owner, hidden_piece.back].append(piece)
    return groups


def choose_swaps(table: Table, role: Seat, rng: Random) -> dict[PieceId, PieceId]:
    """A random swap of the pieces that the role does not know: which one replaces which."""
    swaps: dict[PieceId, PieceId] = {}
    for group in unknown_groups(table, role).values():
        others = list(group)
        rng.shuffle(others)
        swaps.update(zip(group, others, strict=True))
    return swaps


def swap_pieces(table: Table, swaps: dict[PieceId, PieceId]) -> Table:
    """The table with pieces put in each other's places.

    What others know of a place stays with it, and what is visible there: face, marks and host. Open
    steps name the other pieces as well.
    """
    zones: dict[Zone, tuple[PieceId, ...]] = {
        zone: tuple(swaps.get(piece, piece) for piece in order)
        for zone, order in table.zones.items()
    }
    pieces = {}
    for place in table.pieces.values():
        newcomer = table.pieces[swaps.get(place.id, place.id)]
        host = swaps.get(place.host, place.host)
        pieces[newcomer.id] = replace(
            place,
            id=newcomer.id,
            kind=newcomer.kind,
            owner=newcomer.owner,
            back=newcomer.back,
            host=host,
        )
    pieces = {piece: pieces[piece] for piece in table.pieces}
    known = {
        zone: {swaps.get(piece, piece): seats for piece, seats in knowledge.items()}
        for zone, knowledge in table.known.items()
    }
    names = {piece: swaps.get(piece, piece) for piece in table.pieces}
    steps = msgspec.Raw(ENCODER.encode(_swap_in_fields(msgspec.json.decode(table.steps), names)))
    return replace(table, zones=zones, pieces=pieces, known=known, steps=steps)


def _swap_in_fields(words: Any, names: dict[PieceId, PieceId]) -> Any:
    """The fields of open steps at the other table."""
    if isinstance(words, dict):
        # A field may have the name of a piece; a dictionary by pieces has no other keys.
        by_piece = names.keys() >= words.keys()
        return {
            names[name] if by_piece else name: _swap_in_fields(word, names)
            for name, word in words.items()
        }
    if isinstance(words, list):
        return [_swap_in_fields(word, names) for word in words]
    return names.get(words, words) if isinstance(words, str) else words


def outcome_of(game: Game, table: Table, seat: Seat, command: Command) -> Outcome:
    """The result of a command, first event included, with dice that depend on nothing hidden."""
    accepted = e.CommandAccepted(
        seat=seat,
        command=msgspec.Raw(ENCODER.encode(command)),
        id="secret-id",
        time=0,
        version=game.version,
        prev="",
        sealed=command.sealed,
        rule="Table/Command",
    )
    chance = SeededChance(SEED, "0" * 32, bytes(32), str(table.position).encode())
    outcome = decide(game, evolve(table, accepted), seat, command, chance)
    return Outcome((accepted, *outcome.events), outcome.table, outcome.prompts)


def events_before_learning(outcome: Outcome, table: Table, role: Seat) -> list[e.Event]:
    """The events before the first one that shows the role a piece it did not know.

    The end of a match shows something too: rules may look at hidden cards to find that it is over.
    """
    unknown = {piece for group in unknown_groups(table, role).values() for piece in group}
    events = []
    for event in outcome.events:
        table = evolve(table, event)
        if table.result is not None or any(knows(table, role, piece) for piece in unknown):
            break
        events.append(event)
    return events


def common_length(
    left: list[e.Event], right: list[e.Event], table: Table, other: Table, role: Seat, who: str
) -> int:
    """How many events are the same at both tables until the role can see a difference."""
    for number, (left_event, right_event) in enumerate(zip(left, right, strict=False)):
        table, other = evolve(table, left_event), evolve(other, right_event)
        if visible_facts(view(table, role)) != visible_facts(view(other, role)):
            stops = {type(left_event), type(right_event)}
            if e.EntryClosed in stops and len(stops) > 1:
                raise Leak(f"{who}: asked at one table only")
            return number
    return min(len(left), len(right))


def visible_facts(role_view: Table) -> bytes:
    """A view without its pack, as bytes to compare."""
    return ENCODER.encode(
        {name: getattr(role_view, name) for name in role_view.__struct_fields__ if name != "pack"}
    )


def redacted_bytes(table: Table, events: Sequence[e.Event], role: Seat) -> list[bytes]:
    """The events after a table as a role may see them, as bytes."""
    tables = [table]
    for event in events:
        tables.append(evolve(tables[-1], event))
    redacted = [
        redact(tables[n], event, tables[n + 1], role, end=tables[-1])
        for n, event in enumerate(events)
    ]
    return [encode(event_seen) for event_seen in redacted if event_seen is not None]


def swap_in_command(command: Command, swaps: dict[PieceId, PieceId]) -> Command:
    """The same command at the other table, with swapped pieces."""

    def word(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(word(one) for one in value)
        return swaps.get(value, value) if isinstance(value, str) else value

    fields = {name: word(getattr(command, name)) for name in command.__struct_fields__}
    return type(command)(**fields)
