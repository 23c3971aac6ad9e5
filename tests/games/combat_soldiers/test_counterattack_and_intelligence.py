"""7.3.4 Counterattack and 7.3.5 Intelligence."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.cards import COUNTERATTACK, PANTHER, STUART
from tests.games.combat_soldiers.situations import all_pass, battle, siege_is_over, two_groups_each
from tests.games.combat_soldiers.table import Match
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

# 7.3.4 Counterattack.


def test_every_seat_is_asked_for_a_counterattack_whatever_is_in_its_hand():
    """7.3.4-a, 1.1.1.6-b: the defender first; every seat may have the card."""
    asked = []
    for holder in "abc":
        match = battle(("s4-s4-1",), ("r4-r4-1",)).hold(holder, COUNTERATTACK)
        all_pass(match.when("a", "attack s4-s4-1 b-g1"), "a")
        seats = []
        while match.prompt(match.seats_asked()[0]).facts.get("window") == "counterattack":
            seats += match.seats_asked()
            all_pass(match, *match.seats_asked())
        asked.append(seats)

    assert [["b", "c", "a"]] * 3 == asked


def test_a_counterattack_is_refused_in_the_intelligence_window():
    """7.3.4-a: in the Intelligence window it is refused."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).hold("b", COUNTERATTACK)
    match.when("a", "attack s4-s4-1 b-g1")
    all_pass(match, "a", "b", "c", "a")
    assert "intelligence" == match.prompt("b").facts["window"]
    match.when("b", f"counterattack {COUNTERATTACK}").then_illegal("7.3.4-a")


def test_a_counterattack_cannot_follow_a_cancelled_attack():
    """7.3.4-a, 7.3.5-b1: CS-07 (a)."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).hold(
        "b", COUNTERATTACK, "counterattack-intelligence-2"
    )
    match.resolve("a", "attack s4-s4-1 b-g1", b_intelligence=f"cancel {COUNTERATTACK}")
    assert match.when("b", "counterattack counterattack-intelligence-2").refused is not None


def test_any_seat_may_play_counterattack_and_the_defender_chooses_the_unit():
    """7.3.4-a, 7.3.4-b"""
    match = battle(("r3-r3-1",), ("s4-s4-1",)).hold("c", COUNTERATTACK)
    match.resolve("a", "attack r3-r3-1 b-g1", c_counterattack=f"counterattack {COUNTERATTACK}")

    assert ("b",) == match.seats_asked()
    assert {"s4-s4-1"} == match.candidates("b", "strike", "unit")


def test_the_active_seat_is_asked_for_a_counterattack_but_not_for_intelligence():
    """7.3.4-a, 7.3.5-b1, 1.1.1.6-b: the defender first."""
    match = two_groups_each().when("a", "attack a-g1 b-g1").when("a", "pass")
    order = []
    for dice in ((), (), (), (), (1, 1)):
        (seat,) = match.seats_asked()
        order.append((seat, str(match.prompt(seat).facts["window"])))
        match.when(seat, "pass", dice=dice)

    assert [
        ("b", "counterattack"),
        ("c", "counterattack"),
        ("a", "counterattack"),
        ("b", "intelligence"),
        ("c", "intelligence"),
    ] == order


def test_a_besieged_unit_strikes_back_at_half():
    """7.3.4-b, 7.3.1.2-a: the besieger attacks; S4 strikes back with two."""
    match = (
        battle(("r3-r3-1",), ("s4-s4-1",))
        .siege("a-g1", "b-g1", isolation=1)
        .hold("b", COUNTERATTACK)
    )
    match.resolve("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 r3-r3-1", dice=(5, 3, 5, 8))

    assert (2 - 1 + 5, 3 + 3) == (match.total("attack"), match.total("defence"))


def test_a_counterattack_that_destroys_the_besieger_ends_siege_and_battle():
    """7.3.4-b, 7.3.1.1-c"""
    match = battle(("r3-r3-1",), ("s4-s4-1",)).siege("a-g1", "b-g1").hold("b", COUNTERATTACK)
    match.resolve("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 r3-r3-1", dice=(9, 1))

    assert siege_is_over(match)
    assert ("r3-r3-1",) == match.pieces_in("b-casualties")
    assert ("a", True) == (match.seats_asked()[0], bool(match.offers("a", "go")))


def test_a_victim_lost_in_its_counterattack_ends_the_battle():
    """7.3.4-b, 7.3.9.2-b: no second pair of dice is rolled."""
    match = battle((STUART,), ("s3-s3-1", "r3-r3-1")).hold("b", COUNTERATTACK, "ffe-2-at-2")
    match.resolve(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-2-at-2",
        b_counterattack=f"counterattack {COUNTERATTACK}",
    )
    match.resolve("b", f"strike s3-s3-1 {STUART}", dice=(1, 10))

    assert ("s3-s3-1",) == match.pieces_in("a-casualties")
    assert 2 == len(match.events_of(e.DiceRolled))


def test_a_leader_pays_no_loss_when_only_some_of_its_units_are_struck():
    """7.3.4-b, 7.1.3-c: only R4 is struck; the leader's modifier counts."""
    match = battle(("s3-s3-1", "r4-r4-1", "pike-harms"), ("l5-l5",)).hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike l5-l5 r4-r4-1", dice=(2, 1, 5, 4))
    assert (7, 6) == (match.total("attack"), match.total("defence"))

    assert "r4-r4-1" in match.pieces_in("b-casualties")
    assert "a-g1" == match.zone_of("pike-harms")


