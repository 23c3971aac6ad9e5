"""Actions one by one (A25 to A41), each in its window."""

import pytest

from tests.games.combat_commander.battle import Battle, battle, sheet, smoke, unit, weapon, work
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.table import events as e

WOODS = sheet(terrain={"E7": "w"})
BUILDING = sheet(
    terrain={"E7": "b"},
    roads=[["E6", "E7", "E8"]],
    objectives={"1": ["E7"], "2": ["A2"], "3": ["A3"], "4": ["A4"], "5": ["A5"]},
)


def aiming(*placed: e.Event, base: str = "axis-a", **kinds: object) -> Battle:
    """A rifle squad in E5, its gun with it, aims at E7."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        *placed,
        axis=("fire", *kinds.pop("hand", ())),  # type: ignore[misc]
        **kinds,  # type: ignore[arg-type]
    )
    table.order("fire", "axis-a")
    return table.say("axis", f"fire E7 {base}")


def defending(*hand: str, on: object = WOODS, **kinds: object) -> Battle:
    """The Axis shoot at a squad in E7 whose owner holds some cards."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E7"),
        on=on,  # type: ignore[arg-type]
        axis=("fire",),
        allies=hand,
        axis_deck=("6-4",),
        **kinds,  # type: ignore[arg-type]
    )
    table.order("fire", "axis-a")
    return table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))


def firepower(table: Battle) -> object:
    return table.asks("axis", "O20.3.3").facts["firepower"]


# Before a fire roll


def test_marksmanship_adds_two_each_time():
    """A37, A24.1: a squad or team fires; a gun alone does not do."""
    table = aiming(hand=("marksmanship",))
    table.play("marksmanship")
    gun = aiming(hand=("marksmanship",), base="axis-mg")

    assert firepower(table) == 5 + 2
    gun.play("marksmanship").then_illegal("A37")


def test_grenades_need_a_firer_next_to_the_target():
    """A34."""
    table = aiming(hand=("hand-grenades",))
    table.play("hand-grenades").then_illegal("A34")
    near = battle(
        unit("axis-a", "germany-rifle", "E6"),
        unit("allies-a", "america-line", "E7"),
        axis=("fire", "hand-grenades"),
    )
    near.order("fire", "axis-a")
    near.say("axis", "fire E7 axis-a")
    near.play("hand-grenades")

    assert firepower(near) == 7


def test_bore_sighting_is_the_defenders_and_asks_for_a_heavy_weapon():
    """A27: a light gun of 4 is none; a heavy one with a leader has 8 + 1 + 2."""
    weak = aiming(hand=("bore-sighting",), base="axis-mg", attitudes={"axis": "defender"})
    weak.play("bore-sighting").then_illegal("A27")
    table = battle(
        unit("axis-a", "germany-weapon-team", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        axis=("fire", "bore-sighting"),
        attitudes={"axis": "defender"},
    )
    table.order("fire", "axis-a")
    table.say("axis", "fire E7 axis-hmg")
    table.play("bore-sighting")

    assert firepower(table) == 11


def test_crossfire_is_for_moving_targets():
    """A30, A33.2: refused in a fire order, +2 as opportunity fire."""
    table = aiming(hand=("crossfire",))
    table.play("crossfire").then_illegal("A30")
    moving = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E8"),
        axis=("move",),
        allies=("fire", "crossfire"),
    )
    moving.order("move", "axis-a")
    moving.commands(("axis", "group axis-a"), ("axis", "step E6"))
    card = moving.candidates("watch", "card")[0]
    moving.commands(("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"))
    moving.play("crossfire")

    assert moving.asks("allies", "O20.3.3").facts["firepower"] == 8


def test_sustained_fire_adds_two_and_a_double_breaks_the_gun():
    """A41: 2-2 without trigger; the attack still counts it."""
    table = aiming(
        hand=("sustained-fire",), base="axis-mg", axis_deck=("2-2",), allies_deck=("6-3",)
    )
    table.play("sustained-fire")
    table.say("axis", "shoot")

    assert table.reckoned("attack total E7") == 4 + 2 + 4
    assert table.face("axis-mg") == "broken"
    squad = aiming(hand=("sustained-fire",))
    squad.play("sustained-fire").then_illegal("A41")


def test_spray_fire_takes_two_adjacent_hexes_with_one_roll():
    """A40, AMB-57: boxed range; the worst hindrance counts for both; all units defend."""
    table = aiming(
        unit("allies-b", "america-line", "E8"),
        smoke(3, "E8"),
        hand=("spray-fire", "spray-fire"),
        axis_deck=("4-2",),
        allies_deck=("6-3", "5-4"),
    )
    table.play("spray-fire", "E8")
    assert firepower(table) == 5 - 2
    assert table.offer("play", "A40") is None
    table.say("axis", "shoot")
    table.say("allies", "defend allies-a")

    assert table.reckoned("defence total allies-b") > 0
    assert [one.what for one in table.happened(e.TotalComputed)].count("attack total E7") == 0


