"""The shipped content, figure by figure, and how a wrong file is refused."""

from __future__ import annotations

from collections import deque

import pytest

from tests.games.company_of_heroes.content import PACK, content_with
from wardiary.domain.games.company_of_heroes.components import effects
from wardiary.domain.games.company_of_heroes.components.units import Bonus, Cost
from wardiary.domain.games.company_of_heroes.pack.reader import read_pack
from wardiary.domain.hexes.grid import HexGrid, column_letters, place_of
from wardiary.domain.packs import PackError

SORREL_BROOK = PACK.maps["sorrel-brook"]

# Number, type, health, range, sight, damage, abilities, cost, upgrades.
BOARDS = {
    "us-riflemen": "US-11 G 4 0-2 2 AI1 wrench 2,0,0 xp2:+1 AI|+1 AP mu2:+1 AI|+1 AP",
    "us-mortar-team": "US-12 G 3 2-4 2 HE1i weapon-team,packed,no-set-up-in-buildings 3,0,0 "
    "xp2:splash mu2:+1 range",
    "us-jeep": "US-13 Y 2 0-2 2 AI1 speed,capture,transport,reinforce 2,0,1 xp2:+1 AI "
    "mu2:+2 sight, spots camouflage",
    "us-mg-team": "US-21 G 3 0-3 2 AI2 weapon-team,machine-gun,packed,overwatch 3,0,0 xp2:+1 AI "
    "mu2:+1 defense",
    "us-at-gun-team": "US-22 G 3 0-4 2 AP2 weapon-team,packed,no-set-up-in-buildings 3,0,1 "
    "xp2:+1 AP mu2:camouflage",
    "us-greyhound": "US-23 Y 3 0-2 3 AP1 AI1 speed 3,0,2 xp2:+1 AI mu2:+1 defense",
    "us-50-cal-nest": "US-24 P 4 0-3 2 AI2 machine-gun,packed,overwatch 3,1,0 xp2:+1 AI "
    "mu2:+1 sight, +1 range",
    "us-sherman": "US-31 R 4 0-2 2 AP2t AI1t - 4,0,4 xp3:+1 AP mu3:+1 AI",
    "us-wolverine": "US-32 R 3 0-3 3 AP2t - 3,0,3 xp3:+1 AP mu2:+1 sight, +1 range",
    "us-rangers": "US-C1 G 4 0-2 2 AI1 AP1 wrench 3,1,0 xp2:+1 AI mu2:close-range-firepower",
    "us-major": "US-C2 G 2 0-1 3 AI1 retreat-point,reinforce 2,0,0 xp2:+1 health mu2:smoke",
    "us-sherman-76": "US-C3 R 4 0-2 2 AP3t AI1t - 4,0,5 xp3:+1 AI mu3:+1 defense",
    "us-easy-eight": "US-C4 R 5 0-2 2 AP3t AI1t - 5,0,5",
    "us-priest": "US-C5 R 3 2-6 2 HE2fi slow 4,0,4 xp3:splash mu3:+1 HE",
    "wehrmacht-grenadiers": "WH-11 G 4 0-2 2 AI1 wrench 2,0,0 xp2:+1 AI mu2:+1 AP",
    "wehrmacht-mg-team": "WH-12 G 3 0-3 2 AI2 weapon-team,machine-gun,packed,overwatch 3,0,0 "
    "xp2:+1 AI mu2:+1 defense",
    "wehrmacht-kubelwagen": "WH-13 Y 2 0-2 2 AI1 speed,capture,transport 2,0,0 xp2:reinforce "
    "mu2:+2 sight, spots camouflage",
    "wehrmacht-mortar-team": "WH-21 G 3 2-4 2 HE1i weapon-team,packed,no-set-up-in-buildings "
    "3,0,0 xp2:+1 Flame mu2:splash",
    "wehrmacht-pak-40-team": "WH-22 G 3 0-4 2 AP2 weapon-team,packed,no-set-up-in-buildings 3,0,1 "
    "xp2:+1 AP mu2:camouflage",
    "wehrmacht-sd-kfz-222": "WH-23 Y 3 0-2 2 AP1 AI1 speed 3,0,2 xp2:+1 AI mu2:+1 sight, +1 range",
    "wehrmacht-mg-bunker": "WH-24 P 4 0-3 2 AI2 machine-gun,packed,overwatch 3,1,0 xp2:+1 AI "
    "mu2:+1 defense",
    "wehrmacht-panzer-iv": "WH-31 R 4 0-2 2 AP2t AI1f - 4,0,4 xp3:+1 AP mu3:+1 defense",
    "wehrmacht-ostwind": "WH-32 R 3 0-3 2 AI2t AP1t - 4,0,3 xp2:+1 AI mu2:+1 sight",
    "wehrmacht-sturmpanzer": "WH-33 R 4 0-2 2 HE3f slow 4,0,4 xp3:+1 range mu3:splash",
    "wehrmacht-panzerschreck-squad": "WH-C1 G 4 0-2 2 AI1 AP1 - 3,1,0 xp2:+1 AP mu2:+1 defense",
    "wehrmacht-tiger": "WH-C2 R 6 0-3 2 AP3t AI1t slow 6,0,6 xp4:+1 AI mu3:+1 defense",
}
LETTERS = {"infantry": "G", "light-vehicle": "Y", "heavy-vehicle": "R", "emplacement": "P"}
MOUNTS = {"": "", "turret": "t", "fixed": "f"}


