"""Clauses of rows that single changes of the rules once passed by: each has its own test."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.games.combat_commander.battle import Battle, battle, radio, sheet, unit, weapon
from tests.games.combat_commander.builders import laid_out
from tests.games.combat_commander.event_builders import turned_up
from tests.games.combat_commander.shipped import PACK
from wardiary.domain.games.combat_commander.actions.opportunity_fire import WATCHING
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.terrain import Shot, cover_items, sight_line


def at_fire(*hand: str) -> Battle:
    """Two squads of the Axis in one hex; one of them has moved there, the Allies may fire."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "E6"),
        unit("allies-a", "america-line", "E8"),
        axis=("move",),
        allies=("fire", *hand),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    card = table.candidates("watch", "card")[0]
    return table.commands(("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"))


# Terrain and lines of sight


def test_water_hinders_no_line_of_sight():
    """8.12, T98: water is open to a line of sight."""
    seen = sight_line(battle(on=sheet(terrain={"E6": "~", "E7": "~"})).table, "E5", "E8")

    assert (seen.clear, seen.hindrance) == (True, 0)


@pytest.mark.parametrize(
    ("hexside", "expected"),
    [("fence", ("open", 0, "T90")), ("hedge", ("hedge", 1, "T87")), ("wall", ("wall", 2, "T97"))],
)
def test_a_fence_gives_no_cover(hexside: str, expected: tuple[str, int, str]):
    """8.12, T84, T87, T97: fire across it into open ground; hedge and wall are worth 1 and 2."""
    table = battle(on=sheet(hexsides=[f"E5/E6 {hexside}"])).table

    assert cover_items(table, "E6", Shot(origins=("E5",))) == (expected,)


@pytest.mark.parametrize(
    ("behind", "clear"), [({}, False), ({"1": ["E5"]}, True), ({"1": ["E4", "E5"]}, False)]
)
def test_an_obstacle_hides_the_hex_behind_it_unless_that_is_higher(
    behind: dict[str, list[str]], clear: bool
):
    """8.12, T88.4.1: from level 3 over woods, into a hex as low as the woods or a level above."""
    hills = {**behind, "3": ["E1"]}
    table = battle(on=sheet(terrain={"E4": "w"}, hills=hills)).table

    assert sight_line(table, "E1", "E5").clear is clear
    assert sight_line(table, "E5", "E1").clear is clear


# Cards


def test_crossfire_needs_one_moving_target_among_several():
    """8.12, A30: of two units in the hex only one has moved."""
    table = at_fire("crossfire").play("crossfire")

    assert table.asks("allies", "O20.3.3").facts["firepower"] == 8


def test_no_order_follows_when_the_capability_is_used_up():
    """8.12, 1.5, 5.1: cc-h1 lets the Axis give so many orders; the next is refused."""
    most = PACK.scenarios["cc-h1"].axis.orders
    table = battle(
        *(unit(f"axis-{n}", "germany-rifle", f"{'ABCDEFGH'[n]}5") for n in range(most + 1)),
        axis=("move",) * (most + 1),
    )
    last = table.table.zone("hand-axis")[most]
    for number in range(most):
        assert table.asks("axis", "5").facts["orders-left"] == most - number
        table.order("move", f"axis-{number}")
        place = "ABCDEFGH"[number]
        table.commands(("axis", f"group axis-{number}"), ("axis", f"step {place}4"))
        table.commands(("axis", "stop"), ("axis", "done"))

    assert last in table.table.zone("hand-axis")
    table.when("axis", f"order {last}").then_illegal("Table/Turn")
    table.asks("allies", "5")
    assert len(table.table.zone("discard-axis")) == most


def test_a_card_played_goes_on_top_of_the_discards():
    """8.12, 1.5, 1.6: an order before it is carried out, and an action."""
    table = battle(unit("axis-a", "germany-rifle", "E5"), axis=("move", "fire"), short=("axis",))
    before = table.table.zone("discard-axis")
    card = table.table.zone("hand-axis")[0]

    table.when("axis", f"order {card}").then(turned_up(card, "axis", "O14.1"))
    assert table.table.zone("discard-axis") == (card, *before)

    shot = at_fire("crossfire")
    (action,) = shot.candidates("play", "card", "A30")
    shot.say("allies", f"play {action} -")
    assert shot.table.zone("discard-allies")[0] == action


