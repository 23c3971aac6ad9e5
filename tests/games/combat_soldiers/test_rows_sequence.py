"""3 Sequence of play, 6 and 8 to 11 the phases, row by row."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.sequence.capacity import capacity
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def quiet(phase: str = "B", **settings: bool) -> Field:
    """Ann has two US groups and a German one; Bob a German group."""
    return (
        Field(phase=phase, **settings)
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1")
        .group("a-g2", "us", "l3-l3-1")
        .group("a-g3", "german", "r2-r2-1")
        .group("b-g1", "german", "r3-r3-1")
    )


# 3 Sequence.


def test_after_the_last_seat_the_first_is_next():
    """3.0-a, 3.0-e: Cy ends, Ann is active with two actions."""
    field = Field(active="c", phase="F").group("a-g1", "us", "s3-s3-1").when("c", "end-turn")

    assert ("a", 2, 2) == (field.table.seat, field.left(), field.table.turn)
    assert ["A"] == [one.phase for one in field.happened(e.PhaseEntered)]


@pytest.mark.parametrize(
    ("side", "damage", "us", "german"), [("us", 0, 3, 2), ("german", 0, 2, 3), ("us", 1, 2, 2)]
)
def test_pherddorf_gives_a_third_action_to_its_side(side: str, damage: int, us: int, german: int):
    """3.0-b, 13.5.2.3"""
    field = quiet().group("a-g4", side, "pherddorf").mark("pherddorf", "damage", damage)

    assert (us, german) == (field.left("us"), field.left("german"))


def test_pherddorfs_action_is_not_spent_on_cards():
    """13.5.2.3: CS-Q48; draws, discards and snipers count as anything else."""
    field = quiet("E").group("a-g4", "us", "pherddorf").track("actions/other", 2)
    field.hold("a", "s2-s2-1").when("a", "discard s2-s2-1")

    assert field.refused is not None
    assert 1 == field.left("us")


def test_a_later_phase_cannot_be_left_for_an_earlier_one():
    """3.0-c: the phases B to F in turn, never back."""
    field = quiet("A").hold("a", "s2-s2-1")
    seen = []
    for phase in "BCDEF":
        field.when("a", f"go {phase}")
        seen.append(field.table.phase)
        field.when("a", "go A").then_illegal("3.0-c")
    assert list("BCDEF") == seen
    field.when("a", "go B").then_illegal("3.0-c")


@pytest.mark.parametrize(("side", "cost"), [("us", 1), ("german", 2)])
def test_hill_205_costs_by_its_side(side: str, cost: int):
    """3.0-d, 13.5.2.8: with one action left the German guns are silent."""
    field = quiet().group("a-g4", side, "hill-205")
    field.fight("a", "bombard hill-205 r3-r3-1", dice=(1, 9))
    assert 2 - cost == field.left()
    field = quiet().group("a-g4", side, "hill-205").track("actions/other", 1)
    if cost > 1:
        field.when("a", "bombard hill-205 r3-r3-1").then_illegal("3.0-d")
        return

    assert 0 == field.fight("a", "bombard hill-205 r3-r3-1", dice=(1, 9)).left()


# 3.1, 6 Phase A.


def test_reorganising_costs_nothing_in_any_number_of_groups():
    """3.1-a, 6.2"""
    field = Field(active="c", phase="F")
    for number in (1, 2):
        field.group(
            f"a-g{number}",
            "us",
            f"s3-s3-{number}",
            f"r4-r4-{number}",
            ("pike-harms", "cole-moritz")[number - 1],
            sideways=(f"r4-r4-{number}",),
        )
    field.when("c", "end-turn")

    assert [False, False] == field.sideways("r4-r4-1", "r4-r4-2")
    assert 2 == field.left()


def test_no_more_units_are_turned_up_than_the_rating_allows():
    """6.2: rating two, S3 upright, R4 and L3 sideways: two upright at the most."""
    field = Field(active="c", phase="F").group(
        "a-g1", "us", "s3-s3-1", "r4-r4-1", "l3-l3-1", "pike-harms", sideways=("r4-r4-1", "l3-l3-1")
    )
    field.when("c", "end-turn").when("a", "arrange r4-r4-1+l3-l3-1")

    assert [True, False, False] == field.sideways("s3-s3-1", "r4-r4-1", "l3-l3-1")


def test_a_unit_from_each_of_two_groups_costs_two_actions():
    """3.1-b, 6.3-a: the cards are in hand, with neither end up and no marks."""
    field = quiet("A").mark("s3-s3-1", "entrenched", 2)
    field.when("a", "withdraw s3-s3-1").when("a", "withdraw l3-l3-1")

    assert (0, {"s3-s3-1", "l3-l3-1"}) == (field.left(), set(field.zone("a-hand")))
    assert ("", {}) == (
        field.table.piece("s3-s3-1").face,
        dict(field.table.piece("s3-s3-1").marks),
    )


def test_withdrawing_may_overfill_the_hand_until_the_turn_ends():
    """6.3-b, 11.3-b: four in hand of four, one more withdrawn: five, then one goes."""
    field = Field(phase="A").group("a-g1", "us", "s3-s3-1", "r4-r4-1")
    field.hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1").when("a", "withdraw r4-r4-1")
    assert (5, 4) == (len(field.zone("a-hand")), capacity(field.table, "a"))
    field.turn("a", "F").when("a", "end-turn").when("a", "discard s2-s2-1,s2-s2-2")
    assert field.refused is not None
    field.when("a", "discard s2-s2-1")

    assert (4, ("s2-s2-1",)) == (len(field.zone("a-hand")), field.zone("discard-top"))


@pytest.mark.parametrize(("words", "gone"), [("s3-s3-1+r4-r4-1", True), ("s3-s3-1", False)])
def test_mines_go_with_the_whole_group_only(words: str, gone: bool):
    """6.3-d"""
    field = quiet("A").put("a-g1", "mines-1").when("a", f"withdraw {words}")

    assert gone == (field.where("mines-1") == "discard-top")


def test_a_withdrawn_card_is_redeployed_with_its_other_end():
    """6.3-e, 3.3: US S3 is German R3 in phase C of this very Turn; no action is left."""
    field = quiet("A").group("a-g4", "us", "s3-r3-1").when("a", "withdraw s3-r3-1")
    field.when("a", "go C").when("a", "deploy s3-r3-1 german a-g3").when("a", "done")

    assert ("a-g3", "german", 0) == (
        field.where("s3-r3-1"),
        field.table.piece("s3-r3-1").face,
        field.left(),
    )


@pytest.mark.parametrize(("points", "left"), [(1, 1), (2, 0)])
def test_entrenching_costs_an_action_a_point(points: int, left: int):
    """3.1-c, 6.4, 16.1-a"""
    field = quiet("A").when("a", f"entrench s3-s3-1 {points}")
    assert (left, points) == (field.left(), field.table.mark("s3-s3-1", "entrenched"))
    field = quiet("A").mark("s3-s3-1", "entrenched", 2)

    field.when("a", "entrench s3-s3-1 1").then_illegal("6.4")


def test_interdiction_costs_an_action_a_marker_and_is_cleared_free_together():
    """6.5-a, 6.5-b, 18.4.1, 18.4.2: the capability is off while the marker lies there."""
    field = (
        quiet("A", interdiction=True).group("b-g2", "us", "pherddorf").group("b-g3", "us", "river")
    )
    field.when("a", "interdict pherddorf").when("a", "interdict river")
    assert 0 == field.left()
    field.turn("b", "A", 2)
    assert 2 == field.left("us")
    field.when("b", "clear-interdiction")

    assert 3 == field.left("us")
    assert 0 == field.table.mark("river", "interdicted")


# 3.3, 8 Phase C.


def test_two_groups_cost_two_actions_whatever_their_cards():
    """8.0-a, 3.3"""
    field = Field(phase="C").hold("a", "s4-s4-1", "r3-r3-2", "l5-l5", "brown-keller", "s2-s2-1")
    field.when("a", "deploy s4-s4-1 us new")
    for card in ("r3-r3-2", "l5-l5", "brown-keller"):
        field.when("a", f"add {card} us")
    field.when("a", "done")
    assert 1 == field.left()
    field.when("a", "deploy s2-s2-1 german new").when("a", "done")

    assert 0 == field.left()
    assert 4 == len(field.zone("a-g1"))


# 3.4, 9 Phase D.


def test_a_shift_takes_one_action_and_stays_within_a_side():
    """3.4-a, 9.1"""
    field = quiet("D")
    field.when("a", "shift s3-s3-1 a-g3").then_illegal("3.4-a")
    field.when("a", "shift s3-s3-1 a-g2")

    assert ("a-g2", 1) == (field.where("s3-s3-1"), field.left())


def test_an_exchange_takes_one_action_too():
    """3.4-a, 9.1: CS-Q17; markers are left behind."""
    field = quiet("D").mark("l3-l3-1", "entrenched", 1)
    field.put("a-g1", "antitank-2-1", host="s3-s3-1").when("a", "exchange s3-s3-1 l3-l3-1")

    assert ("a-g2", "a-g1", 1) == (field.where("s3-s3-1"), field.where("l3-l3-1"), field.left())
    assert ("antitank-stock", 0) == (
        field.where("antitank-2-1"),
        field.table.mark("l3-l3-1", "entrenched"),
    )


@pytest.mark.parametrize("play", ["attack", "entrench", "antitank"])
def test_a_group_that_was_used_takes_no_part_in_a_shift(play: str):
    """3.4-b"""
    field = quiet("A" if play == "entrench" else "B")
    if play == "attack":
        field.fight("a", "attack s3-s3-1 b-g1", dice=(4, 4)).when("a", "rest s3-s3-1")
    elif play == "entrench":
        field.when("a", "entrench s3-s3-1 1").when("a", "go B")
    else:
        field.when("a", "antitank a-g1", dice=(1,)).when("a", "put-antitank s3-s3-1")
    field.when("a", "go D")
    field.when("a", "shift r4-r4-1 a-g2").then_illegal("3.4-b")
    field.when("a", "shift l3-l3-1 a-g1").then_illegal("3.4-b")


def test_two_garrisons_take_two_actions():
    """3.4-c, 9.2, 13.5.1.1-b2: and the next loss of one is paid by the garrison again."""
    field = quiet("D").group("a-g4", "us", "crossroads").group("a-g5", "us", "bridge")
    field.mark("crossroads", "garrison-lost").mark("bridge", "garrison-lost")
    field.when("a", "garrison crossroads").when("a", "garrison bridge")
    assert 0 == field.left()
    field.turn("b", "B", 2).fight("b", "attack r3-r3-1 a-g4", dice=(5, 3))
    assert 1 == field.total("attack") - field.total("defence")

    assert ("a-g4", 1) == (
        field.where("crossroads"),
        field.table.mark("crossroads", "garrison-lost"),
    )


# 3.5, 10 Phase E.


def test_four_cards_at_most_are_discarded_for_an_action():
    """3.5-a, 10.1: five are refused; Bob learns one identity and the number."""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2", "l3-l3-3")
    field = quiet("E").hold("a", *cards)
    field.when("a", f"discard {','.join(cards)}").then_illegal("3.5-a")
    field.when("a", "discard s2-s2-1,l3-l3-2,s2-s2-2,s2-s2-3")
    seen = view(field.table, "b")

    assert (("s2-s2-3",), 1) == (field.zone("discard-top"), field.left())
    assert ("s2-s2-2", "l3-l3-2", "s2-s2-1") == field.zone("discard")
    assert 3 == len(seen.zone("discard"))
    assert not {"s2-s2-1", "s2-s2-2", "l3-l3-2"} & set(seen.pieces)


@pytest.mark.parametrize(("die", "damage"), [(5, 1), (1, 3), (10, 0), (6, 0), (4, 1)])
def test_a_repair_takes_off_half_the_die(die: int, damage: int):
    """3.5-b, 10.2: damage three; what is too much is lost."""
    field = quiet("E").group("a-g4", "us", "bridge").mark("bridge", "damage", 3)
    field.when("a", "repair bridge", dice=(die,))

    assert (damage, 1) == (field.table.mark("bridge", "damage"), field.left())


# 3.6, 11 Phase F.


def test_a_draw_is_three_cards_in_three_events():
    """3.6-a, 11.1-a: capacity four, one in hand."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1")
    field.on_top("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2").when("a", "draw")
    drawn = [one.pieces for one in field.happened(e.PiecesMoved) if one.to == "a-hand"]

    assert [("s2-s2-1",), ("s2-s2-2",), ("s2-s2-3",)] == drawn
    assert 1 == field.left()