# Before a defence roll


@pytest.mark.parametrize(("on", "against"), [(WOODS, 13), (BUILDING, 13)])
def test_concealment_lowers_the_total_by_the_cover(on: object, against: int):
    """A29, T93: woods 2; a building with a road 3 - 1; 15 becomes 13."""
    table = defending("concealment", "move", on=on)
    assert table.asks("allies", "O20.3.4").facts["against"] == 15
    table.play("concealment", "E7")

    assert table.asks("allies", "O20.3.4").facts["against"] == against
    assert table.reckoned("attack total E7") == against


def test_hidden_entrenchments_are_the_defenders_and_not_for_buildings():
    """A35, A35.1, F100: cover 0 becomes 3 for the rolls to come."""
    table = defending(
        "hidden-entrenchments",
        on=sheet(),
        attitudes={"allies": "defender"},
        allies_deck=("6-3",),
    )
    table.play("hidden-entrenchments", "E7")
    assert table.items("morale allies-a")["foxholes"] == 3

    built = defending("hidden-entrenchments", on=BUILDING, attitudes={"allies": "defender"})
    built.play("hidden-entrenchments", "E7").then_illegal("A35.1")
    recon = defending("hidden-entrenchments", "concealment", on=sheet())
    recon.play("hidden-entrenchments", "E7").then_illegal("A35.1")


def test_a_hidden_pillbox_is_for_objectives():
    """A35.3, F104: cover 5 - 1 on the road."""
    table = defending(
        "hidden-pillbox", on=BUILDING, attitudes={"allies": "defender"}, allies_deck=("6-3",)
    )
    table.play("hidden-pillbox", "E7")

    assert table.items("morale allies-a") == {"allies-a morale": 6, "pillbox": 5, "road": -1}
    assert table.table.zone("box").count("pillbox-1") == 0


# In a move


