"""Everything is in reach: on phones, enlarged to 200 %, and without anything jumping."""

from __future__ import annotations

import pytest

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_faces import FIRST, GAMES, HEX
from tests.adapters.web.page.visitor import Visitor
from wardiary.domain.games import registry

PHONE = (390, 844)
TOPS = """selectors => selectors.map(one => {
    const element = document.querySelector(one);
    const { top, bottom, height } = element.getBoundingClientRect();
    return { top, bottom, height };
})"""
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries())
            window.shifts.push([entry.value, entry.sources.map(s => s.node?.className ?? '')]);
    }).observe({ type: 'layout-shift', buffered: false });
}"""


def boxes(player: Visitor, *selectors: str) -> list[dict[str, float]]:
    """Where elements are in the window."""
    result: list[dict[str, float]] = player.page.evaluate(TOPS, list(selectors))
    return result


@GAMES
def test_on_a_phone_the_hand_and_the_question_are_at_the_foot_and_the_log_comes_after(
    visit: Visit, game: int
):
    player = visit(*PHONE)
    player.open_match(game)
    for _ in range(8):
        if player.count(".hand .piece"):
            break
        player.answer()
    hand, order, log = boxes(player, ".hand", ".order", ".tabs")

    # In some matches nobody holds cards.
    foot = hand if player.count(".hand .piece") else order
    assert foot["top"] >= PHONE[1] * 0.4
    assert hand["bottom"] <= order["top"] + 1
    assert order["bottom"] <= PHONE[1] + 1
    assert log["top"] >= order["top"]
    assert player.page.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]


@GAMES
def test_on_a_phone_there_is_no_hole_between_the_board_and_what_follows(visit: Visit, game: int):
    player = visit(*PHONE)
    player.open_match(game)
    status, bar = boxes(player, ".status", ".board-box")
    gaps = player.page.evaluate("""() => {
        const shown = [...document.querySelectorAll('.status, .board-box, .rows > *, .tabs')]
            .map(one => one.getBoundingClientRect()).filter(box => box.height)
            .sort((a, b) => a.top - b.top);
        return shown.slice(1).map((box, i) => box.top - Math.max(...shown.slice(0, i + 1)
            .map(one => one.bottom)));
    }""")

    assert bar["top"] - status["bottom"] < 24
    dock = player.page.locator(".dock").evaluate("one => one.offsetHeight")
    assert max(gaps) < dock + 40


@pytest.mark.parametrize("game", [FIRST, HEX])
def test_looking_at_spaces_and_choosing_moves_nothing_on_the_page(visit: Visit, game: int):
    player = visit(1440, 900)
    player.open_match(game)
    player.see(".space")
    before = boxes(player, ".board-frame", ".hand", ".rows", ".status")
    player.page.evaluate(SHIFTS)
    for place in (0, 3, 5):
        player.page.locator(".space").nth(place).focus()
        player.page.wait_for_timeout(350)
    player.page.mouse.move(600, 400)
    player.page.wait_for_timeout(400)

    assert boxes(player, ".board-frame", ".hand", ".rows", ".status") == before
    shifts = player.page.evaluate("() => window.shifts")
    assert sum(value for value, sources in shifts if "tabs" not in str(sources)) < 0.1


@pytest.mark.parametrize("game", [FIRST, HEX])
def test_enlarged_to_200_percent_nothing_is_cut_off(visit: Visit, game: int):
    """A window of 1440 by 900 at 200 % has 720 by 450 pixels."""
    player = visit(720, 450, device_scale_factor=2)
    player.open_match(game)
    player.see(".space")

    assert player.page.evaluate("() => document.documentElement.scrollWidth") == 720
    player.choose()
    send = player.page.locator(".send, .offer").first
    send.scroll_into_view_if_needed()
    box = send.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 450 - box["height"] + 1
    frame = player.page.locator(".board-frame")
    frame.scroll_into_view_if_needed()
    seen = frame.evaluate("""one => {
        const dock = document.querySelector('.dock').getBoundingClientRect();
        return dock.top - Math.max(0, one.getBoundingClientRect().top);
    }""")
    assert seen > 60


def test_the_hand_peeks_out_under_a_large_board_and_opens_to_be_read(visit: Visit):
    player = visit(1440, 900)
    player.open_match(HEX)
    player.answers_until(lambda: bool(player.count(".hand .as-card")))
    hand = player.page.locator(".hand")
    box = hand.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 901
    low = box["height"]
    player.page.locator(".hand .read").first.focus()

    opened = hand.bounding_box()
    assert opened is not None
    assert opened["height"] > low + 60


def test_the_phase_under_way_is_in_sight_and_the_tabs_are_in_one_line(visit: Visit):
    """Issue 10.7: also of a game with a dozen phases, in a window of middling width."""
    player = visit(1024, 768)
    player.open_match(list(registry.names()).index("company-of-heroes"))
    player.see(".question")
    script = """name => {
        const track = document.querySelector('.phases');
        const now = [...track.children].find(one => one.textContent.includes(name));
        track.querySelector('.now').className = '';
        now.className = 'now';
        return import('/page/stacks.js').then(({ showNow }) => {
            showNow(track);
            const [a, b] = [track, now].map(one => one.getBoundingClientRect());
            const isLong = track.scrollWidth > track.clientWidth;
            return [a.left <= b.left, b.right <= a.right + 1, isLong];
        });
    }"""

    assert player.page.evaluate(script, "Destroyed") == [True, True, True]
    tops = player.page.locator(".tab-list button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
