"""What was said at the table: the chain that dice of the second derivation come from.

Every seat has a chain of its own over the commands that it gave, and its rolls come from that
chain, so that it does not matter in which order the commands of several seats arrived. No time, id,
salt or hash of an entry is in it, and no command of the table except those that cannot be varied.
Byte for byte in play/README.md.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat

DOMAIN = b"wardiary said 2\0"
SHARE_DOMAIN = b"wardiary share 2\0"
SAID = 2
"""The first derivation of dice that comes from what was said."""
SILENT = frozenset(
    {
        "adopt-rules", "agree-rewind", "ask-rewind", "change-key", "claim", "disclose",
        "end-vacation", "grant-time", "inspect", "miss-deadline", "open-keeper", "pause",
        "refuse-rewind", "replace-keeper", "resume", "rule", "vacation",
    }
)  # fmt: skip
"""The table's commands that say nothing: they could be repeated or worded until dice suit."""
ORDER, ACT, SEAT = b"\0", b"\1", b"\2"
SHARED = frozenset({"open-share", "resign"})
"""The table's commands that say something; what they bring about is drawn for all seats alike."""

_ENCODER = msgspec.json.Encoder(order="sorted")
_VALUES = msgspec.json.Decoder(dict[str, object])


class _Verb(msgspec.Struct, gc=False):
    do: str = ""


_VERB = msgspec.json.Decoder(_Verb)


class Spoken(msgspec.Struct, frozen=True, gc=False):
    """What an entry draws from: a hash for shuffles, and one for the rolls of each seat.

    In an entry of the table itself, such as a ruling, the seats have none of their own.
    """

    shared: bytes
    seats: dict[Seat, bytes] = {}


class Said(msgspec.Struct, frozen=True, gc=False):
    """What was said up to a position: how it began, a chain for each seat, and the table's acts.

    `acts` counts rulings, rewinds that were agreed to, and tables that were set up again; `drawn`
    in how many entries each seat has rolled.
    """

    base: bytes
    seats: tuple[Seat, ...]
    chains: tuple[bytes, ...]
    drawn: tuple[int, ...]
    acts: int = 0

    def after(self, seat: Seat, command: bytes) -> Said:
        """What was said after a seat's command; silent commands add nothing."""
        if seat not in self.seats or verb_of(command) in SILENT:
            return self
        place = self.seats.index(seat)
        link = sha256(DOMAIN + self.chains[place] + sha256(said_form(command)).digest()).digest()
        return replace(self, chains=(*self.chains[:place], link, *self.chains[place + 1 :]))

    def after_act(self) -> Said:
        """What was said after an act of the table."""
        return replace(self, acts=self.acts + 1)

    def after_deal(self) -> Said:
        """What was said when the table is set up again: from now on every share is in all dice."""
        return replace(self, base=self.shared(ORDER), acts=self.acts + 1)

    def after_rolls(self, rolled: set[Seat]) -> Said:
        """What was said after an entry in which some seats have rolled."""
        if not rolled:
            return self
        counts = zip(self.seats, self.drawn, strict=True)
        return replace(self, drawn=tuple(count + (seat in rolled) for seat, count in counts))

    def shared(self, kind: bytes) -> bytes:
        """The hash for what is drawn for all seats alike."""
        return sha256(
            DOMAIN + kind + self.base + _number(self.acts) + b"".join(self.chains)
        ).digest()

    def of_seat(self, place: int) -> bytes:
        """The hash for the rolls of the seat at a place."""
        begun = DOMAIN + SEAT + self.base + _number(self.acts)
        return sha256(begun + self.chains[place] + _number(self.drawn[place])).digest()

    def at_opening(self) -> Spoken:
        """What the entry draws from that opens a match or branch."""
        return Spoken(self.shared(ORDER))

    def spoken(self, seat: Seat, command: bytes) -> Spoken:
        """What the entry of a command draws from, if this was said before it."""
        after = self.after(seat, command)
        if after is self:
            return Spoken(self.after_act().shared(ACT))
        if verb_of(command) in SHARED:
            return Spoken(after.shared(ORDER))
        seats = {name: after.of_seat(place) for place, name in enumerate(self.seats)}
        return Spoken(after.shared(ORDER), seats)


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def said_at_opening(match: str, seats: Sequence[Seat], asked: object) -> Said:
    """What was said when a match or branch is opened; `asked` is what it was opened with."""
    base = sha256(_ENCODER.encode(asked)).digest()
    chains = (
        sha256(DOMAIN + match.encode("ascii") + b"\0" + seat.encode()).digest() for seat in seats
    )
    return Said(base, tuple(seats), tuple(chains), (0,) * len(seats))


def verb_of(command: bytes) -> str:
    """The verb of a recorded command; empty for what is none."""
    try:
        return _VERB.decode(command).do
    except msgspec.MsgspecError:
        return ""


def said_form(command: bytes) -> bytes:
    """A command in the form that is hashed: as recorded, but the items of each list sorted.

    The order in which cards are listed is mostly free, and would give dice to choose from.
    """
    if b"[" not in command:
        return command
    try:
        values = _VALUES.decode(command)
    except msgspec.MsgspecError:
        return command
    return _ENCODER.encode(
        {
            name: sorted(value, key=_ENCODER.encode) if isinstance(value, list) else value
            for name, value in values.items()
        }
    )


