"""The commands of every game: seats, rewinds, rulings, pauses, and opening the seed at the end."""

from __future__ import annotations

from typing import Union

import msgspec

from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.table.events import AnyEvent
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.upcasts import (
    EVENT_UPCASTS,
    Shape,
    Upcast,
    current_shape,
    current_shapes,
    current_tag,
)

DIRECTOR = "director"
HOST = "host"
OPEN, HUMAN, BOT, RANDOM_BOT, STRONG_BOT = "", "human", "bot", "bot:random", "bot:strong"
BOTS = (BOT, STRONG_BOT, RANDOM_BOT)
HOLDERS = (OPEN, HUMAN, *BOTS)
"""Who may hold a seat. Who the person is, is kept outside the log."""
CONSENT_TRACKS = ("rewind/", "adopt/", "match/", "key/")
"""Tracks on which the table keeps who has agreed to what, and pauses; no ruling may touch them."""
LATE = "late"
"""By whom a command is given that a missed deadline brings."""
RESIGNED = {"bot": "resigned:bot", "director": "resigned:director"}
"""The holder of a resigned seat, by who plays for it; such a seat cannot be taken again."""

TABLE_RULES = {
    "Table/Open": "A match is opened with its seats, settings, pack and a sealed seed.",
    "Table/Claim": "A seat is held by a person, a bot, or nobody.",
    "Table/Keys": "A seat may name a key; its orders are then signed with it. The key changes by "
    "an order signed with the old one, or when all other seats agree.",
    "Table/Keepers": "Co-keepers add a share to every draw; one that is lost is replaced when all "
    "seats agree, and their seeds are opened at the end.",
    "Table/Heads": "A seat may note that it has seen the hash of the last entry.",
    "Table/Shares": "Where the seats agreed on it, each adds a sealed share to the dice when it is "
    "claimed, and the table is set up when all shares are open.",
    "Table/Opening": "Where it was agreed on, a store counts its openings of a scenario.",
    "Table/Command": "A command is recorded with the seat that gave it.",
    "Table/Words": "A command is written as its verb and its slots in order.",
    "Table/Turn": "Only a seat that is asked may answer.",
    "Table/Pause": "An entry closes with the questions that stay open.",
    "Table/Break": "The host or the director may pause the match, and with a clock all seats "
    "together; until it is resumed no seat acts and no clock runs.",
    "Table/Clock": "Where a clock was agreed on, it runs for each seat that is asked, as soon as "
    "every seat is taken; bots, branches and matches that are over have none.",
    "Table/Deadline": "A missed deadline brings what was agreed on when the match was opened.",
    "Table/Vacation": "A seat may go on vacation for as long a year as was agreed on; its clock "
    "stands meanwhile.",
    "Table/Grace": "A seat gets more time for a question when all its opponents, or the director, "
    "grant it.",
    "Table/Ended": "Nothing is played once a match has ended.",
    "Table/Settings": "Settings are chosen before play, from those the game names.",
    "Table/Seats": "A scenario says by which seats it can be played.",
    "Table/Scenario": "A match is played on one of the scenarios of its pack.",
    "Table/Rewind": "A seat may ask to take its own acts back; past a roll, a reveal or another "
    "seat's act every seat must agree, and hidden piles are shuffled again.",
    "Table/Ruling": "The director may correct the table, with a public reason.",
    "Table/Director": "Nobody sees what is hidden while a match is played, unless it was opened "
    "with a director who does; whether that director may hold a seat is said there too.",
    "Table/Inspection": "The director may look at what is hidden; the seats learn only that it was "
    "done, and in which zone.",
    "Table/Resign": "A seat may resign. While two or more sides are left, a bot or the "
    "director plays its pieces, as agreed at the start; the last side left wins.",
    "Table/Disclosure": "Once a match has ended, its seed and salt are opened.",
    "Table/Branch": "A match may be branched at the end of any of its entries.",
    "Table/Discard": "A branch may be discarded while no other branch starts from it.",
    "Table/What-if": "A branch opened by a seat is dealt from what that seat knows.",
    "Table/Standing": "A seat may leave answers that are given for it when it is asked.",
    "Table/Version": "A running match changes to corrected rules only when every seat agrees.",
}


