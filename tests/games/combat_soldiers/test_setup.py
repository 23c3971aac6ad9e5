from __future__ import annotations

from typing import Any

import pytest

from tests.games.combat_soldiers.table import Tape, filled, open_match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.preparation.dealing import (
    choose_dealer,
    finish_deck,
    refill,
)
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import lay_offers
from wardiary.domain.games.combat_soldiers.preparation.picks import entries
from wardiary.domain.games.combat_soldiers.rounds import Round
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view


def say(outcome: Outcome, seat: str, words: str, chance: Any = None) -> Outcome:
    command = GAME.command(words)
    return decide(GAME, outcome.table, seat, command, chance or ScriptedChance(), outcome.prompts)


def dealt(seats: int = 3, scenario: str = "free-form", seed: int = 1, **settings: Any) -> Outcome:
    return open_match(seats, scenario, Tape(seed), **settings)


def keep_all(outcome: Outcome) -> Outcome:
    for seat in outcome.table.seats:
        outcome = say(outcome, seat, "pass")
    return outcome


def note_all(outcome: Outcome) -> Outcome:
    luck = Tape(3)
    while outcome.prompts[0].offers[0].verb == "note":
        prompt = outcome.prompts[0]
        command = filled(prompt.offers[0], luck)
        outcome = decide(GAME, outcome.table, prompt.seat, command, luck, outcome.prompts)
    return outcome


def laid(outcome: Outcome, seat: str, words: str) -> Outcome:
    return say(outcome, seat, f"lay {words}")


def with_hand(outcome: Outcome, seat: str, *cards: str) -> Outcome:
    """The same table with another hand for a seat."""
    draft = Draft(outcome.table, ScriptedChance(), GAME.open_steps(outcome.table))
    draft.move(draft.table.zone(f"{seat}-hand"), "deck", rule="2.4-b")
    draft.move(cards, f"{seat}-hand", rule="2.4-b")
    return Outcome((), draft.table, GAME.prompts(draft.table))


def test_the_highest_die_deals_and_the_tied_roll_again():
    """2.3: CS-Q07."""
    table = dealt(3).table
    draft = Draft(table, ScriptedChance((9, 9, 4, 2, 8)))

    assert "b" == choose_dealer(draft)
    assert ["a", "b", "c", "a", "b"] == [event.seat for event in draft.events]


def test_six_white_cards_are_set_aside_and_eight_cards_dealt_to_each():
    """2.4-a, 2.4-b, 2.2: 128 - 6 - 4 x 8 = 90."""
    table = dealt(4).table

    assert 6 == len(table.zone("aside"))
    assert 90 == len(table.zone("deck"))
    assert [8, 8, 8, 8] == [len(table.zone(f"{seat}-hand")) for seat in "abcd"]


def test_everybody_is_asked_about_a_misdeal_and_only_no_infantry_may_call_it():
    """2.6: the prompt shows nobody else who holds what."""
    outcome = dealt(3)
    tactical = tuple(f"medic-barrage-{n}" for n in (1, 2, 3, 4))
    bare = with_hand(outcome, "b", *tactical)

    assert {"a", "b", "c"} == {prompt.seat for prompt in bare.prompts}
    with pytest.raises(Illegal) as refused:
        say(bare, "a", "misdeal")
    assert "2.6" == refused.value.rule
    again = say(bare, "b", "misdeal", Tape(4))
    assert [8, 8, 8] == [len(again.table.zone(f"{seat}-hand")) for seat in "abc"]
    assert {"a", "b", "c"} == {prompt.seat for prompt in again.prompts}