def written(kind: str) -> str:
    """A unit in one line, as the list above has it."""
    unit = PACK.units[kind]
    damage = (
        f"{attack.type}{attack.dice}{MOUNTS[attack.mount]}{'i' if attack.indirect else ''}"
        for attack in unit.damage
    )
    upgrades = (
        f"{upgrade.name[:2]}{upgrade.price}:{'|'.join(option.title for option in upgrade.options)}"
        for upgrade in unit.upgrades
    )
    cost = f"{unit.cost.manpower},{unit.cost.munitions},{unit.cost.fuel}"
    numbers = f"{unit.health} {unit.least_range}-{unit.range} {unit.sight}"
    abilities = ",".join(unit.abilities) or "-"
    return " ".join((unit.label, LETTERS[unit.type], numbers, *damage, abilities, cost, *upgrades))


@pytest.mark.parametrize("kind", BOARDS)
def test_every_unit_prints_its_figures(kind: str):
    """C-2.3a, C-7.4d: 14 US and 12 Wehrmacht units."""
    assert written(kind) == BOARDS[kind]


def test_there_are_no_other_units():
    assert PACK.units.keys() == BOARDS.keys()


def test_units_are_on_the_board_of_their_tier():
    """C-2.2d, C-7.4d."""
    numbers = {
        (faction, tier): [unit.label[3:] for unit in PACK.board(faction, tier)]
        for faction in ("us", "wehrmacht")
        for tier in range(4)
    }

    assert numbers == {
        ("us", 0): ["C1", "C2", "C3", "C4", "C5"],
        ("us", 1): ["11", "12", "13"],
        ("us", 2): ["21", "22", "23", "24"],
        ("us", 3): ["31", "32"],
        ("wehrmacht", 0): ["C1", "C2"],
        ("wehrmacht", 1): ["11", "12", "13"],
        ("wehrmacht", 2): ["21", "22", "23", "24"],
        ("wehrmacht", 3): ["31", "32", "33"],
    }
    for faction in ("us", "wehrmacht"):
        tiers = PACK.numbers.tiers[faction]
        assert tiers == {2: Cost(manpower=3, fuel=1), 3: Cost(manpower=4, fuel=3)}


def test_each_half_of_an_upgrade_adds_what_it_says():
    """C-7.4d, C-13a."""

    def option(kind: str, upgrade: str, bonus: str) -> Bonus:
        printed = PACK.units[kind].upgrade(upgrade)
        assert printed is not None
        return printed.option(bonus)

    sights = option("us-jeep", "munitions", "2-sight-spots-camouflage")
    both = option("us-wolverine", "munitions", "1-sight-1-range")
    (dice,) = option("us-priest", "munitions", "1-he").damage
    (flame,) = option("wehrmacht-mortar-team", "xp", "1-flame").damage

    assert (sights.sight, sights.abilities) == (2, ("spots-camouflage",))
    assert (both.sight, both.range) == (1, 1)
    assert option("us-major", "xp", "1-health").health == 1
    assert (dice.dice, dice.mount, dice.indirect) == (1, "fixed", True)
    assert (flame.type, flame.indirect) == ("Flame", False)


def test_upgrades_of_a_gun_are_turreted_as_the_gun_is():
    """C-4.1.6c: 13.0, Fixed Gun and Turreted."""
    panzer, sherman = PACK.units["wehrmacht-panzer-iv"], PACK.units["us-sherman"]
    (ap,) = panzer.upgrades[0].options[0].damage
    (ai,) = sherman.upgrades[1].options[0].damage

    assert [attack.mount for attack in panzer.damage] == ["turret", "fixed"]
    assert (ap.mount, ai.mount) == ("turret", "turret")