@pytest.mark.parametrize(
    ("action", "rule", "at"),
    [
        ("bore-sighting", "A27", "-"),
        ("hand-grenades", "A34", "-"),
        ("marksmanship", "A37", "-"),
        ("spray-fire", "A40", "E7"),
        ("sustained-fire", "A41", "-"),
    ],
)
def test_a_card_that_strengthens_a_fire_is_played(action: str, rule: str, at: str):
    """8.12, 1.6, A27, A34, A37, A40, A41: it leaves the hand for the top of the discards."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E6"),
        unit("allies-b", "america-line", "E7"),
        axis=("fire", action),
        attitudes={"axis": "defender"},
    ).order("fire", "axis-a")
    table.say("axis", "fire E6 axis-hmg")
    table.say("axis", "join axis-a")
    (card,) = table.candidates("play", "card", rule)

    table.say("axis", f"play {card} {at}").then(turned_up(card, "axis", rule))
    assert table.table.zone("hand-axis") == ()


# The initiative


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
def test_the_scenario_says_who_holds_the_initiative_first(scenario: str):
    """8.12, 9: the card lies with that side and with nobody else."""
    holder = PACK.scenarios[scenario].initiative
    table = laid_out(scenario).table

    assert table.zone(f"initiative-{holder}") == ("initiative",)
    assert table.zone(f"initiative-{enemy_of(holder)}") == ()
    assert {each.initiative for each in PACK.scenarios.values()} == {"axis", "allies"}


def test_who_may_void_an_accuracy_roll_is_told_what_it_comes_to():
    """8.12, O18.2.2, 9.1: 2 x 4 = 8, less 2 for the orchard on the way, against range 6."""
    table = battle(
        radio("axis"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        on=sheet(terrain={"E6": "o"}),
        axis=("artillery-request",),
        axis_deck=("2-4",),
    ).order("artillery-request")
    table.when("axis", "spot E9 shells")

    asked = table.asks("allies", "9.1")
    told = {name: asked.facts[name] for name in ("purpose", "roll", "total", "against", "margin")}
    assert told == {"purpose": "accuracy", "roll": 8, "total": 6, "against": 6, "margin": 0}
    assert "in all 6 against 6" in asked.question


# What is said to a player


def test_nobody_is_told_of_less_than_no_movement():
    """8.11b, 3.1.3: 5 points with the sergeant, all spent on one step that leaves him behind."""
    steep = sheet(terrain={"E6": "m"}, hills={"1": ["E6"]}, hexsides=["E5/E6 wall"])
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        on=steep,
        axis=("move",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    asked = table.asks("axis", "O21")
    assert asked.facts["spent"] == 5
    assert asked.facts["left"] == 0
    assert "0 left" in asked.question


def test_opportunity_fire_beyond_range_is_refused_as_such():
    """8.11b, O20.2.2: who watches from ten hexes away is out of range, not too weak."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E8"),
        unit("allies-b", "america-line", "O10", **{WATCHING: 1}),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    table.when("allies", "fire E6 allies-b").then_illegal("O20.2.2")


# What sampled changes of the rules showed


def test_flames_and_bottles_and_nothing_else_void_cover():
    """8.12, 11.6-a: by the kind of weapon, for every weapon of the pack and one of each kind."""
    some = next(iter(PACK.weapons.values()))
    for kind in ("flamethrower", "molotov"):
        assert structs.replace(some, type=kind).voids_cover
    for kind in ("mg", "mortar", "gun", "charge"):
        assert not structs.replace(some, type=kind).voids_cover


def test_a_weapon_is_handed_only_to_a_unit_without_one():
    """8.12, O21.1.1, 11.2: of two others in the hex one carries a gun already."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("axis-b", "germany-rifle", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-b"),
        unit("axis-team", "germany-weapon-team", "E5"),
        axis=("move",),
    ).order("move", "axis-a")
    table.say("axis", "group axis-a")

    assert table.candidates("hand-over", "to") == ("axis-team",)


def test_only_squads_are_deployed_by_the_event():
    """8.12, E52.1: neither a leader nor a team is offered."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("axis-team", "germany-weapon-team", "E6"),
        guards=False,
    )
    table.read("deploy")

    assert table.candidates("choose", "this") == ("axis-a",)


def test_nobody_leaves_the_map_before_a_group_has_set_out():
    """8.12, O21.2, 7.2: refused in a sentence, at the enemy's edge as anywhere."""
    table = battle(unit("axis-a", "germany-rifle", "E5"), axis=("move",)).order("move", "axis-a")

    table.when("axis", "leave axis-a").then_illegal("O21")
