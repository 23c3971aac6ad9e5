"""The only place that hides things: what a seat may see of a table, and of what happened.

Roles: a seat's name, SPECTATOR (sees what is open or was shown to every seat) or DIRECTOR (sees
all). Two tables that differ only in what a role may not see give it byte-identical views and
events; nothing here looks at a hidden piece's id, kind or marks.
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
_MOVES_NOTHING = (
    e.CommandAccepted,
    e.DiceRolled,
    e.TotalComputed,
    e.TrackSet,
    e.PhaseEntered,
    e.EntryClosed,
)
"""Events after which every piece lies, and is known, as before; a table need not be made again."""
SEALED = msgspec.Raw(b'{"do":"sealed"}')
_ENCODER = msgspec.json.Encoder(order="sorted")
_WORDS = msgspec.json.Decoder(dict[str, object])


def knows(table: Table, role: Seat, piece: PieceId) -> bool:
    """Whether a role can tell which piece this is."""
    if role == DIRECTOR:
        return True
    if role == SPECTATOR:
        # What one seat holds and another was shown in private is known to both, yet not public.
        told = table.viewers(piece)
        seen = can_see(table, role, table.pieces[piece].zone)
        return seen or all(seat in told for seat in table.seats)
    return table.knows(role, piece)


def can_see(table: Table, role: Seat, zone: Zone) -> bool:
    """Whether a role may look at the pieces of a zone."""
    if role == DIRECTOR:
        return True
    look = table.visibility_of(zone)
    return look.who == "everyone" or (look.who == "owner" and look.owner == role != SPECTATOR)


def view(table: Table, role: Seat) -> Table:
    """The table as a role sees it: a table in which hidden pieces are blanks.

    A blank's id is "?zone/n", its kind "hidden"; without face, marks or host, and of its back with
    what the zone shows. In zones whose order means nothing, known pieces come first, sorted.
    """
    if role == DIRECTOR:
        return table
    pieces, zones = table.pieces.copy(), table.zones.copy()
    for zone, look in table.visibility.items():
        lying = table.zones.get(zone, ())
        if not lying or can_see(table, role, zone):
            continue
        for piece in lying:
            if not knows(table, role, piece):
                del pieces[piece]
        zones[zone] = _redact_zone(table, role, zone, look, pieces)
    for piece, held in pieces.items():
        if held.host and held.host not in pieces:
            pieces[piece] = replace(held, host=HIDDEN)
    return replace(table, pieces=pieces, zones=zones, known=_knowledge_of(table, role))


def _redact_zone(
    table: Table, role: Seat, zone: Zone, look: Visibility, pieces: dict[PieceId, Piece]
) -> tuple[PieceId, ...]:
    """The zone's content with blanks, which are added to `pieces`."""
    lying = table.zones[zone]
    known = [piece for piece in lying if piece in pieces]
    if not look.count:
        return tuple(sorted(known))
    if look.ordered:
        order = [piece if piece in pieces else "" for piece in lying]
    else:
        order = sorted(known) + [""] * (len(lying) - len(known))
    backs = _backs(table, look, lying)
    for index, piece in enumerate(order):
        if not piece:
            blank = f"{HIDDEN}{zone}/{index}"
            back = backs[index] if look.ordered or look.backs != "all" else ""
            pieces[blank] = Piece(blank, "hidden", zone, look.owner, back=back)
            order[index] = blank
    return tuple(order)


def _backs(table: Table, look: Visibility, lying: tuple[PieceId, ...]) -> list[str]:
    if look.backs == "all":
        return [table.pieces[piece].back for piece in lying]
    backs = [""] * len(lying)
    if look.backs == "top":
        backs[0] = table.pieces[lying[0]].back
    return backs


def _knowledge_of(table: Table, role: Seat) -> dict[Zone, dict[PieceId, tuple[Seat, ...]]]:
    """What a role may be told of who knows what: only its own part."""
    own: dict[Zone, dict[PieceId, tuple[Seat, ...]]] = {}
    for zone, pieces in sorted(table.known.items()):
        if role == SPECTATOR or table.can_see(role, zone):
            continue
        mine: dict[PieceId, tuple[Seat, ...]]
        mine = {piece: (role,) for piece, seats in sorted(pieces.items()) if role in seats}
        if mine:
            own[zone] = mine
    return own