def test_a_sheet_takes_a_us_pick_then_a_german_one_then_whatever():
    """2.5-a, 2.5-b, 2.5-c, 1.4"""
    outcome = keep_all(dealt(3))
    with pytest.raises(Illegal) as refused:
        say(outcome, "a", "note a-river-german")
    assert "2.5-b" == refused.value.rule
    outcome = say(outcome, "a", "note a-river-us")
    with pytest.raises(Illegal) as refused:
        say(outcome, "a", "note a-bridge-us")
    assert "2.5-b" == refused.value.rule
    with pytest.raises(Illegal):
        say(outcome, "a", "note a-river-german")
    for entry in ("bridge-german", "forest-us", "hill-205-us", "steeple-us"):
        outcome = say(outcome, "a", f"note a-{entry}")

    assert 5 == len(outcome.table.zone("a-sheet"))
    assert ["b", "c"] == [prompt.seat for prompt in outcome.prompts]


def test_a_sheet_does_not_tell_how_many_picks_there_are_nor_changes_later():
    """2.5-d, 1.4: two picks and three blanks look like five picks."""
    few = keep_all(dealt(3))
    for entry in ("river-us", "bridge-german", "blank-1", "blank-2", "blank-3"):
        few = say(few, "a", f"note a-{entry}")
    many = keep_all(dealt(3))
    for entry in ("citie-us", "bridge-german", "forest-us", "river-us", "steeple-us"):
        many = say(many, "a", f"note a-{entry}")

    assert view(few.table, "b") == view(many.table, "b")
    with pytest.raises(Illegal):
        say(few, "a", "note a-forest-us")


def test_every_objective_in_hand_must_be_laid():
    """2.6.1-a"""
    outcome = note_all(keep_all(dealt(3)))
    outcome = with_hand(
        outcome, "a", "river", "barracks", "s3-s3-1", "brown-keller", "m10-stug-iii-g"
    )
    outcome = laid(outcome, "a", "river us a-laid-1")

    with pytest.raises(Illegal) as refused:
        say(outcome, "a", "ready")
    assert "2.6.1-a" == refused.value.rule
    outcome = laid(outcome, "a", "barracks german a-laid-2")
    assert "b" in {p.seat for p in say(outcome, "a", "ready").prompts}


def test_infantry_and_leaders_may_lie_with_objectives_but_no_armor():
    """2.6.1-b, 2.6.2, 4.2-b: CS-Q05."""
    outcome = note_all(keep_all(dealt(3)))
    cards = ("river", "s3-s3-1", "r3-r3-1", "brown-keller", "m10-stug-iii-g")
    outcome = with_hand(outcome, "a", *cards)
    outcome = laid(outcome, "a", "river us a-laid-1")
    for words, rule in (
        ("m10-stug-iii-g us a-laid-2", "2.6.1-b"),
        ("s3-s3-1 german a-laid-1", "2.6.2"),
        ("brown-keller us a-laid-2", "4.2-b"),
    ):
        with pytest.raises(Illegal) as refused:
            laid(outcome, "a", words)
        assert rule == refused.value.rule
    outcome = laid(outcome, "a", "s3-s3-1 us a-laid-1")
    outcome = laid(outcome, "a", "brown-keller us a-laid-1")
    with pytest.raises(Illegal) as refused:
        laid(outcome, "a", "r3-r3-1 us a-laid-1")

    assert "4.2.3-a" == refused.value.rule
    assert ("s3-s3-1",) == group(outcome.table, "a-laid-1").troops


def test_a_scenario_sets_the_side_of_laid_objectives():
    """2.6.2, 17.2: a US objective takes no German infantry."""
    outcome = note_all(keep_all(dealt(3, "counter-offensive")))
    outcome = with_hand(outcome, "a", "river", "s3-s3-1")
    with pytest.raises(Illegal) as refused:
        laid(outcome, "a", "river german a-laid-1")
    assert "2.6.2" == refused.value.rule
    outcome = laid(outcome, "a", "river us a-laid-1")
    with pytest.raises(Illegal) as refused:
        laid(outcome, "a", "s3-s3-1 german a-laid-1")

    assert "2.6.2" == refused.value.rule