def test_a_counterattack_that_eliminates_the_attacker_ends_the_battle():
    """7.3.4-b: 4+6 against 3+4: R3 is eliminated, and the battle is over."""
    match = battle(("r3-r3-1",), ("s4-s4-1",)).hold("b", COUNTERATTACK)
    match.resolve("a", "attack r3-r3-1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 r3-r3-1", dice=(6, 4))

    assert (10, 7) == (match.total("attack"), match.total("defence"))
    assert ("r3-r3-1",) == match.pieces_in("b-casualties")
    assert 2 == len(match.events_of(e.DiceRolled))
    assert {"discard-top"} == {match.zone_of(COUNTERATTACK)}


def test_leaders_and_modifiers_change_roles_in_a_counterattack():
    """7.3.4-b: S4 under +1 strikes both attackers under +2, who are mined: 4+1+5, 7+2-2+3."""
    match = battle(("s3-s3-1", "r4-r4-1", "ames-vogler"), ("s4-s4-1", "pike-harms"))
    match.put("a-g1", "mines-1").hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 s3-s3-1+r4-r4-1", dice=(5, 3, 5, 5))

    assert (10, 10) == (match.total("attack"), match.total("defence"))


def test_the_unit_that_counterattacks_may_be_lost():
    """7.3.4-b: no unit is left to defend, so the battle ends."""
    match = battle(("l5-l5",), ("s4-s4-1",)).hold("b", COUNTERATTACK)
    match.resolve("a", "attack l5-l5 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 l5-l5", dice=(1, 9))

    assert ("s4-s4-1",) == match.pieces_in("a-casualties")
    assert 2 == len(match.events_of(e.DiceRolled))


def test_a_unit_that_counterattacks_loses_its_entrenched_marker():
    """7.3.4-b, 16.3"""
    match = (
        battle(("l5-l5",), ("s4-s4-1",)).mark("s4-s4-1", "entrenched", 2).hold("b", COUNTERATTACK)
    )
    match.resolve("a", "attack l5-l5 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike s4-s4-1 l5-l5", dice=(5, 4, 3, 4))

    assert 0 == match.table.mark("s4-s4-1", "entrenched")
    assert 4 + 4 == match.total("defence", 1)


def test_only_a_targeted_unit_can_counterattack():
    """7.3.4-b, 7.1.3-c, 7.3.1.1-d: L4 out of command is the target."""
    match = battle(("r3-r3-1",), ("s4-s4-1", "l5-l5", "l4-l4-1", "pike-harms"))
    match.mark("l4-l4-1", "sideways").hold("b", COUNTERATTACK)
    match.resolve("a", "attack r3-r3-1 l4-l4-1", b_counterattack=f"counterattack {COUNTERATTACK}")

    assert {"l4-l4-1"} == match.candidates("b", "strike", "unit")
    match.resolve("b", "strike l4-l4-1 r3-r3-1", dice=(6, 4))
    assert (4 + 6, 3 + 4) == (match.total("attack"), match.total("defence"))


def test_a_counterattack_with_an_at_weapon_can_eliminate_the_armor_of_a_series():
    """7.3.4-b within 7.3.9.2: CS-Q65, with an AT weapon the infantry strikes armor."""
    match = battle((PANTHER, "s2-s2-1"), ("s3-s3-1", "r3-r3-1"), "german")
    match.hold("b", "ffe-3-at-3", "counterattack-intelligence-1")
    match.resolve(
        "a",
        "pick-off a-g1 s3-s3-1",
        b_support="at-weapon ffe-3-at-3",
        b_counterattack="counterattack counterattack-intelligence-1",
    )
    match.resolve("b", f"strike s3-s3-1 {PANTHER}", dice=(10, 1))

    assert 3 == match.items("attack")["7.2.3.6-c"]
    assert "b-casualties" == match.zone_of(PANTHER)


