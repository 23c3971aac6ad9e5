"""The examples printed in the booklet, on one map, event by event with their numbers."""

import pytest

from tests.games.combat_commander.battle import (
    EXAMPLE,
    Battle,
    battle,
    sheet,
    smoke,
    unit,
    weapon,
)
from wardiary.domain.games.combat_commander.fire.targets import Sky
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.table import events as e


def fire_example() -> Battle:
    """Grein in K8 leads a team and four squads; Bolter stands in L8; a squad of the US in M6."""
    return battle(
        unit("axis-grein", "germany-sergeant-y", "K8"),
        unit("axis-bolter", "germany-sergeant-x", "L8"),
        unit("axis-rifle-l8", "germany-rifle", "L8"),
        unit("axis-rifle-k8", "germany-rifle", "K8", face="demoralised"),
        unit("axis-rifle-j7", "germany-rifle", "J7"),
        unit("axis-rifle-j6", "germany-rifle", "J6"),
        unit("axis-team", "germany-weapon-team", "L8"),
        weapon("axis-hmg", "germany-heavy-mg", "L8", "axis-team"),
        weapon("axis-lmg-k8", "germany-light-mg", "K8", "axis-rifle-k8"),
        weapon("axis-lmg-j6", "germany-light-mg", "J6", "axis-rifle-j6"),
        weapon("axis-mortar", "germany-light-mortar", "J7", "axis-rifle-j7"),
        unit("allies-squad", "america-line", "M6"),
        on=EXAMPLE,
        axis=("fire", "sustained-fire", "sustained-fire"),
        axis_deck=("4-1", "1-6 event", "event:interdiction"),
        allies_deck=("6-4",),
    )


MEN = "axis-team,axis-rifle-l8,axis-rifle-k8,axis-rifle-j7,axis-rifle-j6"


def ordered() -> Battle:
    table = fire_example()
    card = table.candidates("order", "card")[0]
    table.say("axis", f"order {card}")
    assert table.zone(card) == "discard-axis"
    return table.say("axis", f"activate axis-grein {MEN}")


def test_fire_a_a_leader_activates_a_team_and_squads_but_no_leader():
    """Example of Fire, A; 3.3.1.1, O14.1, O20.1, 1.5: Bolter cannot be activated through Grein."""
    table = fire_example()
    card = table.candidates("order", "card")[0]
    table.say("axis", f"order {card}")

    table.when("axis", f"activate axis-grein {MEN},axis-bolter").then_illegal("3.3.1.1")
    table.say("axis", f"activate axis-grein {MEN}")

    marked = {each.piece for each in table.happened(e.MarkSet) if each.mark == "activated"}
    assert marked == {"axis-grein", *MEN.split(",")}


def test_fire_b_the_gun_of_a_demoralised_unit_stays_silent():
    """Example of Fire, B; 11.1, 3.2.3, 3.3.1.2: the squad itself reaches 1 + 2 hexes."""
    table = ordered()
    bases = table.candidates("fire", "base")

    assert "axis-lmg-k8" not in bases
    assert "axis-rifle-k8" in bases


def test_fire_c_and_d_a_group_of_four_hexes():
    """Example of Fire, C and D; O20.3.1, O20.3.1.2, T88.2, O20.3.3, O20.3.4, T93: 11 + 5 = 16.

    Grein's range is too short and the mortar fires alone (O20.3.1.1, 11.5).
    """
    table = ordered()
    table.say("axis", "fire M6 axis-rifle-l8")
    joined = table.candidates("join", "elements")
    assert "axis-grein" not in joined
    assert "axis-mortar" not in joined
    assert "axis-rifle-j7" not in joined  # It hangs on K8, which has not joined yet.
    table.say("axis", "join axis-rifle-k8")
    table.say("axis", "join axis-rifle-j7")
    table.say("axis", "join axis-rifle-j6,axis-lmg-j6")

    table.say("axis", "shoot")

    assert table.items("firepower M6") == {
        "axis-rifle-l8 firepower": 5,
        "axis-bolter": 1,
        "axis-rifle-k8": 1,
        "axis-rifle-j7": 1,
        "axis-rifle-j6": 1,
        "axis-lmg-j6": 1,
        "downhill": 1,
    }
    assert table.reckoned("firepower M6") == 11
    assert table.reckoned("attack total M6") == 16
    assert table.items("morale allies-squad") == {
        "allies-squad morale": 6,
        "open": 0,
        "road": -1,
    }
    assert table.reckoned("defence total allies-squad") == 15
    assert table.face("allies-squad") == "demoralised"


