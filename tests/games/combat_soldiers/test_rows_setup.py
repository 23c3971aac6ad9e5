"""2 Prepare to play, row by row, from the dealer's roll to the first Turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.combat_soldiers.table import open_match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.forming import is_infantry
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

INFANTRY = tuple(f"s3-s3-{number}" for number in (1, 2, 3, 4))
TACTICS = tuple(f"counterattack-intelligence-{number}" for number in (1, 2, 3, 4))


class Dealt:
    """A match whose first shuffle the test lays down: the first hands, then everything else."""

    def __init__(
        self,
        *hands: Sequence[str],
        scenario: str = "free-form",
        dice: Sequence[int] = (),
        pile: Sequence[str] = (),
    ) -> None:
        """Hands of eight, filled up with infantry, and what lies uppermost in the draw pile."""
        self.seats = len(hands)
        faces = dice or (9, *range(1, self.seats))
        blank = open_match(self.seats, scenario, ScriptedChance(faces)).table
        named = (pile, *hands)
        spare = [one for one in deck_of(blank) if not any(one in cards for cards in named)]
        green = [one for one in spare if is_infantry(blank, one)]
        order = []
        for hand in hands:
            order += [*hand, *(green.pop(0) for _ in range(8 - len(hand)))]
        order += [*pile, *(one for one in spare if one not in order)]
        stock = blank.zone("antitank-stock")
        opened = open_match(self.seats, scenario, ScriptedChance(faces, [stock, order]))
        self.outcome: Outcome = opened
        self.refused: Illegal | None = None

    @property
    def table(self) -> Table:
        return self.outcome.table

    def say(self, seat: str, words: str, dice: Sequence[int] = (), orders: Any = ()) -> Dealt:
        """One command; refusals are kept."""
        self.refused = None
        chance = ScriptedChance(dice, orders)
        try:
            self.outcome = decide(GAME, self.table, seat, GAME.command(words), chance)
        except Illegal as illegal:
            self.refused = illegal
        return self

    def all_say(self, *words: str) -> Dealt:
        """Every seat says the same things, one after the other."""
        for seat in self.table.seats:
            for word in words:
                self.say(seat, word.replace("S-", f"{seat}-"))
                assert self.refused is None, self.refused
        return self

    def kept(self) -> Dealt:
        """All keep their hands and note River-US and Bridge-German; it is time to lay."""
        blanks = [f"note S-blank-{number}" for number in (1, 2, 3)]
        self.all_say("pass")
        return self.all_say("note S-river-us", "note S-bridge-german", *blanks)

    def verbs(self, seat: str) -> set[str]:
        """What a seat may say."""
        prompt = prompt_for(self.outcome.prompts, seat)
        assert prompt is not None
        return {offer.verb for offer in prompt.offers}


def deck_of(table: Table) -> list[str]:
    """All cards that are dealt from: pile and hands."""
    cards = list(table.zone("deck"))
    for seat in table.seats:
        cards += table.zone(f"{seat}-hand")
    return cards


# 2.3, 2.4 Dealer and deal.


@pytest.mark.parametrize(
    ("dice", "dealer"), [((7, 10, 4), "b"), ((9, 9, 3, 2, 6), "b"), ((4, 8, 8, 5, 5, 7, 2), "b")]
)
def test_the_highest_die_deals_and_the_tied_roll_again(dice: tuple[int, ...], dealer: str):
    """2.3, 2.6.4-b: CS-Q07; the dealer takes the first Turn."""
    match = Dealt((), (), (), dice=dice).kept().all_say("ready")

    assert (dealer, 1) == (match.table.seat, match.table.turn)


def test_six_cards_are_set_aside_and_eight_dealt():
    """2.4-a, 2.4-b: with four seats 128 - 6 - 32 = 90 are left."""
    table = Dealt((), (), (), ()).table
    aside = sorted(table.piece(piece).kind for piece in table.zone("aside"))

    assert ["engineers", "friendly-fire", *["mines"] * 4] == aside
    assert [8] * 4 == [len(table.zone(f"{seat}-hand")) for seat in "abcd"]
    assert 90 == len(table.zone("deck"))


def test_hands_are_seen_by_their_owners_only():
    """2.4-b"""
    table = Dealt(TACTICS, (), ()).table

    assert set(TACTICS) <= set(view(table, "a").zone("a-hand"))
    assert not set(TACTICS) & set(view(table, "b").pieces)


# 2.5 The sheet.


def test_two_to_five_objectives_are_noted_with_both_sides_among_them():
    """2.5-a, 2.5-b, 2.5-c: {River-US, Bridge-US} is refused; three further lines take any side."""
    match = Dealt((), (), ()).all_say("pass").say("a", "note a-river-us")
    match.say("a", "note a-bridge-us")
    assert match.refused is not None
    assert "2.5-b" == match.refused.rule
    for words in ("a-bridge-german", "a-forest-us", "a-hill-205-us", "a-citie-us"):
        match.say("a", f"note {words}")
        assert match.refused is None

    assert 5 == len(match.table.zone("a-sheet"))
    assert prompt_for(match.outcome.prompts, "a") is None


def test_two_picks_are_enough_and_a_sheet_is_closed_for_good():
    """2.5-a, 2.5-d: nothing is noted later."""
    match = Dealt((), (), ()).kept()
    picks = [piece for piece in match.table.zone("a-sheet") if "blank" not in piece]
    assert ["a-river-us", "a-bridge-german"] == picks

    assert match.say("a", "note a-forest-us").refused is not None


def test_one_objective_is_not_noted_twice():
    """2.5-a"""
    match = Dealt((), (), ()).all_say("pass").say("a", "note a-river-us")

    assert match.say("a", "note a-river-german").refused is not None


# 2.6 Misdeal and deployment.


def test_a_hand_without_infantry_may_be_called_a_misdeal():
    """2.6: everybody gets eight new cards; with infantry in hand the call is refused."""
    leaders = ("brown-keller", "dunne-rathke", "ames-vogler", "pike-harms")
    match = Dealt((*TACTICS, *leaders), (), ())
    match.say("b", "misdeal")
    assert match.refused is not None
    assert "2.6" == match.refused.rule
    match.say("a", "misdeal")

    assert [8] * 3 == [len(match.table.zone(f"{seat}-hand")) for seat in "abc"]
    assert 1 == len([event for event in match.outcome.events if isinstance(event, e.PileShuffled)])
    assert {"a", "b", "c"} == {prompt.seat for prompt in match.outcome.prompts}


def test_every_objective_in_hand_is_laid():
    """2.6.1-a: with one of two laid nobody is ready."""
    match = Dealt(("forest", "bridge"), (), ()).kept().say("a", "lay forest us a-laid-1")
    match.say("a", "ready")
    assert match.refused is not None
    assert "2.6.1-a" == match.refused.rule
    match.say("a", "lay bridge german a-laid-2")

    assert match.say("a", "ready").refused is None


def test_infantry_and_leaders_are_laid_in_legal_groups_but_no_armor():
    """2.6.1-b: CS-Q05, also with an objective."""
    match = Dealt(("forest", "pike-harms", "m10-stug-iii-g", *INFANTRY), (), ()).kept()
    match.say("a", "lay forest us a-laid-1").say("a", "lay s3-s3-1 us a-laid-1")
    match.say("a", "lay pike-harms us a-laid-1")
    assert match.refused is None
    match.say("a", "lay m10-stug-iii-g us a-laid-2")
    assert match.refused is not None
    assert "2.6.1-b" == match.refused.rule
    match.say("a", "lay s3-s3-2 us a-laid-1")

    assert match.refused is not None
    assert "4.2.3-a" == match.refused.rule


def test_what_is_laid_stays_hidden_until_all_are_ready():
    """2.6.1-a, 2.6.2: then everything is turned up together, with its sides."""
    match = Dealt(("forest", *INFANTRY), (), ()).kept().say("a", "lay forest german a-laid-1")
    match.say("a", "lay s3-s3-1 german a-laid-1")
    assert not {"forest", "s3-s3-1"} & set(view(match.table, "b").pieces)
    match.all_say("ready")

    assert {"forest", "s3-s3-1"} == set(view(match.table, "b").zone("a-g1"))
    assert "german" == group(match.table, "a-g1").side


def test_a_scenario_sets_the_side_of_laid_objectives():
    """2.6.2, 17.2: no German infantry with a US objective."""
    match = Dealt(("forest", *INFANTRY), (), (), scenario="counter-offensive").kept()
    match.say("a", "lay forest german a-laid-1")
    assert match.refused is not None
    assert "2.6.2" == match.refused.rule
    match.say("a", "lay forest us a-laid-1").say("a", "lay s3-s3-1 german a-laid-1")
    assert match.refused is not None
    assert "2.6.2" == match.refused.rule

    assert match.say("a", "lay s3-s3-1 us a-laid-1").refused is None


@pytest.mark.parametrize(("second", "capacity"), [("german", 8), ("us", 4)])
def test_hands_are_filled_to_capacity(second: str, capacity: int):
    """2.6.3-a: eight with both sides deployed; Ann laid five of eight and holds three."""
    match = Dealt(("forest", *INFANTRY), (), ()).kept().say("a", "lay forest us a-laid-1")
    for card, side, place in (
        ("s3-s3-1", "us", 1),
        ("s3-s3-2", second, 2),
        ("s3-s3-3", second, 2),
        ("s3-s3-4", second, 2),
    ):
        match.say("a", f"lay {card} {side} a-laid-{place}")
        assert match.refused is None
    match.all_say("ready")

    assert capacity == len(match.table.zone("a-hand"))


def test_a_hand_above_capacity_is_not_cut_at_the_start():
    """2.6.3-a, 11.3-b: Bob, who deployed nothing, keeps eight until the end of his Turn."""
    match = Dealt(("forest", *INFANTRY), (), ()).kept().say("a", "lay forest us a-laid-1")
    match.all_say("ready")

    assert 8 == len(match.table.zone("b-hand"))


def test_white_backs_met_while_filling_go_back_to_the_dealer_and_into_the_last_shuffle():
    """2.6.3-b, 2.6.4-a: Barracks, S2, River, S2: the two S2 come, 102 are shuffled."""
    cards = (*INFANTRY, "s2-s2-3", "s4-s4-1", *TACTICS[:2])
    pile = ("barracks", "s2-s2-1", "river", "s2-s2-2", "s4-s4-2")
    match = Dealt(cards, (), (), pile=pile).kept()
    for number, card in enumerate(cards[:6], 1):
        match.say("a", f"lay {card} us a-laid-{number}")
    match.all_say("ready")
    handed = [event.pieces for event in match.outcome.events if event.rule == "2.6.3-b"]

    assert [("barracks",), ("river",)] == handed
    assert (*TACTICS[:2], "s2-s2-1", "s2-s2-2") == match.table.zone("a-hand")
    assert 128 - 24 - 2 == len(match.table.zone("deck"))
    assert () == match.table.zone("aside")
    assert 1 == match.table.turn
