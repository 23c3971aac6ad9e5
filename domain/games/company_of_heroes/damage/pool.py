"""C-5.0.3: all dice that were put on a unit or a hex, and what they trigger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wardiary.domain.games.company_of_heroes.components.names import DAMAGE_TYPES, DamageType
from wardiary.domain.games.company_of_heroes.components.pack import (
    map_of,
    mission_of,
    pack_of,
    unit_card,
)
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.damage.targets import Targets, attacks_at, targets_of
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import has
from wardiary.domain.games.company_of_heroes.table.armies import TEAMS, Army, Team, team_of
from wardiary.domain.games.company_of_heroes.table.ground import (
    cover_on_side,
    is_intact,
    same_building,
    shelters,
    strikes,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    is_marked,
    is_unit,
    profile,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import sides_touched
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


@dataclass(frozen=True)
class Dice:
    """Dice of one type that came from one source: a unit of an army, or its commander's strike.

    `rolled` is filled with the damage of each HE die once it is rolled.
    """

    type: DamageType
    number: int
    source: PieceId
    army: Army
    hex: Zone
    splash: bool = False
    strike: bool = False
    rolled: list[int] = field(default_factory=list)

    def damage(self) -> int:
        """C-5.2a, C-5.3a: one each, of HE what was rolled."""
        return sum(self.rolled) if self.type == "HE" else self.number

    def successes(self) -> int:
        """C-5.5b: how many dice may trigger resistance; a miss of HE does not."""
        return sum(roll > 0 for roll in self.rolled) if self.type == "HE" else self.number


@dataclass
class Pools:
    """The dice on every unit, and on every hex: those on its units, defences or building."""

    units: dict[PieceId, list[Dice]] = field(default_factory=dict)
    hexes: dict[Zone, list[Dice]] = field(default_factory=dict)

    def put(self, dice: Dice, hex_: Zone, units: Iterable[PieceId]) -> None:
        """Dice on units of a hex, which also count for the hex itself."""
        for unit in units:
            self.units.setdefault(unit, []).append(dice)
        self.hexes.setdefault(hex_, []).append(dice)


def assigned(table: Table, aims: Iterable[Aim]) -> Pools:
    """C-5.0.1c, C-5.3.1a, C-8.1b: everything that was assigned in this phase."""
    pools = Pools()
    eyes = {team: targets_of(table, team) for team in TEAMS}
    for aim in aims:
        _put_aim(table, pools, eyes[team_of(table.pieces[aim.unit].owner)], aim)
    for strike in strikes(table):
        _put_strike(table, pools, strike)
    return pools


def _put_aim(table: Table, pools: Pools, eyes: Targets, aim: Aim) -> None:
    attacker = table.pieces[aim.unit]
    on_unit = aim.target in table.pieces and is_unit(table, aim.target)
    hex_ = table.pieces[aim.target].zone if on_unit else aim.target
    splashes = has(table, aim.unit, "splash")
    for attack in attacks_at(table, aim.unit, hex_):
        if aim.damage not in ("", attack.type):
            continue
        splash = splashes and attack.type == "HE" and mission_of(table).full
        dice = Dice(
            attack.type, attack.dice, aim.unit, attacker.owner, attacker.zone, splash=splash
        )
        if splash:
            _put_splash(table, pools, eyes, dice, hex_)
        else:
            pools.put(
                dice, hex_, [aim.target] if on_unit else _seen_enemies(table, eyes, aim.unit, hex_)
            )


def _seen_enemies(table: Table, eyes: Targets, unit: PieceId, hex_: Zone) -> list[PieceId]:
    """C-5.0.1c: the enemy in a hex that a splash weapon aims at, for its other dice."""
    enemies = [
        target
        for target in units_at(table, hex_)
        if team_of(table.pieces[target].owner) != eyes.team and eyes.sees(unit, target)
    ]
    return enemies[:1]


def _put_splash(table: Table, pools: Pools, eyes: Targets, dice: Dice, centre: Zone) -> None:
    """C-5.3.1a: the hex and all around it: every unit that is seen, friends too."""
    for hex_ in (centre, *field_of(table).neighbours(centre)):
        if not eyes.sees_hex(dice.source, hex_):
            continue
        units = [
            unit
            for unit in units_at(table, hex_)
            if team_of(table.pieces[unit].owner) == eyes.team or eyes.sees(dice.source, unit)
        ]
        pools.put(dice, hex_, units)


def _put_strike(table: Table, pools: Pools, strike: PieceId) -> None:
    """C-8.1b: every unit on the hex, seen or not, friends too."""
    # Ruling: C-R55 the hex is the target, so camouflage does not help.
    piece = table.pieces[strike]
    for damage in DAMAGE_TYPES:
        if number := piece.marks.get(damage.lower(), 0):
            dice = Dice(damage, number, strike, piece.owner, piece.zone, strike=True)
            pools.put(dice, piece.zone, units_at(table, piece.zone))


# What the dice on a unit trigger

Items = list[tuple[str, int, str]]


def defence_items(table: Table, unit: PieceId, dice: list[Dice]) -> Items:
    """C-5.4, C-5.5, C-5.6, C-5.7: the defence dice of a unit, item by item, after HE."""
    items = resistance_items(table, unit, dice)
    card = unit_card(table, unit)
    if card.infantry:
        items += cover_items(table, unit, dice)
    if card.type == "heavy-vehicle" and (frontal := frontal_dice(table, unit, dice)):
        items.append(("frontal armour", frontal, "C-5.7a"))
    if upgrade := profile(table, unit).defense:
        items.append(("upgrade", upgrade, "C-5.6a"))
    if given := passives.defense_dice(table, unit):
        items.append(("commander", given, "C-8.1a"))
    return items


def resistance_items(table: Table, unit: PieceId, dice: list[Dice]) -> Items:
    """C-5.5a, C-5.5b: a die for each damage die of the types that the unit resists."""
    row = pack_of(table).dice.resistance[unit_card(table, unit).type]
    items: Items = []
    for damage in DAMAGE_TYPES:
        if row[damage] == "roll":
            if number := sum(d.successes() for d in dice if d.type == damage):
                items.append((f"resistance to {damage}", number, "C-5.5b"))
    return items


def cover_items(table: Table, unit: PieceId, dice: list[Dice]) -> Items:
    """C-5.6b: the best source of cover that any attack triggers."""
    # Ruling: C-R24 a unit's upgrade is there in any case; cover must be triggered.
    piece = table.pieces[unit]
    if is_marked(table, unit, ASSAULT):
        return []
    best: tuple[str, int, str] = ("", 0, "")
    for shot in dice:
        for item in _triggered(table, unit, piece.zone, shot):
            if item[1] > best[1]:
                best = item
    return [best] if best[1] else []


def _triggered(table: Table, unit: PieceId, here: Zone, shot: Dice) -> Items:
    """C-5.3.1c, C-6.7, C-10.2a: the cover that one group of dice triggers.

    Splash and strikes trigger buildings only, splash of friends nothing, and neither does fire from
    the same hex or from within the same building. What one attack triggers helps against all
    (C-5.3.1d, C-6.4).
    """
    static = pack_of(table).dice.static
    field_, owner = field_of(table), table.pieces[unit].owner
    from_outside = shot.strike or (shot.hex != here and not same_building(table, shot.hex, here))
    items: Items = []
    friendly_splash = shot.splash and team_of(shot.army) == team_of(owner)
    tower = here in map_of(table).tower and shot.hex != here
    if here in field_.buildings and (from_outside or tower) and not friendly_splash:
        intact = is_intact(table, here)
        number = static.building if intact else static.destroyed_building
        items.append(("building" if intact else "destroyed building", number, "C-5.6.1a"))
    if shot.strike or shot.splash or shot.hex == here:
        return items
    sides = sides_touched(field_, shot.hex, here)
    if line := max((cover_on_side(table, here, side) for side in sides), default=0):
        items.append(("cover", line, "C-5.6.2a"))
    if given := shelter_dice(table, unit):
        items.append(("commander's cover", given, "C-5.6b"))
    return items


def shelter_dice(table: Table, unit: PieceId) -> int:
    """C-5.6b: the cover dice that a commander's ability gives the unit in this phase."""
    piece, field_ = table.pieces[unit], field_of(table)
    given = (table.pieces[shelter] for shelter in shelters(table))
    return max(
        (
            shelter.marks.get("cover", 0)
            for shelter in given
            if shelter.owner == piece.owner
            and field_.distance(shelter.zone, piece.zone) <= shelter.marks.get("radius", 0)
        ),
        default=0,
    )


