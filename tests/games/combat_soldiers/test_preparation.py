"""2 Prepare to play: from the dealer's roll to the first Turn."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.dealing import (
    INFANTRY,
    TACTICS,
    DealtMatch,
    deal_match,
    finish_laying,
    keep_all_hands,
    lay,
    note_all_picks,
    play_to_turns,
    ready_to_lay,
    submit,
    with_hand,
)
from tests.games.combat_soldiers.random_play import SeededRng
from tests.games.combat_soldiers.situations import deploying
from tests.games.combat_soldiers.table import Match, pack
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.objectives import is_bare
from wardiary.domain.games.combat_soldiers.preparation.dealing import (
    choose_dealer,
    finish_deck,
    refill,
)
from wardiary.domain.games.combat_soldiers.sequence.rounds import Round
from wardiary.domain.games.combat_soldiers.victory.scoring import picks
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def offered_places(match: DealtMatch) -> dict[str, set[tuple[str, str]]]:
    """For each card that seat a is offered to lay: the ends that can be up, and where."""
    prompt = prompt_for(match.outcome.prompts, "a")
    assert prompt is not None
    places: dict[str, set[tuple[str, str]]] = {}
    for offer in prompt.offers:
        if offer.verb == "lay":
            slots = {slot.name: slot.candidates for slot in offer.slots}
            for card in slots["card"]:
                places.setdefault(str(card), set()).update(
                    (str(face), str(place)) for face in slots["face"] for place in slots["place"]
                )
    return places


def draft_of_set_up(outcome: Outcome) -> Draft:
    draft = Draft(outcome.table, ScriptedChance())
    draft.enter("setup", rule="2.6.2", turn=1)
    return draft


# 2.1 Nationalities and groups.


def test_a_seat_can_have_groups_of_both_nationalities():
    """2.1.1: a US and a German group of the same seat."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "r3-r3-1")

    assert ["us", "german"] == [group_at(match.table, zone).side for zone in ("a-g1", "a-g2")]


def test_an_objective_alone_is_a_group():
    """2.1.2-a, 4.2.3-a"""
    objective = group_at(Match().group("a-g1", "german", "forest").table, "a-g1")

    assert ("forest", "german", True) == (objective.objective, objective.side, is_bare(objective))


def test_a_unit_of_the_other_side_is_refused_while_a_group_is_deployed():
    """2.1.2-b"""
    deploying("s3-s3-1").when("a", "add s2-s2-3 german").then_illegal("2.1.2-b")


def test_a_unit_of_the_other_side_is_refused_in_a_group_on_the_table():
    """2.1.2-b, 4.1"""
    match = Match().group("a-g1", "us", "s3-s3-1").hold("a", "r3-r3-1").turn("a", "C")

    match.when("a", "deploy r3-r3-1 german a-g1").then_illegal("2.1.2-b")


# 2.2 The scenario.


def test_there_are_three_scenarios_to_choose_from():
    """2.2, 17.0"""
    scenarios = GAME.scenarios(pack())
    assert ["free-form", "counter-offensive", "offensive"] == [s.id for s in scenarios]
    seats = ["ab", "abc", "abcd", "abcde", "abcdef"]
    assert all([tuple(s) for s in seats] == list(scenario.seats) for scenario in scenarios)


# 2.3 The dealer.


@pytest.mark.parametrize(
    ("dice", "dealer"), [((7, 10, 4), "b"), ((9, 9, 3, 2, 6), "b"), ((4, 8, 8, 5, 5, 7, 2), "b")]
)
def test_the_highest_die_deals_and_the_dealer_takes_the_first_turn(
    dice: tuple[int, ...], dealer: str
):
    """2.3, 2.6.4-b: CS-Q07; the dealer takes the first Turn."""
    match = ready_to_lay(dice=dice).all_submit("ready")

    assert (dealer, 1) == (match.table.seat, match.table.turn)


def test_tied_seats_roll_again_for_the_deal():
    """2.3: CS-Q07."""
    table = deal_match(3).table
    draft = Draft(table, ScriptedChance((9, 9, 4, 2, 8)))

    assert "b" == choose_dealer(draft)
    assert ["a", "b", "c", "a", "b"] == [event.seat for event in draft.events]


# 2.4 Shuffle and deal.


