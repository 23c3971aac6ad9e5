"""10 Combat: declaring attacks, the fires with terrain and integrity, blitz moves, advances."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import Run, hits, offered, position
from tests.scenario import Scenario
from wardiary.domain.games.nuts.combat.fire import attack_items, defence_items, lowest_hit
from wardiary.domain.games.nuts.combat.hits import defenders_of
from wardiary.domain.games.nuts.values import Arm, total
from wardiary.domain.table import events as e

VG_986, VG_987, VG_988, VG_316, VG_320 = "sg-u01", "sg-u02", "sg-u03", "sg-u04", "sg-u05"
NEB_8, VAK_408, STUG = "sg-u07", "sg-u08", "sg-u17"
TWO_PZ, THREE_PZ, PZ_304 = "sg-u18", "sg-u19", "sg-u20"
VG_39, VG_77, VG_78 = "sg-u21", "sg-u22", "sg-u23"
LEHR = ("sg-u24", "sg-u25", "sg-u26", "sg-u27")
ID_8, ID_22, FA_402, AIB_60 = "sa-u06", "sa-u07", "sa-u08", "sa-u02"
CCR_9, ID_109, TD_705, FA_333 = "sa-u10", "sa-u03", "sa-u45", "sa-u47"


def strength(match: Scenario, arm: Arm, target: str, **units: str) -> int:
    """The dice of an attack with an arm, by units of spaces such as B1="sg-u01 sg-u02"."""
    origins = {unit: space for space, some in units.items() for unit in some.split()}
    first = next(iter(origins))
    side = match.table.pack.units[first].side
    enemy = "american" if side == "german" else "german"
    defenders = defenders_of(match.table, enemy, target)
    return total(attack_items(match.table, side, target, arm, origins, defenders))


def defence(match: Scenario, arm: Arm, target: str, *, committed: bool = True) -> int:
    """The dice of the defence of a space with an arm."""
    table = match.table
    side = table.pack.units[(table.zone(target) or table.zone(f"{target}-town"))[0]].side
    defenders = defenders_of(table, side, target)
    items = defence_items(table, side, target, arm, defenders, armor_committed=committed)
    return total(items)


# 10.1 Who attacks, and what


def test_an_attack_goes_to_a_space_beside() -> None:
    """N-10.1a, N-Q8/9: never diagonally, and guns fire one space."""
    match = position({"B1": f"{VG_986} {VAK_408}", "B2": ID_8, "C2": ID_22, "B3": CCR_9})

    assert offered(match, "german", "attack", "to") == {"B2"}
    match.when("german", f"attack C2 {VAK_408} -").then_illegal("N-10.1a")


def test_nobody_attacks_with_units_of_the_enemy() -> None:
    """N-10.1a."""
    match = position({"B1": VG_986, "B2": ID_8, "C2": ID_22})
    match.when("german", f"attack B2 {ID_22} -").then_illegal("N-10.1a")
    assert match.refused is not None
    assert "is an enemy" in match.refused.why


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"out-of-supply": 1}, "N-12.3a"),
        ({"sideways": 1}, "N-10.1d"),
        ({"moved": 1}, "N-9.1a"),
    ],
)
def test_who_may_not_attack(marks: dict[str, int], rule: str) -> None:
    """N-10.1a, N-10.1d, N-12.3a, N-9.1a."""
    match = position({"B1": VG_986, "B2": ID_8}, marks={VG_986: marks})
    match.when("german", f"attack B2 {VG_986} -").then_illegal(rule)


def test_no_more_than_four_units_or_two_divisions_attack() -> None:
    """N-10.1c, N-Q14/15, N-3.3l: 3 of the 26th and 4 of Lehr may; 5 of three divisions may not."""
    seven = (VG_39, VG_77, VG_78, *LEHR)
    match = position({"B1": " ".join((*seven, VG_986, STUG)), "B2": ID_8})
    three_divisions = (VG_39, VG_77, LEHR[0], LEHR[1], VG_986)
    match.when("german", f"attack B2 {','.join(three_divisions)} -").then_illegal("N-10.1c")
    with_independents = (VG_39, VG_77, VG_78, STUG, VG_986)
    match.when("german", f"attack B2 {','.join(with_independents)} -").then_illegal("N-10.1c")
    match.when("german", f"attack B2 {','.join(seven)} -")

    assert match.refused is None
    assert all(match.table.mark(unit, "sideways") for unit in seven)


def test_units_of_a_space_may_attack_different_spaces_one_after_the_other() -> None:
    """N-10.1d, N-10.1e: but units of different spaces do not join without a card."""
    match = position({"B1": f"{VG_986} {VG_987}", "C2": VG_316, "B2": ID_8, "A1": ID_22})
    match.when("german", f"attack B2 {VG_986},{VG_316} -").then_illegal("N-10.1e")
    match.when("german", f"attack-together B2 {VG_986} {VG_316} -").then_illegal("N-10.1e")
    run = Run(match, (1,) * 2, (1,), (1,), (1,) * 2)
    run.do(f"attack A1 {VG_986} -", "choose assault").pass_cards()
    assert offered(match, "german", "attack", "units") == {VG_987, VG_316}


def test_a_general_or_a_coordinated_attack_joins_up_to_three_spaces() -> None:
    """N-10.1e, N-9.4c: the general must be in one of them; the card is used up."""
    places = {"B1": VG_986, "C2": VG_316, "A2": VG_39, "B2": ID_8}
    match = position(places, attached={"sg-e10": VG_986})
    match.when("german", f"attack-together B2 {VG_316} {VG_39} -").then_illegal("N-10.1e")
    match.when("german", f"attack-together B2 {VG_986} {VG_316} {VG_39}").then_illegal("N-10.1e")
    match.when("german", f"attack-together B2 {VG_39} {VG_986} {VG_316}")
    assert match.refused is None

    match = position(places)
    match.given(lambda draft: draft.move("sg-e09", "table-events", rule="N-10.1e"))
    match.when("german", f"attack-together B2 {VG_39} {VG_316} -")
    assert match.table.zone_of("sg-e09") == "german-discard"


def test_integrity_takes_units_of_one_space() -> None:
    """N-10.3b: three of a division from two spaces have none."""
    match = position({"B1": f"{VG_986} {VG_987}", "C2": VG_988, "B2": ID_8})

    assert strength(match, "infantry", "B2", B1=f"{VG_986} {VG_987}", C2=VG_988) == 5


# 15.3 The first turn


@pytest.mark.parametrize(
    ("units", "extra", "rule"),
    [
        ((VG_986, VG_987, VG_988, VG_316), VAK_408, ""),
        ((VG_986, VG_987, VG_988, VAK_408), NEB_8, ""),
        ((VG_986, VG_987, VG_988, VG_316, VG_320), NEB_8, ""),
        ((VG_986, VG_987, VG_988, VG_316), VG_320, "N-15.3a"),
        ((VG_986, VG_987, VG_988, STUG), NEB_8, ""),
        ((VG_986, VG_987, STUG, VG_316, VG_320), NEB_8, "N-10.1c"),
    ],
)
def test_in_the_first_turn_a_gun_more_attacks_from_row_zero(
    units: tuple[str, ...], extra: str, rule: str
) -> None:
    """N-15.3a, N-Q36: four units or two divisions, and a gun."""
    all_units = (VG_986, VG_987, VG_988, VG_316, VG_320, VAK_408, NEB_8, STUG)
    match = position({"B0": " ".join(all_units), "B1": ID_8}, turn=1)
    match.when("german", f"attack B1 {','.join(units)} {extra}")

    if rule:
        match.then_illegal(rule)
    else:
        assert match.refused is None


@pytest.mark.parametrize(("turn", "space"), [(2, "B0"), (1, "B2")])
def test_later_or_elsewhere_no_gun_is_extra(turn: int, space: str) -> None:
    """N-15.3a."""
    units = (VG_986, VG_987, VG_988, VG_316)
    match = position({space: " ".join((*units, NEB_8)), "B1": ID_8}, turn=turn)
    match.when("german", f"attack B1 {','.join(units)} {NEB_8}").then_illegal("N-15.3a")


@pytest.mark.parametrize(("turn", "dice"), [(1, 0), (2, 4)])
def test_american_guns_are_silent_in_the_first_turn(turn: int, dice: int) -> None:
    """N-15.1a: neither in attack nor in reply."""
    match = position({"B1": VG_986, "B2": FA_402}, turn=turn)

    assert strength(match, "artillery", "B1", B2=FA_402) == dice
    assert defence(match, "artillery", "B2") == dice


# 10.3 Strength


def test_the_sum_of_a_value_is_the_number_of_dice() -> None:
    """N-10.3a, N-2.0b: 4 + 1 is five dice; with fourteen points fourteen dice are rolled."""
    match = position({"B1": f"{NEB_8} {THREE_PZ}", "A2": ID_8})
    assert strength(match, "artillery", "A2", B1=f"{NEB_8} {THREE_PZ}") == 5

    match = position({"A1": NEB_8, "A2": ID_8}, values={NEB_8: {"artillery": 14}})
    run = Run(match, (1,) * 14)
    run.do(f"attack A2 {NEB_8} -", "choose bombardment")
    assert run.rolls() == [(1,) * 14]


@pytest.mark.parametrize(
    ("units", "armor", "infantry"),
    [
        ((TWO_PZ, THREE_PZ, PZ_304), 7, 7),
        ((TWO_PZ, THREE_PZ), 5, 4),
        ((VG_986, VG_987, VG_988), 0, 6),
        (LEHR, 6, 7),
        (LEHR[:3], 5, 5),
        ((*LEHR, VG_39, VG_77, VG_78), 8, 14),
    ],
)
def test_divisional_integrity(units: tuple[str, ...], armor: int, infantry: int) -> None:
    """N-3.3f, N-10.3b, N-10.3c: three to attack, armor only with armor; each division counts."""
    match = position({"B1": " ".join(units), "A1": ID_8})
    together = " ".join(units)

    assert strength(match, "armor", "A1", B1=together) == armor
    assert strength(match, "infantry", "A1", B1=together) == infantry


def test_two_units_of_a_division_have_integrity_in_defence() -> None:
    """N-10.3b: the 8th and 22nd: 2 + 2 + 1 infantry; one alone has none; guns get none."""
    match = position({"A1": VG_986, "A2": f"{ID_8} {ID_22} {FA_402}"})
    assert defence(match, "infantry", "A2") == 5
    assert defence(match, "armor", "A2") == 1 + 2 + 1 + 1
    assert defence(match, "artillery", "A2") == 4

    match = position({"A1": VG_986, "A2": f"{ID_8} {FA_402}"})
    assert defence(match, "infantry", "A2") == 2


@pytest.mark.parametrize(
    ("origin", "target", "terrain", "dice"),
    [
        ("C2", "B2", "sa-t04", 3),
        ("A2", "B2", "sa-t04", 3),
        ("B1", "B2", "sa-t04", 3),
        ("B3", "B2", "sa-t04", 6),
        ("B2", "B3", "sg-t5 sa-t06", 3),
        ("B0", "B1", "", 6),
        ("C1", "B1", "", 6),
    ],
)
def test_a_river_halves_infantry_unless_from_behind(
    origin: str, target: str, terrain: str, dice: int
) -> None:
    """N-4.31a, N-4.31m, N-10.2f, N-10.2g, N-5.1a, N-Q26: with a bridge as well; never the Our."""
    match = position({origin: f"{VG_986} {VG_987} {VG_316}", target: ID_8}, terrain=terrain, turn=6)
    units = {origin: f"{VG_986} {VG_987} {VG_316}"}

    assert strength(match, "infantry", target, **units) == dice


def test_behind_a_river_is_the_other_side_for_americans() -> None:
    """N-10.2g: B1 to B2 is full, B3 to B2 is halved; armor is never halved by a river."""
    places = {"B1": f"{ID_8} {ID_22}", "B3": AIB_60, "B2": VG_986}
    match = position(places, terrain="sa-t04", army="american")

    assert strength(match, "infantry", "B2", B1=f"{ID_8} {ID_22}") == 4
    assert strength(match, "infantry", "B2", B3=AIB_60) == 1
    assert strength(match, "armor", "B2", B3=AIB_60) == 2


@pytest.mark.parametrize(("points", "dice"), [(5, 2), (1, 1), (0, 0), (9, 4)])
def test_half_is_rounded_down_and_never_less_than_one(points: int, dice: int) -> None:
    """N-3.3j: 5 is 2, 1 stays 1, and nothing stays nothing."""
    match = position(
        {"C2": VG_986, "B2": ID_8}, terrain="sa-t04", values={VG_986: {"infantry": points}}
    )

    assert strength(match, "infantry", "B2", C2=VG_986) == dice


def test_a_ridge_halves_armor_takes_a_die_of_each_gun_and_doubles_the_defence() -> None:
    """N-4.31e, N-4.31f, N-4.31g, N-9.6b: (6 + 1) / 2 is 3; guns of 4, 1 and 2 fire 4 dice."""
    match = position(
        {"B3": f"{TWO_PZ} {THREE_PZ} {PZ_304} {NEB_8} {VAK_408}", "C3": TD_705},
        terrain="sa-t07",
        values={VAK_408: {"artillery": 2}, TD_705: {"armor": 3}},
    )
    panzers = f"{TWO_PZ} {THREE_PZ} {PZ_304}"

    assert strength(match, "armor", "C3", B3=panzers) == 3
    assert strength(match, "artillery", "C3", B3=f"{NEB_8} {THREE_PZ} {VAK_408}") == 4
    assert defence(match, "armor", "C3") == 6
    assert defence(match, "armor", "C3", committed=False) == 3


@pytest.mark.parametrize(("outside", "dice"), [("", 7), (ID_22, 3)])
def test_a_ridge_helps_as_long_as_one_is_on_it(outside: str, dice: int) -> None:
    """N-4.31o, N-10.2c, N-10.2e, N-Q20/25/35: all in the town: the town only."""
    panzers = f"{TWO_PZ} {THREE_PZ} {PZ_304}"
    match = position({"B3": panzers, "C3-town": ID_8, "C3": outside}, terrain="sa-t07 sg-t6")

    assert strength(match, "armor", "C3", B3=panzers) == dice


@pytest.mark.parametrize(
    ("side", "target", "terrain", "outside", "inside", "needs"),
    [
        ("german", "A4", "sa-t08", ID_8, "", 6),
        ("american", "A4", "sa-t08", VG_986, "", 5),
        ("german", "B4", "sg-t7", "", ID_8, 6),
        ("german", "B4", "sg-t7", ID_22, ID_8, 5),
        ("american", "B4", "sg-t7", "", VG_986, 6),
        ("german", "B4", "sg-t7", ID_8, "", 5),
        ("german", "C4", "sg-t8 sa-t09", ID_22, ID_8, 6),
        ("german", "C4", "sg-t8 sa-t09", ID_22, "", 6),
        ("american", "C4", "sg-t8 sa-t09", VG_987, VG_986, 5),
        ("german", "B3", "", ID_8, "", 5),
    ],
)
def test_what_artillery_needs(
    side: str, target: str, terrain: str, outside: str, inside: str, needs: int
) -> None:
    """N-4.31d, N-4.31k, N-4.31l, N-10.3f, N-3.1c: 6 at held towns, and for Germans at forests."""
    match = position({target: outside, f"{target}-town": inside}, terrain=terrain)
    enemy = "american" if side == "german" else "german"
    defenders = defenders_of(match.table, enemy, target)

    assert lowest_hit(match.table, side, target, "artillery", defenders) == needs


def test_replies_of_guns_hit_on_five_whatever_the_attackers_terrain() -> None:
    """N-10.2a, N-10.3g, N-Q5/6: rocket guns do not reply, guns of tank units do."""
    match = position(
        {"A4": FA_333, "A5": f"{NEB_8} {THREE_PZ} {VAK_408}"},
        army="american",
        terrain="sa-t08",
        values={VAK_408: {"artillery": 2}},
        german="A3 A2 A1",
        american="A4",
    )
    run = Run(match, (1,) * 4, (5, 4, 1))
    run.do(f"attack A5 {FA_333} -", "choose bombardment")

    assert run.totals() == [4, 3]
    assert hits(run.table, FA_333) == [1]


def test_nu_01_the_attacker_cannot_keep_the_defenders_guns_silent() -> None:
    """NU-01, N-10.3e, N-10.3g: no gun in the attack: no dice; three in reply, two hits."""
    match = position(
        {"B1": f"{VG_986} {VG_987}", "B2": FA_402}, values={FA_402: {"artillery": 3, "armor": 0}}
    )
    run = Run(match, (1, 5, 6), (1,) * 4)
    run.do(f"attack B2 {VG_986},{VG_987} -", "choose assault").pass_cards()

    assert run.totals()[:2] == [0, 3]
    assert hits(run.table, VG_986, VG_987) == [1, 1]


@pytest.mark.parametrize(("committed", "dice"), [("commit", 5), ("hold", 2)])
def test_armor_held_back_halves_the_reply(committed: str, dice: int) -> None:
    """N-10.3h, N-10.3i, N-10.3j: and rolls no dice itself."""
    match = position(
        {"B1": TWO_PZ, "B2": CCR_9}, values={CCR_9: {"armor": 5, "infantry": 0, "cohesion": 9}}
    )
    attack = ((4,),) if committed == "commit" else ()
    run = Run(match, *attack, (1,) * dice, (1,) * 2)
    run.do(f"attack B2 {TWO_PZ} -", "choose assault", f"choose {committed}").pass_cards().over()

    assert run.totals()[-3] == dice


@pytest.mark.parametrize(("armor", "dice"), [(1, 1), (0, 0)])
def test_a_halved_reply_of_one_stays_one(armor: int, dice: int) -> None:
    """N-10.3j."""
    match = position({"B1": TWO_PZ, "B2": CCR_9}, values={CCR_9: {"armor": armor}})

    assert defence(match, "armor", "B2", committed=False) == dice


def test_armor_hits_on_five_and_infantry_on_six() -> None:
    """N-10.3i, N-10.3k, N-10.3l: 4, 5, 6 are two hits; five and one six of seven are one."""
    match = position(
        {"B1": f"{TWO_PZ} {STUG}", "B2": CCR_9},
        values={CCR_9: {"cohesion": 9, "infantry": 1, "armor": 0}, STUG: {"armor": 2}},
    )
    run = Run(match, (4, 5, 6), (5, 6), (6,))
    run.do(f"attack B2 {TWO_PZ},{STUG} -", "choose assault", "choose commit", f"choose {TWO_PZ}")

    assert hits(run.pass_cards().over().table, CCR_9, TWO_PZ) == [3, 1]


def test_a_bombardment_is_guns_alone() -> None:
    """N-10.3e: and the attack is over."""
    match = position({"B1": VAK_408, "B2": ID_8})
    run = Run(match, (1, 5, 6))
    run.do(f"attack B2 {VAK_408} -", "choose bombardment").over()

    assert hits(run.table, ID_8) == [2]
    assert run.prompt().rule == "N-10.1a"
    assert run.table.mark(VAK_408, "sideways") == 1


def test_both_fires_of_an_arm_are_one() -> None:
    """N-10.3m: a gun destroyed by the attack still replies, and leaves then."""
    match = position(
        {"B1": VAK_408, "B2": FA_402}, values={FA_402: {"cohesion": 2, "artillery": 2}}
    )
    run = Run(match, (5, 5, 1), (6, 1))
    run.do(f"attack B2 {VAK_408} -", "choose bombardment").over()

    kinds = [type(event) for event in run.events if isinstance(event, e.DiceRolled | e.PiecesMoved)]
    assert kinds == [e.DiceRolled, e.DiceRolled, e.PiecesMoved]
    assert hits(run.table, FA_402, VAK_408) == [-1, 1]


def test_a_space_may_be_attacked_again_and_replies_each_time() -> None:
    """N-10.3r, N-10.3q: nobody retreats."""
    match = position({"B1": VG_986, "C2": VG_987, "B2": ID_8}, values={ID_8: {"armor": 0}})
    run = Run(match, (1,) * 2, (1,) * 2, (1,) * 2, (6, 1))
    run.do(f"attack B2 {VG_986} -", "choose assault")
    run.do(f"attack B2 {VG_987} -", "choose assault").pass_cards().over()

    assert hits(run.table, VG_986, VG_987) == [0, 1]


# 4.31 Towns soak


@pytest.mark.parametrize(
    ("inside", "outside", "soaked", "left"),
    [(ID_8, ID_22, 1, [1, 1]), ("", f"{ID_8} {ID_22}", 0, [2, 1])],
)
def test_a_town_takes_hits_for_all_while_one_is_inside(
    inside: str, outside: str, soaked: int, left: list[int]
) -> None:
    """N-4.31j, N-10.2c, N-10.2d, N-10.2e: three hits: one on the town, or all on the units."""
    match = position({"A1": VAK_408, "A2-town": inside, "A2": outside}, terrain="sg-t1")
    run = Run(match, (5, 6, 6))
    run.do(f"attack A2 {VAK_408} -", "choose bombardment")
    if run.offers("choose"):
        run.do(f"choose {ID_8}")

    assert sorted(hits(run.over().table, ID_8, ID_22)) == sorted(left)
    taken = [event for event in run.events if isinstance(event, e.MarkSet) and event.value]
    assert ("soaked" in {event.mark for event in taken}) == bool(soaked)


def test_a_town_takes_so_many_hits_a_combat() -> None:
    """N-4.31j, N-Q4: whole again in the next combat; once nobody is inside it takes none."""
    match = position(
        {"A1": f"{VAK_408} {NEB_8}", "A2-town": ID_8, "A2": CCR_9},
        terrain="sg-t1",
        values={NEB_8: {"artillery": 1}, VAK_408: {"artillery": 1}, ID_8: {"cohesion": 1}},
    )
    run = Run(match, (6,), (6,))
    run.do(f"attack A2 {VAK_408} -", "choose bombardment")
    assert hits(run.table, ID_8, CCR_9) == [0, 0]
    run.do(f"attack A2 {NEB_8} -", "choose bombardment").over()
    assert hits(run.table, ID_8, CCR_9) == [0, 0]


# 9.3 Blitz


def blitzing(places: dict[str, str], *dice: tuple[int, ...], **more: Any) -> Run:
    """2nd Panzer attacks A2 from A1 and rolls its armor."""
    values = {ID_8: {"cohesion": 9, "infantry": 0, "armor": 0}}
    match = position({"A1": f"{TWO_PZ} {VG_986}", **places}, values=values, **more)
    run = Run(match, *dice)
    return run.do(f"attack A2 {TWO_PZ},{VG_986} -", "choose assault", "choose commit")


def test_nu_05_a_natural_six_lets_a_tank_go_beside_the_defenders() -> None:
    """NU-05, N-9.3a, N-9.3b: A3 or B2; with B2 held only A3."""
    run = blitzing({"A2": ID_8}, (6,), (1, 1), terrain="sg-t1")
    units, spaces = run.prompt().offers[0].slots
    assert (units.candidates, set(spaces.candidates)) == ((TWO_PZ,), {"A3", "B2"})
    run.do(f"blitz {TWO_PZ} A3").pass_cards().over()
    # N-9.3c: no infantry of the tank, so the infantry alone fires; control of A2 stays.
    assert run.totals()[-2] == 2
    assert run.table.pieces["control-a3"].face == "german"
    assert run.table.pieces["control-a2"].face == "american"

    run = blitzing({"A2": ID_8, "B2": ID_22}, (6,), terrain="sg-t1")
    assert run.prompt().offers[0].slots[1].candidates == ("A3",)


@pytest.mark.parametrize(("terrain", "die"), [("", 6), ("sg-t1", 5)])
def test_no_town_or_no_six_no_blitz(terrain: str, die: int) -> None:
    """N-9.3a, N-9.3b."""
    run = blitzing({"A2": ID_8}, (die,), (1,) * 4, terrain=terrain)

    assert not run.pass_cards().over().offers("blitz")


def test_each_six_lets_one_tank_go() -> None:
    """N-9.3b: 6, 6, 5: two at most."""
    match = position(
        {"A1": f"{TWO_PZ} {THREE_PZ} {PZ_304}", "A2": ID_8},
        terrain="sg-t1",
        values={ID_8: {"cohesion": 9, "infantry": 0, "armor": 0}},
    )
    run = Run(match, (1,), (6, 6, 5, 1, 1, 1, 1), (1, 1))
    run.do(f"attack A2 {TWO_PZ},{THREE_PZ},{PZ_304} -", "choose assault", "choose commit")
    run.do(f"blitz {TWO_PZ} A3", f"blitz {PZ_304} B2").pass_cards().over()

    # N-10.3d: integrity is gone with two of three.
    assert run.totals()[-2] == 2


@pytest.mark.parametrize(
    ("terrain", "places", "marks", "offered_at_all"),
    [
        ("sa-t04 sg-t2", {}, {}, True),
        ("sa-t04 sg-t2", {}, {"sg-t2": {"blown": 1}}, False),
        ("sa-t04 sg-t2", {"B2-town": ID_22}, {}, False),
        ("sa-t04 sg-t2", {"B2-events": "sg-e11"}, {"sg-t2": {"blown": 1}}, True),
    ],
)
def test_blitz_moves_across_a_river_need_a_bridge_or_engineers(
    terrain: str, places: dict[str, str], marks: dict[str, dict[str, int]], offered_at_all: bool
) -> None:
    """N-9.3d, N-4.31n: with the town empty and its bridge whole they go through."""
    match = position(
        {"C2": TWO_PZ, "B2": ID_8, **places},
        terrain=terrain,
        marks=marks,
        values={ID_8: {"cohesion": 9, "infantry": 0, "armor": 0}},
    )
    run = Run(match, (6,), (1,), (1,) * 3, (1,) * 3)
    run.do(f"attack B2 {TWO_PZ} -", "choose assault", "choose commit")

    assert run.offers("blitz") == offered_at_all


def test_a_blitz_move_may_leave_the_board() -> None:
    """N-9.3e: from an attack on row 5."""
    match = position(
        {"A4": f"{TWO_PZ} {VG_986}", "A5": ID_8},
        terrain="sg-t9",
        values={ID_8: {"cohesion": 9, "infantry": 0, "armor": 0}},
    )
    run = Run(match, (6,), (1, 1))
    run.do(f"attack A5 {TWO_PZ},{VG_986} -", "choose assault", "choose commit")
    run.do(f"blitz {TWO_PZ} exit").pass_cards().over()

    assert run.table.track("exited") == 1
    assert run.table.zone("exit") == (TWO_PZ,)


def test_the_unit_that_goes_through_still_takes_hits_of_the_reply() -> None:
    """N-9.3c: it is in the armor fire, and not in the infantry fire."""
    match = position(
        {"A1": f"{TWO_PZ} {VG_986}", "A2": ID_8},
        terrain="sg-t1",
        values={ID_8: {"cohesion": 9, "infantry": 2, "armor": 2}},
    )
    run = Run(match, (6,), (5, 5), (1, 1), (6, 6))
    run.do(f"attack A2 {TWO_PZ},{VG_986} -", "choose assault", "choose commit")
    run.do(f"blitz {TWO_PZ} A3").pass_cards().over()

    assert hits(run.table, TWO_PZ, VG_986) == [1, -1]


# 10.3 Advance


def winning(places: dict[str, str], target: str, units: str, **more: Any) -> Run:
    """An assault in which one hit of armor destroys an American unit outside."""
    match = position(places, values={ID_8: {"cohesion": 1, "infantry": 0, "armor": 0}}, **more)
    run = Run(match, (5,))
    return run.do(f"attack {target} {units} -", "choose assault", "choose commit")


def test_when_all_defenders_are_gone_units_of_the_space_may_advance() -> None:
    """N-10.3n: others of the space too, but not those of another attack."""
    run = winning(
        {"A1": f"{TWO_PZ} {VG_986} {VG_987}", "A2": ID_8},
        "A2",
        TWO_PZ,
        marks={VG_987: {"sideways": 1}},
    )
    assert set(run.prompt().offers[0].slots[1].candidates) == {TWO_PZ, VG_986}
    run.do(f"advance outside {VG_986}")
    assert run.table.zone_of(VG_986) == "A2"
    assert run.table.pieces["control-a2"].face == "german"
    run.do("done")
    assert run.prompt().rule == "N-10.1a"


def test_one_survivor_outside_stops_the_advance() -> None:
    """N-10.3n."""
    match = position({"A1": VAK_408, "A2": f"{ID_8} {CCR_9}"}, values={ID_8: {"cohesion": 1}})
    run = Run(match, (5, 1, 1))
    run.do(f"attack A2 {VAK_408} -", "choose bombardment", f"choose {ID_8}").over()

    assert hits(run.table, ID_8, CCR_9) == [-1, 0]
    assert run.prompt().rule == "N-10.1a"


def test_an_advance_around_a_held_town_encircles_it() -> None:
    """N-10.3o, N-Q12, N-Q24, N-10.2c: all survivors are inside: the price of a 6."""
    match = position(
        {"A1": f"{VG_986} {VAK_408}", "A2-town": ID_8},
        terrain="sg-t1",
        values={ID_8: {"artillery": 0}},
    )
    run = Run(match, (1, 1, 1))
    run.do(f"attack A2 {VAK_408} -", "choose bombardment", f"advance outside {VG_986}")

    assert run.table.zone("A2") == (VG_986,)
    assert run.table.zone("A2-town") == (ID_8,)


@pytest.mark.parametrize(
    ("terrain", "marks", "units"),
    [
        ("sa-t04", {}, {VG_986}),
        ("sa-t04 sg-t2", {}, {VG_986, TWO_PZ}),
        ("sa-t04 sg-t2", {"sg-t2": {"blown": 1}}, {VG_986}),
    ],
)
def test_tanks_advance_across_a_river_as_they_move(
    terrain: str, marks: dict[str, dict[str, int]], units: set[str]
) -> None:
    """N-10.3p, N-4.31b, N-4.31n."""
    run = winning(
        {"B1": f"{TWO_PZ} {VG_986}", "B2": ID_8}, "B2", TWO_PZ, terrain=terrain, marks=marks
    )

    assert set(run.prompt().offers[0].slots[1].candidates) == units


def test_who_advances_may_go_under_the_town() -> None:
    """N-10.2b: but nobody changes sides of a card otherwise during combat."""
    run = winning({"A1": VG_986 + " " + TWO_PZ, "A2": ID_8}, "A2", TWO_PZ, terrain="sg-t1")
    run.do(f"advance inside {VG_986}")
    assert run.table.zone("A2-town") == (VG_986,)
    run.match.when("german", "done").when("german", f"leave-town {VG_986}")
    assert run.match.refused is not None


# 9.4 Encircled


def test_encircled_units_fight_only_in_their_own_space() -> None:
    """N-9.4b, N-9.4f: besiegers attack the town or a neighbour, each once."""
    match = position(
        {"B2-town": ID_8, "B2": f"{VG_986} {VG_987}", "B1": VG_316, "B3": ID_22}, terrain="sg-t2"
    )
    assert offered(match, "german", "attack", "to") == {"B2", "B3"}
    match.when("german", f"attack B2 {VG_316} -").then_illegal("N-9.4b")

    match = position(
        {"B2-town": ID_8, "B2": VG_986, "B1": VG_316, "A1": ID_22},
        terrain="sg-t2",
        army="american",
    )
    match.when("american", f"attack B1 {ID_8} -").then_illegal("N-9.4b")
    match.when("american", f"attack B2 {ID_8} -")
    assert match.refused is None


def test_other_terrain_of_the_space_belongs_to_the_besiegers() -> None:
    """N-9.4e: relief from next door is halved by the river, unless it comes from behind."""
    match = position(
        {"B2-town": ID_8, "B2": VG_986, "A2": ID_22, "B1": ID_109},
        terrain="sg-t2 sa-t04",
        army="american",
    )
    assert strength(match, "infantry", "B2", A2=ID_22) == 1
    assert strength(match, "infantry", "B2", B1=ID_109) == 2
    assert strength(match, "infantry", "B2", B2=ID_8) == 2
    match = position({"B2-town": ID_8, "B2": VG_986}, terrain="sg-t2 sa-t04")
    assert strength(match, "infantry", "B2", B2=VG_986) == 2


def test_the_besieged_step_out_when_they_have_won() -> None:
    """N-9.4d: as attackers, or as defenders when their besiegers have lost themselves."""
    values = {VG_986: {"cohesion": 1, "infantry": 0}, ID_8: {"armor": 0}}
    match = position(
        {"B2-town": ID_8, "B2": VG_986}, terrain="sg-t2", army="american", values=values
    )
    run = Run(match, (6, 1))
    run.do(f"attack B2 {ID_8} -", "choose assault", f"advance outside {ID_8}")
    assert run.table.zone("B2") == (ID_8,)

    match = position({"B2-town": ID_8, "B2": VG_986}, terrain="sg-t2", values=values)
    run = Run(match, (6, 6))
    run.do(f"attack B2 {VG_986} -", "choose assault")
    assert run.prompt().seat == "american"
    run.do(f"leave-town {ID_8}")
    assert run.table.zone("B2") == (ID_8,)
    assert run.table.pieces["control-b2"].face == "american"


def test_each_fire_of_a_battle_says_whose_and_which_it_is_and_what_hits() -> None:
    """N-10.3f, N-10.3g, N-10.3i, N-10.3j, N-10.3k, N-10.3l."""
    match = position({"B1": f"{TWO_PZ} {VG_986} {NEB_8}", "B2": f"{CCR_9} {ID_8}"})
    run = Run(match, (1,) * 40)
    run.do(f"attack B2 {TWO_PZ},{VG_986},{NEB_8} -", "choose assault", "choose commit")

    rolled = [(at.purpose, at.rule) for at in run.events if isinstance(at, e.DiceRolled)]
    totals = [(at.what, at.rule) for at in run.events if isinstance(at, e.TotalComputed)]
    assert rolled == [
        ("artillery of the attack, hits on 5 and 6", "N-10.3f"),
        ("armor of the attack, hits on 5 and 6", "N-10.3i"),
        ("armor of the defence, hits on 5 and 6", "N-10.3j"),
        ("infantry of the attack, hits on 6", "N-10.3k"),
        ("infantry of the defence, hits on 6", "N-10.3l"),
    ]
    fired = [(purpose.partition(",")[0], rule) for purpose, rule in rolled]
    assert totals == [fired[0], ("artillery of the defence", "N-10.3g"), *fired[1:]]
