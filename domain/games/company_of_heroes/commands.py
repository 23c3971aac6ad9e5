"""What players may type. A path is its hexes joined by commas; "-" stands for nothing."""

from __future__ import annotations

from wardiary.domain.play.commands import Command


class Deploy(Command, frozen=True, tag="deploy"):
    """C-2.3b: put a starting unit of an army on a spawn hex."""

    says = "deploy {kind} of {army} at {hex}"
    army: str
    kind: str
    hex: str


class Operation(Command, frozen=True, tag="operation"):
    """C-4.0.1b: take the top or the bottom of the operations card."""

    says = "take the {half} of the operations card"
    half: str


class Move(Command, frozen=True, tag="move"):
    """C-4.1.1d: move a unit along a path, a CP a hex."""

    says = "move {unit} to {path}"
    unit: str
    path: str


class Drive(Command, frozen=True, tag="drive"):
    """C-4.1.7a: move a heavy vehicle along a path and end with a facing."""

    says = "drive {unit} to {path}, facing {facing}"
    unit: str
    path: str
    facing: str


class Turn(Command, frozen=True, tag="turn"):
    """C-4.1.7a: turn a heavy vehicle in place by one side."""

    says = "turn {unit} to face {facing}"
    unit: str
    facing: str


class Assault(Command, frozen=True, tag="assault"):
    """C-6.0a: move onto an enemy beside the unit; a heavy vehicle ends with a facing."""

    says = "assault {hex} with {unit}[, facing {facing}]"
    unit: str
    hex: str
    facing: str


class Board(Command, frozen=True, tag="board"):
    """C-4.1.2q: get into a transport beside the unit."""

    says = "get {unit} into {transport}"
    unit: str
    transport: str


class Leave(Command, frozen=True, tag="leave"):
    """C-4.1.2q: get out of a transport, onto the first hex of a path."""

    says = "get {unit} out to {path}"
    unit: str
    path: str


class SetUp(Command, frozen=True, tag="set-up"):
    """C-4.1.2o: set up a weapon with a facing, so that it can fire."""

    says = "set up {unit}[, facing {facing}]"
    unit: str
    facing: str


class PackUp(Command, frozen=True, tag="pack-up"):
    """C-4.1.2o: pack up a weapon, so that it can move."""

    says = "pack up {unit}"
    unit: str


class Toggle(Command, frozen=True, tag="toggle"):
    """C-4.1.6b: give up firing to capture, or the other way round."""

    says = "switch {unit} between firing and capturing"
    unit: str


class TakeCover(Command, frozen=True, tag="take-cover"):
    """C-10.3a: infantry takes the cover that is printed on its hex, for nothing."""

    says = "take cover with {unit}"
    unit: str


class Fortify(Command, frozen=True, tag="fortify"):
    """C-4.1.2a: build field defences on the hex of a unit with wrenches."""

    says = "build {what} with {unit}"
    unit: str
    what: tuple[str, ...]


class FortifyPassing(Command, frozen=True, tag="fortify-passing"):
    """C-4.1.2e: pass through an ally and build field defences on its hex."""

    says = "move {unit} through {through} to {hex} and build {what} on the way"
    unit: str
    through: str
    hex: str
    what: tuple[str, ...]


class Retreat(Command, frozen=True, tag="retreat"):
    """C-4.2b: retreat with infantry; where to is asked when there is a choice."""

    says = "retreat with {unit}"
    unit: str


class End(Command, frozen=True, tag="end"):
    """C-4.1a: end an army's part of the turn; CP not spent are lost."""

    says = "end the turn of {army}"
    army: str


class Fire(Command, frozen=True, tag="fire"):
    """C-5.0.1c: put all dice of a unit on a target: a unit or a hex."""

    says = "fire with {unit} at {target}"
    unit: str
    target: str


class FireGun(Command, frozen=True, tag="fire-gun"):
    """C-5.0.2a: put the dice of one type of a heavy vehicle on a target of their own."""

    says = "fire the {damage} of {unit} at {target}"
    unit: str
    damage: str
    target: str


class Aimed(Command, frozen=True, tag="aim"):
    """C-5.0a: choose a target for all dice of a unit, unseen by the other team."""

    says = "fire with {unit} at {target}, unseen"
    sealed = True
    unit: str
    target: str


class AimedGun(Command, frozen=True, tag="aim-gun"):
    """C-5.0a: choose a target for the dice of one type of a heavy vehicle, unseen."""

    says = "fire the {damage} of {unit} at {target}, unseen"
    sealed = True
    unit: str
    damage: str
    target: str


class Done(Command, frozen=True, tag="done"):
    """C-5.0.1c: fire no more this round with an army."""

    says = "fire no more with {army}"
    army: str


class Buy(Command, frozen=True, tag="buy"):
    """C-7.4e: buy a unit; it spawns on a hex, or in a transport."""

    says = "buy {kind} for {army} at {place}[, facing {facing}]"
    army: str
    kind: str
    place: str
    facing: str


class Build(Command, frozen=True, tag="build"):
    """C-4.1.2l: build an emplacement beside a unit with a wrench."""

    says = "build {kind} at {hex} with {builder}"
    army: str
    builder: str
    kind: str
    hex: str


class Upgrade(Command, frozen=True, tag="upgrade"):
    """C-7.4d: buy an upgrade for a unit, for XP or munitions."""

    says = "upgrade {unit} with {bonus}"
    unit: str
    upgrade: str
    bonus: str


class Unlock(Command, frozen=True, tag="unlock"):
    """C-7.4d: construct the next tier building."""

    says = "construct building {tier} for {army}"
    army: str
    tier: int


class ChooseCommander(Command, frozen=True, tag="commander"):
    """C-8.2a: choose a commander for good."""

    says = "choose {card} as commander of {army}"
    army: str
    card: str


class CommanderTier(Command, frozen=True, tag="commander-tier"):
    """C-8.0a: unlock the next tier of the commander for XP."""

    says = "unlock the next commander tier of {army}"
    army: str


class Trade(Command, frozen=True, tag="trade"):
    """C-8.0b: trade XP for a resource."""

    says = "trade XP of {army} for {resource}"
    army: str
    resource: str


class Pass(Command, frozen=True, tag="pass"):
    """C-7.4a: buy nothing more this round."""

    says = "buy nothing more for {army}"
    army: str


class Repair(Command, frozen=True, tag="repair"):
    """C-7.6c: repair a vehicle or emplacement beside a unit with a wrench."""

    says = "repair {target} with {unit}"
    unit: str
    target: str


COMMANDS: tuple[type[Command], ...] = (
    *(Deploy, Operation, Move, Drive, Turn, Assault, Board, Leave, SetUp, PackUp, Toggle),
    *(TakeCover, Fortify, FortifyPassing, Retreat, End, Fire, FireGun, Aimed, AimedGun, Done),
    *(Buy, Build, Upgrade, Unlock, ChooseCommander, CommanderTier, Trade, Pass, Repair),
)