def test_what_is_laid_stays_hidden_until_all_is_turned_up_together():
    """2.6.2"""
    outcome = note_all(keep_all(dealt(3)))
    outcome = with_hand(outcome, "a", "river", "s3-s3-1")
    outcome = laid(laid(outcome, "a", "river us a-laid-1"), "a", "s3-s3-1 us a-laid-1")
    hidden = view(outcome.table, "b")
    for seat in "abc":
        outcome = finish_laying(outcome, seat)
    zone = outcome.table.zone_of("river")

    assert "river" not in hidden.pieces
    assert 2 == len(hidden.zone("a-laid-1"))
    assert ("us", ("s3-s3-1",)) == (
        group(outcome.table, zone).side,
        group(outcome.table, zone).troops,
    )


def finish_laying(outcome: Outcome, seat: str) -> Outcome:
    """Lay the objectives that must be laid, then be ready."""
    for _ in range(9):
        offers = lay_offers(outcome.table, seat)
        if offers[0].verb == "ready":
            return say(outcome, seat, "ready", Tape(9))
        objective = next(
            offer
            for offer in offers
            if outcome.table.pieces[str(offer.slots[0].candidates[0])].kind
            in outcome.table.pack.objectives
        )
        outcome = decide(
            GAME, outcome.table, seat, filled(objective, lambda _: 0), Tape(9), outcome.prompts
        )
    raise AssertionError("laying does not end")


def drafted(outcome: Outcome) -> Draft:
    draft = Draft(outcome.table, ScriptedChance())
    draft.enter("setup", rule="2.6.2", turn=1)
    return draft


def test_hands_are_filled_to_four_or_eight_with_green_cards():
    """2.6.3-a, 2.6.3-b: white cards met on the way go back to the dealer."""
    outcome = with_hand(dealt(3), "a", "r2-r2-1", "r2-r2-2", "r2-r2-3")
    draft = drafted(outcome)
    for zone, card, side in (("a-g1", "s3-s3-1", "us"), ("a-g2", "s3-s3-2", "german")):
        draft.move(card, zone, rule="2.6.2")
        draft.turn(card, side, rule="2.6.2")
    draft.move(draft.table.zone("b-hand")[:5], "deck", rule="2.4-b")
    draft.move("barracks", "deck", at=0, rule="2.4-b")
    refill(draft, "c")
    sizes = {seat: len(draft.table.zone(f"{seat}-hand")) for seat in "ab"}

    assert {"a": 8, "b": 4} == sizes
    assert "barracks" in draft.table.zone("aside")


def test_the_last_shuffle_takes_in_what_was_set_aside_and_handed_back():
    """2.6.4-a: 70 + 3 + 6 = 79."""
    draft = drafted(dealt(4))
    white = ("barracks", "river", "forest")
    draft.move(white, "aside", rule="2.6.3-b")
    before = len(draft.table.zone("deck"))
    finish_deck(draft, "a")

    assert before + 3 + 6 == len(draft.table.zone("deck"))
    assert not draft.table.zone("aside")


def test_the_dealer_takes_the_first_turn():
    """2.6.4-b, 20.4"""
    for seats in (2, 3):
        outcome = play_to_turns(dealt(seats))
        steps = GAME.open_steps(outcome.table)
        assert isinstance(steps[0], Round)
        assert steps[0].dealer == outcome.table.seat


def play_to_turns(outcome: Outcome) -> Outcome:
    luck = Tape(11)
    while not outcome.table.turn:
        prompt = outcome.prompts[0]
        offers = [
            offer for offer in prompt.offers if offer.verb in {"ready", "pass"}
        ] or prompt.offers
        command = filled(offers[0], luck)
        outcome = decide(GAME, outcome.table, prompt.seat, command, luck, outcome.prompts)
    return outcome


def test_a_steeple_without_companion_is_handed_back():
    """13.5.2.5-b, 2.6.3-b: CS-Q04."""
    outcome = note_all(keep_all(dealt(3)))
    outcome = with_hand(outcome, "a", "steeple", "s3-s3-1")
    outcome = say(outcome, "a", "ready")
    for seat in "bc":
        outcome = finish_laying(outcome, seat)

    assert "deck" == outcome.table.zone_of("steeple")