def test_regular_infantry_is_infantry_without_a_weapon():
    """C-2.3a, C-4.1.2p."""
    infantry = [unit.kind for unit in PACK.units.values() if unit.infantry]
    regular = [unit.kind for unit in PACK.units.values() if unit.regular_infantry]

    assert len(infantry) == 11
    assert regular == [
        "us-riflemen",
        "us-rangers",
        "us-major",
        "wehrmacht-grenadiers",
        "wehrmacht-panzerschreck-squad",
    ]


def test_vehicles_are_limited_by_their_tier_and_chassis():
    """C-7.4c: three of tiers 1, 2 and of commanders, two of tier 3; Shermans share."""
    limits = {unit.label: PACK.limit(unit) for unit in PACK.units.values() if PACK.limit(unit)}

    assert limits == {
        "US-13": 3,
        "US-23": 3,
        "US-31": 2,
        "US-32": 2,
        "US-C3": 2,
        "US-C4": 2,
        "US-C5": 3,
        "WH-13": 3,
        "WH-23": 3,
        "WH-31": 2,
        "WH-32": 2,
        "WH-33": 2,
        "WH-C2": 3,
    }
    assert PACK.units["us-easy-eight"].chassis == PACK.units["us-sherman"].chassis


# Dice


def test_the_die_has_two_faces_of_each_colour():
    """R-1, C-5.3a, C-5.4a."""
    die = PACK.dice.die

    assert [(face.symbol, face.colour) for face in die.faces] == [
        ("AI", "black"),
        ("AP", "black"),
        ("HE", "green"),
        ("Flame", "red"),
        ("speed", "green"),
        ("spent-speed", "red"),
    ]
    assert [die.defends(roll) for roll in range(1, 7)] == [True, True, True, False, True, False]
    assert [die.he_damage(roll) for roll in range(1, 7)] == [1, 1, 2, 0, 2, 0]


def test_the_matrix_has_a_cell_for_each_target_and_damage():
    """C-5.5a, C-5.6.1c: AI, AP, HE, Flame."""
    cells = {target: list(row.values()) for target, row in PACK.dice.resistance.items()}

    assert cells == {
        "infantry": ["hit", "roll", "hit", "hit"],
        "light-vehicle": ["roll", "hit", "roll", "hit"],
        "heavy-vehicle": ["immune", "frontal", "roll", "immune"],
        "emplacement": ["roll", "roll", "hit", "hit"],
        "building": ["immune", "immune", "hit", "hit"],
    }
    assert not PACK.dice.relevant("AI", "heavy-vehicle")
    assert PACK.dice.relevant("AP", "heavy-vehicle")


def test_the_ice_matrix_has_a_cell_for_each_unit_and_damage():
    """C-10.4a: AI, AP, HE, Flame."""
    assert {unit: list(row.values()) for unit, row in PACK.dice.ice.items()} == {
        "infantry": [0, 0, 1, 1],
        "light-vehicle": [0, 1, 1, 2],
        "heavy-vehicle": [0, 1, 2, 2],
        "emplacement": [0, 0, 0, 0],
    }


def test_defenses_and_health_that_do_not_depend_on_the_damage():
    """C-5.6.1a, C-5.6.2a, C-5.7a, C-5.6.1c, C-10.1a, C-4.1.2d, C-12c, C-12e."""
    static, health = PACK.dice.static, PACK.dice.health

    assert (static.building, static.destroyed_building) == (3, 1)
    assert (static.heavy_cover, static.light_cover, static.frontal_armor) == (2, 1, 2)
    assert (health.building, health.bunker, health.tower, health.field_defense) == (2, 4, 2, 2)
    assert (health.sturdy_building, health.sturdy_bunker) == (3, 6)


# Commanders