def test_assault_fire_by_those_with_boxed_firepower():
    """A26: once, under the rules of fire; a tie on who stands still suppresses him."""
    table = battle(
        unit("axis-a", "germany-pionier", "E5"),
        unit("axis-b", "germany-rifle", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("allies-a", "america-line", "E7"),
        axis=("move", "assault-fire"),
        axis_deck=("4-2",),
        allies_deck=("5-3",),
    )
    table.order("move", "axis-sgt", "axis-a,axis-b")
    table.play("assault-fire")
    assert table.candidates("fire", "base") == ("axis-a",)
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    assert table.table.track("attack-total") == 7 + 1 + 6
    assert table.reckoned("defence total allies-a") == 14
    assert table.table.mark("allies-a", "suppressed") == 1
    table.asks("axis", "O21")


def test_hidden_mines_attack_who_came_and_nobody_else():
    """A35.2, F103.2: after a move or an advance, not over works."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "E6"),
        attitudes={"allies": "defender"},
        axis=("move",),
        allies=("hidden-mines",),
        axis_deck=("1-2",),
        allies_deck=("6-2",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    table.play("hidden-mines", "E6")

    assert table.zone("mines-1") == "E6"
    assert (table.face("axis-a"), table.face("axis-b")) == ("demoralised", "normal")


def test_hidden_wire_takes_the_rest_of_the_movement():
    """A35.5, F106.2: and works may not be there already."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        attitudes={"allies": "defender"},
        axis=("move",),
        allies=("hidden-wire",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    table.play("hidden-wire", "E6")

    assert table.zone("wire-1") == "E6"
    assert table.offer("step") is None


def test_smoke_grenades_need_boxed_movement():
    """A39, 3.1.6: a conscript has none."""
    table = battle(unit("axis-a", "germany-conscript", "E5"), axis=("move", "smoke-grenades"))
    table.order("move", "axis-a")

    table.play("smoke-grenades", "E6").then_illegal("A39")


# Melee, discards, light wounds


def test_ambushes_come_before_the_rolls_inactive_player_first():
    """A25: the opponent picks the victim; a lone demoralised one is lost and there is no roll."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5", face="demoralised"),
        unit("allies-a", "america-line", "E6"),
        axis=("advance", "ambush"),
        allies=("ambush",),
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.asks("allies", "A25")
    table.play("ambush", "E6")
    table.say("axis", "pass")  # No light wounds.

    assert table.zone("axis-a") == "casualties-axis"
    assert [one.purpose for one in table.happened(e.DiceRolled)] == []


def test_no_quarter_is_given_by_russians_to_anybody_and_by_germans_to_them():
    """A38, AMB-01: +2 for a survivor of a melee."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "russia-militia", "E6", face="demoralised"),
        scenario="cc-h4",
        axis=("advance", "no-quarter"),
        axis_deck=("6-1",),
        allies_deck=("1-4",),
        guards=False,
    )
    table.act(lambda draft: draft.place("axis-far", "germany-rifle", "A9", owner="axis", rule="8"))
    table.act(
        lambda draft: draft.place("allies-far", "russia-rifle", "O1", owner="allies", rule="8")
    )
    table.order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    for _ in range(2):
        if (prompt := table.asked()) and prompt.rule == "A25":
            table.say(prompt.seat, "pass")
    table.asks("axis", "A38")
    before = table.vp()
    table.play("no-quarter", "E6")

    assert table.vp() == before + 2


def test_demolition_answers_a_discard_but_not_an_empty_pass():
    """A31, AMB-34, O15: any fortification where an own unit is."""
    table = battle(
        unit("allies-a", "america-line", "E7"),
        work("wire", "E7"),
        axis=("move",),
        allies=("demolition",),
    )
    (card,) = table.table.zone("hand-axis")
    table.say("axis", f"discard {card}")
    table.asks("allies", "O15")
    table.play("demolition", "E7")

    assert table.zone("wire-E7") == "box"
    empty = battle(
        unit("allies-a", "america-line", "E7"), work("wire", "E7"), allies=("demolition",)
    )
    empty.say("axis", "discard -")
    empty.asks("allies", "5")


def test_a_hidden_unit_comes_in_cover_in_the_own_zone():
    """A35.4, 4.3, 4.3.2: a support roll, no radio, a hex without units and cover of at least 1."""
    table = battle(
        unit("axis-a", "germany-rifle", "A9"),
        on=sheet(terrain={"C1": "w", "D9": "w"}),
        attitudes={"allies": "defender"},
        axis=("move",),
        allies=("hidden-unit",),
        allies_deck=("3-2",),
    )
    (card,) = table.table.zone("hand-axis")
    table.say("axis", f"discard {card}")
    table.play("hidden-unit")
    assert set(table.candidates("choose", "this")) == {
        "america-corporal-y",
        "america-weapon-team+america-medium-mg",
        "america-line",
    }
    table.say("allies", "choose america-weapon-team+america-medium-mg")

    assert table.zone("allies-weapon-team-1") == table.zone("allies-medium-mg-1") == "C1"


@pytest.mark.parametrize("face", ["normal", "demoralised"])
def test_light_wounds_put_a_team_in_the_place_of_a_squad(face: str):
    """A36, 4.3.1, AMB-54, AMB-60: a point lost; demoralised only if the squad was."""
    table = battle(
        unit("allies-a", "america-line", "E7", face=face, veteran=1),
        weapon("allies-mg", "america-medium-mg", "E7", "allies-a"),
        allies=("light-wounds",),
    )
    table.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    table.play("light-wounds", "allies-a")

    assert table.vp() == 1
    assert table.zone("allies-a") == "box"
    assert (table.zone("allies-a-a"), table.face("allies-a-a")) == ("E7", face)
    assert table.table.pieces["allies-mg"].host == "allies-a-a"
    assert table.table.mark("allies-a-a", "veteran") == 1


def test_a_seat_is_asked_whatever_it_holds():
    """G-window: whoever could hold a card is asked; with an empty hand nobody is."""
    asked = battle(unit("allies-a", "america-line", "E7"), allies=("move",))
    asked.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    empty = battle(unit("allies-a", "america-line", "E7"))
    empty.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))

    assert [offer.verb for offer in asked.asks("allies", "A36").offers] == ["pass"]
    assert empty.face("allies-a") == "demoralised"


def test_a_card_without_a_place_is_refused_under_its_own_rule():
    """A24.1, A25, A28, A32, A35.4, A36: each moment takes its own actions only."""
    wounded = battle(unit("allies-a", "america-line", "E7"), allies=("ambush", "light-wounds"))
    wounded.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    wounded.play("ambush", "allies-a").then_illegal("A25")
    discarded = battle(
        unit("allies-a", "america-line", "E7"),
        work("wire", "E7"),
        axis=("move",),
        allies=("hidden-unit", "command-confusion"),
    )
    discarded.say("axis", f"discard {discarded.table.zone('hand-axis')[0]}")

    discarded.play("hidden-unit").then_illegal("A35.4")
    discarded.play("command-confusion").then_illegal("A28")
