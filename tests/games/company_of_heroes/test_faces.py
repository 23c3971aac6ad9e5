"""What units, commanders, markers and hexes of Company of Heroes show."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import replace as replaced
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.company_of_heroes.content import PACK
from tests.games.company_of_heroes.situations import battle, laid_out
from wardiary.domain.games.company_of_heroes.components.commanders import CommanderCard
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.faces.faces import FACES, components, values
from wardiary.domain.games.company_of_heroes.faces.hexes import spaces, state
from wardiary.domain.games.company_of_heroes.faces.markers import UPGRADE, bonuses
from wardiary.domain.games.company_of_heroes.faces.texts import cost_words
from wardiary.domain.games.company_of_heroes.layout import (
    layout,
    title_in_pack,
    title_of,
    track_title,
    zone_title,
)
from wardiary.domain.games.company_of_heroes.table.passives import tiers_track
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.faces import Face

ALL = components(PACK)


def figures(kind: str, face: str = "") -> dict[str, int | str]:
    """The figures of a component by name."""
    return {figure.name: figure.value for figure in ALL[kind].face(face).figures}


def texts(face: Face) -> list[str]:
    """The texts of a face."""
    return [text.text for text in face.texts]


def test_a_unit_shows_its_figures_and_what_it_costs():
    """C-2.3a, C-7.4d."""
    assert figures("us-riflemen") == {
        "Health": 4,
        "AI damage": 1,
        "AP damage": 0,
        "Flame damage": 0,
        "Range": 2,
        "Sight": 2,
        "Defense": 0,
        "Against AI": "no defense",
        "Against AP": "a die for each",
        "Against HE": "no defense",
        "Against Flame": "no defense",
        "On ice": "AI 0, AP 0, HE 1, Flame 1",
        "Tier": 1,
        "Manpower": 2,
        "XP upgrade": "+1 AI or +1 AP",
        "Munitions upgrade": "+1 AI or +1 AP",
    }


def test_a_tank_shows_its_frontal_armor_and_where_its_guns_fire():
    """C-5.5a, C-5.7a, C-4.1.6c."""
    panzer = ALL["wehrmacht-panzer-iv"].face("")
    notes = {figure.name: figure.note for figure in panzer.figures if figure.note}

    assert notes == {"AI damage": "fixed gun", "AP damage": "turret"}
    assert figures("wehrmacht-panzer-iv")["Against AP"] == "2 dice in front"
    assert figures("wehrmacht-panzer-iv")["Against AI"] == "immune"
    assert figures("wehrmacht-panzer-iv")["Against HE"] == "a die for each HE that hits"


def test_units_with_a_front_have_a_face_for_each_direction():
    """C-4.1.3e, C-4.1.7a."""
    with_front = {kind for kind in PACK.units if len(ALL[kind].faces) == 7}

    assert {kind for kind in with_front if PACK.units[kind].type == "light-vehicle"} == set()
    assert "us-mg-team" in with_front
    assert "wehrmacht-mg-bunker" in with_front
    assert ALL["us-sherman"].face("2").subtitle == "heavy vehicle, facing up and right"
    arrows = [face.title.removeprefix("M4A3 Sherman") for face in ALL["us-sherman"].faces]
    assert arrows == ["", " ↑", " ↗", " ↘", " ↓", " ↙", " ↖"]
    assert [face.name for face in ALL["us-riflemen"].faces] == [""]


def test_an_upgrade_has_a_marker_that_says_what_it_gives():
    """C-7.4d."""
    shown = {bonus: texts(ALL[f"{UPGRADE}{bonus}"].face(""))[0] for bonus in bonuses(PACK)}

    assert shown["1-ai"] == "Bought: +1 AI."
    assert shown["1-sight-1-range"] == "Bought: +1 range and +1 sight."
    assert shown["2-sight-spots-camouflage"] == "Bought: +2 sight and spots camouflage."
    assert shown["1-flame-at-range-1"] == "Bought: +1 Flame at range 1."
    assert shown["no-slow"] == "Bought: no longer slow."
    assert len(shown) == 17


def test_a_commander_shows_its_tiers_with_price_and_effect():
    """C-8.0a, C-8.1a."""
    face = ALL["wehrmacht-spearhead-doctrine"].face("")

    assert [(figure.value, figure.note) for figure in face.figures] == [
        (2, ""),
        (3, ""),
        (4, ""),
        (5, "building 3"),
    ]
    assert texts(face) == [
        "Tier 1: Grenadiers: 1 hex without CP after leaving a transport.",
        "Tier 2: The XP upgrade of Mortar Team costs 1 XP.",
        (
            "Tier 3: With your very first 3 CP and 2 munitions: 2 HE and 1 Flame on one hex "
            "in this damage phase."
        ),
        "Tier 4: One Tiger spawns free; more may be bought.",
    ]


def test_commanders_name_all_units_of_a_type_by_one_word():
    """C-8.1a."""
    first, second, *_ = texts(ALL["us-armor-company"].face(""))

    assert first == "Tier 1: your vehicles: 1 manpower less each, but at least 1."
    assert second.endswith("1 defense die more for your heavy vehicles.")


NAMES = {"id", "title", "label", "kind", "name"}


def altered(value: Any, kind: Any) -> Any:
    """Another value of the same kind; None where there is none."""
    kind = next((part for part in get_args(kind) if get_origin(part) is Literal), kind)
    if get_origin(kind) is Literal:
        return next(other for other in get_args(kind) if other != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 1 else value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, frozenset):
        return frozenset({*value, "us-major", "wehrmacht-tiger", "other"})
    return None


def versions(part: Any) -> Iterator[tuple[str, Any]]:
    """A printed part with one value altered, for every value in it, and where that is."""
    kinds = typing.get_type_hints(type(part), include_extras=False)
    for name in set(part.__struct_fields__) - NAMES:
        value = getattr(part, name)
        if isinstance(value, msgspec.Struct):
            inner = versions(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            inner = (
                (f"{index}.{where}", (*value[:index], other, *value[index + 1 :]))
                for index, each in enumerate(value)
                for where, other in versions(each)
            )
        else:
            other = value[:-1] if isinstance(value, tuple) else altered(value, kinds[name])
            inner = iter([("", other)] if value and other is not None else [])
        for where, changed in inner:
            yield f"{name}.{where}".strip("."), replace(part, **{name: changed})


WITHOUT_FACE = {"mount", "indirect"}
"""What is said of the gun that an upgrade adds to, or of a strike from afar."""


@pytest.mark.parametrize("kind", PACK.commanders)
def test_everything_that_a_commander_prints_is_shown(kind: str):
    """Another value anywhere in a tier, down to the dice of a barrage, is another face."""
    card: CommanderCard = PACK.commanders[kind]
    missing = []
    for number, tier in enumerate(card.tiers):
        for where, other in versions(tier):
            tiers = (*card.tiers[:number], other, *card.tiers[number + 1 :])
            changed = with_commander(replace(card, tiers=tiers))
            same = components(changed)[kind] == ALL[kind]
            if same and where.rpartition(".")[2] not in WITHOUT_FACE:
                missing.append(f"{number}.{where}")

    assert missing == []


def with_commander(card: CommanderCard) -> CompanyOfHeroesPack:
    """The pack with another card in the place of one."""
    return replaced(PACK, commanders={**PACK.commanders, card.kind: card})


@pytest.mark.parametrize("kind", PACK.units)
def test_everything_that_a_unit_prints_is_shown(kind: str):
    """Also what its upgrades give."""
    card, missing = PACK.units[kind], []
    for where, other in versions(card):
        pack = replaced(PACK, units={**PACK.units, kind: other})
        same = components(pack)[kind] == ALL[kind]
        if same and where.rpartition(".")[2] not in WITHOUT_FACE:
            missing.append(where)

    assert missing == []


@pytest.mark.parametrize("part", ["static", "health"])
def test_defenses_and_health_of_the_pack_are_shown_on_what_has_them(part: str):
    """C-5.6.1a, C-5.6.1c, C-10.1a, C-4.1.2d; light cover is on the sides of hexes."""
    unseen = []
    for where, other in versions(getattr(PACK.dice, part)):
        pack = replaced(PACK, dice=replace(PACK.dice, **{part: other}))
        if components(pack) == ALL:
            unseen.append(where)

    assert unseen == (["light_cover"] if part == "static" else [])


@pytest.mark.parametrize("part", ["resistance", "ice"])
def test_every_cell_of_the_matrices_is_shown(part: str):
    """C-5.5a, C-10.4a."""
    rows = getattr(PACK.dice, part)
    unseen = []
    for target, row in rows.items():
        for damage, cell in row.items():
            other = "immune" if cell == "hit" else "hit" if isinstance(cell, str) else cell + 1
            changed = {**rows, target: {**row, damage: other}}
            pack = replaced(PACK, dice=replace(PACK.dice, **{part: changed}))
            if components(pack) == ALL:
                unseen.append((target, damage))

    assert unseen == []


# The map


def test_a_hex_shows_its_point_its_ground_and_its_sides():
    """C-7.1c, C-5.6.2a, C-4.1d, C-5.6.1a, C-4.1.2i."""
    shown = spaces(battle({}).table)
    square, house, water, trap = (shown[hex_] for hex_ in ("F6", "E4", "C6", "A6"))
    dual = shown["D8"]

    assert len(shown) == 127
    assert (square.objective, square.symbol) == ("Control point: victory points", "victory")
    assert [(figure.name, figure.value) for figure in square.figures] == [("Points", 1)]
    assert [(edge.to, edge.side, edge.kind) for edge in square.edges] == [
        ("F5", 0, "wall"),
        ("F7", 3, "wall"),
    ]
    assert square.edges[0].title == "Heavy cover: 2 defense dice for infantry"
    assert [figure.name for figure in dual.figures] == ["Munitions", "Fuel"]
    assert (house.terrain, [(f.name, f.value) for f in house.figures]) == (
        "building",
        [("Defense dice", 3), ("Health", 2)],
    )
    assert ("D4", "cliff") in {(edge.to, edge.kind) for edge in house.edges}
    assert water.terrain == "water"
    assert [text.text for text in trap.texts] == ["Tank trap: no vehicle enters."]


def test_the_first_game_shows_no_health_of_buildings_and_ignores_tank_traps():
    """C-5.6.1b, C-2.2l."""
    shown = spaces(battle({}, mission="coh-m1").table)

    assert [figure.name for figure in shown["E4"].figures] == ["Defense dice"]
    assert texts_of(shown["A6"]) == ["Tank trap: no vehicle enters in the full game."]


def texts_of(space: Any) -> list[str]:
    """The texts of a hex."""
    return [text.text for text in space.texts]


def test_in_winter_water_is_ice():
    """C-10.4a."""
    assert spaces(battle({}, winter="on").table)["C6"].terrain == "ice"


def test_a_hex_shows_whose_flag_it_has_and_what_is_left_of_its_building():
    """C-7.1b, C-5.6.1c."""

    def shelled(draft: Draft) -> None:
        draft.mark("building-E4", "damage", 1, rule="C-5.6.1c")
        draft.turn("building-B4", "destroyed", rule="C-5.6.1d")

    table = battle({}, flags={"F6": "wehrmacht"}).given(shelled).table
    hurt, ruined = state(table, "E4"), state(table, "B4")

    assert state(table, "F6").control == "wehrmacht"
    assert state(table, "B6").control == ""
    assert [(value.name, value.value) for value in hurt.values] == [("Health", 1)]
    assert [(value.name, value.value) for value in ruined.values] == [
        ("Defense dice", 1),
        ("Health", 0),
    ]


# What numbers amount to now


def now(match: Any, unit: str) -> dict[str, int]:
    """The current values of a unit by name."""
    return {value.name: value.value for value in values(match.table, unit)}


def test_a_fresh_unit_is_as_printed():
    assert now(battle({"us-riflemen-1": "F4"}), "us-riflemen-1") == {}


def test_damage_and_upgrades_change_what_a_unit_amounts_to():
    """C-5.0.3b, C-7.4d."""
    units = {
        "us-riflemen-1": ("F4", {"damage": 2, "upgrade-1-ai": 2}),
        "us-major-1": ("F3", {"upgrade-1-health": 1}),
        "us-wolverine-1": ("C4", {"upgrade-1-sight-1-range": 1}),
    }
    match = battle(units)

    assert now(match, "us-riflemen-1") == {"Health": 2, "AI damage": 3}
    assert now(match, "us-major-1") == {"Health": 3}
    assert now(match, "us-wolverine-1") == {"Range": 4, "Sight": 4}


def test_a_commander_changes_what_units_amount_to():
    """C-8.1a."""
    match = battle({"us-mortar-team-1": "F4"}).given(commanded("us", "us-field-artillery", 1))

    assert now(match, "us-mortar-team-1") == {"Sight": 3}


def commanded(army: str, card: str, tiers: int) -> Any:
    """An army with a commander of which so many tiers are unlocked."""

    def effect(draft: Draft) -> None:
        draft.move(card, f"{army}-commander", rule="C-8.2a")
        draft.track(tiers_track(army), tiers, rule="C-8.0a")

    return effect


# Names and layout


def test_the_map_is_drawn_as_hexes_with_the_boards_of_each_army_beside_it():
    """C-2.2c, C-2.2f."""
    drawn = layout(battle({}).table)
    places = {zone: (x, y) for zone, x, y in drawn.spaces}
    rows = [title for title, _ in drawn.rows]

    assert drawn.shape == "hex"
    assert len(places) == 127
    assert places["B1"][1] == places["A1"][1] + 0.5
    assert "US building boards" in rows
    assert "Wehrmacht destroyed units" in rows
    assert drawn.notes["D8"] == "munitions, fuel"
    assert drawn.notes["C6"] == "water"


def test_the_phases_of_a_round_are_those_of_the_mission():
    """C-3.0a, C-4.0.1b."""
    first = [name for name, _ in layout(battle({}, mission="coh-m1").table).phases]
    full = [name for name, _ in layout(battle({}).table).phases]

    assert first == ["maneuver", *full[3:]]
    assert full[:3] == ["operations", "maneuver", "retreats"]
    assert [name for name in full if name.startswith("damage")] == [
        "damage.start", "damage.1", "damage.2", "damage.3", "damage.4", "damage.5",
    ]  # fmt: skip
    assert full[-5:] == [f"supply.{step}" for step in range(1, 6)]
    assert ("deployment", "Deployment") in layout(laid_out().table).phases


def test_chips_for_targets_chosen_unseen_have_rows_of_their_own():
    """C-5.0a."""
    rows = dict(layout(battle({}, assignment="sealed").table).rows)

    assert rows["US targets chosen unseen"] == ("us-aims",)
    assert "US chips" not in dict(layout(battle({}).table).rows)


def test_the_goals_say_when_the_match_ends_and_what_counts():
    """C-2.2g, C-7.3a, C-12c."""
    full = layout(battle({}, length="medium").table).goals
    purist = layout(battle({}, mission="coh-m3").table).goals

    assert "has 21 points" in full[0]
    assert "1 for each destroyed enemy unit" in full[1]
    assert "alone" in purist[1]


def test_zones_tracks_and_kinds_have_names_for_people():
    table = battle({}).table

    assert zone_title(table, "F6") == "F6"
    assert zone_title(table, "us-lost") == "US destroyed units"
    assert zone_title(table, "operation") == "Operation of this round"
    assert track_title(table, "manpower/us") == "US manpower"
    assert track_title(table, "vp-income/wehrmacht") == "Wehrmacht victory points each round"
    assert track_title(table, "owed/us/us-easy-eight") == (
        "Free units of the US to place: Sherman Easy Eight"
    )
    assert track_title(table, "used/us/tier-2") == (
        "Round in which the US used commander tier 2 last"
    )
    assert title_in_pack(PACK, "us-50-cal-nest") == ".50 cal Nest"
    assert title_in_pack(PACK, "us-armor-company") == "Armor Company"
    assert title_of("wehrmacht-mg-team") == "Mg Team"
    assert title_of("barbed-wire") == "Barbed wire"
    assert title_of("operation-2-4") == "Operation 2 or 4"


def test_costs_are_said_in_words():
    """C-7.4d."""
    assert cost_words(PACK.units["us-sherman"].cost) == "4 manpower and 4 fuel"
    assert cost_words(PACK.numbers.tiers["us"][2]) == "3 manpower and 1 fuel"


def test_the_game_shows_these_faces():
    table = battle({"us-jeep-1": "F4"}).table

    assert FACES.components(PACK) == ALL
    assert FACES.values(table, "point-F6") == ()