def redact_entry(before: Table, events: Iterable[e.Event], role: Seat) -> Iterator[e.Event]:
    """One entry's events as a role may see them; `before` is the table the entry began on.

    An event that a role may not even know to have happened is left out.
    """
    listed = list(events)
    if role == DIRECTOR:
        yield from listed
        return
    tables = [before]
    back = False
    for event in listed:
        # What a rewind went back to is not known here; the shuffles after it hide all the same.
        back = back or isinstance(event, e.Rewound)
        still = back or isinstance(event, _MOVES_NOTHING)
        tables.append(tables[-1] if still else evolve(tables[-1], event))
    for event, earlier, later in zip(listed, tables, tables[1:], strict=False):
        shown = redact(earlier, event, later, role, end=tables[-1])
        if shown is not None:
            yield shown


def redact(
    before: Table, event: e.Event, after: Table, role: Seat, *, end: Table | None = None
) -> e.Event | None:
    """One event as a role may see it; None when the role may not know that it happened.

    `end` is the table at the end of the entry, which tells what a command may still name.
    """
    match event:
        case _ if role == DIRECTOR:
            return event
        case e.CommandAccepted():
            return _command(before, event, end or after, role)
        case e.PiecesMoved():
            return _moved(before, event, after, role)
        case e.PileShuffled():
            order = event.order if can_see(after, role, event.zone) else ()
            return replace(event, order=order)
        case e.Redealt():
            return replace(event, zones=_redealt(after, role))
        case e.PiecesShown():
            return replace(event, pieces=_names(after, event.pieces, role))
        case e.PiecesInspected():
            told = after.visibility_of(event.zone).count or can_see(after, role, event.zone)
            return replace(event, pieces=(HIDDEN,) * len(event.pieces)) if told else None
        case e.PieceTurned():
            return (
                event if knows(after, role, event.piece) else _redact_change(event, after, face="")
            )
        case e.MarkSet():
            hidden = not knows(after, role, event.piece)
            return _redact_change(event, after, mark="", value=0, until="") if hidden else event
        case _:
            return event


def _redact_change(
    event: e.PieceTurned | e.MarkSet, table: Table, **blank: object
) -> e.Event | None:
    if not table.visibility_of(table.zone_of(event.piece)).count:
        return None
    return replace(event, piece=HIDDEN, **blank)


def _redealt(after: Table, role: Seat) -> dict[Zone, tuple[PieceId, ...]]:
    """Every zone that was dealt from, as it is seen now; which ones changed would tell too much."""
    shown = view(after, role)
    return {
        zone: shown.zone(zone)
        for zone in sorted(after.visibility)
        if not can_see(after, role, zone) and shown.zone(zone)
    }


def _names(table: Table, pieces: tuple[PieceId, ...], role: Seat) -> tuple[PieceId, ...]:
    return tuple(piece if knows(table, role, piece) else HIDDEN for piece in pieces)


def _moved(before: Table, event: e.PiecesMoved, after: Table, role: Seat) -> e.Event | None:
    """A piece is named to those who can tell it afterwards, or could look at it where it lay."""
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
        named = sorted(one for one in named if one != HIDDEN) + [HIDDEN] * named.count(HIDDEN)
    ordered = after.visibility_of(event.to).ordered and not can_see(after, role, event.to)
    at = event.at if not ordered or event.at <= 0 else 0
    host = event.host if not event.host or knows(after, role, event.host) else HIDDEN
    return replace(event, pieces=tuple(named), at=at, host=host)


def _command(before: Table, event: e.CommandAccepted, end: Table, role: Seat) -> e.Event:
    if event.seat == role:
        return event
    command = SEALED if event.sealed else _public_command(before, event.command, end, role)
    return replace(event, command=command, id="", by="")


def _public_command(before: Table, raw: msgspec.Raw, end: Table, role: Seat) -> msgspec.Raw:
    def shown(word: object) -> object:
        if isinstance(word, list):
            return [shown(one) for one in word]
        if isinstance(word, dict):
            # A ruling's corrections follow as events of their own, each hidden as it must be.
            return HIDDEN
        if not isinstance(word, str) or word not in before.pieces:
            return word
        looked = can_see(before, role, before.zone_of(word))
        return word if looked or knows(end, role, word) else HIDDEN

    words = {name: shown(word) for name, word in _WORDS.decode(raw).items()}
    return msgspec.Raw(_ENCODER.encode(words))
