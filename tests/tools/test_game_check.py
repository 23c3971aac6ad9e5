from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

import tests.toy
from tests.tools.conftest import Run
from tests.toy import TOY, Bidding
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, fixed_slot
from wardiary.domain.table.table import Table

Register = Callable[[Game], None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Register a game by an entry point, as another distribution does."""
    point = EntryPoint("toy", "tests.toy:TOY", registry.GROUP)
    installed = {**registry._installed(), "toy": point}
    monkeypatch.setattr(registry, "_installed", lambda: installed)
    monkeypatch.setattr(registry, "game", registry.game.__wrapped__)

    def put(game: Game) -> None:
        monkeypatch.setattr(tests.toy, "TOY", game)

    return put


def bidding(change: Callable[[Table, Prompt], Prompt]) -> Game:
    """The toy, each of its prompts changed."""

    class Changed(Bidding, frozen=True, tag="bidding"):
        def prompts(self, table: Table) -> Prompts:
            return tuple(change(table, prompt) for prompt in super().prompts(table))

        def resume(self, draft: Draft) -> None:
            super().resume(draft)
            draft.finish()
            draft.begin(Changed(("red", "blue")))

    def set_up(draft: Draft, opening: Opening) -> None:
        TOY.set_up(draft, opening)
        draft.finish()
        draft.begin(Changed(opening.seats))

    return replace(TOY, steps=(Changed,), set_up=set_up)


def findings(wardiary: Run, *words: str) -> dict[str, list[str]]:
    """The details of what is found wrong with the toy, by check."""
    result = wardiary("game", "check", "toy", "--json", *(words or ("-n", "2")))
    wrong: dict[str, list[str]] = {}
    for option in result.document["findings"]:
        wrong.setdefault(option["check"], []).append(option["detail"])
    assert result.code == (1 if wrong else 0)
    assert result.document["good"] is not bool(wrong)
    return wrong


def test_a_good_game_of_another_distribution_has_no_findings(wardiary: Run, register: Register):
    """C10"""
    register(TOY)

    result = wardiary("game", "check", "toy")

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("toy: 6 matches, ")
    assert result.out.count(" good ") == 6
    assert "never cited" not in result.out


def test_a_rule_that_is_never_cited_is_listed_and_is_no_fault(wardiary: Run, register: Register):
    """C10"""
    register(replace(TOY, rules={**TOY.rules, "T5": "Nobody cites this."}))

    result = wardiary("game", "check", "toy")

    assert result.code == 0
    assert result.out.endswith("never cited in these matches: T5\n")


def test_a_cited_rule_that_is_not_in_the_rulebook_is_found(wardiary: Run, register: Register):
    """C10"""
    register(replace(TOY, rules={rule: text for rule, text in TOY.rules.items() if rule != "T3"}))

    assert "'T3' is cited and is not a rule of toy" in findings(wardiary)["rules"]


def test_an_offer_that_is_refused_is_found(wardiary: Run, register: Register):
    """C10: a card of the other hand is offered."""

    def other_hand(table: Table, prompt: Prompt) -> Prompt:
        other = "blue" if prompt.seat == "red" else "red"
        card = table.zone(f"{other}-hand")[0]
        return replace_offers(prompt, Offer("bid", (fixed_slot("card", card),), "T2"))

    register(bidding(other_hand))

    wrong = findings(wardiary)
    assert any("is offered 'bid', but: card-" in detail for detail in wrong["offers"])
    assert "secrets" in wrong


def replace_offers(prompt: Prompt, *offers: Offer) -> Prompt:
    return Prompt(prompt.seat, (*prompt.offers, *offers), prompt.rule)


def test_a_prompt_that_tells_of_a_hidden_card_is_found(wardiary: Run, register: Register):
    """C10: the question names the top of the deck."""

    def leaky(table: Table, prompt: Prompt) -> Prompt:
        return Prompt(prompt.seat, prompt.offers, prompt.rule, f"beat {table.zone('deck')[0]}")

    register(bidding(leaky))

    wrong = findings(wardiary)
    assert wrong.keys() == {"secrets"}
    assert "the prompt of red depends on hidden pieces" in wrong["secrets"]


def test_an_event_that_reveals_a_hidden_card_is_found(wardiary: Run, register: Register):
    """C10: a roll is named after the top of the deck."""

    class Telling(Bidding, frozen=True, tag="bidding"):
        def answer(self, draft: Draft, seat: str, command: Command) -> None:
            draft.roll(seat, draft.table.zone("deck")[0], rule="T3")
            super().answer(draft, seat, command)

        def resume(self, draft: Draft) -> None:
            super().resume(draft)
            draft.finish()
            draft.begin(Telling(("red", "blue")))

    def set_up(draft: Draft, opening: Opening) -> None:
        TOY.set_up(draft, opening)
        draft.finish()
        draft.begin(Telling(opening.seats))

    register(replace(TOY, steps=(Telling,), set_up=set_up))

    wrong = findings(wardiary)
    assert wrong.keys() == {"secrets"}
    assert "events after 'bid' tell red of hidden pieces" in wrong["secrets"]


def test_a_step_may_name_hidden_cards_since_no_role_is_shown_their_ids(
    wardiary: Run, register: Register
):
    """C10: cards of the last round that are in the deck again, and a bid that is still hidden."""

    class Naming(Bidding, frozen=True, tag="bidding"):
        secret: bool = False
        cards: tuple[str, ...] = ()

        def answer(self, draft: Draft, seat: str, command: Command) -> None:
            super().answer(draft, seat, command)
            if self.secret:
                draft.change(cards=draft.table.zone(f"{seat}-bid"))

        def resume(self, draft: Draft) -> None:
            super().resume(draft)
            draft.finish()
            cards = draft.table.zone("discard")
            draft.move(cards, "deck", rule="T1")
            draft.shuffle("deck", rule="T1")
            draft.begin(Naming(("red", "blue"), self.secret, cards))

    def game(*, secret: bool) -> Game:
        def set_up(draft: Draft, opening: Opening) -> None:
            TOY.set_up(draft, opening)
            draft.finish()
            draft.begin(Naming(opening.seats, secret))

        return replace(TOY, steps=(Naming,), set_up=set_up)

    for secret in (False, True):
        register(game(secret=secret))
        assert findings(wardiary, "-n", "6") == {}


def test_a_fact_that_the_game_does_not_name_is_found(wardiary: Run, register: Register):
    """C10"""

    def with_fact(table: Table, prompt: Prompt) -> Prompt:
        return Prompt(prompt.seat, prompt.offers, prompt.rule, facts={"round": table.round})

    register(bidding(with_fact))
    assert findings(wardiary) == {
        "facts": ["a prompt has the fact 'round', which is not in Game.facts"]
    }

    register(replace(bidding(with_fact), facts=("round",)))
    assert findings(wardiary) == {}


def test_rules_that_fail_while_they_are_played_are_found(wardiary: Run, register: Register):
    """C10: a fault of the rules is a finding, not a fault of the program."""

    class Failing(Bidding, frozen=True, tag="bidding"):
        def resume(self, draft: Draft) -> None:
            raise LookupError("no such card")

    def set_up(draft: Draft, opening: Opening) -> None:
        TOY.set_up(draft, opening)
        draft.finish()
        draft.begin(Failing(opening.seats))

    register(replace(TOY, steps=(Failing,), set_up=set_up))

    wrong = findings(wardiary)
    assert any("LookupError: no such card" in detail for detail in wrong["offers"])
    assert any("no such card" in detail for detail in wrong["plays"])


@pytest.mark.parametrize("name", [name for name, _ in registry.ENTRIES])
def test_every_game_of_ours_passes(wardiary: Run, name: str):
    """C10: Combat Soldiers' prompt for Recon carried three facts that it did not name."""
    result = wardiary("game", "check", name, "-n", "2", "--bound", "120")

    assert result.code == 0, result.out


def test_an_unknown_game_is_refused_in_a_sentence(wardiary: Run):
    result = wardiary("game", "check", "ludo")

    assert result.code == 2
    assert "there is no game 'ludo'; there are: undaunted" in result.err
    assert wardiary("game", "check", "undaunted", "-n", "0").code == 2
