"""4 Groups: what they are made of, leaders and command."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import COUNTERATTACK, SHERMAN, STUG
from tests.games.combat_soldiers.situations import (
    battle,
    deploying,
    drawing,
    end_turn,
    groups_of_both_sides,
    three_units_each,
)
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.groups.command import reorganise
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join, ends_of
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.layout import layout

# 4.2 Kinds of groups.


def test_each_deployed_group_gets_a_new_zone_of_its_owner():
    """4.2-a, 4.1"""
    match = deploying("s3-s3-1").when("a", "done").when("a", "deploy s2-s2-3 german new")

    assert ("a-g1", "a-g2") == (match.zone_of("s3-s3-1"), match.zone_of("s2-s2-3"))
    assert ["us", "german"] == [group_at(match.table, zone).side for zone in ("a-g1", "a-g2")]


def test_a_leader_cannot_start_a_group():
    """4.2-b"""
    match = Match(phase="C").hold("a", "pike-harms").group("a-g1", "us", "forest")
    match.when("a", "deploy pike-harms us new").then_illegal("4.2-b")

    assert match.when("a", "deploy pike-harms us a-g1").refused is None


def test_a_card_that_is_not_in_hand_cannot_be_deployed():
    """4.2-a"""
    match = Match(phase="C").hold("a", "s2-s2-2")

    match.when("a", "deploy s2-s2-1 us new").then_illegal("4.2-a")


def test_a_leader_and_infantry_join_an_objective_for_one_action():
    """4.2-b, 4.3.1"""
    match = (
        groups_of_both_sides()
        .group("a-g3", "us", "forest")
        .hold("a", "pike-harms", "s2-s2-1")
        .turn("a", "C")
    )
    match.when("a", "deploy pike-harms us new").then_illegal("4.2-b")
    match.when("a", "deploy pike-harms us a-g3").when("a", "add s2-s2-1 us").when("a", "done")

    assert {"forest", "pike-harms", "s2-s2-1"} == set(match.pieces_in("a-g3"))
    assert 1 == match.actions_left()


@pytest.mark.parametrize(
    ("cards", "refused", "rule"),
    [
        (("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms"), "s2-s2-3", "4.2.1"),
        (("s3-s3-1", "pike-harms"), "brown-keller", "4.2.1"),
        ((STUG, "s3-s3-1", "pike-harms"), "s2-s2-3", "4.2.2"),
        ((STUG,), "m36-jagdpanzer-iv", "4.2.2"),
    ],
    ids=["fourth-infantry", "second-leader", "second-infantry-with-armor", "second-armor"],
)
def test_a_full_group_takes_no_further_card(cards: tuple[str, ...], refused: str, rule: str):
    """4.2.1, 2.1.2-b, 4.2.2: three infantry and a leader, or armor, infantry and leader."""
    match = deploying(*cards)
    assert match.refused is None
    if refused != "s2-s2-3":
        match.put("a-hand", refused)

    match.when("a", f"add {refused} us").then_illegal(rule)


@pytest.mark.parametrize(
    ("cards", "card", "rule"),
    [
        (("s3-s3-1", "r3-r3-1", "l3-l3-1"), "s2-s2-1", "4.2.1"),
        (("s3-s3-1", "pike-harms"), "brown-keller", "4.2.1"),
        (("m10-stug-iii-g", "s3-s3-1"), "s2-s2-1", "4.2.2"),
        (("m10-stug-iii-g",), "m36-jagdpanzer-iv", "4.2.2"),
        (("forest", "s3-s3-1"), "s2-s2-1", "4.2.3-a"),
        (("forest",), "m10-stug-iii-g", "4.3.3"),
    ],
)
def test_a_card_that_does_not_fit_a_group_is_refused_by_its_rule(
    cards: tuple[str, ...], card: str, rule: str
):
    """4.2.1, 4.2.2, 4.2.3-a, 4.3.3, 2.1.2-b"""
    match = Match().group("a-g1", "us", *cards)
    refusal = cannot_join(match.table, group_at(match.table, "a-g1"), ends_of(match.table, card)[0])

    assert refusal is not None
    assert rule == refusal[0]


def test_a_leader_may_join_three_infantry_or_armor_with_infantry():
    """4.2.1, 4.2.2: an armored group is a maneuver group too."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r3-r3-1", "l3-l3-1")
    match.group("a-g2", "us", "m10-stug-iii-g", "s2-s2-1")
    leader = ends_of(match.table, "brown-keller")[0]
    for zone in ("a-g1", "a-g2"):
        group = group_at(match.table, zone)
        assert cannot_join(match.table, group, leader) is None
        assert group.is_maneuver