def test_six_cards_are_set_aside_and_eight_are_dealt_to_each_seat():
    """2.4-a, 2.4-b, 2.2: with four seats 128 - 6 - 32 = 90 are left."""
    table = DealtMatch((), (), (), ()).table
    aside = sorted(table.piece(piece).kind for piece in table.zone("aside"))

    assert ["engineers", "friendly-fire", *["mines"] * 4] == aside
    assert [8] * 4 == [len(table.zone(f"{seat}-hand")) for seat in "abcd"]
    assert 90 == len(table.zone("deck"))


def test_a_hand_is_seen_by_its_owner_only():
    """2.4-b"""
    table = DealtMatch(TACTICS, (), ()).table

    assert set(TACTICS) <= set(view(table, "a").zone("a-hand"))
    assert not set(TACTICS) & set(view(table, "b").pieces)


# 2.5 Secret objectives.


def test_up_to_five_objectives_are_picked_with_both_sides_among_them():
    """2.5-a, 2.5-b, 2.5-c: {River-US, Bridge-US} is refused; three further picks are free."""
    match = DealtMatch((), (), ()).all_submit("pass").submit("a", "note a-river-us")
    match.submit("a", "note a-bridge-us")
    assert match.refused is not None
    assert "2.5-b" == match.refused.rule
    for words in ("a-bridge-german", "a-forest-us", "a-hill-205-us", "a-citie-us"):
        match.submit("a", f"note {words}")
        assert match.refused is None

    assert 5 == len(match.table.zone("a-sheet"))
    assert prompt_for(match.outcome.prompts, "a") is None


def test_two_picks_are_enough_and_none_is_added_later():
    """2.5-a, 2.5-d: a third is refused."""
    match = ready_to_lay()
    picks = [piece for piece in match.table.zone("a-sheet") if "blank" not in piece]
    assert ["a-river-us", "a-bridge-german"] == picks

    assert match.submit("a", "note a-forest-us").refused is not None


def test_blank_lines_of_a_sheet_are_no_picks():
    """2.5-a, 2.5-d"""
    match = Match().pick("a", river="us").put("a-sheet", "a-blank-1")

    assert {"river": "us"} == picks(match.table, "a")


def test_an_objective_cannot_be_picked_for_both_sides():
    """2.5-a"""
    match = DealtMatch((), (), ()).all_submit("pass").submit("a", "note a-river-us")

    assert match.submit("a", "note a-river-german").refused is not None


def test_the_first_pick_is_us_the_second_german_and_the_others_are_free():
    """2.5-a, 2.5-b, 2.5-c, 1.4"""
    outcome = keep_all_hands(deal_match(3))
    with pytest.raises(Illegal) as refused:
        submit(outcome, "a", "note a-river-german")
    assert "2.5-b" == refused.value.rule
    outcome = submit(outcome, "a", "note a-river-us")
    with pytest.raises(Illegal) as refused:
        submit(outcome, "a", "note a-bridge-us")
    assert "2.5-b" == refused.value.rule
    with pytest.raises(Illegal):
        submit(outcome, "a", "note a-river-german")
    for entry in ("bridge-german", "forest-us", "hill-205-us", "steeple-us"):
        outcome = submit(outcome, "a", f"note a-{entry}")

    assert 5 == len(outcome.table.zone("a-sheet"))
    assert ["b", "c"] == [prompt.seat for prompt in outcome.prompts]


def test_a_selection_sheet_hides_how_many_picks_it_has_and_does_not_change():
    """2.5-d, 1.4: two picks and three blanks look like five picks."""
    few = keep_all_hands(deal_match(3))
    for entry in ("river-us", "bridge-german", "blank-1", "blank-2", "blank-3"):
        few = submit(few, "a", f"note a-{entry}")
    many = keep_all_hands(deal_match(3))
    for entry in ("citie-us", "bridge-german", "forest-us", "river-us", "steeple-us"):
        many = submit(many, "a", f"note a-{entry}")

    assert view(few.table, "b") == view(many.table, "b")
    with pytest.raises(Illegal):
        submit(few, "a", "note a-forest-us")


# 2.6 The initial deployment.


def test_a_hand_without_infantry_may_be_called_a_misdeal():
    """2.6: everybody gets eight new cards; with infantry in hand the call is refused."""
    leaders = ("brown-keller", "dunne-rathke", "ames-vogler", "pike-harms")
    match = DealtMatch((*TACTICS, *leaders), (), ())
    match.submit("b", "misdeal")
    assert match.refused is not None
    assert ("2.6", "you hold infantry") == (match.refused.rule, match.refused.why)
    match.submit("a", "misdeal")

    assert [8] * 3 == [len(match.table.zone(f"{seat}-hand")) for seat in "abc"]
    assert 1 == len([event for event in match.outcome.events if isinstance(event, e.PileShuffled)])
    assert {"a", "b", "c"} == {prompt.seat for prompt in match.outcome.prompts}