class ClaimSeat(Command, frozen=True, tag="claim", omit_defaults=True):
    """Take a seat: as a person, a bot (named by its policy), or leave it open; see HOLDERS.

    `seal` is the hash of the seat's share in the dice, where the seats agreed to add shares; `key`
    the public key (64 hex digits) that the seat's orders will be signed with, `keeper` what the
    seat commits to where it keeps a part of the dice itself.
    """

    says = "let {holder} hold the seat of {seat}"
    seat: Seat
    holder: str
    seal: str = ""
    key: str = ""
    keeper: str = ""


class ReplaceKeeper(Command, frozen=True, tag="replace-keeper"):
    """Agree that another keeper, with what it has committed to, replaces one that is lost."""

    says = "let {name} replace the keeper {keeper}"
    keeper: str
    name: str
    commitment: str


class OpenKeeper(Command, frozen=True, tag="open-keeper"):
    """Open the seed of a keeper, once the match has ended."""

    says = "open the seed of the keeper {keeper}"
    keeper: str
    seed: str


class ChangeKey(Command, frozen=True, tag="change-key"):
    """Name another key for your seat, signed with the old one; or agree to one of another seat."""

    says = "let orders of {seat} be signed with the key {key}"
    seat: Seat
    key: str


class OpenShare(Command, frozen=True, tag="open-share"):
    """Open your share in the dice, once every seat has sealed one."""

    says = "open the share {share}"
    share: str


class AskRewind(Command, frozen=True, tag="ask-rewind"):
    """Ask to go back to how the table was after a position that closed an entry."""

    says = "ask to go back to position {to}"
    to: int


class AgreeRewind(Command, frozen=True, tag="agree-rewind"):
    """Agree to the rewind that was asked for; with `to`, only if it still goes to that position.

    Name the position of the request you saw: another one may have replaced it meanwhile.
    """

    says = "agree to go back[ to position {to}]"
    to: int = 0


class RefuseRewind(Command, frozen=True, tag="refuse-rewind"):
    """Refuse the rewind that was asked for, or withdraw your own request."""

    says = "refuse to go back"


class MakeRuling(Command, frozen=True, tag="rule"):
    """The director's correction: a public reason and the events that correct the table."""

    says = "rule: {reason}[ ({corrections})]"
    reason: str
    corrections: tuple[AnyEvent, ...] = ()


class Pause(Command, frozen=True, tag="pause"):
    """Pause the match, as its host or director; in one with a clock, agree to a pause."""

    says = "pause the match"


class Resume(Command, frozen=True, tag="resume"):
    """Go on with a paused match, as its host or director; or agree to that after your pause."""

    says = "go on with the match"


class MissDeadline(Command, frozen=True, tag="miss-deadline"):
    """Note that a seat has missed its deadline, as the host who keeps the clocks."""

    says = "note that {seat} has missed its deadline"
    seat: Seat


class GrantTime(Command, frozen=True, tag="grant-time"):
    """Grant an opponent more time for its question, such as 24h."""

    says = "grant {seat} {length} more"
    seat: Seat
    length: str


class TakeVacation(Command, frozen=True, tag="vacation"):
    """Go on vacation from now on for a time, such as 7d: your clock stands meanwhile."""

    says = "go on vacation for {length}"
    length: str


class EndVacation(Command, frozen=True, tag="end-vacation"):
    """Come back from vacation: your clock runs again."""

    says = "come back from vacation"


class InspectPiece(Command, frozen=True, tag="inspect"):
    """The director looks at the piece at a place (1 is the top or first) of a hidden zone."""

    says = "look at place {place} of {zone}"
    sealed = True
    zone: Zone
    place: int


