"""C-8.1b, C-8.1e: tactics, which are paid with the very first CP and munitions of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from wardiary.domain.games.company_of_heroes.commanders.commands import Tactic
from wardiary.domain.games.company_of_heroes.components.effects import (
    Barrage,
    HastyCover,
    ReconPlane,
)
from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.table.armies import Army, add, stock_track
from wardiary.domain.games.company_of_heroes.table.command_points import cp_track
from wardiary.domain.games.company_of_heroes.table.ground import (
    RECON,
    SHELTER,
    STRIKE,
    put_token,
)
from wardiary.domain.games.company_of_heroes.table.passives import (
    tier_of,
    tiers_of,
    used_this_round,
    used_track,
)
from wardiary.domain.games.company_of_heroes.table.turns import cp_of_turn
from wardiary.domain.games.company_of_heroes.table.units import army_units
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table

FORWARD = (2, 3, 4)
"""A line of hexes runs to the right, or else down; the other way it is the same line."""

AnyTactic = Barrage | ReconPlane | HastyCover


class Playing(Protocol):
    """The armies that a seat may act with now."""

    @property
    def armies(self) -> tuple[Army, ...]:
        """Those that have not ended."""


def tactic_of(table: Table, army: Army, tier: int) -> AnyTactic | None:
    """The tactic of a tier of an army's commander, if it has one there."""
    effect = tier_of(table, army, tier)
    return effect if isinstance(effect, AnyTactic) else None


def cannot_use_tactic(table: Table, army: Army, tier: int) -> Refusal:
    """C-8.1e: why a tactic cannot be paid now; a speed die may have been used before."""
    tactic = tactic_of(table, army, tier)
    if tactic is None:
        return "C-8.1e", f"tier {tier} of the commander is no tactic, or not unlocked"
    if used_this_round(table, army, f"tier-{tier}"):
        return "C-8.1c", "this tactic was used this round"
    cp = table.track(cp_track(army))
    if table.turn != 1 or cp != cp_of_turn(table):
        return "C-8.1e", "a tactic is paid with the very first CP of your first turn of the round"
    if cp < tactic.command_points:
        return "C-8.1e", f"this tactic costs {tactic.command_points} CP"
    if table.track(stock_track("munitions", army)) < tactic.cost.munitions:
        return "C-8.1e", f"this tactic costs {tactic.cost.munitions} munitions"
    return None


def targets(table: Table, army: Army, tactic: AnyTactic) -> Sequence[str]:
    """C-8.1b, C-13b: the hexes, or lines of hexes, that a tactic may be aimed at."""
    # Ruling: C-R55 the hex is the target, seen or not, and whatever is in it.
    field = field_of(table)
    if not isinstance(tactic, Barrage):
        return field.sheet.hexes
    paths = lines(field, tactic.hexes)
    if not tactic.within:
        return paths
    near = {
        hex_
        for unit in army_units(table, army)
        if table.pieces[unit].kind in tactic.of
        for hex_ in field.within(table.pieces[unit].zone, tactic.within)
    }
    return [path for path in paths if near.issuperset(path.split(","))]


@lru_cache(maxsize=256)
def lines(field: Field, length: int) -> tuple[str, ...]:
    """C-13b: all straight lines of so many hexes, written as paths, each once."""
    if length == 1:
        return field.sheet.hexes
    paths = (
        _line(field, hex_, direction, length) for hex_ in field.sheet.hexes for direction in FORWARD
    )
    return tuple(",".join(path) for path in paths if len(path) == length)


def _line(field: Field, here: Zone, direction: int, length: int) -> list[Zone]:
    path = [here]
    while len(path) < length and (there := field.sheet.around[path[-1]].get(direction)):
        path.append(there)
    return path


def tactic_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.1e: the tactics that can be paid now, with their targets."""
    for army in playing.armies:
        for tier in tiers_of(table, army):
            tactic = tactic_of(table, army, tier)
            if tactic is not None and cannot_use_tactic(table, army, tier) is None:
                if hexes := targets(table, army, tactic):
                    label = f"use the tactic of tier {tier}"
                    slot = choice_slot("hexes", hexes)
                    yield offer(Tactic, "C-8.1e", label, slot, army=army, tier=tier)


def refuse_tactic(table: Table, seat: Seat, command: Tactic, playing: Playing) -> None:
    """C-8.1e, C-13b: it is unlocked, can be paid, and its hexes are in a line."""
    mine = command.army in playing.armies
    refuse_unless(mine, "C-8.1e", "this army is not yours, or its turn is over")
    refuse(cannot_use_tactic(table, command.army, command.tier))
    tactic = tactic_of(table, command.army, command.tier)
    assert tactic is not None
    right = command.hexes in targets(table, command.army, tactic)
    if isinstance(tactic, Barrage) and tactic.within:
        why = f"the hex is at most {tactic.within} hexes from one of the units that it names"
    elif isinstance(tactic, Barrage) and tactic.hexes > 1:
        why = f"name {tactic.hexes} hexes of the map in a straight line, from left to right or down"
    else:
        why = f"{command.hexes} is no hex of the map"
    refuse_unless(right, "C-13b", why)


def use_tactic(draft: Draft, seat: Seat, command: Tactic) -> None:
    """C-8.1e: pay, and mark the hexes with what comes."""
    army = command.army
    tactic = tactic_of(draft.table, army, command.tier)
    assert tactic is not None
    add(draft, cp_track(army), -tactic.command_points, rule="C-8.1e")
    add(draft, stock_track("munitions", army), -tactic.cost.munitions, rule="C-8.1e")
    draft.track(used_track(army, f"tier-{command.tier}"), draft.table.round, rule="C-8.1c")
    if isinstance(tactic, Barrage):
        strike = {attack.type.lower(): attack.dice for attack in tactic.damage}
        for hex_ in command.hexes.split(","):
            put_token(draft, STRIKE, hex_, army, marks=strike, rule="C-8.1b")
    elif isinstance(tactic, ReconPlane):
        seen = {"radius": tactic.radius}
        put_token(draft, RECON, command.hexes, army, marks=seen, rule="C-8.1e")
    else:
        static = pack_of(draft.table).dice.static
        dice = static.heavy_cover if tactic.cover == "heavy" else static.light_cover
        covered = {"radius": tactic.radius, "cover": dice}
        put_token(draft, SHELTER, command.hexes, army, marks=covered, rule="C-8.1e")


TACTIC = Action(Tactic, use_tactic, tactic_offers, refuse_tactic)
