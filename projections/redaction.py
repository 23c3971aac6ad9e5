"""The only place that hides things: what a role may see of a table and of events.

Roles: a seat's name, SPECTATOR (sees what is open or was shown to every seat) or DIRECTOR (sees
all). Two tables that differ only in what a role may not see give it byte-identical views and
events; nothing here depends on a hidden piece's id, kind or marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import HIDDEN, Piece, PieceId, Seat, Visibility, Zone
from wardiary.domain.table.table import Table

SPECTATOR = ""
DIRECTOR = "director"
_NO_PIECES_CHANGE = (
    e.CommandAccepted,
    e.DiceRolled,
    e.TotalComputed,
    e.TrackSet,
    e.PhaseEntered,
    e.EntryClosed,
)
"""Events that change no piece and no knowledge of pieces, so that no new table is needed."""
SEALED = msgspec.Raw(b'{"do":"sealed"}')
_ENCODER = msgspec.json.Encoder(order="sorted")
_WORDS = msgspec.json.Decoder(dict[str, object])


def knows(table: Table, role: Seat, piece: PieceId) -> bool:
    """Whether a role knows which piece this is."""
    if role == DIRECTOR:
        return True
    if role == SPECTATOR:
        # A card of one seat that another seat was shown in private is not public.
        viewers = table.viewers(piece)
        is_visible = can_see(table, role, table.pieces[piece].zone)
        return is_visible or all(seat in viewers for seat in table.seats)
    return table.knows(role, piece)


def can_see(table: Table, role: Seat, zone: Zone) -> bool:
    """Whether a role may look at the pieces of a zone."""
    if role == DIRECTOR:
        return True
    visibility = table.visibility_of(zone)
    return visibility.who == "everyone" or (
        visibility.who == "owner" and visibility.owner == role != SPECTATOR
    )


def view(table: Table, role: Seat) -> Table:
    """The table as a role sees it: a table in which hidden pieces are blanks.

    A blank's id is "?zone/n", its kind "hidden"; it has no face, marks or host, and its back only
    if the zone shows it. In unordered zones, known pieces come first, sorted.
    """
    if role == DIRECTOR:
        return table
    pieces, zones = table.pieces.copy(), table.zones.copy()
    for zone, visibility in table.visibility.items():
        present = table.zones.get(zone, ())
        if not present or can_see(table, role, zone):
            continue
        for piece in present:
            if not knows(table, role, piece):
                del pieces[piece]
        zones[zone] = _redact_zone(table, role, zone, visibility, pieces)
    for piece, visible_piece in pieces.items():
        if visible_piece.host and visible_piece.host not in pieces:
            pieces[piece] = replace(visible_piece, host=HIDDEN)
    known, steps = _knowledge_of(table, role), _redact_steps(table, table.steps, role)
    return replace(table, pieces=pieces, zones=zones, known=known, steps=steps)


def _redact_steps(table: Table, steps: msgspec.Raw, role: Seat) -> msgspec.Raw:
    """Open steps without the ids of pieces that the role does not know by now.

    A step may go on naming a piece that has left its place since. Its tag is a word of the game.
    """

    def is_hidden_piece(word: object) -> bool:
        return isinstance(word, str) and word in table.pieces and not knows(table, role, word)

    def shown(value: object) -> object:
        if isinstance(value, list):
            return [shown(item) for item in value]
        if isinstance(value, dict):
            fields = {name: item if name == "step" else shown(item) for name, item in value.items()}
            # A field may have the name of a piece; what is kept by piece has no other names.
            by_piece = table.pieces.keys() >= value.keys()
            hidden = [fields.pop(name) for name in value if by_piece and is_hidden_piece(name)]
            # In an order that does not depend on the ids they belonged to.
            hidden.sort(key=_ENCODER.encode)
            return fields | {f"{HIDDEN}{n}": item for n, item in enumerate(hidden)}
        return HIDDEN if is_hidden_piece(value) else value

    stored = msgspec.json.decode(steps)
    redacted = shown(stored)
    return steps if redacted == stored else msgspec.Raw(_ENCODER.encode(redacted))


def _redact_zone(
    table: Table, role: Seat, zone: Zone, visibility: Visibility, pieces: dict[PieceId, Piece]
) -> tuple[PieceId, ...]:
    """The zone's content with blanks, which are added to `pieces`."""
    present = table.zones[zone]
    known = [piece for piece in present if piece in pieces]
    if not visibility.count:
        return tuple(sorted(known))
    if visibility.ordered:
        order = [piece if piece in pieces else "" for piece in present]
    else:
        order = sorted(known) + [""] * (len(present) - len(known))
    backs = _backs(table, visibility, present)
    for index, piece in enumerate(order):
        if not piece:
            blank = f"{HIDDEN}{zone}/{index}"
            back = backs[index] if visibility.ordered or visibility.backs != "all" else ""
            pieces[blank] = Piece(blank, "hidden", zone, visibility.owner, back=back)
            order[index] = blank
    return tuple(order)


def _backs(table: Table, visibility: Visibility, pieces: tuple[PieceId, ...]) -> list[str]:
    if visibility.backs == "all":
        return [table.pieces[piece].back for piece in pieces]
    backs = [""] * len(pieces)
    if visibility.backs == "top":
        backs[0] = table.pieces[pieces[0]].back
    return backs


