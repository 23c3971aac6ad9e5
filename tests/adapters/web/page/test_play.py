from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import Service
from wardiary.domain.games import registry

GAMES = pytest.mark.parametrize("game", range(len(registry.names())), ids=registry.names())


@GAMES
def test_a_match_against_a_bot_is_opened_in_two_clicks_and_played_by_clicking(
    visit: Visit, game: int
):
    player = visit()
    player.open_match(game)
    before = player.position

    for _ in range(4):
        player.answer()

    assert player.position > before
    expect(player.page.locator(".log .command-accepted").last).to_be_visible()


def test_a_command_is_pointed_together_in_the_hand_and_on_the_board(visit: Visit):
    player = visit()
    player.open_match()
    player.see(".hand .piece.target").click()
    player.see(".send:not([disabled])").click()
    expect(player.page.locator(".sent li").last).to_contain_text("recorded #")
    player.see(".hand .piece.target, .result")

    while not player.count(".space.target"):
        player.answer()
        player.see(".hand .piece.target")
    player.page.locator(".space.target").first.click(position={"x": 20, "y": 8})

    assert player.count(".space.chosen") or player.count(".narrowed, .hint, .offers")
    if not player.count(".text-form"):
        player.choose()
    expect(player.see(".text-form code")).not_to_be_empty()


def test_the_text_form_is_shown_before_anything_is_sent(visit: Visit):
    player = visit()
    player.open_match()
    before = player.position

    player.see(".hand .piece.target").click()

    assert re.fullmatch(r"[a-z-]+( [^ {}]+)*", player.see(".text-form code").inner_text())
    assert player.position == before


def test_a_turn_is_played_by_the_keyboard_alone(visit: Visit):
    player = visit()
    player.open_match()
    for _ in range(60):
        player.press("Tab")
        if player.count(".slot .candidate:focus"):
            break
    player.press("Enter")
    expect(player.page.locator(".send:focus")).to_be_visible()
    player.press("Enter")

    expect(player.page.locator(".sent li").last).to_contain_text("recorded #")
    expect(player.page.locator(".offer:focus, .candidate:focus, .send:focus")).to_be_visible()


def test_the_arrow_keys_walk_over_the_board_and_escape_backs_out(visit: Visit):
    player = visit()
    player.open_match()
    player.press("b")
    first = player.focused()
    player.press("ArrowRight")
    second = player.focused()
    player.press("ArrowLeft")

    assert first != second
    assert player.focused() == first
    player.press("o", "Enter")
    expect(player.page.locator(".candidate.chosen")).to_have_count(1)
    player.press("Escape")
    expect(player.page.locator(".candidate.chosen")).to_have_count(0)


def test_a_space_is_chosen_with_enter(visit: Visit):
    player = visit()
    player.open_match(1)
    player.press("o", "ArrowDown")
    player.page.locator(".offer").nth(1).focus()
    player.press("Enter")
    player.page.locator(".space.target").first.focus()
    player.press("Enter")

    expect(player.page.locator(".space.chosen")).to_have_count(1)
    player.see(".send:focus")


def test_keys_are_listed_and_can_be_switched_off(visit: Visit):
    player = visit()
    player.open_match()
    player.press("?")
    dialog = player.see("dialog[open]")
    expect(dialog).to_contain_text("to the board")
    dialog.get_by_label("Switch single keys off").check()
    player.press("Escape")

    player.press("?")

    assert player.count("dialog[open]") == 0


def test_a_rule_of_the_log_opens_our_own_explanation_of_it(visit: Visit):
    player = visit()
    player.open_match()
    rule = player.see(".log .rule").inner_text()
    player.see(".log .rule").click()

    dialog = player.see("dialog[open]")
    expect(dialog.get_by_role("heading")).to_have_text(f"Rule {rule}")
    expect(dialog.locator("p").first).not_to_be_empty()


def test_new_sentences_are_told_to_those_who_listen(visit: Visit):
    player = visit()
    player.open_match()
    expect(player.page.locator("#said")).to_have_text("")

    player.answer()

    expect(player.page.locator("#said p").first).to_be_attached()
    assert player.page.locator("#said").get_attribute("aria-live") == "polite"


def test_an_answer_that_was_lost_is_not_guessed_and_sending_again_does_nothing_twice(visit: Visit):
    """UI-07, RD-09."""
    player = visit()
    player.open_match()
    before = player.position
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The service does it, and the answer never arrives."""
        route.fetch()
        lost.append(route.request.post_data or "")
        route.abort()

    player.expects_errors = True
    player.page.route("**/commands", lose, times=1)
    player.see(".hand .piece.target").click()
    player.see(".send:not([disabled])").click()
    expect(player.page.locator(".sent .unknown")).to_contain_text("not known")
    after = player.position
    with player.page.expect_request("**/commands") as again:
        player.page.get_by_role("button", name="Send again").click()

    expect(player.page.locator(".sent li").last).to_contain_text("recorded #")
    assert again.value.post_data == lost[0]
    assert before < after == player.position


def test_what_the_rules_refuse_is_said_with_its_rule(visit: Visit):
    player = visit()
    player.open_match()
    player.expects_errors = True

    def spoil(route: Route) -> None:
        """A page of yesterday asks for what is not on offer today."""
        body = route.request.post_data_json
        route.continue_(post_data={**body, "command": "no-such-verb"})

    player.page.route("**/commands", spoil, times=1)
    before = player.position
    player.see(".hand .piece.target").click()
    player.see(".send:not([disabled])").click()

    expect(player.page.locator(".sent .refused")).to_contain_text("no-such-verb")
    assert player.position == before
    player.see(".hand .piece.target")


def test_a_command_for_an_older_position_is_not_done_and_the_table_is_shown_as_it_is_now(
    visit: Visit,
):
    """UB-05."""
    player = visit()
    player.open_match()
    player.answer()
    player.expects_errors = True
    before = player.position

    def delay(route: Route) -> None:
        """Somebody else was faster."""
        body = route.request.post_data_json
        route.continue_(post_data={**body, "expected": body["expected"] - 1})

    player.page.route("**/commands", delay, times=1)
    player.fill()
    player.see(".send:not([disabled])").click()

    expect(player.page.locator(".sent .stale")).to_contain_text("Something else happened first")
    assert player.position == before
    player.page.unroute_all()
    player.answer()


def test_the_page_says_when_it_is_cut_off_and_catches_up_without_gap_or_double(
    visit: Visit, service: Service
):
    player = visit()
    player.open_match()
    player.answer()
    player.expects_errors = True

    service.stop()
    expect(player.page.locator(".notice.bad").first).to_contain_text("Not connected")
    service.start()
    expect(player.page.locator(".live.on")).to_be_visible(timeout=30_000)
    player.answer()

    expect(player.page.locator("#notices")).to_be_empty()
    player.see(".question, .result")
    numbers = [int(one[1:]) for one in player.page.locator(".log .go").all_inner_texts()]
    assert numbers == sorted(set(numbers))
