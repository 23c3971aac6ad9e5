"""Events that bring a side better or new units (E44, E52, E56, E58)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import (
    DeploySquad,
    is_on_map,
    rally,
)
from wardiary.domain.games.combat_commander.movement.placing import bring_in
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import BOX
from wardiary.domain.games.combat_commander.terrain.steps import is_impassable
from wardiary.domain.games.combat_commander.units.units import (
    demoralised,
    is_demoralised,
    is_veteran,
    unit_card,
    units_in,
)
from wardiary.domain.games.combat_commander.victory.objectives import is_friendly
from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat


def battle_harden(draft: Draft, seat: Seat) -> None:
    """E44: a veteran marker for a unit of the player that has none."""
    units = [unit for unit in units_on_map(draft.table, seat) if not is_veteran(draft.table, unit)]
    ask(draft, BattleHarden(seat, tuple(units)))


class BattleHarden(ListedChoice, frozen=True, tag="battle-harden"):
    """E44: which unit becomes a veteran."""

    question = "which unit becomes a veteran?"
    rule = "E44"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It gets a veteran marker."""
        draft.mark(chosen, "veteran", 1, rule="E44")


def deploy(draft: Draft, seat: Seat) -> None:
    """E52.1: the active player may replace a squad by two teams."""
    # Ruling: AMB-28, literally the player whose turn it is, unless the match is set otherwise.
    by_reader = draft.table.settings.get("deploy_event") == "reader"
    active = seat if by_reader else draft.table.seat
    squads = [
        unit
        for unit in units_on_map(draft.table, active)
        if unit_card(draft.table, unit).type == "squad"
    ]
    ask(draft, DeployInEvent(active, tuple(squads)))


class DeployInEvent(DeploySquad, frozen=True, tag="deploy-event"):
    """E52.1: which squad the player deploys, if any."""

    rule = "E52.1"


def field_promotion(draft: Draft, seat: Seat) -> None:
    """E56: the private may come in where a demoralised unit of the player is."""
    private = f"{seat}-private"
    if private not in draft.table.pieces or is_on_map(draft.table, private):
        return
    hexes = [draft.table.zone_of(unit) for unit in demoralised(draft.table, seat)]
    ask(draft, Promote(seat, tuple(hexes)))


class Promote(ListedChoice, frozen=True, tag="promote"):
    """E56: where the private comes in."""

    question = "where does the private take over?"
    rule = "E56"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """He is placed there."""
        bring_in(draft, f"{self.seat}-private", chosen, rule="E56")
        draft.turn(f"{self.seat}-private", "normal", rule="E56")


def hero(draft: Draft, seat: Seat) -> None:
    """E58: a hero not in play must be placed in a friendly hex."""
    piece = f"{seat}-hero"
    if piece not in draft.table.pieces or draft.table.zone_of(piece) != BOX:
        return
    hexes = [
        hex_label
        for hex_label in map_of(draft.table).grid
        if is_friendly(draft.table, hex_label, seat) and not is_impassable(draft.table, hex_label)
    ]
    ask(draft, PlaceHero(seat, tuple(hexes)))


class PlaceHero(ListedChoice, frozen=True, tag="hero"):
    """E58: in which friendly hex the hero appears."""

    question = "where does the hero appear?"
    rule = "E58"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """He is placed there, and may rally a unit in the hex."""
        draft.turn(f"{self.seat}-hero", "normal", rule="E58.1")
        bring_in(draft, f"{self.seat}-hero", chosen, rule="E58")
        shaken = [
            unit for unit in units_in(draft.table, chosen) if is_demoralised(draft.table, unit)
        ]
        ask(draft, HeroRally(self.seat, tuple(shaken)))


class HeroRally(ListedChoice, frozen=True, tag="hero-rally"):
    """E58, 3.2.5: which unit the hero rallies."""

    question = "which unit does the hero rally?"
    rule = "E58"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is rallied."""
        rally(draft, chosen, rule="E58")


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "battle-harden": battle_harden,
    "deploy": deploy,
    "field-promotion": field_promotion,
    "hero": hero,
}

STEPS: tuple[type[Step], ...] = (BattleHarden, DeployInEvent, Promote, PlaceHero, HeroRally)
