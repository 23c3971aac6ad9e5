"""The draft: turns the effects of rules into events, and applies each at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

import msgspec

from wardiary.domain.play.chance import Chance, chance_of
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.evolve import apply, working_copy
from wardiary.domain.table.memory import PIECES, remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Pieces = PieceId | Iterable[PieceId]


class MatchOver(WardiaryError):
    """The match has ended; raised by `Draft.win` so that no rule goes on past the end."""


@remembered(PIECES)
def expiring(table: Table) -> tuple[PieceId, ...]:
    """The pieces with marks that lapse at some time."""
    return tuple([piece.id for piece in table.pieces.values() if piece.until])


def _tuple(pieces: Pieces) -> tuple[PieceId, ...]:
    return (pieces,) if isinstance(pieces, str) else tuple(pieces)


class Draft:
    """The events of one command so far, and the table after them.

    `table` is live: it shows every effect at once. `steps` is the stack of open steps, which the
    draft only opens and closes; what a step does is said in `steps.Step`.
    """

    def __init__(self, table: Table, chance: Chance, steps: Sequence[msgspec.Struct] = ()) -> None:
        """Start from a table (left untouched), a source of chance, and the open steps."""
        self.table: Table = working_copy(table)
        self.chance = chance
        self.steps: list[msgspec.Struct] = list(steps)
        self.events: list[e.Event] = []

    def record(self, event: e.Event) -> None:
        """Record any event and apply it."""
        apply(self.table, event)
        self.events.append(event)

    # Pieces

    def place(
        self,
        pieces: Pieces,
        kind: str,
        zone: Zone,
        *,
        rule: str,
        owner: Seat = "",
        face: str = "",
        marks: dict[str, int] | None = None,
        host: PieceId = "",
        back: str = "",
    ) -> None:
        """Put new pieces of one kind on the table, visible to everyone."""
        self.record(
            e.PiecesPlaced(
                pieces=_tuple(pieces),
                kind=kind,
                zone=zone,
                owner=owner,
                face=face,
                marks=marks or {},
                host=host,
                back=back,
                rule=rule,
            )
        )

    def move(
        self, pieces: Pieces, to: Zone, *, rule: str, at: int = -1, host: PieceId = ""
    ) -> None:
        """Move pieces to a zone: at its end, or at a place (0 = top). No pieces, no event."""
        moved = _tuple(pieces)
        if moved:
            self.record(e.PiecesMoved(pieces=moved, to=to, at=at, host=host, rule=rule))

    def draw(self, pile: Zone, to: Zone, number: int, *, rule: str) -> tuple[PieceId, ...]:
        """Move the top pieces of a pile to another zone; gives these pieces."""
        drawn = self.table.zone(pile)[:number]
        self.move(drawn, to, rule=rule)
        return drawn

    def turn(self, piece: PieceId, face: str, *, rule: str) -> None:
        """Flip or face a piece. Nothing is recorded when it is so already."""
        if self.table.pieces[piece].face != face:
            self.record(e.PieceTurned(piece=piece, face=face, rule=rule))

    def mark(
        self, piece: PieceId, mark: str, value: int = 1, *, rule: str, until: str = ""
    ) -> None:
        """Set a mark on a piece; 0 takes it off. Nothing is recorded when nothing changes."""
        state = self.table.pieces[piece]
        if state.marks.get(mark, 0) != value or state.until.get(mark, "") != until:
            self.record(e.MarkSet(piece=piece, mark=mark, value=value, until=until, rule=rule))

    def expire_marks(self, until: str, *, rule: str) -> None:
        """Take off every mark that lasts `until` now."""
        for piece in sorted(expiring(self.table)):
            for mark, end in sorted(self.table.pieces[piece].until.items()):
                if end == until:
                    self.mark(piece, mark, 0, rule=rule)

    def show(self, pieces: Pieces, to: Sequence[Seat], *, rule: str) -> None:
        """Show pieces to some seats without moving them."""
        pieces_shown = _tuple(pieces)
        if pieces_shown:
            self.record(e.PiecesShown(pieces=pieces_shown, to=tuple(to), rule=rule))

    # Tracks and the sequence of play

    def track(self, track: str, value: int, *, rule: str) -> None:
        """Set a track. Nothing is recorded when it has this value already."""
        if self.table.tracks.get(track) != value:
            self.record(e.TrackSet(track=track, value=value, rule=rule))

    def enter(
        self,
        phase: str,
        seat: Seat = "",
        *,
        rule: str,
        round: int | None = None,
        turn: int | None = None,
    ) -> None:
        """Enter a phase; round and turn stay as they are unless given."""
        self.record(
            e.PhaseEntered(
                round=self.table.round if round is None else round,
                turn=self.table.turn if turn is None else turn,
                phase=phase,
                seat=seat,
                rule=rule,
            )
        )

    def total(self, what: str, items: Iterable[tuple[str, int, str]], *, rule: str) -> int:
        """Record a total item by item (name, value, rule of the item); gives the total."""
        lines = tuple(e.Item(*item) for item in items)
        total = sum(item.value for item in lines)
        self.record(e.TotalComputed(what=what, items=lines, total=total, rule=rule))
        return total

    def end_match(
        self, winners: Sequence[Seat], reason: str, scores: dict[str, int], *, rule: str
    ) -> NoReturn:
        """End the match at this very event: raises MatchOver, which only the kernel catches."""
        self.record(e.MatchEnded(winners=tuple(winners), reason=reason, scores=scores, rule=rule))
        raise MatchOver

    # Chance

    def roll(
        self,
        seat: Seat,
        purpose: str,
        *,
        rule: str,
        dice: int = 1,
        low: int = 1,
        high: int = 6,
        pool: str = "",
    ) -> tuple[int, ...]:
        """Roll dice with faces from `low` to `high`; gives the faces in order.

        The forced results of a what-if branch come first and are marked as forced; raises Illegal
        for one that this die cannot show.
        """
        forced = self.table.forced[:dice]
        for face in forced:
            if not low <= face <= high:
                raise Illegal(
                    "Table/What-if",
                    f"{face} was set for the branch's next roll, which goes from {low} to "
                    f"{high}; open another branch",
                )
        chance = chance_of(self.chance, seat)
        faces = forced + tuple(chance.roll(low, high) for _ in range(dice - len(forced)))
        self.record(
            e.DiceRolled(
                seat=seat,
                purpose=purpose,
                pool=pool or f"{dice}d{high - low + 1}",
                faces=faces,
                forced=bool(forced),
                rule=rule,
            )
        )
        return faces

    def pick(self, seat: Seat, zone: Zone, purpose: str, *, rule: str) -> PieceId:
        """Pick one piece of a zone at random; the number drawn is recorded, the piece not moved."""
        ids = self.table.zone(zone)
        (place,) = self.roll(
            seat, purpose, rule=rule, low=1, high=len(ids), pool=f"1 of {len(ids)}"
        )
        return ids[place - 1]

    def shuffle(self, zone: Zone, *, rule: str) -> None:
        """Shuffle a pile and record the resulting order."""
        order = self.chance.shuffle(self.table.zone(zone))
        self.record(e.PileShuffled(zone=zone, order=order, rule=rule))

    # Steps

    @property
    def top(self) -> msgspec.Struct:
        """The step that asks, or is to be resumed."""
        return self.steps[-1]

    def begin(self, step: msgspec.Struct) -> None:
        """Open a step on top of the others."""
        self.steps.append(step)

    def finish(self) -> msgspec.Struct:
        """Close the top step; gives it."""
        return self.steps.pop()

    def change(self, **fields: object) -> None:
        """Give the top step new values in some fields."""
        self.steps[-1] = msgspec.structs.replace(self.steps[-1], **fields)