def test_every_seat_is_asked_about_a_misdeal_whatever_is_in_its_hand():
    """2.6: only a hand without infantry may call it."""
    outcome = deal_match(3)
    tactical = tuple(f"medic-barrage-{n}" for n in (1, 2, 3, 4))
    bare = with_hand(outcome, "b", *tactical)

    assert {"a", "b", "c"} == {prompt.seat for prompt in bare.prompts}
    with pytest.raises(Illegal) as refused:
        submit(bare, "a", "misdeal")
    assert "2.6" == refused.value.rule
    again = submit(bare, "b", "misdeal", SeededRng(4))
    assert [8, 8, 8] == [len(again.table.zone(f"{seat}-hand")) for seat in "abc"]
    assert {"a", "b", "c"} == {prompt.seat for prompt in again.prompts}


def test_a_seat_is_not_ready_before_all_its_objectives_are_laid():
    """2.6.1-a: one of two objectives is laid."""
    match = ready_to_lay("forest", "bridge").submit("a", "lay forest us a-laid-1")
    match.submit("a", "ready")
    assert match.refused is not None
    assert "2.6.1-a" == match.refused.rule
    match.submit("a", "lay bridge german a-laid-2")

    assert match.submit("a", "ready").refused is None


def test_laid_cards_stay_hidden_until_all_seats_are_ready():
    """2.6.1-a, 2.6.2: then all are turned up together."""
    match = ready_to_lay("forest", *INFANTRY).submit("a", "lay forest german a-laid-1")
    match.submit("a", "lay s3-s3-1 german a-laid-1")
    assert not {"forest", "s3-s3-1"} & set(view(match.table, "b").pieces)
    match.all_submit("ready")

    assert {"forest", "s3-s3-1"} == set(view(match.table, "b").zone("a-g1"))
    assert "german" == group_at(match.table, "a-g1").side


def test_the_other_seats_go_on_laying_after_a_seat_is_ready():
    """2.6.1-a"""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    outcome = with_hand(
        outcome, "a", "river", "barracks", "s3-s3-1", "brown-keller", "m10-stug-iii-g"
    )
    outcome = lay(outcome, "a", "river us a-laid-1")

    with pytest.raises(Illegal) as refused:
        submit(outcome, "a", "ready")
    assert "2.6.1-a" == refused.value.rule
    outcome = lay(outcome, "a", "barracks german a-laid-2")
    assert "b" in {p.seat for p in submit(outcome, "a", "ready").prompts}


def test_infantry_is_offered_a_new_group_but_leaders_and_armor_are_not():
    """V12, 2.6.1-b, 4.2-b: CS-Q05; in free form."""
    hand = ("pike-harms", "m10-stug-iii-g", "s3-s3-1")
    places = offered_places(ready_to_lay(*hand))

    assert {("us", "a-laid-1"), ("german", "a-laid-1")} == places["s3-s3-1"]
    assert not {"pike-harms", "m10-stug-iii-g"} & set(places)


def test_infantry_is_offered_an_objective_of_its_side_or_a_new_group():
    """V12, 2.6.1-b: the US objective takes infantry and a leader with the US end up."""
    match = ready_to_lay("forest", "pike-harms", "m10-stug-iii-g", "s3-s3-1")
    places = offered_places(match.submit("a", "lay forest us a-laid-1"))

    new = {("us", "a-laid-2"), ("german", "a-laid-2")}
    assert new | {("us", "a-laid-1")} == places["s3-s3-1"]
    assert {("us", "a-laid-1")} == places["pike-harms"]
    assert "m10-stug-iii-g" not in places


def test_an_objective_is_not_offered_to_a_second_infantry_or_leader():
    """V12, 2.6.1-b, 4.2.3-a, 4.2.1"""
    match = ready_to_lay("forest", "pike-harms", "brown-keller", "s3-s3-1", "s3-s3-2")
    for words in ("forest us a-laid-1", "s3-s3-1 us a-laid-1", "pike-harms us a-laid-1"):
        match.submit("a", f"lay {words}")
        assert match.refused is None
    places = offered_places(match)

    assert {("us", "a-laid-2"), ("german", "a-laid-2")} == places["s3-s3-2"]
    assert "brown-keller" not in places


