"""What players type to use their commanders, and the smoke of units."""

from __future__ import annotations

from wardiary.domain.play.commands import Command


class Tactic(Command, frozen=True, tag="tactic"):
    """C-8.1e: pay for a tactic of the commander with the very first CP of the round.

    `tier` is its tier; several hexes in a line are joined by commas.
    """

    says = "use the tactic of tier {tier} of {army} on {hexes}"
    army: str
    tier: int
    hexes: str


class LaySmoke(Command, frozen=True, tag="smoke"):
    """C-5.1c: lay smoke beside a unit that can, once a round."""

    says = "lay smoke on {hex} with {unit}"
    unit: str
    hex: str


class UseAbility(Command, frozen=True, tag="use"):
    """C-8.1c: pay for an ability of the commander for one unit at the start of Damage."""

    says = "use the ability of tier {tier} for {unit}"
    unit: str
    tier: int


class Exchange(Command, frozen=True, tag="exchange"):
    """C-8.1c: exchange resources as the commander allows once a round."""

    says = "exchange resources of {army}"
    army: str
    tier: int


class Substitute(Command, frozen=True, tag="substitute"):
    """C-8.1c: the next purchase is paid with other resources, as the commander allows."""

    says = "pay the next purchase of {army} with other resources"
    army: str
    tier: int


class BuildDefense(Command, frozen=True, tag="build-defense"):
    """C-8.1c: build a field defense beside a unit, as the commander allows once a round."""

    says = "build {kind} in {hex} for {army}"
    army: str
    tier: int
    kind: str
    hex: str


class ClaimUnit(Command, frozen=True, tag="place-free"):
    """C-8.1g: place the free unit of a tier."""

    says = "place the free {kind} of {army} in {hex}[ facing {facing}]"
    army: str
    kind: str
    hex: str
    facing: str


class Ban(Command, frozen=True, tag="ban"):
    """C-8.2a: ban one of the commanders that an opponent drew."""

    says = "ban {card} of {army}"
    army: str
    card: str


class CommanderUpgrade(Command, frozen=True, tag="commander-upgrade"):
    """C-8.1d: buy the upgrade that the commander offers for a unit."""

    says = "buy the commander's upgrade {bonus} for {unit}"
    unit: str
    bonus: str


COMMANDS: tuple[type[Command], ...] = (
    *(Tactic, LaySmoke, UseAbility, Exchange, Substitute, BuildDefense, ClaimUnit),
    *(CommanderUpgrade, Ban),
)