class Resign(Command, frozen=True, tag="resign"):
    """Resign: the last side left wins; until then the others play on."""

    says = "resign"


class Disclose(Command, frozen=True, tag="disclose"):
    """Open seed and salt, once the match has ended."""

    says = "open seed and salt"


class AdoptRules(Command, frozen=True, tag="adopt-rules"):
    """Agree to play on under a newer rules version."""

    says = "agree to play on under rules {version}"
    version: str


TABLE_COMMANDS: tuple[type[Command], ...] = (
    ClaimSeat,
    OpenShare,
    ChangeKey,
    ReplaceKeeper,
    OpenKeeper,
    AskRewind,
    AgreeRewind,
    RefuseRewind,
    MakeRuling,
    InspectPiece,
    Resign,
    Disclose,
    AdoptRules,
    Pause,
    Resume,
    MissDeadline,
    GrantTime,
    TakeVacation,
    EndVacation,
)
TABLE_VERBS = {verb_of(kind): kind for kind in TABLE_COMMANDS}

AnyTableCommand = Union[
    ClaimSeat,
    OpenShare,
    ChangeKey,
    ReplaceKeeper,
    OpenKeeper,
    AskRewind,
    AgreeRewind,
    RefuseRewind,
    MakeRuling,
    InspectPiece,
    Resign,
    Disclose,
    AdoptRules,
    Pause,
    Resume,
    MissDeadline,
    GrantTime,
    TakeVacation,
    EndVacation,
]
_DECODER: msgspec.json.Decoder[AnyTableCommand] = msgspec.json.Decoder(AnyTableCommand)


TABLE_COMMAND_UPCASTS: list[Upcast] = [Upcast(fields={"rule": {"deeds": "corrections"}})]
"""The upcasts of the table's own commands."""
_SHAPE = msgspec.json.Decoder(Shape)


def decode_table_command(raw: bytes | msgspec.Raw) -> AnyTableCommand:
    """The table command stored as JSON; raises Illegal when it is not one."""
    try:
        return _DECODER.decode(raw)
    except msgspec.DecodeError as error:
        if not TABLE_COMMAND_UPCASTS and not EVENT_UPCASTS:
            raise _no_table_command(error) from None
    try:
        return _DECODER.decode(_current_shape(raw))
    except msgspec.DecodeError as error:
        raise _no_table_command(error) from None


def _current_shape(raw: bytes | msgspec.Raw) -> bytes:
    """A recorded table command with today's names, the events in a ruling included."""
    today = current_shape(raw, "do", TABLE_COMMAND_UPCASTS)
    shape = _SHAPE.decode(today)
    if "corrections" not in shape:
        return today
    corrections = current_shapes(shape["corrections"], "event", EVENT_UPCASTS)
    return msgspec.json.encode(shape | {"corrections": msgspec.Raw(corrections)})


def _no_table_command(error: msgspec.DecodeError) -> Illegal:
    return Illegal("Table/Words", f"this is not a command of the table: {error}")


def is_table_command(raw: bytes | msgspec.Raw) -> bool:
    """Whether a recorded command is one of the table's own."""
    try:
        verb = _VERB.decode(raw).do
    except msgspec.MsgspecError:
        return False
    return current_tag(verb, TABLE_COMMAND_UPCASTS) in TABLE_VERBS


class _Verb(msgspec.Struct):
    do: str


_VERB = msgspec.json.Decoder(_Verb)


def check_holder(holder: str) -> None:
    """Raise Illegal for what cannot hold a seat, such as a person's name."""
    if holder not in HOLDERS:
        known = ", ".join(repr(holder_name) for holder_name in HOLDERS)
        raise Illegal(
            "Table/Claim",
            f"a seat is held by one of {known}; people's names are kept outside the log",
        )