def test_a_white_back_as_the_second_card_ends_the_phase_and_the_turn():
    """3.6-b, 11.1-b: hand two; only the end of the Turn follows."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", "l3-l3-1")
    field.on_top("s2-s2-1", "weather", "s2-s2-2").when("a", "draw")

    assert (2, "b") == (len(field.zone("a-hand")), field.table.seat)


def test_a_white_back_as_the_first_card_leaves_the_hand_as_it_was():
    """11.1-b"""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").on_top("barracks", "s2-s2-2")
    field.when("a", "draw").fight("a", "place us alone")

    assert ((), "b") == (field.zone("a-hand"), field.table.seat)


def test_a_full_hand_draws_no_card():
    """11.1-a: four of four."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1")
    field.hold("a", "s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-2")

    field.when("a", "draw").then_illegal("11.1-a")


@pytest.mark.parametrize("use", ["barracks", "citie"])
def test_retrievals_come_before_the_draw(use: str):
    """11.2-a"""
    field = Field(phase="F").group("a-g1", "us", use).group("a-g2", "german", "s3-s3-1")
    field.discards("major-offensive-1", "s2-s2-3").on_top(*(f"r3-r3p-{n}" for n in (1, 2, 3)))
    field.hold("a", *(f"l4-l4-{n}" for n in (1, 2, 3, 4)), "l5-l5").when("a", "draw")
    assert 8 == len(field.zone("a-hand"))

    field.when("a", use).then_illegal("11.2-a")