TIERS = {
    "us-armor-company": "2 Discount, 3 DefensiveSmoke, 4 Repair, 5/3 FreeUnit",
    "us-ranger-company": "2 Alternate, 3 CallIn, 4 CloseRangeBeside, 5 Barrage",
    "us-field-artillery": "2 Sight, 3 Barrage, 4/2 CallIn, 5/3 FreeUnit",
    "us-engineer-combat-group": "2 Wrenches, 3 Discount, 4 Sandbags, 5/2 UnitUpgrade",
    "us-recon-troop": "2 Sight, 3 ReconPlane, 4/2 GivenAbilities, 5/3 Alternate",
    "us-supply-column": "2 Exchange, 3 SpawnReinforce, 4 Substitute, 5 Income",
    "wehrmacht-mechanized-doctrine": "2 GivenAbilities, 3 DoubleMove, 4/2 GivenAbilities, "
    "5/3 FreeUnit",
    "wehrmacht-spearhead-doctrine": "2 Dismount, 3 UpgradePrice, 4 Barrage, 5/3 FreeUnit",
    "wehrmacht-fortification-doctrine": "2 Discount, 3 Defense, 4 FieldDefenses, 5/2 Barrage",
    "wehrmacht-assault-gun-brigade": "2 Discount, 3/2 UnitUpgrade, 4 FrontalArmor, 5/3 FreeUnit",
    "wehrmacht-grenadier-depot": "2 Discount, 3 CallIn, 4 SpawnReinforce, 5 HastyCover",
    "wehrmacht-ambush-doctrine": "2 GivenAbilities, 3 ExtraDamage, 4 Sight, 5/3 CallIn",
}


def test_there_are_six_commanders_a_faction_with_four_tiers_each():
    """C-8.0a: the price in XP, the tier building needed after a slash, and the effect."""
    tiers = {
        kind: ", ".join(
            f"{tier.xp}{f'/{tier.needs_tier}' if tier.needs_tier else ''} "
            f"{type(tier.effect).__name__}"
            for tier in commander.tiers
        )
        for kind, commander in PACK.commanders.items()
    }

    assert tiers == TIERS
    for faction, letters in (("us", "US"), ("wehrmacht", "WH")):
        numbers = [card.label for card in PACK.commanders_of(faction)]
        assert numbers == [f"{letters}-K{number}" for number in range(1, 7)]


def effect(commander: str, tier: int) -> effects.Effect:
    """What a tier of a commander does; tiers count from 1."""
    return PACK.commanders[commander].tiers[tier - 1].effect


HEAVY = frozenset(kind for kind, unit in PACK.units.items() if unit.type == "heavy-vehicle")
US = frozenset(kind for kind in PACK.units if kind.startswith("us-"))
WEHRMACHT = frozenset(PACK.units) - US
INFANTRY = frozenset(kind for kind, unit in PACK.units.items() if unit.infantry)


def test_us_commanders_print_their_numbers():
    """C-8.1a to C-8.1g: K1 to K6 of the US."""
    us_vehicles = frozenset(kind for kind in US if PACK.units[kind].vehicle)
    assert effect("us-armor-company", 1) == effects.Discount(us_vehicles, "manpower", 1, least=1)
    assert effect("us-armor-company", 2) == effects.DefensiveSmoke(
        HEAVY & US, Cost(munitions=1), dice=1
    )
    assert effect("us-armor-company", 3) == effects.Repair(HEAVY & US, health=2)
    assert effect("us-armor-company", 4) == effects.FreeUnit("us-easy-eight", more=True)
    assert effect("us-ranger-company", 1) == effects.Alternate(
        "us-riflemen", "us-rangers", Cost(manpower=1, munitions=1)
    )
    assert effect("us-ranger-company", 2) == effects.CallIn("us-major")
    assert effect("us-ranger-company", 3) == effects.CloseRangeBeside(
        frozenset({"us-riflemen", "us-rangers", "us-major"}), "us-major"
    )
    assert effect("us-field-artillery", 1) == effects.Sight(frozenset({"us-mortar-team"}), 1)
    assert effect("us-field-artillery", 3) == effects.CallIn("us-priest")
    assert effect("us-field-artillery", 4) == effects.FreeUnit("us-priest")
    assert effect("us-engineer-combat-group", 1) == effects.Wrenches(
        frozenset({"us-riflemen"}), number=2
    )
    assert effect("us-engineer-combat-group", 2) == effects.Discount(
        frozenset({"us-50-cal-nest"}), "munitions", 1
    )
    assert effect("us-engineer-combat-group", 3) == effects.Sandbags(health=3)
    assert effect("us-recon-troop", 1) == effects.Sight(frozenset({"us-jeep", "us-greyhound"}), 1)
    assert effect("us-recon-troop", 2) == effects.ReconPlane(1, Cost(munitions=1), radius=3)
    assert effect("us-recon-troop", 3) == effects.GivenAbilities(
        frozenset({"us-greyhound"}), ("capture",)
    )
    assert effect("us-recon-troop", 4) == effects.Alternate(
        "us-sherman", "us-sherman-76", Cost(fuel=1)
    )
    assert effect("us-supply-column", 1) == effects.Exchange(Cost(munitions=1), Cost(manpower=1))
    assert effect("us-supply-column", 2) == effects.SpawnReinforce(health=2)
    assert effect("us-supply-column", 3) == effects.Substitute(Cost(manpower=2), Cost(fuel=1))
    assert effect("us-supply-column", 4) == effects.Income("manpower", 1)


