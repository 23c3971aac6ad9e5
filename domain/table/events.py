"""The vocabulary: all events that a match can consist of.

An event is a fact and the rule that made it so. Tags are written out and never reused; stored
structs refuse unknown fields, so that a change of shape is noticed and gets an upcaster.
"""

from __future__ import annotations

from typing import Union

import msgspec

from wardiary.domain.table.pieces import PieceId, Seat, Visibility, Zone

Scalar = Union[int, str, bool]


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="event",
    gc=False,
):
    """A fact of the table, and the rule that made it so."""

    rule: str


class MatchOpened(Event, frozen=True, tag="match-opened", omit_defaults=True):
    """A match began: what is played, by which seats, under which rules version and pack.

    `commitment` binds the secret seed and salt; `visibility` says which zones are hidden from whom;
    `time` is in whole milliseconds since 1970 (UTC). `chance` is the number of the derivation that
    dice come by, `opening` how many matches of this scenario the store had opened with this one,
    where they are counted, `keepers` what its co-keepers have committed to, by name.
    """

    match: str
    game: str
    version: str
    scenario: str
    settings: dict[str, Scalar]
    seats: tuple[Seat, ...]
    visibility: dict[Zone, Visibility]
    pack: str
    commitment: str
    time: int
    chance: int = 1
    opening: int = 0
    keepers: dict[str, str] = {}


class SeatClaimed(Event, frozen=True, tag="seat-claimed", omit_defaults=True):
    """A seat was taken by a person, a bot or nobody; no name or address is ever kept here.

    `seal` is the hash of the share in the dice that the seat will open later; `key` the public key
    (Ed25519, hex) that its orders are signed with from now on.
    """

    seat: Seat
    holder: str
    seal: str = ""
    key: str = ""


class SharesDrawn(Event, frozen=True, tag="shares-drawn"):
    """This entry draws, and every co-keeper has answered its request with a share (hex).

    `place` counts these answers along the match; a keeper answers each place once.
    """

    place: int
    request: str
    shares: dict[str, str]


class KeepersNamed(Event, frozen=True, tag="keepers-named"):
    """By consent these are the co-keepers from now on, with what they have committed to."""

    keepers: dict[str, str]


class KeeperOpened(Event, frozen=True, tag="keeper-opened"):
    """The seed of a co-keeper was opened (hex), so that anyone can verify its shares."""

    keeper: str
    seed: str


class KeyNamed(Event, frozen=True, tag="key-named"):
    """Another key signs a seat's orders from now on, by its old key or as all others agreed."""

    seat: Seat
    key: str


class ShareOpened(Event, frozen=True, tag="share-opened"):
    """A seat opened its share in the dice, the one that it had sealed when it was claimed."""

    seat: Seat
    share: str


class TableCleared(Event, frozen=True, tag="table-cleared"):
    """Every share is open: all pieces and tracks leave the table, which is then set up again."""


class SeatResigned(Event, frozen=True, tag="seat-resigned"):
    """A seat resigned while others play on; it cannot win any more.

    `holder` says who plays its pieces from now on: "resigned:bot" or "resigned:director".
    """

    seat: Seat
    holder: str


class CommandAccepted(Event, frozen=True, tag="command-accepted"):
    """A seat's command was accepted; the events that follow are its effects.

    `prev` is the hash of the entry before, `id` the command id the sender chose, `by` who gave it:
    "" the seat itself, "standing" its standing answer, "bot" or "director" when one of them plays
    on for a seat that has resigned. Other seats never see the content of a `sealed` command.
    `signature` is that of the seat's key over the order, where the seat has one.
    """

    seat: Seat
    command: msgspec.Raw
    id: str
    time: int
    version: str
    prev: str
    sealed: bool = False
    by: str = ""
    signature: str | msgspec.UnsetType = msgspec.UNSET


class PiecesPlaced(Event, frozen=True, tag="pieces-placed"):
    """New pieces of one kind came to the table. Placing is always open; hide by shuffling after."""

    pieces: tuple[PieceId, ...]
    kind: str
    zone: Zone
    owner: Seat = ""
    face: str = ""
    marks: dict[str, int] = {}
    host: PieceId = ""
    back: str = ""


class PiecesMoved(Event, frozen=True, tag="pieces-moved"):
    """Pieces left their zones for another. `at` is their place there (0 = top, -1 = at the end)."""

    pieces: tuple[PieceId, ...]
    to: Zone
    at: int = -1
    host: PieceId = ""


class PieceTurned(Event, frozen=True, tag="piece-turned"):
    """A piece was flipped or faced another way."""

    piece: PieceId
    face: str


class MarkSet(Event, frozen=True, tag="mark-set"):
    """A hit, status or number on a piece is now `value` (0: taken off) and lapses at `until`."""

    piece: PieceId
    mark: str
    value: int
    until: str = ""


class TrackSet(Event, frozen=True, tag="track-set"):
    """A track of the table, a seat or a space is now at `value`."""

    track: str
    value: int


class PileShuffled(Event, frozen=True, tag="pile-shuffled"):
    """A pile was shuffled; `order` is the result, top first."""

    zone: Zone
    order: tuple[PieceId, ...]


