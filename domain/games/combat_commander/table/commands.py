"""The commands of Combat Commander."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import Choose, Decline
from wardiary.domain.play.commands import Command
from wardiary.domain.table.pieces import PieceId, Zone


class GiveOrder(Command, frozen=True, tag="order"):
    """O14.1: play a card for the order printed on top."""

    says = "give the order of {card}"
    card: PieceId


class Activate(Command, frozen=True, tag="activate"):
    """O14.1: activate one unit and, if it leads, others within its command radius."""

    says = "activate {head}[ and {others}]"
    head: PieceId
    others: tuple[PieceId, ...] = ()


class Discard(Command, frozen=True, tag="discard"):
    """O15: give no order, and discard some cards, or none."""

    says = "discard {cards}"
    cards: tuple[PieceId, ...] = ()


class EndTurn(Command, frozen=True, tag="end-turn"):
    """5.1: give no further order."""

    says = "give no further order"


class Pass(Command, frozen=True, tag="pass"):
    """Play no card, or do nothing more now."""

    says = "pass"


class Void(Command, frozen=True, tag="void"):
    """9.1: hand the initiative over, so that the last roll is made again."""

    says = "hand over the initiative and make the roll again"


class Play(Command, frozen=True, tag="play"):
    """A24.1: play a card for its action, at a hex or on a piece where the action asks for one."""

    says = "play {card}[ at {at}]"
    card: PieceId
    at: str = ""


class Group(Command, frozen=True, tag="group"):
    """O21.2: move these units now, together."""

    says = "move {units}"
    units: tuple[PieceId, ...]


class StepTo(Command, frozen=True, tag="step"):
    """O21.1: the moving units enter a hex."""

    says = "enter {hex}"
    hex: Zone


class Leave(Command, frozen=True, tag="leave"):
    """7.2.1: leave over the enemy's edge."""

    says = "{unit} leaves the map"
    unit: PieceId


class Stop(Command, frozen=True, tag="stop"):
    """O21.2: the moving units have finished."""

    says = "stop moving"


class HandOver(Command, frozen=True, tag="hand-over"):
    """O21.1.1: give a weapon to another unit in the hex."""

    says = "hand {weapon} over to {to}"
    weapon: PieceId
    to: PieceId


class Done(Command, frozen=True, tag="done"):
    """O14.2: the order has been carried out."""

    says = "finish the order"


class DropWeapon(Command, frozen=True, tag="drop-weapon"):
    """11.3: give up one of your weapons; it is lost."""

    says = "give up {weapon}"
    weapon: PieceId


class FireAt(Command, frozen=True, tag="fire"):
    """O20.3: direct a fire at a hex, with a counter as its base."""

    says = "fire at {hex} with {base}"
    hex: Zone
    base: PieceId


class Join(Command, frozen=True, tag="join"):
    """O20.3.1: let further counters fire with the base."""

    says = "add {elements} to the fire"
    elements: tuple[PieceId, ...]


class Shoot(Command, frozen=True, tag="shoot"):
    """O20.3.3: make the fire roll."""

    says = "make the fire roll"


class Hold(Command, frozen=True, tag="hold"):
    """10.3.2.1: do not make this fire after all."""

    says = "do not fire"


class ShellSmoke(Command, frozen=True, tag="shell-smoke"):
    """O20.2.1: aim at a hex to put smoke there."""

    says = "fire smoke at {hex} with {weapon}"
    weapon: PieceId
    hex: Zone


class Watch(Command, frozen=True, tag="watch"):
    """A33.2: play a fire card and activate units for opportunity fire."""

    says = "opportunity fire with {head}[ and {others}], by {card}"
    card: PieceId
    head: PieceId
    others: tuple[PieceId, ...] = ()


class Defend(Command, frozen=True, tag="defend"):
    """O20.3.4: make the defence roll of this unit next."""

    says = "roll for the defence of {unit}"
    unit: PieceId


class Advance(Command, frozen=True, tag="advance"):
    """O16.1: a unit advances into an adjacent hex."""

    says = "advance {unit} to {hex}"
    unit: PieceId
    hex: Zone


class Spot(Command, frozen=True, tag="spot"):
    """O18.2.1: put the spotting round into a hex, for shells or for smoke."""

    says = "put the spotting round into {hex}, for {shells}"
    hex: Zone
    shells: str


COMMANDS: tuple[type[Command], ...] = (
    GiveOrder,
    Activate,
    Discard,
    EndTurn,
    Pass,
    Void,
    Play,
    Choose,
    Decline,
    Group,
    StepTo,
    Leave,
    Stop,
    HandOver,
    Done,
    DropWeapon,
    FireAt,
    Join,
    Shoot,
    Hold,
    ShellSmoke,
    Watch,
    Defend,
    Advance,
    Spot,
)