def test_wehrmacht_commanders_print_their_numbers():
    """C-8.1a to C-8.1g: K1 to K6 of the Wehrmacht."""
    light = frozenset({"wehrmacht-kubelwagen", "wehrmacht-sd-kfz-222"})
    assert effect("wehrmacht-mechanized-doctrine", 1) == effects.GivenAbilities(
        frozenset({"wehrmacht-kubelwagen"}), ("reinforce",)
    )
    assert effect("wehrmacht-mechanized-doctrine", 2) == effects.DoubleMove(light, hexes=2)
    assert effect("wehrmacht-mechanized-doctrine", 3) == effects.GivenAbilities(
        frozenset({"wehrmacht-sd-kfz-222"}), ("capture", "transport")
    )
    assert effect("wehrmacht-mechanized-doctrine", 4) == effects.FreeUnit("wehrmacht-ostwind")
    assert effect("wehrmacht-spearhead-doctrine", 1) == effects.Dismount(
        frozenset({"wehrmacht-grenadiers"}), hexes=1
    )
    assert effect("wehrmacht-spearhead-doctrine", 2) == effects.UpgradePrice(
        "wehrmacht-mortar-team", "xp", 1
    )
    assert effect("wehrmacht-spearhead-doctrine", 4) == effects.FreeUnit(
        "wehrmacht-tiger", more=True
    )
    assert effect("wehrmacht-fortification-doctrine", 1) == effects.Discount(
        frozenset({"wehrmacht-mg-bunker"}), "munitions", 1
    )
    assert effect("wehrmacht-fortification-doctrine", 2) == effects.Defense(
        frozenset({"wehrmacht-mg-bunker"}), dice=1
    )
    assert effect("wehrmacht-fortification-doctrine", 3) == effects.FieldDefenses(
        Cost(munitions=1), ("barbed-wire", "tank-trap"), INFANTRY & WEHRMACHT
    )
    assert effect("wehrmacht-assault-gun-brigade", 1) == effects.Discount(
        HEAVY & WEHRMACHT, "fuel", 1, least=1
    )
    assert effect("wehrmacht-assault-gun-brigade", 3) == effects.FrontalArmor(
        HEAVY & WEHRMACHT, dice=3
    )
    assert effect("wehrmacht-assault-gun-brigade", 4) == effects.FreeUnit("wehrmacht-sturmpanzer")
    assert effect("wehrmacht-grenadier-depot", 1) == effects.Discount(
        frozenset({"wehrmacht-grenadiers"}), "manpower", 1, least=1, once=True
    )
    assert effect("wehrmacht-grenadier-depot", 2) == effects.CallIn("wehrmacht-panzerschreck-squad")
    assert effect("wehrmacht-grenadier-depot", 3) == effects.SpawnReinforce(health=2)
    assert effect("wehrmacht-grenadier-depot", 4) == effects.HastyCover(
        2, Cost(munitions=1), INFANTRY & WEHRMACHT, radius=1, cover="heavy"
    )
    assert effect("wehrmacht-ambush-doctrine", 1) == effects.GivenAbilities(
        frozenset({"wehrmacht-pak-40-team"}), ("camouflage",), set_up=True
    )
    assert effect("wehrmacht-ambush-doctrine", 3) == effects.Sight(
        INFANTRY & WEHRMACHT, 1, in_buildings=True
    )
    assert effect("wehrmacht-ambush-doctrine", 4) == effects.CallIn("wehrmacht-tiger")