def asked_of_match(opened: e.MatchOpened) -> dict[str, object]:
    """What a match was opened with, as far as dice depend on it."""
    return {
        "game": opened.game,
        "scenario": opened.scenario,
        "seats": opened.seats,
        "settings": opened.settings,
    }


def asked_of_branch(opened: e.BranchOpened) -> dict[str, object]:
    """What a branch was opened with, as far as dice depend on it."""
    return {"at": opened.at, "dealt": opened.dealt, "parent": opened.parent}


def seal_of_share(match: str, seat: Seat, share: str) -> str:
    """What a seat says of its share before it opens it: a SHA-256 in hex."""
    return sha256(SHARE_DOMAIN + f"{match}\0{seat}\0{share}".encode()).hexdigest()


class SaidLine:
    """What was said along a line of play, folded from its events one by one.

    `state` is None where dice come by the first derivation. `seals` and `shares` are what the seats
    have said of their shares since the match was opened, `keys` the keys that they have named,
    `keepers` what the co-keepers have committed to, `committed` the same of all that ever were.
    """

    def __init__(self) -> None:
        """Nothing is said yet."""
        self.state: Said | None = None
        self.opener: e.MatchOpened | e.BranchOpened | None = None
        self.seals: dict[Seat, str] = {}
        self.shares: dict[Seat, str] = {}
        self.keys: dict[Seat, str] = {}
        self.keepers: dict[str, str] = {}
        self.committed: dict[str, str] = {}
        self.places = 0
        """How many places the co-keepers have answered."""
        self.dealt = 0
        """The position at which the table was set up with every seat's share; 0 before."""
        self._seats: tuple[Seat, ...] = ()
        self._rolled: set[Seat] = set()
        self._ends: list[int] = []
        self._states: list[Said | None] = []

    def note(self, position: int, event: e.AnyEvent) -> None:
        """Take up the next event."""
        match event:
            case e.CommandAccepted() if self.state is not None:
                self.state = self.state.after(event.seat, bytes(event.command))
            case e.DiceRolled():
                self._rolled.add(event.seat)
            case e.EntryClosed() | e.MatchEnded():
                self._close(position)
            case e.Rewound() if self.state is not None:
                self._rewind(event)
            case e.Ruled() if self.state is not None:
                self.state = self.state.after_act()
            case e.TableCleared():
                self.state, self.dealt = self.state and self.state.after_deal(), position
            case e.SeatClaimed() | e.ShareOpened() | e.KeyNamed():
                self._note_seat(event)
            case e.SharesDrawn() | e.KeepersNamed():
                self._note_keepers(event)
            case e.MatchOpened() | e.BranchOpened():
                self._open(event)
            case _:
                pass

    def upto(self, position: int) -> SaidLine:
        """What was said up to the end of an entry of the same match."""
        earlier = SaidLine()
        number = bisect_right(self._ends, position)
        earlier._ends, earlier._states = self._ends[:number], self._states[:number]
        earlier.state = earlier._states[-1] if earlier._states else None
        earlier.opener, earlier.dealt, earlier._seats = self.opener, self.dealt, self._seats
        earlier.seals, earlier.shares = dict(self.seals), dict(self.shares)
        earlier.keys, earlier.keepers = dict(self.keys), self.keepers
        earlier.committed, earlier.places = self.committed, self.places
        return earlier

    def _note_keepers(self, event: e.SharesDrawn | e.KeepersNamed) -> None:
        if isinstance(event, e.SharesDrawn):
            self.places += 1  # A rewind takes no answer back: the next one is for the next place.
        else:
            self.keepers, self.committed = event.keepers, self.committed | event.keepers

    def _note_seat(self, event: e.SeatClaimed | e.ShareOpened | e.KeyNamed) -> None:
        match event:
            case e.SeatClaimed():
                self.seals |= {event.seat: event.seal} if event.seal else {}
                self.keys |= {event.seat: event.key} if event.key else {}
            case e.ShareOpened():
                self.shares[event.seat] = event.share
            case e.KeyNamed():
                self.keys[event.seat] = event.key

    def _close(self, position: int) -> None:
        self.state = self.state and self.state.after_rolls(self._rolled)
        self._rolled = set()
        self._ends.append(position)
        self._states.append(self.state)

    def _open(self, opened: e.MatchOpened | e.BranchOpened) -> None:
        self.opener, self.seals, self.shares, self.keys = opened, {}, {}, {}
        self.keepers, self.places = getattr(opened, "keepers", {}), 0
        self.committed = self.keepers
        if isinstance(opened, e.MatchOpened):
            self._seats = opened.seats
        self.state = opening_state(opened, self._seats)

    def _rewind(self, event: e.Rewound) -> None:
        """Back to what was said then; after a rewind by consent the same order has other dice."""
        assert self.state is not None
        number = bisect_right(self._ends, event.to) - 1
        earlier = self._states[number] if number >= 0 else None
        acts = self.state.acts + bool(event.agreed)
        if earlier is not None and earlier.base == self.state.base:
            self.state = replace(earlier, acts=acts)


def opening_state(opened: e.MatchOpened | e.BranchOpened, seats: Sequence[Seat]) -> Said | None:
    """What is said by an opener of the second derivation; None for one of the first."""
    if opened.chance < SAID:
        return None
    asked = asked_of_match(opened) if isinstance(opened, e.MatchOpened) else asked_of_branch(opened)
    return said_at_opening(opened.match, seats, asked)