def test_a_steeple_is_laid_on_another_tan_objective():
    """13.5.2.5-a"""
    outcome = note_all(keep_all(dealt(3)))
    outcome = with_hand(outcome, "a", "steeple", "citie", "s3-s3-1")
    outcome = laid(outcome, "a", "citie german a-laid-1")
    with pytest.raises(Illegal):
        laid(outcome, "a", "steeple us a-laid-1")
    outcome = laid(outcome, "a", "steeple german a-laid-1")

    assert group(outcome.table, "a-laid-1").steeple


# 20 Two players.


def events_in_play(table: Table) -> int:
    return sum(
        table.zone_of(card) in {"deck", "aside", "a-hand", "b-hand"}
        for card in ("engineers", "weather", "friendly-fire")
    )


def test_two_players_leave_sixteen_cards_out_and_get_four_objectives_each():
    """20.0, 20.1, 20.2: CS-Q39 sets the Weather aside too."""
    table = dealt(2).table

    assert 16 == len(table.zone("box"))
    assert [4, 4] == [len(table.zone(f"{seat}-objectives")) for seat in "ab"]
    assert 5 == len(table.zone("aside"))
    assert 128 - 16 - 8 - 5 == len(table.zone("deck"))


def test_two_players_pick_one_objective_for_each_side():
    """20.2.1: US first, then German, of their own four."""
    outcome = dealt(2)
    mine = outcome.table.zone("a-objectives")
    assert {f"a-{one}-us" for one in mine} == set(entries(outcome.table, "a"))
    outcome = say(outcome, "a", f"note a-{mine[0]}-us")
    with pytest.raises(Illegal) as refused:
        say(outcome, "a", f"note a-{mine[1]}-us")
    assert "2.5-b" == refused.value.rule
    outcome = say(outcome, "a", f"note a-{mine[1]}-german")

    assert ["b"] == [prompt.seat for prompt in outcome.prompts]


def test_two_players_play_with_106_cards_four_of_them_picked_objectives():
    """20.2.2, 20.3, 20.3.1, 20.3.2: nobody sees which event it is."""
    outcome = play_to_turns(dealt(2))
    table = outcome.table
    out = {"box", "box-unseen", "a-unused", "b-unused"}
    in_play = [p for p in table.pieces.values() if p.kind in table.pack.cards and p.zone not in out]

    assert 106 == len(in_play)
    assert 4 == sum(p.kind in table.pack.objectives for p in in_play)
    assert 2 == sum(p.kind == "mines" for p in in_play)
    assert 1 == events_in_play(table)
    assert 2 == len(table.zone("box-unseen"))
    for card in table.zone("box-unseen"):
        assert card not in view(table, "a").pieces
    for card in table.zone("b-unused"):
        assert card not in view(table, "a").pieces


def test_the_counter_offensive_lays_the_weather_before_the_dealer():
    """17.2.4, 17.2.6: CS-Q37, CS-Q38."""
    for seats, airborne_left in ((2, 0), (3, 1)):
        table = dealt(seats, "counter-offensive").table
        kinds = [table.pieces[piece].kind for piece in table.zone("box")]
        assert 3 - airborne_left == kinds.count("airborne-amphibious")
        outcome = dealt(seats, "counter-offensive")
        luck = Tape(11)
        while not outcome.table.turn:
            prompt = outcome.prompts[0]
            offers = [o for o in prompt.offers if o.verb in {"ready", "pass"}] or prompt.offers
            outcome = decide(
                GAME, outcome.table, prompt.seat, filled(offers[0], luck), luck, outcome.prompts
            )
        rolled = [x for x in outcome.events if isinstance(x, e.DiceRolled) and x.rule == "6.1"]
        assert [outcome.table.seat] == [x.seat for x in rolled]