def test_fire_e_and_f_two_sustained_fires_and_an_event():
    """Example of Fire, E and F; A41, A24.1, 1.9.1, 1.9.1.1, E60, 4.1.2: 9 + 4 + 7 = 20.

    The event comes before the defence: the squad at which he is firing is suppressed first.
    """
    table = ordered()
    table.say("axis", "fire M6 axis-rifle-l8")
    table.say("axis", "shoot")  # 6 + 5 against 5 + 10: nothing comes of this one.
    table.say("axis", "fire M6 axis-hmg")
    for card in table.candidates("play", "card", "A41"):
        table.say("axis", f"play {card} -")
    table.say("axis", "shoot")

    assert table.reckoned("firepower M6") == 13
    assert table.table.track("attack-total") == 11
    table.asks("axis", "E60")
    table.say("axis", "choose allies-squad")

    assert table.table.track("attack-total") == 20
    assert table.reckoned("attack total M6") == 20
    marks = [each for each in table.happened(e.MarkSet) if each.mark == "suppressed"]
    assert [(mark.piece, mark.rule) for mark in marks] == [("allies-squad", "E60")]
    assert table.reckoned("morale allies-squad") == 4
    assert table.face("axis-hmg") == "working"


def move_example() -> Battle:
    """A German squad climbs past Biermann; a squad of the US in L5 waits with a fire card."""
    table = battle(
        unit("axis-squad", "germany-rifle", "L8"),
        unit("axis-biermann", "germany-sergeant-x", "K7"),
        unit("allies-squad", "america-line", "L5"),
        on=EXAMPLE,
        axis=("move", "move", "smoke-grenades"),
        allies=("fire", "fire", "hand-grenades", "hand-grenades"),
        axis_deck=("6-2", "1-5", "6-3"),
        allies_deck=("6-5", "1-3"),
    )
    card = next(
        candidate
        for candidate in table.candidates("order", "card")
        if order_of(table, candidate) == "move"
    )
    table.say("axis", f"order {card}")
    table.say("axis", "activate axis-squad -")
    return table.say("axis", "group axis-squad")


def order_of(table: Battle, card: str) -> str:
    return str(table.table.pack.cards[table.table.pieces[card].kind].order)


def test_move_a_to_h_with_opportunity_fire():
    """Example of Move and Opportunity Fire, A to H.

    O21, O21.1, O21.3, O21.5, O21.6, T88.1, T88.3.2, A33, A33.1, A33.2, A33.3, A34, A39, 10.3.4.
    """
    table = move_example()

    table.say("axis", "step K8")
    assert table.reckoned("movement points") == 2
    table.then_does_not_ask("allies")  # B: the crest in K7 blocks, nobody could fire.

    (smoke_card,) = table.candidates("play", "card", "A39")
    table.say("axis", f"play {smoke_card} K7", dice=(7,))
    assert table.zone("smoke-7") == "K7"

    table.say("axis", "step K7")
    assert table.reckoned("movement points") == 3
    table.asks("allies", "O21.6")
    (fire_card, _) = table.offer("watch").slots[0].candidates  # type: ignore[union-attr]
    table.say("allies", f"watch {fire_card} allies-squad -")
    table.say("allies", "fire K7 allies-squad")
    table.say("allies", "shoot")
    assert table.items("firepower K7") == {
        "allies-squad firepower": 6,
        "hindrance": -4,
        "uphill": -1,
    }
    assert table.reckoned("attack total K7") == 12

    table.asks("axis", "O20.3.4")
    table.commands(("axis", "defend axis-squad"), ("axis", "defend axis-biermann"))
    assert table.reckoned("morale axis-squad") == 8
    assert table.reckoned("defence total axis-squad") == 16
    assert table.reckoned("defence total axis-biermann") == 14
    assert table.face("axis-squad") == table.face("axis-biermann") == "normal"

    table.say("axis", "step K6")
    assert table.reckoned("movement points") == 5

    table.say("allies", "fire K6 allies-squad")  # G: no new card is needed.
    for card in table.candidates("play", "card", "A34"):
        table.say("allies", f"play {card} -")
    table.say("allies", "shoot")
    assert table.reckoned("firepower K6") == 9
    assert table.reckoned("attack total K6") == 13
    table.say("axis", "defend axis-squad")
    assert table.reckoned("morale axis-squad") == 9
    assert table.reckoned("defence total axis-squad") == 18

    table.asks("axis", "O21")
    assert table.offer("step") is None  # H: 4 movement, 5 spent.
    table.commands(("axis", "stop"), ("axis", "done"))
    second = next(
        candidate
        for candidate in table.candidates("order", "card")
        if order_of(table, candidate) == "move"
    )
    table.commands(
        ("axis", f"order {second}"),
        ("axis", "activate axis-biermann -"),
        ("axis", "group axis-biermann"),
        ("axis", "step L7"),
    )
    table.then_does_not_ask("allies")  # The squad was activated for opportunity fire already.