def frontal_dice(table: Table, unit: PieceId, dice: list[Dice]) -> int:
    """C-5.7a, C-5.7b: two dice in all when any AP comes from the frontal arc."""
    # Ruling: C-R11 the arc of fire without the unit's hex.
    piece = table.pieces[unit]
    if not mission_of(table).full or not piece.face:
        return 0
    arc = field_of(table).arc(piece.zone, int(piece.face))
    if any(d.type == "AP" and not d.strike and d.hex in arc for d in dice):
        return passives.frontal_dice(table, unit, pack_of(table).dice.static.frontal_armor)
    return 0


def damage_items(table: Table, unit: PieceId, dice: list[Dice]) -> Items:
    """C-5.2a, C-5.2b: what the dice come to before defence, by type; immune ones are left out."""
    row = pack_of(table).dice.resistance[unit_card(table, unit).type]
    items: Items = []
    for damage in DAMAGE_TYPES:
        points = sum(d.damage() for d in dice if d.type == damage)
        if points and row[damage] != "immune":
            items.append((damage, points, "C-5.3a" if damage == "HE" else "C-5.2a"))
    return items


def relevant(table: Table, unit: PieceId, damage: DamageType) -> bool:
    """C-7.5b, C-10.4a: whether damage of a type can hurt a unit where it is."""
    sheet, card = pack_of(table).dice, unit_card(table, unit)
    on_ice = table.pieces[unit].zone in field_of(table).ice
    return sheet.relevant(damage, card.type) or (on_ice and sheet.ice[card.type][damage] > 0)


def rewarded(table: Table, pools: Pools, army: Army) -> list[PieceId]:
    """C-5.0.1d, C-5.3.1e: the enemy units that an army put damage on that matters."""
    team: Team = team_of(army)
    return [
        unit
        for unit, dice in pools.units.items()
        if team_of(table.pieces[unit].owner) != team
        and any(d.army == army and not d.strike and relevant(table, unit, d.type) for d in dice)
    ]