@pytest.mark.parametrize(
    ("commander", "tier", "command_points", "munitions", "hexes", "damage", "within"),
    [
        ("us-ranger-company", 4, 3, 2, 3, {"HE": 1}, 0),
        ("us-field-artillery", 2, 2, 2, 1, {"HE": 2}, 0),
        ("wehrmacht-spearhead-doctrine", 3, 3, 2, 1, {"HE": 2, "Flame": 1}, 0),
        ("wehrmacht-fortification-doctrine", 4, 2, 2, 1, {"HE": 3}, 3),
    ],
)
def test_barrages_print_their_price_and_dice(
    commander: str,
    tier: int,
    command_points: int,
    munitions: int,
    hexes: int,
    damage: dict[str, int],
    within: int,
):
    """C-8.1b, C-8.1e."""
    barrage = effect(commander, tier)

    assert isinstance(barrage, effects.Barrage)
    assert (barrage.command_points, barrage.cost) == (command_points, Cost(munitions=munitions))
    assert {attack.type: attack.dice for attack in barrage.damage} == damage
    assert (barrage.hexes, barrage.within) == (hexes, within)
    assert barrage.of == (frozenset({"wehrmacht-mg-bunker"}) if within else frozenset())


def test_upgrades_of_commanders_and_damage_for_a_phase_print_what_they_give():
    """C-8.1d: flame at range 1, no longer slow, and one AI for a damage phase."""
    flame = effect("us-engineer-combat-group", 4)
    quick = effect("wehrmacht-assault-gun-brigade", 2)
    ambush = effect("wehrmacht-ambush-doctrine", 2)

    assert isinstance(flame, effects.UnitUpgrade)
    (dice,) = flame.bonus.damage
    assert (flame.unit, flame.cost) == ("us-riflemen", Cost(munitions=2))
    assert (dice.type, dice.dice, dice.reach) == ("Flame", 1, 1)
    assert isinstance(quick, effects.UnitUpgrade)
    assert (quick.unit, quick.cost) == ("wehrmacht-sturmpanzer", Cost(munitions=2))
    assert quick.bonus.loses == ("slow",)
    assert isinstance(ambush, effects.ExtraDamage)
    assert ambush.units == frozenset({"wehrmacht-grenadiers"})
    assert (ambush.cost, [a.type for a in ambush.damage]) == (Cost(munitions=1), ["AI"])


def test_effects_of_a_commander_count_from_the_tier_that_is_unlocked():
    """C-8.0a."""
    artillery = PACK.commanders["us-field-artillery"]

    assert artillery.effects(effects.Barrage, unlocked=1) == ()
    assert len(artillery.effects(effects.Barrage, unlocked=2)) == 1


# Operations and missions


def test_the_operations_deck_has_14_cards():
    """C-4.0.1a, C-4.0.1b: two to four turns at the top, three to five at the bottom."""
    cards = PACK.operations.values()
    numbers = {(card.top, card.bottom): card.stock for card in cards}

    assert numbers == {
        (2, 3): 1,
        (2, 4): 2,
        (2, 5): 2,
        (3, 3): 1,
        (3, 4): 2,
        (3, 5): 2,
        (4, 3): 1,
        (4, 4): 1,
        (4, 5): 2,
    }
    assert sum(numbers.values()) == 14
    assert sum(card.top * card.stock for card in cards) == 41
    assert sum(card.bottom * card.stock for card in cards) == 59


def test_the_three_missions_print_their_ends():
    """C-2.2g, C-2.3b, C-8.2a, C-12c."""
    ends = {mission.id: tuple(mission.end_vp.values()) for mission in PACK.missions.values()}
    first, full, purist = PACK.missions.values()

    assert ends == {"coh-m1": (18, 21, 24), "coh-m2": (18, 21, 24), "coh-m3": (15, 18, 21)}
    assert {mission.start_units for mission in PACK.missions.values()} == {3}
    assert (first.full, first.operations, first.commanders) == (False, False, None)
    for mission in (full, purist):
        assert mission.full
        assert mission.operations
        assert mission.commanders is not None
        assert (mission.commanders.draw, mission.commanders.keep) == (3, 1)
        assert mission.commanders.tournament == 4
    assert (full.unit_destroyed_vp, full.heroic_sacrifice_xp) == (1, 1)
    assert (purist.unit_destroyed_vp, purist.heroic_sacrifice_xp) == (0, 3)


def test_numbers_that_all_missions_share():
    """C-2.2g, C-2.2h, C-4.0d, C-4.1a, C-4.1.1c, C-4.2c, C-8.0b."""
    numbers = PACK.numbers

    assert (numbers.turns, numbers.command_points, numbers.unit_command_points) == (4, 3, 3)
    assert (numbers.retreat_hexes, numbers.bonus_vp, numbers.team_end_vp) == (6, 3, 3)
    assert numbers.xp_for_resource == 2