LINES = [
    ("A", "J9", "K6", False, 0),
    ("B", "J9", "L6", False, 0),
    ("C", "J9", "N6", True, 0),
    ("D", "J7", "M9", False, 0),
    ("E", "J7", "N9", True, 0),
    ("F", "M9", "M4", True, 0),
    ("G", "M9", "N6", True, 2),
    ("H", "M9", "N7", True, 7),
    ("J", "N9", "N7", True, 7),
]


@pytest.mark.parametrize(("example", "here", "there", "clear", "hindrance"), LINES)
def test_lines_of_sight_a_to_j(example: str, here: str, there: str, clear: bool, hindrance: int):
    """Examples of LOS; 10.1, 10.1.1, 10.3.4, T88, T88.3.1, T88.3.2, T88.3.3, T88.4, T88.4.1.

    Units on the way change nothing; the line is the same in both directions.
    """
    table = battle(smoke(13, "N8"), unit("axis-a", "germany-rifle", "N8"), on=EXAMPLE)

    for a, b in ((here, there), (there, here)):
        assert (Sky.over(table.table).hindrance(a, b)) == (hindrance if clear else None), example


def test_a_blaze_blocks_whatever_touches_its_hex():
    """10.2.1, T79, T78.4: also along its hexside, at every level."""
    table = battle(smoke(13, "N8", face="blaze"), on=EXAMPLE)

    assert Sky.over(table.table).hindrance("M9", "N7") is None


def test_a_wall_that_is_no_side_of_either_end_blocks():
    """Examples of LOS, H; 10.1, T84: a fence there hinders by 1."""
    fields = {"terrain": {"N7": "o"}}
    wall = battle(on=sheet(hexsides=["M8/N8 wall"], **fields))
    fence = battle(on=sheet(hexsides=["M8/N8 fence"], **fields))

    assert Sky.over(wall.table).hindrance("M9", "N7") is None
    assert Sky.over(fence.table).hindrance("M9", "N7") == 1


def test_hindrances_below_a_hill_do_not_hinder():
    """T88.5: from level 1 over brush at level 0; between two hexes of level 1 it counts."""
    low = battle(on=sheet(terrain={"E6": "r"}, hills={"1": ["E5"]}))
    high = battle(on=sheet(terrain={"E6": "r"}, hills={"1": ["E5", "E6", "E7"]}))

    assert Sky.over(low.table).hindrance("E5", "E7") == 0
    assert Sky.over(high.table).hindrance("E5", "E7") == 3


def test_the_compass_of_a_map():
    """2.2, 2.2.1, 2.2.2: 1 is up, then clockwise; a scenario names its map."""
    table = battle()
    grid = table.table.pack.maps["CC-MAP-1"].grid

    assert [grid.step("K6", n) for n in range(1, 7)] == ["K5", "L5", "L6", "K7", "J6", "J5"]


def test_a_unit_turned_over_keeps_what_it_has():
    """3.2.2, 3.2.1: morale 7 to 6, with gun and markers."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", suppressed=1, veteran=1),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
    )
    table.act(lambda draft: demoralise(draft, ("axis-a",), rule="1.9.1.3"))

    assert table.face("axis-a") == "demoralised"
    assert table.table.pieces["axis-a"].marks == {"suppressed": 1, "veteran": 1}
    assert (table.table.pieces["axis-mg"].host, table.face("axis-mg")) == ("axis-a", "working")