def _knowledge_of(table: Table, role: Seat) -> dict[Zone, dict[PieceId, tuple[Seat, ...]]]:
    """Who knows which hidden pieces, limited to what the role itself knows."""
    of_role: dict[Zone, dict[PieceId, tuple[Seat, ...]]] = {}
    for zone, pieces in sorted(table.known.items()):
        if role == SPECTATOR or table.can_see(role, zone):
            continue
        mine: dict[PieceId, tuple[Seat, ...]]
        mine = {piece: (role,) for piece, seats in sorted(pieces.items()) if role in seats}
        if mine:
            of_role[zone] = mine
    return of_role


def redact_entry(before: Table, events: Iterable[e.Event], role: Seat) -> Iterator[e.Event]:
    """One entry's events as a role may see them; `before` is the table before the entry.

    An event of which the role may not even know that it happened is left out.
    """
    recorded = list(events)
    if role == DIRECTOR:
        yield from recorded
        return
    tables = [before]
    rewound = False
    for event in recorded:
        # The table that a rewind goes back to is not known here; the shuffles after it still hide.
        rewound = rewound or isinstance(event, e.Rewound)
        unchanged = rewound or isinstance(event, _NO_PIECES_CHANGE)
        tables.append(tables[-1] if unchanged else evolve(tables[-1], event))
    for event, earlier, later in zip(recorded, tables, tables[1:], strict=False):
        redacted = redact(earlier, event, later, role, end=tables[-1])
        if redacted is not None:
            yield redacted


def redact(
    before: Table, event: e.Event, after: Table, role: Seat, *, end: Table | None = None
) -> e.Event | None:
    """One event as a role may see it; None when the role may not know that it happened.

    `end` is the table at the end of the entry, which decides which pieces a command may name.
    """
    match event:
        case _ if role == DIRECTOR:
            return event
        case e.CommandAccepted():
            return _redact_command(before, event, end or after, role)
        case e.PiecesMoved():
            return _redact_move(before, event, after, role)
        case e.PileShuffled():
            order = event.order if can_see(after, role, event.zone) else ()
            return replace(event, order=order)
        case e.Redealt():
            return replace(event, zones=_zones_dealt_from(after, role))
        case e.PiecesShown():
            return replace(event, pieces=_names_or_hidden(after, event.pieces, role))
        case e.PiecesInspected():
            is_counted = after.visibility_of(event.zone).count or can_see(after, role, event.zone)
            return replace(event, pieces=(HIDDEN,) * len(event.pieces)) if is_counted else None
        case e.PieceTurned() | e.MarkSet():
            return event if knows(after, role, event.piece) else _redact_change(event, after)
        case e.EntryClosed():
            return replace(event, steps=_redact_steps(after, event.steps, role))
        case _:
            return event


def _redact_change(event: e.PieceTurned | e.MarkSet, table: Table) -> e.Event | None:
    """That something changed where pieces are counted, without what changed."""
    if not table.visibility_of(table.zone_of(event.piece)).count:
        return None
    if isinstance(event, e.PieceTurned):
        return replace(event, piece=HIDDEN, face="")
    return replace(event, piece=HIDDEN, mark="", value=0, until="")


def _zones_dealt_from(after: Table, role: Seat) -> dict[Zone, tuple[PieceId, ...]]:
    """All hidden zones as the role sees them now; listing only changed ones would reveal cards."""
    role_view = view(after, role)
    return {
        zone: role_view.zone(zone)
        for zone in sorted(after.visibility)
        if not can_see(after, role, zone) and role_view.zone(zone)
    }


def _names_or_hidden(table: Table, pieces: tuple[PieceId, ...], role: Seat) -> tuple[PieceId, ...]:
    return tuple(piece if knows(table, role, piece) else HIDDEN for piece in pieces)


def _redact_move(before: Table, event: e.PiecesMoved, after: Table, role: Seat) -> e.Event | None:
    """A move, naming the pieces that the role knows afterwards or could see where they were."""
    uncounted = not after.visibility_of(event.to).count and not can_see(after, role, event.to)
    named = []
    for piece in event.pieces:
        source = before.zone_of(piece)
        if can_see(before, role, source) or knows(after, role, piece):
            named.append(piece)
        elif not (uncounted and not before.visibility_of(source).count):
            named.append(HIDDEN)
    if not named:
        return None
    if HIDDEN in named:
        named = sorted(piece_id for piece_id in named if piece_id != HIDDEN) + [
            HIDDEN
        ] * named.count(HIDDEN)
    ordered = after.visibility_of(event.to).ordered and not can_see(after, role, event.to)
    at = event.at if not ordered or event.at <= 0 else 0
    host = event.host if not event.host or knows(after, role, event.host) else HIDDEN
    return replace(event, pieces=tuple(named), at=at, host=host)


def _redact_command(before: Table, event: e.CommandAccepted, end: Table, role: Seat) -> e.Event:
    if event.seat == role:
        return event
    command = SEALED if event.sealed else _public_command(before, event.command, end, role)
    # A signature over what is hidden would tell which of a few orders it was.
    same = bytes(command) == bytes(event.command)
    signature = event.signature if same else msgspec.UNSET
    return replace(event, command=command, id="", by="", signature=signature)


def _public_command(before: Table, raw: msgspec.Raw, end: Table, role: Seat) -> msgspec.Raw:
    def shown(word: object) -> object:
        if isinstance(word, list):
            return [shown(item) for item in word]
        if isinstance(word, dict):
            # A ruling's corrections follow as events of their own, each redacted by itself.
            return HIDDEN
        if not isinstance(word, str) or word not in before.pieces:
            return word
        was_visible = can_see(before, role, before.zone_of(word))
        return word if was_visible or knows(end, role, word) else HIDDEN

    words = {name: shown(word) for name, word in _WORDS.decode(raw).items()}
    return msgspec.Raw(_ENCODER.encode(words))