def test_rounds_in_which_spawn_areas_grow_follow_the_rulebook_where_a_pack_does_not_say():
    """C-12c."""
    without = content_with(("missions.toml", "advancing_spawn = {", "# advancing_spawn = {"))

    assert PACK.numbers.advancing_spawn == {"short": (2, 4), "medium": (3, 5), "long": (3, 6)}
    assert read_pack(without).numbers == PACK.numbers


# The map


def turned(hex_label: str) -> str:
    """The hex that this one is when the map is turned half round."""
    column, row = place_of(hex_label)
    other = 12 - column
    return f"{column_letters(other)}{(13 if column % 2 else 12) - row}"


def turned_side(side: str) -> frozenset[str]:
    """A hexside after the map is turned."""
    return frozenset(map(turned, side.split("/")))


def test_the_map_has_127_hexes_and_two_spawn_rows():
    """C-2.2j, C-2.4a."""
    columns = [place_of(hex_label)[0] for hex_label in SORREL_BROOK.hexes]

    assert len(SORREL_BROOK.hexes) == 127
    assert [columns.count(column) for column in range(1, 12)] == [12, 11] * 5 + [12]
    assert [len(spawn) for spawn in SORREL_BROOK.spawn] == [11, 11]
    assert SORREL_BROOK.bases(0) == ("A1", "K1")
    assert SORREL_BROOK.bases(1) == ("A12", "K12")
    assert SORREL_BROOK.neighbours("B11") == ("B10", "C11", "C12", "A12", "A11")
    assert SORREL_BROOK.panels == 2


def test_the_map_prints_its_ground():
    """C-4.1d, C-4.1e, C-2.2l, C-5.6.1a."""
    assert SORREL_BROOK.water == {"C6", "D6", "E6", "G7", "H6", "I7"}
    assert SORREL_BROOK.buildings == {"B4", "D9", "E4", "G9", "H3", "J8"}
    assert SORREL_BROOK.destroyed_buildings == {"E8", "G5"}
    assert SORREL_BROOK.tank_traps == {"A6", "K7"}
    assert SORREL_BROOK.impassable == {"D4/E4", "G9/H8", "I5/J5", "B7/C8"}
    assert SORREL_BROOK.barred("E4", "D4")
    assert not SORREL_BROOK.barred("E4", "E5")


def test_the_map_prints_its_cover():
    """C-5.6.2a: light and heavy lines."""
    heavy = {side for side, kind in SORREL_BROOK.cover.items() if kind == "heavy"}
    light = SORREL_BROOK.cover.keys() - heavy

    assert heavy == {"F5/F6", "F6/F7", "H4/H5", "D7/D8", "J5/J6", "B6/B7"}
    assert light == {
        *("C3/C4", "I9/I10", "C3/D3", "H9/I10", "I3/I4", "C9/C10", "H3/I3", "C10/D9", "F3/F4"),
        *("F8/F9", "B5/B6", "J6/J7", "B6/C6", "I7/J6", "D4/D5", "H7/H8", "K5/K6", "A7/A8"),
    }


def test_the_map_prints_its_control_points_and_what_a_player_starts_with():
    """C-2.2e, C-7.1d: three for victory points, four for one resource, two for two, two more."""
    assert SORREL_BROOK.points == {
        "B6": ("victory",),
        "C10": ("fuel",),
        "C3": ("manpower",),
        "D8": ("munitions", "fuel"),
        "F3": ("munitions",),
        "F6": ("victory",),
        "F9": ("munitions",),
        "H4": ("munitions", "fuel"),
        "I10": ("manpower",),
        "I3": ("fuel",),
        "J6": ("victory",),
    }
    assert SORREL_BROOK.income == Cost(1, 1, 1)
    assert SORREL_BROOK.stockpile == Cost(manpower=4, munitions=2, fuel=3)


