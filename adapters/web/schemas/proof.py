"""What is proved: verdicts, heads, keys, shares and orders to sign."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wardiary.adapters.web.schemas.shared import Position
from wardiary.domain.match.keepers import KeeperAgreement
from wardiary.domain.match.keys import KeyAgreement
from wardiary.domain.table.pieces import Seat
from wardiary.projections.verdicts import Subject


class HeadOut(msgspec.Struct, frozen=True):
    """Where a line ends: its last position, and the hash of its last entry.

    An order of a seat with a key is signed on this hash; noted elsewhere, it binds the host.
    `noted` is the hash at the position that was asked about; "" where none or no entry ends there.
    """

    match: str
    position: int
    head: str
    noted: str = ""


class HeadSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head that a seat has seen, signed where the seat has a key."""

    position: Annotated[int, Meta(ge=1, le=2**53)]
    head: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^([0-9a-f]{128})?$")] = ""
    seat: str = ""


class VerdictOut(msgspec.Struct, frozen=True):
    """What an audit found (see the README for its verdicts), where, by which rule, and why.

    `about` says what was audited, and how it ended or how far it has come.
    """

    scope: Literal["all", "seat"]
    verdict: str
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...]
    head: str
    about: Subject | None = None


class OrderIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command that is to be signed before it is given; `seat` says for whom."""

    command: Annotated[
        str | dict[str, Any],
        Meta(examples=["pass", {"do": "attack", "attacker": "a-1", "target": "b-2"}]),
    ]
    seat: str = ""


class OrderToSign(msgspec.Struct, frozen=True):
    """What is signed of a command: match, seat, the head it follows, and its recorded bytes.

    Hold `command` against what you mean before you sign it: only slots that you left out may be
    added, and those stay empty.
    """

    match: str
    seat: Seat
    position: int
    head: str
    command: str


class Shares(msgspec.Struct, frozen=True):
    """The seats' shares in the dice: whose are sealed and open; all are in once it is `dealt`."""

    wanted: bool
    dealt: bool
    sealed: tuple[Seat, ...]
    opened: tuple[Seat, ...]


class KeeperWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A keeper of the host's list that is to commit itself to a match."""

    name: Annotated[str, Meta(max_length=60)]
    seat: str = ""


class KeeperEngaged(msgspec.Struct, frozen=True):
    """What a keeper has committed to; all seats agree to it with replace-keeper."""

    name: str
    commitment: str


class Assured(msgspec.Struct, frozen=True):
    """What somebody could do, and how that stands in this match: prevented, detected or promised.

    Where a measure would make it better, `by` says which, and `better` what it would be then.
    """

    who: str
    act: str
    outcome: str
    by: str = ""
    better: str = ""


class ProofOut(msgspec.Struct, frozen=True):
    """What is proved of a match for one seat: keys, shares and heads seen, and what follows.

    `seen` are the positions of the last heads that seats have countersigned, `keepers` are those
    of the match by name, `known_keepers` those of the host's list that have not kept for it.
    """

    seat: Seat
    keys: dict[Seat, str]
    shares: Shares
    seen: dict[Seat, int]
    assured: tuple[Assured, ...]
    agreements: tuple[KeyAgreement, ...] = ()
    keepers: tuple[str, ...] = ()
    known_keepers: tuple[str, ...] = ()
    replacements: tuple[KeeperAgreement, ...] = ()


class ShareAsked(msgspec.Struct, frozen=True):
    """A share that a seat's own keeper is asked for: at which place, for which request."""

    keeper: str
    place: Position
    request: str


class KeeperTasks(msgspec.Struct, frozen=True):
    """A seat's own keepers of the dice with what they have committed to, and what they are asked.

    Once the match is `over`, they tell their seeds.
    """

    seat: Seat
    keepers: dict[str, str]
    asked: tuple[ShareAsked, ...]
    over: bool


class ShareIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The share of a seat's own keeper, for what it was asked."""

    keeper: Annotated[str, Meta(max_length=60)]
    place: Annotated[int, Meta(ge=1, le=2**53)]
    request: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    share: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    seat: str = ""


class SeedIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed of a seat's own keeper, once the match is over."""

    keeper: Annotated[str, Meta(max_length=60)]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    seat: str = ""


class StandingDue(msgspec.Struct, frozen=True):
    """The standing answer that is due for a seat which signs its orders itself.

    `command` is empty where none is due; `window` is the number of the question.
    """

    seat: Seat
    command: dict[str, Any]
    window: int
