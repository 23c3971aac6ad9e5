"""Events that befall units: veterans, heroes, commissars and the rest (E44 to E75)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import (
    Faces,
    hex_effect,
    random_hex,
    roll,
    roll_effect,
)
from wardiary.domain.games.combat_commander.components.printed import map_of, scenario_of
from wardiary.domain.games.combat_commander.fire.targets import targets_of
from wardiary.domain.games.combat_commander.morale.demoralise import (
    demoralise,
    is_on_map,
    rally,
    suppress,
)
from wardiary.domain.games.combat_commander.movement.placing import bring_in
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.zones import BOX, SEATS, enemy_of
from wardiary.domain.games.combat_commander.terrain.terrain import cover, is_impassable
from wardiary.domain.games.combat_commander.units.units import (
    is_demoralised,
    is_suppressed,
    is_veteran,
    morale_items,
    out_of_command,
    unit_card,
    units_in,
    units_on_map,
)
from wardiary.domain.games.combat_commander.victory.objectives import is_friendly
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.games.combat_commander.weapons.weapons import (
    carrier,
    is_broken,
    weapon_card,
    weapons_in_play,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def battle_harden(draft: Draft, seat: Seat) -> None:
    """E44: a veteran marker for one of the own units that has none."""
    units = [unit for unit in units_on_map(draft.table, seat) if not is_veteran(draft.table, unit)]
    choose(draft, seat, "battle-harden", units, rule="E44")


@effect("battle-harden")
def harden(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E44: that one."""
    del seat, about
    draft.mark(chosen, "veteran", 1, rule="E44")


def commissar(draft: Draft, seat: Seat) -> None:
    """E50: the Russian player picks a demoralised unit of his."""
    # Ruling: AMB-01, without Russians nothing happens.
    del seat
    sheet = scenario_of(draft.table)
    for russian in SEATS:
        if sheet.force(russian).nation == "russia":
            units = demoralised(draft.table, russian)
            choose(draft, russian, "commissar", units, rule="E50")