def test_mines_can_be_placed_on_an_armored_group():
    """4.2.2: it is a maneuver group."""
    match = Match(phase="F").group("a-g1", "us", STUG).on_top("mines-1").when("a", "draw")

    assert {"a-g1"} == match.candidates("c", "inflict", "group")


def test_an_occupation_group_has_one_infantry_and_one_leader_at_most():
    """4.2.3-a, 4.3.1: both come for one action; a second infantry is refused."""
    match = Match(phase="C").group("a-g1", "us", "forest")
    match.hold("a", "s3-s3-1", "pike-harms", "r2-r2-1", "brown-keller")
    match.when("a", "deploy s3-s3-1 us a-g1").when("a", "add pike-harms us")
    match.when("a", "add r2-r2-1 us").then_illegal("4.2.3-a")
    match.when("a", "add brown-keller us").then_illegal("4.2.1")
    match.when("a", "done")

    assert 1 == match.actions_left()


def test_an_occupation_group_defends_with_its_objective_and_does_not_attack():
    """4.2.3-b: Forest five and S3."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "forest", "s3-s3-1")
    match.when("b", "attack s3-s3-1 a-g1")
    assert match.refused is not None
    match.resolve("a", "attack l5-l5 b-g1", dice=(4, 1), b_support="use-forest")

    assert {"7.2.2.2.1": 5, "7.2.2.2.2": 3, "13.5.2.7": 2, "7.2.2.2.5": 1} == match.items("defence")


def test_an_occupation_group_counterattacks_without_its_defence_factor():
    """4.2.3-b, 7.3.8.1-a: S4 with an objective strikes back without the defence factor."""
    match = battle(("r3-r3-1",), ("crossroads", "s4-s4-1")).hold("b", COUNTERATTACK)
    match.resolve("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 r3-r3-1", dice=(6, 4))

    assert 4 + 6 == match.total("attack")
    assert ("r3-r3-1",) == match.pieces_in("b-casualties")


def test_an_occupation_group_may_counterattack_but_not_attack():
    """4.2.3-b, 7.3.8.1-a: S4 at the Forest."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "forest", "s4-s4-1")
    match.hold("b", "counterattack-intelligence-1")
    match.resolve(
        "a", "attack s3-s3-1 b-g1", b_counterattack="counterattack counterattack-intelligence-1"
    )
    match.resolve("b", "strike s4-s4-1 s3-s3-1", dice=(9, 1))
    assert "b-casualties" == match.zone_of("s3-s3-1")

    match.turn("b").group("a-g1", "us", "r2-r2-1")
    match.when("b", "attack s4-s4-1 a-g1").then_illegal("4.2.3-b")


# 4.3 Occupation groups.


def test_a_drawn_objective_may_join_a_small_group_of_its_side():
    """4.3.2: R3 and a leader may be joined; R3 and S3 may not, nor one with armor."""
    match = Match(phase="F").group("a-g1", "us", "r3-r3-1", "pike-harms")
    match.group("a-g2", "us", "r3-r3-2", "s3-s3-1").group("a-g3", "us", STUG)
    match.group("a-g4", "german", "r2-r2-1").on_top("forest").when("a", "draw")
    ways = {
        offer.slots[0].candidates[0]: set(offer.slots[1].candidates)
        for offer in match.offers("a", "place")
    }
    assert {"us": {"alone", "a-g1"}, "german": {"alone", "a-g4"}} == ways
    match.when("a", "place us a-g1")

    assert {"forest", "r3-r3-1", "pike-harms"} == set(match.pieces_in("a-g1"))