def test_neither_side_of_the_map_is_favoured():
    """Turned half round, the map is the same, and both teams have the same way to each point."""
    for ground in (
        SORREL_BROOK.water,
        SORREL_BROOK.buildings,
        SORREL_BROOK.destroyed_buildings,
        SORREL_BROOK.tank_traps,
    ):
        assert set(map(turned, ground)) == ground
    cover = {frozenset(side.split("/")): kind for side, kind in SORREL_BROOK.cover.items()}
    assert {turned_side(side): kind for side, kind in SORREL_BROOK.cover.items()} == cover
    assert {turned_side(side) for side in SORREL_BROOK.impassable} == {
        frozenset(side.split("/")) for side in SORREL_BROOK.impassable
    }
    ours, theirs = (steps_from(spawn) for spawn in SORREL_BROOK.spawn)
    for point, kinds in SORREL_BROOK.points.items():
        assert SORREL_BROOK.points[turned(point)] == kinds
        assert ours[point] == theirs[turned(point)]
    assert {point: (ours[point], theirs[point]) for point in ("B6", "F6", "J6")} == {
        "B6": (5, 5),
        "F6": (5, 5),
        "J6": (5, 5),
    }


def steps_from(spawn: tuple[str, ...]) -> dict[str, int]:
    """How many moves of infantry lead from a spawn area to each hex (4.1)."""
    steps = dict.fromkeys(spawn, 0)
    waiting = deque(spawn)
    while waiting:
        here = waiting.popleft()
        for there in SORREL_BROOK.neighbours(here):
            free = there not in SORREL_BROOK.water and not SORREL_BROOK.barred(here, there)
            if free and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def test_every_point_can_be_reached():
    for spawn in SORREL_BROOK.spawn:
        assert steps_from(spawn).keys() == set(SORREL_BROOK.hexes) - SORREL_BROOK.water


def test_columns_that_are_drawn_lower_have_a_row_less():
    """A hex of the rectangle that the map lacks is nobody's neighbour."""
    assert "B12" in HexGrid(11, 12)
    assert "B12" not in SORREL_BROOK.hexes
    assert all("B12" not in SORREL_BROOK.neighbours(here) for here in SORREL_BROOK.hexes)


# Wrong files


@pytest.mark.parametrize(
    ("name", "old", "new", "where", "found"),
    [
        ("units.toml", 'type = "G"', 'type = "X"', "units.toml: us.riflemen.type", "X"),
        ("units.toml", 'range = "0-2"', 'range = "2-0"', "units.toml: us.riflemen.range", "2-0"),
        (
            "units.toml",
            'damage = ["AI 1"]',
            'damage = ["AI one"]',
            "units.toml: us.riflemen.damage[0]",
            "AI one",
        ),
        (
            "units.toml",
            'gives = ["splash"]',
            'gives = ["wings"]',
            "units.toml: us.mortar-team.xp.gives[0]",
            "wings",
        ),
        (
            "units.toml",
            'abilities = ["wrench"]',
            'abilities = ["hammer"]',
            "units.toml: us.riflemen.abilities[0]",
            "hammer",
        ),
        (
            "commanders.toml",
            'unit = "easy-eight"',
            'unit = "tiger"',
            "commanders.toml: us.armor-company.tier[3].effect.unit",
            "tiger",
        ),
        (
            "commanders.toml",
            'units = ["vehicles"]',
            'units = ["boats"]',
            "commanders.toml: us.armor-company.tier[0].effect.units",
            "boats",
        ),
        ("dice.toml", '"AI black"', '"AI blue"', "dice.toml: damage_die.faces[0]", "AI blue"),
        (
            "map-sorrel-brook.toml",
            'water = ["C6"',
            'water = ["B12"',
            "map-sorrel-brook.toml: water[0]",
            "B12",
        ),
        (
            "map-sorrel-brook.toml",
            '"F6/F7 heavy"',
            '"F5/F9 heavy"',
            "map-sorrel-brook.toml: cover[1]",
            "F5/F9",
        ),
        (
            "map-sorrel-brook.toml",
            'B6 = ["victory"]',
            'C6 = ["victory"]',
            "map-sorrel-brook.toml: points.C6",
            "water",
        ),
        (
            "missions.toml",
            'map = "sorrel-brook"',
            'map = "moro"',
            "missions.toml: mission[0].map",
            "moro",
        ),
        ("missions.toml", '"2-3"', '"1-3"', "missions.toml: operations", "1-3"),
        (
            "missions.toml",
            'id = "coh-m2"',
            'id = "coh-m1"',
            "missions.toml: mission[1].id",
            "coh-m1",
        ),
        (
            "missions.toml",
            "start_units = 3",
            "start_units = 6",
            "missions.toml: mission[0].start_units",
            6,
        ),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(
    name: str, old: str, new: str, where: str, found: object
):
    with pytest.raises(PackError) as error:
        read_pack(content_with((name, old, new)))

    assert (error.value.where, error.value.found) == (where, found)
