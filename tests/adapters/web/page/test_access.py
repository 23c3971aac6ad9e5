from __future__ import annotations

import gzip
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Response, expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import Visitor
from wardiary.domain.games import registry

FIRST_VIEW = 100_000
WIDTHS = (320, 1280)
GAMES = pytest.mark.parametrize("game", range(len(registry.names())), ids=registry.names())


def serious(player: Visitor, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """The serious findings of axe, in light and dark mode, on a phone and on a wide screen."""
    return [
        f"{width} {scheme} {finding['id']}: {node['html'][:160]}"
        for width in widths
        for scheme in ("light", "dark")
        for finding in _found(player, width, scheme)
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"]
    ]


def _found(player: Visitor, width: int, scheme: Literal["light", "dark"]) -> list[Any]:
    player.page.set_viewport_size({"width": width, "height": 800})
    player.page.emulate_media(color_scheme=scheme)
    results: list[Any] = Axe().run(player.page).response["violations"]
    return results


def test_axe_finds_nothing_serious_in_the_lobby(visit: Visit):
    assert serious(visit().lobby()) == []


def test_axe_finds_nothing_serious_in_dialogs_and_on_the_invitation_page(visit: Visit):
    player = visit()
    link = player.invite()
    player.press("?")
    assert serious(player, (320,)) == []
    player.press("Escape")
    player.see(".log .rule").click()
    player.see("dialog[open]")
    assert serious(player, (320,)) == []
    player.page.goto("about:blank")
    player.page.goto(link)
    player.see("button:has-text('Take the seat')")
    assert serious(player, (320,)) == []


def test_after_the_replay_the_keyboard_is_where_it_was(visit: Visit):
    player = visit()
    player.open_match()
    player.press("r")
    player.see(".replay .where")
    expect(player.page.locator("#slider")).to_be_focused()

    player.press("Escape")

    expect(player.page.get_by_role("button", name="Replay", exact=True)).to_be_focused()


@GAMES
def test_axe_finds_nothing_serious_at_the_table(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    assert serious(player) == []
    player.choose()
    assert serious(player, (1280,)) == []


def test_axe_finds_nothing_serious_in_the_replay_and_beside_the_log(visit: Visit):
    player = visit()
    player.open_match()
    player.answer()
    player.page.get_by_role("button", name="Replay", exact=True).click()
    player.see(".replay .where")
    player.page.locator(".replay summary").click()
    for name in ("Charts", "Branches", "Standing", "Text", "About", "Log"):
        player.page.locator(".tab-list").get_by_role("button", name=name).click()
        expect(player.page.locator(".tab-body .wait")).to_have_count(0)
        assert serious(player, (1280,)) == [], name


@GAMES
def test_nothing_is_wider_than_a_small_phone(visit: Visit, game: int):
    player = visit(320, 640)
    player.open_match(game)
    player.choose()
    assert player.page.evaluate("() => document.documentElement.scrollWidth") == 320


def test_sides_and_states_are_shown_without_any_colour(visit: Visit):
    """UI-03."""
    player = visit()
    player.open_match()
    player.answer()
    player.see(".counter.side1")
    shapes = {
        side: set(player.page.locator(f".counter.{side} path").evaluate_all(OUTLINES))
        for side in ("side0", "side1", "nobody")
    }

    assert not shapes["side0"] & shapes["side1"]
    assert not shapes["nobody"] & (shapes["side0"] | shapes["side1"])
    for side, owner in (("side0", "US"), ("side1", "Ge")):
        texts = player.page.locator(f".counter.{side} text:first-of-type").all_text_contents()
        assert texts
        assert all(text.startswith(owner) for text in texts)
    states = player.page.locator(".counter.side0 text").all_text_contents()
    assert any("ready" in text for text in states)
    for name in ("target", "chosen"):
        dash = player.page.evaluate(DASHES, name)
        assert dash != player.page.evaluate(DASHES, "")
    assert player.page.evaluate(DASHES, "target") != player.page.evaluate(DASHES, "chosen")


OUTLINES = "paths => paths.map(one => one.getAttribute('d').replace(/[-.0-9]+/g, ''))"
DASHES = """name => {
    const other = document.querySelector('.ring');
    const ring = other.cloneNode();
    ring.setAttribute('class', `ring ${name}`);
    other.parentNode.append(ring);
    const style = getComputedStyle(ring);
    const found = style.strokeDasharray + '/' + style.strokeWidth + '/' + style.stroke.slice(0, 4);
    ring.remove();
    return found;
}"""


@GAMES
def test_the_position_as_text_is_there_for_screen_readers(visit: Visit, game: int):
    """UI-01."""
    player = visit()
    player.open_match(game)
    player.page.locator(".tab-list").get_by_role("button", name="Text").click()
    text = player.see(".as-text").inner_text()

    for space in player.page.locator(".space").all()[:12]:
        label = space.get_attribute("aria-label") or ""
        assert label.partition(".")[0].partition(" ")[0] in text
    assert text.count("\n") > 5


@GAMES
def test_the_first_view_of_a_match_is_small(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    match = player.page.url
    fresh = visit(storage_state=player.page.context.storage_state())
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    fresh.page.on("response", note)
    fresh.page.goto(match)
    fresh.sits_down()
    fresh.see(".board, .rows")
    fresh.page.wait_for_load_state("load")
    sizes = {
        answer.url: _size(answer)
        for answer in answers
        if "/feed" not in answer.url and answer.status != 304
    }

    assert len(sizes) > 8
    assert {"symbols.svg", "components"} <= {url.rpartition("/")[2].split("?")[0] for url in sizes}
    assert sum(sizes.values()) < FIRST_VIEW
    assert not [size for size in sizes if "timeline" in size or "events" in size]


def _size(answer: Response) -> int:
    """How many bytes an answer had on its way."""
    body = answer.body()
    packed = answer.header_value("content-encoding") == "gzip"
    return len(gzip.compress(body, 5)) if packed else len(body)