def test_a_drawn_objective_cannot_join_a_group_that_has_an_objective():
    """4.3.2"""
    match = Match(phase="F").group("a-g1", "us", "bridge", "r3-r3-1").on_top("forest")
    match.when("a", "draw")

    assert {"alone"} == match.candidates("a", "place", "group")


def test_mines_are_discarded_when_a_drawn_objective_joins_the_mined_group():
    """4.3.2: CS-Q36."""
    match = (
        drawing("hill-205").group("a-g1", "us", "r3-r3-1").put("a-g1", "mines-1").when("a", "draw")
    )
    match.when("a", "place us a-g1")

    assert match.zone_of("mines-1") == "discard-top"


def test_armor_never_occupies_a_captured_objective():
    """4.3.3, 7.3.8.2-b: of armor, S3 and leader, S3 and leader may stay."""
    match = battle((SHERMAN, "s3-s3-1", "pike-harms"), ("crossroads",))
    match.mark("crossroads", "garrison-lost").resolve("a", "attack a-g1 b-g1", dice=(5, 1))

    able = match.candidates("a", "occupy", "units")
    assert {"none", "s3-s3-1", "pike-harms", "s3-s3-1+pike-harms"} == able


def test_a_whole_small_group_may_occupy_a_captured_objective():
    """4.3.3: S3 and its leader, no unit is left outside."""
    match = battle(("s3-s3-1", "pike-harms"), ("crossroads",)).mark("crossroads", "garrison-lost")
    match.resolve("a", "attack a-g1 b-g1", dice=(5, 1)).when("a", "occupy s3-s3-1+pike-harms")

    assert {"crossroads", "s3-s3-1", "pike-harms"} == set(
        match.pieces_in(match.zone_of("crossroads"))
    )
    assert () == match.pieces_in("a-g1")


def test_german_armor_does_not_stay_with_a_captured_objective():
    """4.3.3, 7.3.8.2-b: S3 and the leader may, or nobody."""
    match = battle(("m18-tiger-ii", "s3-s3-1", "ames-vogler"), ("barracks",), "german")
    match.mark("barracks", "damage", 8).resolve("a", "attack a-g1 b-g1", dice=(10, 1))

    assert {"none", "s3-s3-1", "ames-vogler", "s3-s3-1+ames-vogler"} == match.candidates(
        "a", "occupy", "units"
    )


def test_a_group_that_occupies_whole_is_upright_and_the_damage_remains():
    """4.3.3, 7.3.8.2-b: CS-Q46; damage stays."""
    match = battle(("l5-l5", "pike-harms"), ("forest",)).mark("forest", "damage", 4)
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1)).when("a", "occupy l5-l5+pike-harms")

    assert () == match.pieces_in("a-g1")
    assert (4, [False]) == (match.table.mark("forest", "damage"), match.sideways("l5-l5"))


# 4.4 Leaders and command.


def test_notes_beside_the_board_show_the_state_of_a_group():
    """4.4.1: sides, sieges and defence."""
    match = (
        Match()
        .group("a-g1", "us", "forest")
        .group("b-g1", "german", "s3-s3-1")
        .siege("b-g1", "a-g1")
    )
    notes = layout(match.table).notes

    assert notes["a-g1"].startswith("US, Forest (defence 5), surrounded A")
    assert notes["b-g1"] == "German, surrounding A"


def test_a_new_leader_takes_command_up_to_its_rating():
    """4.4.2, 4.4.3, 7.3.6: CS-Q68; three units lost their leader, the new leader commands two."""
    match = Match(phase="C").group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1")
    match.hold("a", "pike-harms").when("a", "deploy pike-harms us a-g1").when("a", "done")

    assert 1 == sum(match.sideways("s3-s3-1", "r4-r4-1", "l3-l3-1"))
    assert match.offers("a", "arrange")


def test_units_beyond_the_leaders_rating_add_nothing_to_the_attack():
    """4.4.2: rating two, +1: S3 and R4 make eight before the die, L3 sideways adds nothing."""
    match = Match().group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("l3-l3-1",)
    )
    match.group("b-g1", "german", "l5-l5").resolve("a", "attack a-g1 b-g1", dice=(1, 4))

    assert 8 + 1 == match.total("attack")


