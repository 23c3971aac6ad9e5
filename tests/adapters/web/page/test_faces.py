"""Counters, cards and spaces show what they print, and players can read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import MATCH, Visitor
from wardiary.domain.games import registry

GAMES = pytest.mark.parametrize("game", range(len(registry.names())), ids=registry.names())
FIRST, HEX, TABLEAU = 0, 1, 2
"""The games in the order of the lobby: one of each kind of board."""


def api(player: Visitor, part: str) -> Any:
    """What the service answers this visitor about the match that is open."""
    match = MATCH.search(player.page.url)
    assert match is not None
    answer = player.page.request.get(f"{player.url}/api/v1/matches/{match[0][3:]}/{part}")
    assert answer.ok, answer.text()
    return answer.json()


def changed(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Change each board on its way to the page."""

    def answer(route: Route) -> None:
        response = route.fetch()
        board = response.json()
        change(board)
        route.fulfill(response=response, json=board)

    page.route("**/view?*", answer)


def units(board: dict[str, Any]) -> list[dict[str, Any]]:
    """The counters on a board."""
    pieces = (piece for space in board["spaces"] for piece in space["stack"]["pieces"])
    return [piece for piece in pieces if piece["shape"] == "counter"]


@GAMES
def test_components_are_asked_for_once_and_again_only_for_kinds_not_seen_before(
    visit: Visit, game: int
):
    player = visit()
    asked: list[set[str]] = []
    spaces: list[bool] = []

    def note(url: str) -> None:
        if "/components?" in url:
            asked.append(set(re.sub(r".*kinds=([^&]*).*", r"\1", url).split("%2C")) - {""})
            spaces.append("spaces=true" in url)

    player.page.on("request", lambda request: note(request.url))
    player.open_match(game)
    for _ in range(3):
        player.answer()

    assert asked
    assert sum(map(len, asked)) == len(set.union(*asked))
    assert spaces == [True] + [False] * (len(spaces) - 1)