class Redealt(Event, frozen=True, tag="redealt", omit_defaults=True):
    """Pieces unknown to `seat` were dealt again among their unseen places: each zone's new content.

    What is visible of a place (face, marks, host) stays with it, and what other seats knew of
    hidden pieces is forgotten. Records of 0.1.0 name no seat: there all of that moved with the
    pieces.
    """

    zones: dict[Zone, tuple[PieceId, ...]]
    seat: Seat = ""


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    """A seat rolled, drew a number from a card, or picked at random.

    `pool` names what was rolled (such as "d10" or "2d6"), `faces` are the results in order,
    `purpose` says what for. `forced` marks a result that a what-if branch has fixed.
    """

    seat: Seat
    purpose: str
    pool: str
    faces: tuple[int, ...]
    forced: bool = False


class PiecesShown(Event, frozen=True, tag="pieces-shown"):
    """Pieces were shown to some seats without being moved."""

    pieces: tuple[PieceId, ...]
    to: tuple[Seat, ...]


class PiecesInspected(Event, frozen=True, tag="pieces-inspected"):
    """The director looked at pieces of a hidden zone; no seat learns which, not even the owner."""

    zone: Zone
    pieces: tuple[PieceId, ...]


class PhaseEntered(Event, frozen=True, tag="phase-entered"):
    """The sequence of play moved on; `seat` is the one to act, or "" for all or none."""

    round: int
    turn: int
    phase: str
    seat: Seat = ""


class Item(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One item of a total: its name, its value, and the rule that puts it there."""

    name: str
    value: int
    rule: str


class TotalComputed(Event, frozen=True, tag="total-computed"):
    """A total was added up, item by item."""

    what: str
    items: tuple[Item, ...]
    total: int


class EntryClosed(Event, frozen=True, tag="entry-closed"):
    """An entry closed with these steps open, bottom first; they hold ids and numbers, no secret.

    The id of a piece that a role does not know by now is hidden from it.
    """

    steps: msgspec.Raw


class MatchPaused(Event, frozen=True, tag="match-paused"):
    """The match was paused: from the time of this entry on no seat acts and no clock runs."""


class MatchResumed(Event, frozen=True, tag="match-resumed"):
    """The match goes on: seats may act again, and clocks run from the time of this entry on."""


class ClocksRun(Event, frozen=True, tag="clocks-run"):
    """From the time of this entry on the clocks of these seats run; those of all others stand."""

    seats: tuple[Seat, ...]


class DeadlineMissed(Event, frozen=True, tag="deadline-missed"):
    """A seat had not answered by its deadline (ms); `brings` is what was agreed on for that."""

    seat: Seat
    deadline: int
    brings: str


class TimeGranted(Event, frozen=True, tag="time-granted"):
    """A seat got more time (ms) for its question, by the grace of those in `by`."""

    seat: Seat
    length: int
    by: tuple[Seat, ...]


class VacationTaken(Event, frozen=True, tag="vacation-taken"):
    """A seat is on vacation from the time of this entry until another (ms); its clock stands."""

    seat: Seat
    until: int


class VacationEnded(Event, frozen=True, tag="vacation-ended"):
    """A seat has come back from its vacation at the time of this entry."""

    seat: Seat


class Rewound(Event, frozen=True, tag="rewound"):
    """By consent the table is again as it was after position `to`; the rows between remain."""

    to: int
    asked: Seat
    agreed: tuple[Seat, ...]


class Ruled(Event, frozen=True, tag="ruled"):
    """The tournament director corrected the table; the reason is public."""

    reason: str


class RulesAdopted(Event, frozen=True, tag="rules-adopted"):
    """Every seat agreed to play on under another version of the rules."""

    version: str


class MatchEnded(Event, frozen=True, tag="match-ended"):
    """The match is over: the winning seats (none for a draw), why, and the scores."""

    winners: tuple[Seat, ...]
    reason: str
    scores: dict[str, int]


class BranchOpened(Event, frozen=True, tag="branch-opened", omit_defaults=True):
    """A branch left its parent after position `at`, dealt for the seat `dealt` (or "exact").

    `forced` holds die results that the what-if fixes for its first rolls.
    """

    match: str
    parent: str
    at: int
    head: str
    dealt: str
    forced: tuple[int, ...]
    commitment: str
    version: str
    time: int
    chance: int = 1


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """Seed and salt were opened (hex), so that anyone can verify every die and every shuffle."""

    seed: str
    salt: str


AnyEvent = Union[
    MatchOpened,
    SeatClaimed,
    ShareOpened,
    TableCleared,
    KeyNamed,
    SharesDrawn,
    KeepersNamed,
    KeeperOpened,
    SeatResigned,
    CommandAccepted,
    PiecesPlaced,
    PiecesMoved,
    PieceTurned,
    MarkSet,
    TrackSet,
    PileShuffled,
    Redealt,
    DiceRolled,
    PiecesShown,
    PiecesInspected,
    PhaseEntered,
    TotalComputed,
    EntryClosed,
    MatchPaused,
    MatchResumed,
    ClocksRun,
    DeadlineMissed,
    TimeGranted,
    VacationTaken,
    VacationEnded,
    Rewound,
    Ruled,
    RulesAdopted,
    MatchEnded,
    BranchOpened,
    SeedRevealed,
]


def tag_of(event: Event) -> str:
    """The stored name of an event's kind, such as "pieces-moved"."""
    return str(event.__struct_config__.tag)