@pytest.mark.parametrize(("leader", "sideways"), [("brown-keller", 0), ("ames-vogler", 1)])
def test_a_leader_commands_up_to_its_rating(leader: str, sideways: int):
    """4.4.2, 4.4.6, 1.1.1.2, 1.1.3-b2: rating three and rating two with three units."""
    cards = ("s3-s3-1", "r4-r4-1", "l5-l5")
    match = Match().hold("a", *cards, leader).turn("a", "C").when("a", "deploy s3-s3-1 us new")
    for card in (*cards[1:], leader):
        match.when("a", f"add {card} us")
    match.when("a", "done")

    assert sideways == sum(match.sideways(*cards))
    assert 3 - sideways == len(group_at(match.table, "a-g1").commanded)


def test_after_a_battle_the_owner_may_change_who_is_sideways():
    """4.4.3: CS-Q32, the attacked group too, but not how many."""
    match = (
        Match()
        .group("a-g1", "us", "s3-s3-1")
        .group(
            "b-g1", "german", "r4-r4-1", "l4-l4-1", "s4-s4-1", "pike-harms", sideways=("s4-s4-1",)
        )
    )
    match.resolve("a", "attack s3-s3-1 s4-s4-1", dice=(3, 2))
    assert ("b",) == match.seats_asked()
    match.when("b", "arrange l4-l4-1+s4-s4-1")
    assert [True, False, False] == match.sideways("r4-r4-1", "l4-l4-1", "s4-s4-1")

    assert "arrange" not in {
        offer.verb for seat in match.seats_asked() for offer in match.prompt(seat).offers
    }


def test_after_deployment_the_owner_chooses_who_is_in_command():
    """4.4.3"""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler").hold("a", "l5-l5")
    match.turn("a", "C").when("a", "deploy l5-l5 us a-g1").when("a", "done")
    match.when("a", "arrange r4-r4-1+l5-l5")

    assert [True, False, False] == match.sideways("s3-s3-1", "r4-r4-1", "l5-l5")


def test_rearranging_keeps_the_number_of_sideways_units():
    """4.4.3: CS-Q32."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler").hold("a", "l5-l5")
    match.turn("a", "C").when("a", "deploy l5-l5 us a-g1").when("a", "done")

    assert all(
        str(candidate).count("+") == 1 for candidate in match.candidates("a", "arrange", "units")
    )


def test_a_group_larger_than_its_leaders_rating_is_arranged_at_the_start_of_the_turn():
    """4.4.3, 6.2: the owner chooses who is upright."""
    match = Match().group(
        "b-g1", "us", "s2-s2-1", "r2-r2-1", "l4-l4-1", "pike-harms", sideways=["l4-l4-1"]
    )
    end_turn(match)
    assert {"s2-s2-1+r2-r2-1", "s2-s2-1+l4-l4-1", "r2-r2-1+l4-l4-1"} == match.candidates(
        "b", "arrange", "units"
    )
    match.when("b", "arrange s2-s2-1+l4-l4-1")

    assert [False, True, False] == match.sideways("s2-s2-1", "r2-r2-1", "l4-l4-1")


def test_the_owner_rearranges_a_group_after_mines_or_a_barrage():
    """4.4.3: those are battles too; as many units are sideways as before."""
    cards = ("s3-s3-1", "r4-r4-1", "l4-l4-1", "pike-harms")
    match = Match().group("b-g1", "german", *cards).mark("l4-l4-1", "sideways")
    match.hold("a", "medic-barrage-1").resolve("a", "bombard medic-barrage-1 s3-s3-1", dice=(10, 1))
    assert ("b",) == match.seats_asked()
    assert {"r4-r4-1", "l4-l4-1"} == match.candidates("b", "arrange", "units")
    mined = Match().group("a-g1", "us", *cards).mark("l4-l4-1", "sideways").put("a-g1", "mines-1")
    mined.turn("a", "A").when("a", "go B").when("a", "detonate mines-1")
    mined.when("a", "victim s3-s3-1", dice=(1, 5))

    assert 3 == len(mined.candidates("a", "arrange", "units"))


def test_at_the_start_of_a_turn_units_are_turned_upright_up_to_the_rating():
    """4.4.4, 6.2, 3.1-a: rating three, a unit of three sideways: all upright, no action spent."""
    match = Match(active="c", phase="F").group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "cole-moritz", sideways=("l3-l3-1",)
    )
    match.group("a-g2", "us", "s3-s3-2", "r4-r4-2", "pike-harms", sideways=("r4-r4-2",))
    match.when("c", "end-turn")

    assert ("a", "A", 2) == (match.table.seat, match.table.phase, match.actions_left())
    assert [False] * 3 == match.sideways("l3-l3-1", "r4-r4-2", "s3-s3-1")


def test_reorganising_is_free_and_stops_at_the_leaders_rating():
    """4.4.4, 6.2, 3.1-a: rating three, then rating two."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "brown-keller")
    match.mark("s3-s3-1", "sideways").mark("l3-l3-1", "sideways")
    match.group("a-g2", "us", "s2-s2-1", "r2-r2-1", "l4-l4-1", "pike-harms")
    match.mark("s2-s2-1", "sideways").mark("r2-r2-1", "sideways")
    for zone in ("a-g1", "a-g2"):
        match.change(lambda draft, zone=zone: reorganise(draft, zone))

    assert [False, False] == match.sideways("s3-s3-1", "l3-l3-1")
    assert 1 == sum(match.sideways("s2-s2-1", "r2-r2-1", "l4-l4-1"))
    assert 2 == match.actions_left()