def test_a_counterattack_by_another_seats_card_comes_before_the_battle():
    """7.3.4-b, 7.3.4-c: S3 and R2 defend; S4 strikes R3 with ten against six."""
    match = Match().group("a-g1", "us", "s3-s3-1", "r3-r3-1", "pike-harms")
    match.group("b-g1", "german", "s4-s4-1").hold("c", "counterattack-intelligence-1")
    match.resolve(
        "a", "attack a-g1 b-g1", c_counterattack="counterattack counterattack-intelligence-1"
    )
    assert ("b",) == match.seats_asked()
    match.resolve("b", "strike s4-s4-1 r3-r3-1", dice=(6, 2, 1, 5))

    assert (10, 6) == (match.total("attack"), match.total("defence"))
    assert "b-casualties" == match.zone_of("r3-r3-1")
    assert 3 + 1 + 1 == match.total("attack", 1)


def test_a_leader_killed_by_a_counterattack_no_longer_leads_the_attack():
    """7.3.4-c, 7.2.2.1.2, 7.2.2.4.2: its modifier no longer counts in the battle after that."""
    match = battle(("s3-s3-1", "r4-r4-1", "dunne-rathke"), ("l5-l5",)).hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike l5-l5 s3-s3-1+r4-r4-1", dice=(8, 2))
    assert (13, 12) == (match.total("attack"), match.total("defence"))
    match.resolve("a", "lose dunne-rathke", dice=(4, 5))

    assert ("dunne-rathke",) == match.pieces_in("b-casualties")
    assert "7.2.2.1.2" not in match.items("attack")


def test_the_battle_goes_on_with_the_survivors_of_the_counterattack():
    """7.3.4-c: S3 and R4 lose R4 to the counterattack; three are left to attack."""
    match = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), ("l5-l5",)).hold("b", COUNTERATTACK)
    match.resolve("a", "attack a-g1 b-g1", b_counterattack=f"counterattack {COUNTERATTACK}")
    match.resolve("b", "strike l5-l5 r4-r4-1", dice=(8, 6, 5, 5))

    assert (13, 10) == (match.total("attack"), match.total("defence"))
    assert ("r4-r4-1",) == match.pieces_in("b-casualties")[:1]
    assert 3 + 0 + 5 == match.total("attack", 1)


# 7.3.5 Intelligence.


def test_intelligence_cancels_an_attack_on_a_maneuver_group_without_dice():
    """7.3.5-b1, 7.3.5-c: no dice, the action is spent, and the group cannot attack again."""
    match = (
        battle(("s4-s4-1",), ("r4-r4-1",)).hold("c", COUNTERATTACK).hold("a", "major-offensive-1")
    )
    match.group("b-g2", "german", "r2-r2-1")
    match.resolve("a", "attack s4-s4-1 b-g1", c_intelligence=f"cancel {COUNTERATTACK}")

    assert () == match.events_of(e.DiceRolled)
    assert 1 == match.actions_left()
    match.when("a", "attack s4-s4-1 b-g2").then_illegal("7.3.5-c")


def test_nobody_is_asked_for_intelligence_against_an_attack_on_an_occupation_group():
    """7.3.5-b1: nobody is asked (CS-07 b)."""
    match = battle(("s4-s4-1",), ("crossroads", "r4-r4-1")).hold("c", COUNTERATTACK)
    match.when("a", "attack s4-s4-1 b-g1")
    windows = []
    while "window" in match.prompt(match.seats_asked()[0]).facts:
        windows.append(match.prompt(match.seats_asked()[0]).facts["window"])
        if len(windows) == 4:
            break
        all_pass(match, *match.seats_asked())

    assert "intelligence" not in windows


def test_the_active_seat_cannot_cancel_its_attack():
    """7.3.5-b1: only the other seats are asked."""
    match = battle(("s4-s4-1",), ("r4-r4-1",)).hold("a", COUNTERATTACK)
    match.when("a", "attack s4-s4-1 b-g1")
    all_pass(match, "a", "b", "c", "a")
    seats = []
    while (
        match.seats_asked()
        and match.prompt(match.seats_asked()[0]).facts.get("window") == "intelligence"
    ):
        seats += match.seats_asked()
        if seats[-1] == "c":
            break
        all_pass(match, *match.seats_asked())

    assert ["b", "c"] == seats


