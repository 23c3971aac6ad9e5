"""Playing by pointing alone: at cards, units, spaces and offers, without reading ids."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_play import GAMES
from tests.adapters.web.page.visitor import Visitor

COMMANDS = 14
IDS = re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+-\d+\b|\b[a-z]-g\d+\b")
"""What ids of pieces and groups look like, such as `us-riflemen-a-1`."""


def pointing(player: Visitor) -> Visitor:
    """Let what has only one way be played at once, as it is for everybody who changes nothing."""
    player.page.evaluate("localStorage['wardiary-ask-first'] = 'no'")
    return player


def point(player: Visitor) -> None:
    """One thing that can be pointed at now: an offer, a choice, a card, a unit or a space."""
    page = player.page
    warned = page.locator("dialog .anyway")
    if warned.count():
        warned.click()
        return
    for selector in (
        ".send:not([disabled])",
        ".slot.open .candidate:not(.chosen)",
        # Where a card was pointed at, these are its uses.
        ".asked:has(button:text-is('All answers')) .offer",
        ".hand .piece.target",
        ".piece.target",
        ".offers .offer",
        ".space.target",
    ):
        spot = page.locator(selector).first
        if spot.count() and spot.is_visible():
            spot.click()
            return
    page.wait_for_timeout(100)


def play_by_pointing(player: Visitor, commands: int) -> None:
    """Point until so many commands are recorded, or the match is over."""
    recorded = 0
    for _ in range(commands * 12):
        before = player.position
        point(player)
        player.page.wait_for_timeout(60)
        recorded += player.position > before
        if recorded >= commands or player.count(".result"):
            return
    raise AssertionError(f"only {recorded} commands could be pointed at")


@GAMES
def test_a_match_is_played_by_pointing_only(visit: Visit, game: int):
    """Issue 10.3, 10.8: no text is typed, and no text that is shown speaks in ids."""
    player = pointing(visit().open_match(game))
    before = player.position

    play_by_pointing(player, COMMANDS)

    assert player.position > before
    for selector in (".order", ".log", ".sent"):
        assert not IDS.findall(player.page.locator(selector).first.inner_text()), selector


def test_a_phone_is_enough_to_play_by_pointing(visit: Visit):
    """Issue 10.8: at the width of a phone."""
    player = pointing(visit().open_match())
    player.page.set_viewport_size({"width": 390, "height": 844})
    before = player.position

    play_by_pointing(player, 5)

    assert player.position > before


def test_one_click_plays_what_has_only_one_way(visit: Visit):
    """Issue 10.3: a card bid is a click, and the log says it in plain words."""
    player = pointing(visit().open_match())
    before = player.position

    player.see(".hand .piece.target").click()

    last = player.page.locator(".sent li").last
    expect(last).to_contain_text("recorded #", timeout=15_000)
    expect(last).to_contain_text("for the initiative")
    assert player.position > before


def test_a_command_that_ends_a_turn_with_actions_left_asks_first(visit: Visit):
    """Issue 10.3."""
    player = pointing(visit().open_match())
    player.see(".hand .piece.target").click()
    end = player.page.locator(".offer", has_text="End the turn")
    expect(end).to_be_visible(timeout=20_000)
    before = player.position

    end.click()
    dialog = player.see("dialog[open]")

    expect(dialog).to_contain_text("you can still play", ignore_case=True)
    assert player.position == before
    dialog.get_by_role("button", name="Go on playing").click()
    assert player.count("dialog[open]") == 0
    assert player.position == before


def test_what_a_choice_would_mean_is_shown_before_it_is_made(visit: Visit):
    """Issue 10.3: totals item by item, and what is spent."""
    player = visit().open_match()
    player.see(".hand .piece.target").click()

    preview = player.see(".preview")

    expect(preview).to_contain_text("US moves")
    expect(player.page.locator(".in-words")).to_contain_text("for the initiative")


def test_an_action_that_is_free_to_take_back_is_taken_back_by_one_key(visit: Visit):
    """Issue 10.3: `u`, without a dialog, where nobody has to agree."""
    player = visit().open_match(1)
    player.see(".question")
    player.answer()
    before = player.page.locator(".log .undone").count()

    player.page.locator("body").press("u")

    taken_back = player.page.locator(".log .undone, dialog[open] .offer")
    expect(taken_back.first).to_be_visible(timeout=15_000)
    assert player.count(".log .undone") >= before


def test_a_piece_tells_what_it_may_do_and_why_not_more(visit: Visit):
    """Issue 10.3: with the rule."""
    player = visit().open_match()
    player.answer()
    expect(player.page.locator(".question")).to_contain_text("Which card", timeout=20_000)
    player.press("b")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"):
        if player.count(".here .may"):
            break
        player.press(key)

    player.see(".here .may summary").click()

    expect(player.page.locator(".here .possible").first).to_contain_text("now")


def test_a_card_in_hand_that_is_no_answer_says_why_not(visit: Visit):
    """Issue 10.3: of any card one may ask what it could do now."""
    player = visit().open_match()
    player.answer()
    expect(player.page.locator(".question")).to_contain_text("Which card", timeout=20_000)
    player.choose()
    before = player.position

    player.see(".hand .no-answer").click()

    shown = player.see(".here .possible")
    expect(shown).to_contain_text("now")
    assert player.position == before


def test_t_leads_to_what_may_be_chosen_on_the_table(visit: Visit):
    """Issue 10.7: from one card or space to the next, without every button between them."""
    player = visit().open_match(1)
    player.see(".question")
    player.press("t")
    first = player.focused()
    player.press("t")
    second = player.focused()
    player.press("T")

    assert first != second
    assert player.focused() == first
    player.see(".space.target:focus, .space.holds-target:focus, .target:focus")


@pytest.mark.parametrize("part", ["components", "terrain", "rules"])
def test_a_game_is_learnt_from_its_guide_and_reference(visit: Visit, part: str):
    """Issue 10.5: guide, cards and units, terrain, and the headings of the rulebook."""
    player = visit()
    player.page.goto(f"{player.url}/learn/undaunted")
    expect(player.page.get_by_role("heading", name="What newcomers get wrong")).to_be_visible()
    assert player.page.locator(".learn section ol").last.locator("li").count() == 5

    player.page.goto(f"{player.url}/learn/undaunted#{part}")

    content = {"components": ".component", "terrain": ".component", "rules": ".rulebook li"}
    player.see(content[part])


def test_a_rule_number_leads_into_the_rulebook(visit: Visit):
    """Issue 10.5: from the dialog of any rule."""
    player = visit().open_match()
    player.see(".log .rule").click()
    link = player.see("dialog[open]").get_by_role("link", name="In the rulebook")
    place = str(link.get_attribute("href"))

    player.page.goto(player.url + place)

    expect(player.page.locator(".rulebook .here")).to_be_visible()


def test_a_first_match_with_hints_is_one_click_away(visit: Visit):
    """Issue 10.5: against the bot, and hints can be switched off."""
    player = visit()
    player.page.goto(f"{player.url}/learn/undaunted")
    player.page.get_by_role("button", name="Play it now").click()
    player.sits_down()

    hint = player.see(".hint-box")
    expect(hint).to_contain_text("Fog of War")
    hint.locator("summary").click()
    expect(hint).to_contain_text("for the initiative")
    player.page.get_by_label("Hints").uncheck()

    expect(player.page.locator(".hint-box")).to_be_hidden()