@pytest.mark.parametrize("game", [FIRST, HEX])
def test_a_counter_shows_its_symbol_its_title_and_its_printed_figures(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    player.see(".counter use")
    components = api(player, "components")["components"]
    unit = units(api(player, "view"))[0]
    face = next(f for f in components[unit["kind"]]["faces"] if f["name"] == unit["face"])
    counter = player.page.locator(f'.counter[data-piece="{unit["id"]}"]')

    assert counter.locator("use").first.get_attribute("href") == f"#{face['symbol']}"
    assert player.count(f"symbol#{face['symbol']}") == 1
    row = "".join(counter.locator(".figures").all_text_contents())
    now = {value["name"]: value["value"] for value in unit["values"]}
    figures = [f for f in face["figures"] if isinstance(f["value"], int)][:4]
    for figure in figures:
        assert str(now.get(figure["name"], figure["value"])) in row
    assert len(figures) == counter.locator(".figures tspan").count()
    told = counter.locator("title").first.text_content() or ""
    for figure in face["figures"]:
        assert figure["name"] in told


def test_a_present_value_that_differs_is_told_by_a_sign_beside_the_printed_one(visit: Visit):
    player = visit()
    player.open_match(FIRST)
    player.see(".counter .differs")
    unit = next(u for u in units(api(player, "view")) if u["values"])
    components = api(player, "components")["components"]
    printed = components[unit["kind"]]["faces"][0]["figures"][0]["value"]
    value = unit["values"][0]["value"]
    counter = player.page.locator(f'.counter[data-piece="{unit["id"]}"]')

    sign = "▲" if value > printed else "▼"
    expect(counter.locator(".differs")).to_have_text(f"{printed}{sign}{value}")


def test_a_turned_unit_differs_by_stripes_and_a_word_and_marks_are_badges(visit: Visit):
    player = visit()

    def turn(board: dict[str, Any]) -> None:
        first, other = units(board)[:2]
        first |= {"face": "suppressed", "marks": {"veteran": 1, "unheard-of": 3}}
        other["face"] = "ready"
        board["turned"] = first["id"]

    changed(player.page, turn)
    player.open_match(FIRST)
    player.see(".counter.turned")

    assert player.count(".counter.turned") == 1
    assert player.count(".counter.turned .hatch") == player.count(".counter.turned .band") == 1
    expect(player.page.locator(".counter.turned .state")).to_have_text("suppressed")
    assert player.page.locator(".counter:not(.turned) .hatch").count() == 0
    marks = player.page.locator(".counter.turned .mark")
    assert marks.first.locator("use").get_attribute("href") == "#veteran"
    expect(marks.last.locator("text")).to_have_text("un3")


@GAMES
def test_cards_in_hand_show_title_subtitle_figures_and_texts(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    for _ in range(8):
        if player.count(".hand .as-card"):
            break
        player.answer()
    components = api(player, "components")["components"]
    board = api(player, "view")
    hands = [
        stack
        for row in board["rows"]
        for stack in row["stacks"]
        if "hand" in stack["zone"] and stack["count"] and not stack["hidden"]
    ]
    shown = player.page.locator(".hand .as-card").all_text_contents()

    # A scenario without hands has no cards in any.
    assert bool(hands) == bool(shown)
    for piece in (piece for hand in hands for piece in hand["pieces"]):
        if piece["shape"] not in ("card", "vehicle"):
            continue
        whole, *ends = components[piece["kind"]]["faces"]
        has_ends = len(ends) > 1 and whole["title"] == " / ".join(end["title"] for end in ends)
        wanted = [] if has_ends else [whole["subtitle"], *(text["text"] for text in whole["texts"])]
        for face in ends if has_ends else [whole]:
            wanted += [face["title"]]
            wanted += [str(part) for f in face["figures"] for part in (f["name"], f["value"])]
        assert any(all(words in card for words in wanted) for card in shown), piece["title"]


def test_a_card_enlarges_when_pointed_at_or_in_focus_and_opens_to_be_read(visit: Visit):
    player = visit()
    player.open_match(FIRST)
    card = player.see(".hand .holder")
    large = player.page.locator(".large")
    expect(large).to_be_hidden()

    card.hover()
    expect(large).to_be_visible()
    title = card.locator(".title").inner_text()
    expect(large).to_contain_text(title)
    player.press("Escape")
    expect(large).to_be_hidden()

    card.locator(".read").focus()
    player.press("Shift+Tab", "Tab")
    expect(large).to_be_visible()
    player.press("Enter")
    dialog = player.see("dialog[open]")
    expect(large).to_be_hidden()
    first = player.page.evaluate(
        "() => [...document.querySelectorAll('dialog .figure-list > div')].map(e => e.innerText)"
    )
    assert first
    assert all(re.search(r"\w+\s*\d*\n.+", text) for text in first)
    findings = Axe().run(player.page).response["violations"]
    assert [f["id"] for f in findings if f["impact"] in ("serious", "critical")] == []

    rule = dialog.locator(".rule").first
    number = rule.inner_text()
    rule.click()
    expect(player.page.locator("dialog[open] h2")).to_have_text(f"Rule {number}")


def test_a_long_press_reads_a_card_and_does_not_play_it(visit: Visit):
    player = visit(390, 800, has_touch=True)
    player.open_match(FIRST)
    card = player.see(".hand .piece.target")

    for kind in ("pointerdown", "pointerup", "click"):
        card.dispatch_event(kind, {"pointerType": "touch", "bubbles": True})
        if kind == "pointerdown":
            player.see("dialog[open] .figure-list")

    assert player.count(".hand .chosen") == 0


@GAMES
def test_no_stack_that_is_opened_makes_the_page_wider_than_a_phone(visit: Visit, game: int):
    player = visit(390, 800)
    player.open_match(game)
    closed = player.page.locator(".rows .stacks > details:not([open]) > summary")
    for _ in range(min(4, closed.count())):
        closed.first.click()
    player.see(".rows details[open] .piece")

    assert player.page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_a_hidden_piece_shows_its_back_alone(visit: Visit):
    player = visit()
    player.open_match(TABLEAU)
    deck = player.page.locator("details summary", has_text=re.compile("deck", re.IGNORECASE)).first
    deck.click()
    card = player.see(".hidden-card")

    assert card.locator(".figures, .subtitle, .print, .symbol").count() == 0
    expect(card).to_contain_text("back")
    assert player.page.locator(".holder:has(.hidden-card)").count() == 0


@pytest.mark.parametrize("game", [FIRST, HEX])
def test_the_space_in_focus_tells_what_it_prints_and_the_present_values_item_by_item(
    visit: Visit, game: int
):
    player = visit()
    player.open_match(game)
    board = api(player, "view")
    faces = api(player, "components")["spaces"]
    space = next(
        s for s in board["spaces"] if any(piece["values"] for piece in s["stack"]["pieces"])
    )
    player.page.locator(f'.space[data-zone="{space["zone"]}"]').focus()
    here = player.see(".here").inner_text()

    for figure in faces[space["zone"]]["figures"]:
        assert figure["name"] in here
        assert figure["meaning"] in here
        assert figure["rule"] in here
    for piece in space["stack"]["pieces"]:
        for value in piece["values"]:
            assert f"{value['name']} now {value['value']}" in here
            for item in value["items"]:
                assert f"{abs(item['value'])} {item['name']}" in here
    findings = Axe().run(player.page).response["violations"]
    assert [f["id"] for f in findings if f["impact"] in ("serious", "critical")] == []


def test_control_is_a_flag_in_the_shape_of_its_seat_and_is_told_to_those_who_listen(visit: Visit):
    player = visit()
    player.open_match(FIRST)
    player.see(".flag")
    spaces = api(player, "view")["spaces"]
    held = {s["zone"]: s["stack"]["control"] for s in spaces if s["stack"]["control"]}

    assert player.count(".flag") == len(held)
    for zone, seat in held.items():
        drawn = player.page.locator(f'.space[data-zone="{zone}"]')
        expect(drawn.locator(".flag title")).to_have_text(
            re.compile(f"Controlled by {seat}", re.IGNORECASE)
        )
        assert f"controlled by {seat}" in (drawn.get_attribute("aria-label") or "").lower()


def test_groups_show_their_totals_with_the_items_one_fold_away(visit: Visit):
    player = visit()
    player.open_match(TABLEAU)
    player.answers_until(lambda: bool(player.count(".totals")))
    totals = player.see(".totals")
    board = api(player, "view")
    values = [
        ", ".join(f"{v['name']} {v['value']}" for v in stack["values"])
        for row in board["rows"]
        for stack in row["stacks"]
        if stack["values"] and stack["pieces"]
    ]

    assert player.page.locator(".totals > summary").all_text_contents() == values
    totals.locator("summary").click()
    expect(totals.locator("li").first).to_contain_text("=")
    assert totals.locator(".rule").count() > 0