def test_a_cancelled_attack_costs_its_action_and_its_support_cards():
    """7.3.5-b1, 7.3.5-c: CS-Q19, the group cannot attack again this Turn."""
    match = (
        two_groups_each()
        .hold("a", "ffe-2-at-2", "major-offensive-1")
        .hold("c", "counterattack-intelligence-1")
    )
    match.when("a", "attack a-g1 b-g1").when("a", "ffe ffe-2-at-2")
    match.resolve(
        "a",
        "double major-offensive-1 s3-s3-1",
        c_intelligence="cancel counterattack-intelligence-1",
    )

    assert 1 == match.actions_left()
    for card in ("ffe-2-at-2", "major-offensive-1", "counterattack-intelligence-1"):
        assert match.zone_of(card) in {"discard", "discard-top"}
    match.when("a", "attack a-g1 b-g2").then_illegal("7.3.5-c")


def test_an_attack_on_an_occupation_group_is_rolled_without_an_intelligence_window():
    """7.3.5-b1: nobody is asked for Intelligence."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "citie", "r2-r2-1")
    match.when("a", "attack l5-l5 b-g1").when("a", "pass")
    for seat in ("b", "c"):
        match.when(seat, "pass")
    match.when("a", "pass", dice=(1, 1))

    assert 2 == len(match.events_of(e.DiceRolled))


def test_intelligence_shows_a_pick_that_its_owner_chooses():
    """7.3.5-b2, 1.4, 2.5-d: Bob chooses; Ann sees that entry, Cy does not."""
    match = Match().pick("b", river="us", bridge="german", forest="us").hold("a", COUNTERATTACK)
    match.when("a", f"inquire {COUNTERATTACK} b")
    assert {"b-river-us", "b-bridge-german", "b-forest-us"} == match.candidates(
        "b", "show-pick", "entry"
    )
    match.when("b", "show-pick b-river-us")

    assert (1, "discard-top") == (match.actions_left(), match.zone_of(COUNTERATTACK))
    assert "b-river-us" in view(match.table, "a").pieces
    assert "b-bridge-german" not in view(match.table, "a").pieces
    assert "b-river-us" not in view(match.table, "c").pieces


def test_intelligence_about_a_pick_costs_an_action():
    """7.3.5-b2: it is refused with none left."""
    match = Match().pick("b", river="us", bridge="german").hold("a", COUNTERATTACK)
    match.track("actions/other", 2)
    match.when("a", f"inquire {COUNTERATTACK} b").then_illegal("3.0-a")


def test_support_cards_are_discarded_with_a_cancelled_attack():
    """7.3.5-c, 1.1.1.6-c: FFE and Major Offensive; nobody is disorganised (CS-07 c)."""
    match = battle(("s4-s4-1", "r3-r3-1", "novak-thoma"), ("r4-r4-1",)).hold("b", COUNTERATTACK)
    match.hold("a", "ffe-3-at-3", "major-offensive-1")
    match.when("a", "attack a-g1 b-g1 ffe-3-at-3")
    match.when("a", "double major-offensive-1 s4-s4-1")
    all_pass(match, "b", "c", "a")
    match.when("b", f"cancel {COUNTERATTACK}")

    piles = {match.zone_of(card) for card in ("ffe-3-at-3", "major-offensive-1", COUNTERATTACK)}
    assert piles <= {"discard", "discard-top"}
    assert [False, False] == match.sideways("s4-s4-1", "r3-r3-1")
    match.when("a", "attack a-g1 b-g1").then_illegal("7.3.5-c")


@pytest.mark.parametrize(
    "command",
    [
        "attack l5-l5 b-g1",
        "attack-again major-offensive-1 l5-l5 b-g1",
        "surround surrounded-1 a-g1 b-g1",
    ],
)
def test_a_group_whose_attack_was_cancelled_cannot_attack_or_surround_again(command: str):
    """8.11, 7.3.5-c: by an attack, a Major Offensive or a Surrounded card."""
    match = Match().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1")
    match.hold("a", "major-offensive-1", "surrounded-1").hold("b", "counterattack-intelligence-1")
    match.resolve("a", "attack l5-l5 b-g1", b_intelligence="cancel counterattack-intelligence-1")

    match.when("a", command).then_illegal("7.3.5-c")
