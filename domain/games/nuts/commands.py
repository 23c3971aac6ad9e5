"""The commands of NUTS!, as typed; what each does is said in its chapter."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import Choose, Decline
from wardiary.domain.play.commands import Command


class Pick(Command, frozen=True, tag="pick"):
    """5.0: five units for a column: a gun and four others."""

    says = "pick {gun} and {others} for this column"
    gun: str
    others: tuple[str, ...]


class EnterTown(Command, frozen=True, tag="enter-town"):
    """9.6, 5.0: units go under the town card of their space."""

    says = "{units} go into the town"
    units: tuple[str, ...]


class LeaveTown(Command, frozen=True, tag="leave-town"):
    """9.6, 5.0: units come out from under the town card of their space."""

    says = "{units} come out of the town"
    units: tuple[str, ...]


class Place(Command, frozen=True, tag="place"):
    """8.2, 8.3: a reinforcement enters: Germans behind a column, Americans in a space."""

    says = "{unit} enters at {to}"
    unit: str
    to: str


class Force(Command, frozen=True, tag="force"):
    """8.2, 8.3: reinforcements attack the space they enter by."""

    says = "force the way into {to} with {units}"
    to: str
    units: tuple[str, ...]


class Move(Command, frozen=True, tag="move"):
    """9.0: units of one space go one space."""

    says = "move {units} to {to}"
    to: str
    units: tuple[str, ...]


class Bypass(Command, frozen=True, tag="bypass"):
    """9.5: mechanized units of one space go past an enemy."""

    says = "bypass {over} to {to} with {units}"
    over: str
    to: str
    units: tuple[str, ...]


class Attack(Command, frozen=True, tag="attack"):
    """10.1: units of one space attack; 15.3: with an extra gun on the first turn."""

    says = "attack {to} with {units}[ and, in addition, {extra}]"
    to: str
    units: tuple[str, ...]
    extra: tuple[str, ...] = ()


class AttackTogether(Command, frozen=True, tag="attack-together"):
    """10.1: units of two or three spaces attack, by a card."""

    says = "attack {to} with {units} together with {second}[ and {third}]"
    to: str
    units: tuple[str, ...]
    second: tuple[str, ...]
    third: tuple[str, ...] = ()


class Blitz(Command, frozen=True, tag="blitz"):
    """9.3: a mechanized unit goes through."""

    says = "{unit} goes through to {to}"
    unit: str
    to: str


class Advance(Command, frozen=True, tag="advance"):
    """10.3: units advance after combat, outside a town or inside."""

    says = "advance {layer} the town with {units}"
    layer: str
    units: tuple[str, ...]


class PlayCard(Command, frozen=True, tag="play"):
    """3.2, 4.2: play an event card of your hand on something."""

    says = "play {card} on {on}"
    card: str
    on: str


class Pass(Command, frozen=True, tag="pass"):
    """3.2: play no card now."""

    says = "play no card"


class Done(Command, frozen=True, tag="done"):
    """6.0: you have nothing more to do here."""

    says = "go on"


COMMANDS = (
    Pick,
    EnterTown,
    LeaveTown,
    Place,
    Force,
    Move,
    Bypass,
    Attack,
    AttackTogether,
    Blitz,
    Advance,
    PlayCard,
    Pass,
    Done,
    Choose,
    Decline,
)