def test_neither_attack_nor_barrage_singles_out_a_leader():
    """4.4.5-a, 7.3.6, 7.3.10-b: only a sniper does."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1", "pike-harms")
    match.hold("a", "medic-barrage-1")
    match.when("a", "attack s3-s3-1 pike-harms").then_illegal("4.4.5-a")
    match.when("a", "bombard medic-barrage-1 pike-harms").then_illegal("4.4.5-a")


def test_an_attack_on_a_leader_alone_is_refused():
    """4.4.5-a, 4.4"""
    three_units_each().when("a", "attack a-g1 teague-kranz").then_illegal("4.4.5-a")


def test_a_leader_and_its_last_unit_fall_together_and_both_score():
    """4.4.5-b, 7.2.2.4.2, 5.2.2: CS-Q23."""
    match = battle(("l5-l5",), ("s3-s3-1", "brown-keller")).hold("c", "medic-barrage-1")
    match.resolve("a", "attack l5-l5 b-g1", dice=(6, 3), c_medic="medic medic-barrage-1")
    assert 3 == match.total("attack") - match.total("defence")

    assert {"none", "s3-s3-1", "brown-keller"} == match.candidates("a", "keep", "cards")
    match.when("a", "keep brown-keller")
    assert ("brown-keller",) == match.pieces_in("a-casualties")
    assert "discard" in match.zone_of("s3-s3-1")


def test_a_leader_without_units_is_lost_unless_an_objective_shelters_it():
    """4.4.5-b"""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r2-r2-1", "pike-harms")
    match.resolve("a", "attack s3-s3-1 b-g1", dice=(6, 4))
    assert {"r2-r2-1", "pike-harms"} == set(match.pieces_in("a-casualties"))
    match = Match().group("a-g1", "us", "l5-l5")
    match.group("b-g1", "german", "forest", "r2-r2-1", "pike-harms").mark("forest", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(8, 3))
    assert 2 == match.total("attack") - match.total("defence")

    assert ("r2-r2-1",) == match.pieces_in("a-casualties")
    assert {"forest", "pike-harms"} == set(match.pieces_in("b-g1"))


def test_a_withdrawal_cannot_leave_a_leader_alone():
    """4.4.5-b, 4.2-b"""
    match = groups_of_both_sides().turn("a", "A")

    match.when("a", "withdraw s3-s3-1+r4-r4-1").then_illegal("4.4.5-b")