@pytest.mark.parametrize(
    ("groups", "most"),
    [
        ((), 4),
        ((("us", "s3-s3-1"), ("us", "s3-s3-2")), 4),
        ((("us", "s3-s3-1"), ("german", "forest")), 8),
        ((("us", "forest"), ("german", "s3-s3-1")), 8),
    ],
)
def test_capacity_is_eight_with_both_sides_deployed(groups: tuple[tuple[str, str], ...], most: int):
    """11.3-a, 2.1.1, 2.1.2-a: a lone objective is a group of its side."""
    field = Field()
    for number, (side, card) in enumerate(groups, 1):
        field.group(f"a-g{number}", side, card)

    assert most == capacity(field.table, "a")


def test_a_hand_above_capacity_is_cut_down_at_the_own_turns_end():
    """11.3-b: seven cards, capacity four: three go, in the order named."""
    cards = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2", "l3-l3-3", "l3-l3-4")
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").hold("a", *cards)
    field.when("a", "end-turn").when("a", "discard s2-s2-1,s2-s2-2,s2-s2-3")

    assert cards[3:] == field.zone("a-hand")
    assert ("s2-s2-3", "s2-s2-2", "s2-s2-1") == (
        *field.zone("discard-top"),
        *field.zone("discard"),
    )
    assert ("b", 0) == (field.table.seat, field.table.track("actions/other"))