def test_an_objective_is_not_offered_a_group_with_two_infantry_units():
    """2.6.1-b, 4.3.2"""
    match = ready_to_lay("forest", *INFANTRY[:2]).submit("a", "lay s3-s3-1 us a-laid-1")
    assert ("us", "a-laid-1") in offered_places(match)["forest"]
    match.submit("a", "lay s3-s3-2 us a-laid-1")

    assert {("us", "a-laid-2"), ("german", "a-laid-2")} == offered_places(match)["forest"]


@pytest.mark.parametrize("face", ["us", "german"])
def test_a_laid_unit_has_the_named_end_up(face: str):
    """V12, 2.6.1-b"""
    match = ready_to_lay("s3-s3-1").submit("a", f"lay s3-s3-1 {face} a-laid-1")

    assert ("a-laid-1", face) == (match.table.zone_of("s3-s3-1"), match.table.piece("s3-s3-1").face)


def test_infantry_and_leaders_are_laid_in_legal_groups_and_armor_is_refused():
    """2.6.1-b: CS-Q05, also with an objective."""
    match = ready_to_lay("forest", "pike-harms", "m10-stug-iii-g", *INFANTRY)
    match.submit("a", "lay forest us a-laid-1").submit("a", "lay s3-s3-1 us a-laid-1")
    match.submit("a", "lay pike-harms us a-laid-1")
    assert match.refused is None
    match.submit("a", "lay m10-stug-iii-g us a-laid-2")
    assert match.refused is not None
    assert "2.6.1-b" == match.refused.rule
    match.submit("a", "lay s3-s3-2 us a-laid-1")

    assert match.refused is not None
    assert "4.2.3-a" == match.refused.rule


def test_an_objective_is_laid_with_infantry_and_a_leader_of_its_side():
    """2.6.1-b, 2.6.2, 4.2-b: CS-Q05."""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    cards = ("river", "s3-s3-1", "r3-r3-1", "brown-keller", "m10-stug-iii-g")
    outcome = with_hand(outcome, "a", *cards)
    outcome = lay(outcome, "a", "river us a-laid-1")
    for words, rule in (
        ("m10-stug-iii-g us a-laid-2", "2.6.1-b"),
        ("s3-s3-1 german a-laid-1", "2.6.2"),
        ("brown-keller us a-laid-2", "4.2-b"),
    ):
        with pytest.raises(Illegal) as refused:
            lay(outcome, "a", words)
        assert rule == refused.value.rule
    outcome = lay(outcome, "a", "s3-s3-1 us a-laid-1")
    outcome = lay(outcome, "a", "brown-keller us a-laid-1")
    with pytest.raises(Illegal) as refused:
        lay(outcome, "a", "r3-r3-1 us a-laid-1")

    assert "4.2.3-a" == refused.value.rule
    assert ("s3-s3-1",) == group_at(outcome.table, "a-laid-1").troops


def test_an_objective_is_not_laid_with_infantry_of_the_other_side():
    """2.6.2: nor the other way round."""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    outcome = with_hand(outcome, "a", "river", "s3-s3-1")
    outcome = lay(outcome, "a", "s3-s3-1 us a-laid-1")
    with pytest.raises(Illegal) as refused:
        lay(outcome, "a", "river german a-laid-1")

    assert "2.6.2" == refused.value.rule
    outcome = lay(outcome, "a", "river us a-laid-1")
    assert group_at(outcome.table, "a-laid-1").objective == "river"


def test_the_scenario_sets_the_side_of_laid_objectives():
    """2.6.2, 17.2: no German infantry with a US objective."""
    match = ready_to_lay("forest", *INFANTRY, scenario="counter-offensive")
    match.submit("a", "lay forest german a-laid-1")
    assert match.refused is not None
    assert "2.6.2" == match.refused.rule
    match.submit("a", "lay forest us a-laid-1").submit("a", "lay s3-s3-1 german a-laid-1")
    assert match.refused is not None
    assert "2.6.2" == match.refused.rule

    assert match.submit("a", "lay s3-s3-1 us a-laid-1").refused is None