@effect("commissar")
def judge(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E50: a roll against its morale."""
    del about
    items = morale_items(draft.table, chosen)
    morale = draft.total(f"morale {chosen}", items, rule="E50")
    facts: dict[str, str | int] = {"unit": chosen}
    about = (chosen, str(morale))
    roll(draft, seat, "commissar", facts=facts, against=morale, then="commissar", about=about)


@roll_effect("commissar")
def execute(draft: Draft, seat: Seat, faces: Faces, about: tuple[str, ...]) -> None:
    """E50: above its morale eliminated, else rallied."""
    del seat
    unit, morale = about
    if not is_on_map(draft.table, unit):
        return
    if sum(faces) > int(morale):
        eliminate(draft, (unit,), rule="E50")
    else:
        rally(draft, unit, rule="E50")


def cower(draft: Draft, seat: Seat) -> None:
    """E51: own squads outside every own leader's radius are suppressed."""
    for unit in out_of_command(draft.table, seat):
        suppress(draft, unit, rule="E51")


def deploy(draft: Draft, seat: Seat) -> None:
    """E52.1: the active player may replace one squad by two teams."""
    # Ruling: AMB-28, literally the player whose turn it is, unless the match is set otherwise.
    by_reader = draft.table.settings.get("deploy_event") == "reader"
    active = seat if by_reader else draft.table.seat
    squads = [
        unit
        for unit in units_on_map(draft.table, active)
        if unit_card(draft.table, unit).type == "squad"
    ]
    choose(draft, active, "deploy", squads, rule="E52.1", optional=True)


def field_promotion(draft: Draft, seat: Seat) -> None:
    """E56: the private may come where an own demoralised unit is."""
    private = f"{seat}-private"
    if private not in draft.table.pieces or is_on_map(draft.table, private):
        return
    hexes = [draft.table.zone_of(unit) for unit in demoralised(draft.table, seat)]
    choose(draft, seat, "promote", hexes, rule="E56", optional=True)


@effect("promote")
def promote(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E56: there he is."""
    del about
    bring_in(draft, f"{seat}-private", chosen, rule="E56")
    draft.turn(f"{seat}-private", "normal", rule="E56")


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
    choose(draft, seat, "hero", hexes, rule="E58")


@effect("hero")
def place_hero(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E58: and he may rally one unit there."""
    del about
    draft.turn(f"{seat}-hero", "normal", rule="E58.1")
    bring_in(draft, f"{seat}-hero", chosen, rule="E58")
    shaken = [unit for unit in units_in(draft.table, chosen) if is_demoralised(draft.table, unit)]
    choose(draft, seat, "hero-rally", shaken, rule="E58", optional=True)


@effect("hero-rally")
def hero_rally(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E58, 3.2.5: that one is itself again."""
    del seat, about
    rally(draft, chosen, rule="E58")


def interdiction(draft: Draft, seat: Seat) -> None:
    """E60: a unit of any side, not suppressed, in a hex with cover below 1."""
    table = draft.table
    units = [
        unit
        for unit in units_on_map(table)
        if not is_suppressed(table, unit) and cover(table, table.zone_of(unit)) < 1
    ]
    choose(draft, seat, "interdict", units, rule="E60")


@effect("interdict")
def interdict(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E60: that one is suppressed."""
    del seat, about
    suppress(draft, chosen, rule="E60")


def killed_in_action(draft: Draft, seat: Seat) -> None:
    """E62: a demoralised unit of any side must be eliminated."""
    choose(draft, seat, "kia", demoralised(draft.table), rule="E62")


@effect("kia")
def kill(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E62: no light wounds against this (A36)."""
    del seat, about
    eliminate(draft, (chosen,), rule="E62")


def medic(draft: Draft, seat: Seat) -> None:
    """E64: a demoralised unit of any side must be rallied."""
    choose(draft, seat, "medic", demoralised(draft.table), rule="E64")


@effect("medic")
def heal(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E64: that one."""
    del seat, about
    rally(draft, chosen, rule="E64")


def prisoners_of_war(draft: Draft, seat: Seat) -> None:
    """E66: an own demoralised unit with or next to an enemy must be eliminated."""
    table, grid = draft.table, map_of(draft.table).grid
    units = [
        unit
        for unit in demoralised(table, seat)
        if any(
            units_in(table, hex_label, enemy_of(seat))
            for hex_label in (table.zone_of(unit), *grid.neighbours(table.zone_of(unit)))
        )
    ]
    choose(draft, seat, "captured", units, rule="E66")


@effect("captured")
def capture(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E66: that one is taken."""
    del seat, about
    eliminate(draft, (chosen,), rule="E66")


def shell_shock(draft: Draft, seat: Seat) -> None:
    """E72: a random hex."""
    random_hex(draft, seat, "shell-shock")


@hex_effect("shell-shock")
def find_shocked(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E72: the unit nearest to it; of several, whichever the reader names."""
    del about
    units = nearest_units(draft.table, hex_label)
    choose(draft, seat, "shocked", units, rule="E72")


@effect("shocked")
def shock(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E72: that one is demoralised."""
    del seat, about
    demoralise(draft, (chosen,), rule="E72")


def suppressing_fire(draft: Draft, seat: Seat) -> None:
    """E75: an enemy not suppressed, in range and sight of an own machine gun that works."""
    table = draft.table
    guns = [weapon for weapon in weapons_in_play(table, seat) if _works(table, weapon)]
    units = [
        unit
        for target in targets_of(table, seat, guns)
        for unit in units_in(table, target, enemy_of(seat))
        if not is_suppressed(table, unit)
    ]
    choose(draft, seat, "pinned", units, rule="E75")


def _works(table: Table, gun: PieceId) -> bool:
    """E75: a machine gun whole, its crew neither demoralised nor suppressed; that is all it asks.

    It does not fire, so that water and wire around it do not matter (T89, F106.3).
    """
    crew = carrier(table, gun)
    return (
        weapon_card(table, gun).is_mg
        and not is_broken(table, gun)
        and not is_demoralised(table, crew)
        and not is_suppressed(table, crew)
    )


@effect("pinned")
def pin(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E75: that one is suppressed."""
    del seat, about
    suppress(draft, chosen, rule="E75")


def demoralised(table: Table, seat: Seat = "") -> tuple[PieceId, ...]:
    """The demoralised units on the map, of a seat or of both."""
    return tuple(unit for unit in units_on_map(table, seat) if is_demoralised(table, unit))


def nearest_units(table: Table, hex_label: Zone) -> tuple[PieceId, ...]:
    """The units nearest to a hex, several when they tie."""
    units = units_on_map(table)
    hexes = {table.zone_of(unit) for unit in units}
    near = map_of(table).grid.nearest(hex_label, sorted(hexes))
    return tuple(unit for unit in units if table.zone_of(unit) in near)


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "battle-harden": battle_harden,
    "commissar": commissar,
    "cower": cower,
    "deploy": deploy,
    "field-promotion": field_promotion,
    "hero": hero,
    "interdiction": interdiction,
    "kia": killed_in_action,
    "medic": medic,
    "prisoners-of-war": prisoners_of_war,
    "shell-shock": shell_shock,
    "suppressing-fire": suppressing_fire,
}
