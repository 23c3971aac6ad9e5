from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_two import two
from tests.adapters.web.page.visitor import Service, Visitor
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
    expect(player.page.locator(".text-form code")).not_to_be_empty()


def test_the_text_form_is_one_fold_away_before_anything_is_sent(visit: Visit):
    player = visit()
    player.open_match()
    before = player.position

    player.see(".hand .piece.target").click()

    assert re.fullmatch(
        r"[a-z-]+( [^ {}]+)*", player.page.locator(".text-form code").text_content() or ""
    )
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
    expect(dialog.locator(".says")).not_to_be_empty()


def test_a_rule_leads_to_where_it_was_used_and_to_the_rules_next_to_it(visit: Visit):
    """P9."""
    player = visit()
    player.open_match()
    player.answer()
    player.see(".log .rule").click()
    dialog = player.see("dialog[open]")
    expect(dialog.locator(".uses")).to_contain_text("Used")
    expect(dialog.locator("details dt").first).to_be_attached()

    place = dialog.locator(".uses button").last
    number = place.inner_text()
    place.click()

    expect(player.page.locator(".replay .where")).to_contain_text(f"{number} of")


def test_back_undoes_one_step_of_a_command(visit: Visit):
    """8.11b: what was chosen before stays chosen."""
    player = visit()
    player.open_match()
    for _ in range(12):
        player.see(".question")
        if player.count(".offer") > 1:
            break
        player.answer()
    player.page.locator(".offer").first.click()
    assert player.count(".text-form")
    player.page.get_by_role("button", name="Back", exact=True).click()

    assert player.count(".offer") > 1


def test_the_title_of_a_hidden_tab_changes_when_it_is_your_turn(visit: Visit):
    """P4: though it has given its feed back."""
    host, guest = two(visit)
    host.page.evaluate("""async () => {
        const { UNSEEN } = await import('/page/feed.js');
        Object.assign(UNSEEN, { afterMs: 10, everyMs: 200 });
        Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    host.answer()
    expect(host.page).not_to_have_title(re.compile("Your turn"))
    path = api_of(host)
    for _ in range(30):
        if host.page.request.get(f"{path}/prompts").json()["prompts"]:
            break
        guest.answer()

    expect(host.page).to_have_title(re.compile("Your turn"))


def test_a_silent_feed_is_shown_as_offline_and_opened_again(visit: Visit):
    """P4: nobody closed the connection, and yet nothing comes through it."""
    player = visit()
    player.open_match()
    player.page.evaluate("""async () => {
        const { SILENT } = await import('/page/feed.js');
        SILENT.afterMs = 300;
    }""")
    player.answer()
    player.see(".live.off")
    player.page.evaluate("""async () => {
        (await import('/page/feed.js')).SILENT.afterMs = 40000;
    }""")

    player.see(".live.on")
    player.answer()


def test_without_a_network_the_page_says_so_at_once(visit: Visit):
    """P4."""
    player = visit()
    player.open_match()
    player.expects_errors = True
    player.page.context.set_offline(True)
    player.see(".live.off")
    player.page.context.set_offline(False)

    player.see(".live.on")


def resigned(visit: Visit) -> Visitor:
    """Somebody whose match is over."""
    player = visit()
    player.open_match()
    player.answer()
    player.page.get_by_role("button", name="About").click()
    player.page.get_by_role("button", name="Resign …").click()
    player.page.locator("dialog").get_by_role("button", name=re.compile("Resign")).last.click()
    player.see(".result")
    return player


def test_at_the_end_nothing_is_offered_that_is_always_refused(visit: Visit):
    """P3, P6: also not while a moment of the past is shown."""
    player = resigned(visit)
    player.page.get_by_role("button", name="Replay from the start").click()
    player.see(".replay .where")
    expect(player.page.locator(".replay .where")).to_contain_text(re.compile(r"#\d+ of"))

    assert player.page.get_by_role("button", name="Take back").count() == 0
    assert player.page.get_by_role("button", name="Ask to go back").count() == 0
    assert player.page.get_by_role("button", name="Standing").count() == 0
    player.press("u")
    assert player.count("dialog[open]") == 0


def test_at_the_end_the_replay_begins_at_the_start_and_a_rematch_is_one_click(visit: Visit):
    """P5."""
    player = resigned(visit)
    ended = player.page.url
    player.page.get_by_role("button", name="Replay from the start").click()
    expect(player.page.locator("#slider")).to_be_focused()
    first = player.page.locator("#slider").get_attribute("min")
    expect(player.page.locator(".replay .where")).to_contain_text(f"#{first} of")
    player.press("Escape")
    expect(player.page.get_by_role("link", name="To the lobby")).to_be_visible()

    player.page.get_by_role("button", name="Rematch").click()
    player.page.wait_for_url(lambda url: "/m/" in url and url.partition("#")[0] != ended)
    player.sits_down()

    player.see(".question")


def test_the_last_sentence_of_the_log_has_the_scores(visit: Visit):
    """P5: what was needed and what was scored are two things."""
    result = {"winners": ["german"], "reason": "6 objective points",
              "scores": {"german": 7, "us": 0}}  # fmt: skip
    script = "async (result) => (await import('/page/labels.js')).resultText(result)"

    words = visit().lobby().page.evaluate(script, result)

    assert words == "German won: 6 objective points. It ended with German 7, US 0."


def test_new_sentences_are_put_into_a_live_region_for_screen_readers(visit: Visit):
    player = visit()
    player.open_match()
    expect(player.page.locator("#said")).to_have_text("")

    player.answer()

    expect(player.page.locator("#said p").first).to_be_attached()
    assert player.page.locator("#said").get_attribute("aria-live") == "polite"


def test_a_command_without_an_answer_is_shown_as_not_known_and_can_be_sent_again_safely(
    visit: Visit,
):
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


def test_a_refusal_shows_its_rule(visit: Visit):
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


def test_an_answer_to_an_older_question_is_refused_and_the_present_table_shown(
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
        route.continue_(post_data={**body, "window": body["window"] - 1})

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
    numbers = [int(text[1:]) for text in player.page.locator(".log .go").all_inner_texts()]
    assert numbers == sorted(set(numbers))


def api_of(player: Visitor) -> str:
    """Where the API answers about the match that a player looks at."""
    return player.page.url.partition("#")[0].replace("/m/", "/api/v1/matches/")


def test_the_opening_form_offers_a_director_who_watches(visit: Visit):
    """8.4c: the director's setting is chosen like any other before play."""
    player = visit().lobby()
    player.page.locator("summary:has-text('Settings')").click()
    choice = player.page.get_by_label("Director: who sees hidden pieces")
    assert choice.locator("option").all_inner_texts() == ["none", "watches", "plays"]

    choice.select_option(label="plays")
    player.page.get_by_role("button", name="Open the match").click()
    player.sits_down()

    assert player.page.request.get(api_of(player)).json()["settings"]["director"] == "plays"


def test_an_answer_names_its_question_and_not_a_position(visit: Visit):
    """8.4c: what others do meanwhile does not make an answer late while its question is asked."""
    player = visit()
    player.open_match()
    sent: list[dict[str, Any]] = []
    player.page.on(
        "request",
        lambda request: (
            sent.append(request.post_data_json) if request.url.endswith("/commands") else None
        ),
    )
    prompts = player.page.request.get(f"{api_of(player)}/prompts").json()["prompts"]

    player.answer()

    assert [body["window"] for body in sent] == [prompts[0]["window"]]
    assert "expected" not in sent[0]