def test_other_seats_see_only_how_many_cards_are_laid():
    """2.6.2"""
    outcome = note_all_picks(keep_all_hands(deal_match(3)))
    outcome = with_hand(outcome, "a", "river", "s3-s3-1")
    outcome = lay(lay(outcome, "a", "river us a-laid-1"), "a", "s3-s3-1 us a-laid-1")
    hidden = view(outcome.table, "b")
    for seat in "abc":
        outcome = finish_laying(outcome, seat)
    zone = outcome.table.zone_of("river")

    assert "river" not in hidden.pieces
    assert 2 == len(hidden.zone("a-laid-1"))
    assert ("us", ("s3-s3-1",)) == (
        group_at(outcome.table, zone).side,
        group_at(outcome.table, zone).troops,
    )


@pytest.mark.parametrize(("second", "capacity"), [("german", 8), ("us", 4)])
def test_hands_are_filled_to_capacity_before_the_first_turn(second: str, capacity: int):
    """2.6.3-a: eight with both sides deployed; Ann laid five of eight and holds three."""
    match = ready_to_lay("forest", *INFANTRY).submit("a", "lay forest us a-laid-1")
    for card, side, place in (
        ("s3-s3-1", "us", 1),
        ("s3-s3-2", second, 2),
        ("s3-s3-3", second, 2),
        ("s3-s3-4", second, 2),
    ):
        match.submit("a", f"lay {card} {side} a-laid-{place}")
        assert match.refused is None
    match.all_submit("ready")

    assert capacity == len(match.table.zone("a-hand"))


def test_a_hand_above_capacity_is_not_reduced_before_the_first_turn():
    """2.6.3-a, 11.3-b: Bob, who deployed nothing, keeps eight until the end of his Turn."""
    match = ready_to_lay("forest", *INFANTRY).submit("a", "lay forest us a-laid-1")
    match.all_submit("ready")

    assert 8 == len(match.table.zone("b-hand"))


def test_hands_are_filled_with_green_cards_only():
    """2.6.3-a, 2.6.3-b: white backs that are drawn go back to the dealer."""
    outcome = with_hand(deal_match(3), "a", "r2-r2-1", "r2-r2-2", "r2-r2-3")
    draft = draft_of_set_up(outcome)
    for zone, card, side in (("a-g1", "s3-s3-1", "us"), ("a-g2", "s3-s3-2", "german")):
        draft.move(card, zone, rule="2.6.2")
        draft.turn(card, side, rule="2.6.2")
    draft.move(draft.table.zone("b-hand")[:5], "deck", rule="2.4-b")
    draft.move("barracks", "deck", at=0, rule="2.4-b")
    refill(draft, "c")
    sizes = {seat: len(draft.table.zone(f"{seat}-hand")) for seat in "ab"}

    assert {"a": 8, "b": 4} == sizes
    assert "barracks" in draft.table.zone("aside")


def test_white_backs_drawn_while_filling_hands_go_into_the_last_shuffle():
    """2.6.3-b, 2.6.4-a: Barracks, S2, River, S2: the two S2 come, 102 are shuffled."""
    cards = (*INFANTRY, "s2-s2-3", "s4-s4-1", *TACTICS[:2])
    pile = ("barracks", "s2-s2-1", "river", "s2-s2-2", "s4-s4-2")
    match = ready_to_lay(*cards, pile=pile)
    for number, card in enumerate(cards[:6], 1):
        match.submit("a", f"lay {card} us a-laid-{number}")
    match.all_submit("ready")
    handed = [event.pieces for event in match.outcome.events if event.rule == "2.6.3-b"]

    assert [("barracks",), ("river",)] == handed
    assert (*TACTICS[:2], "s2-s2-1", "s2-s2-2") == match.table.zone("a-hand")
    assert 128 - 24 - 2 == len(match.table.zone("deck"))
    assert () == match.table.zone("aside")
    assert 1 == match.table.turn


def test_the_last_shuffle_includes_cards_set_aside_and_handed_back():
    """2.6.4-a: 70 + 3 + 6 = 79."""
    draft = draft_of_set_up(deal_match(4))
    white = ("barracks", "river", "forest")
    draft.move(white, "aside", rule="2.6.3-b")
    before = len(draft.table.zone("deck"))
    finish_deck(draft, "a")

    assert before + 3 + 6 == len(draft.table.zone("deck"))
    assert not draft.table.zone("aside")


def test_the_dealer_takes_the_first_turn():
    """2.6.4-b, 20.4"""
    for seats in (2, 3):
        outcome = play_to_turns(deal_match(seats))
        steps = GAME.open_steps(outcome.table)
        assert isinstance(steps[0], Round)
        assert steps[0].dealer == outcome.table.seat
