"""Nothing is shown by colour alone: the page in grey, and as colour-blind people see it."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import Visitor

SEEN_AS = ("achromatopsia", "protanopia", "deuteranopia", "tritanopia")
READABLE = 4.5
"""The contrast that WCAG 2.2 (1.4.3) asks of small words."""
TOLD_APART = 3.0
"""The contrast that it requires of things that must be distinguished (1.4.11)."""
WORDS = (
    ".counter.side0",
    ".counter.side1",
    ".tag.due",
    ".question",
    ".order .rule",
    ".status button",
)
MEASURE = """async ([picture, boxes]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(image, 0, 0);
    const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = (r, g, b) => [r, g, b].map((one) => part(one / 255))
        .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
    return boxes.map(({ x, y, width, height }) => {
        const { data } = pen.getImageData(x, y, Math.max(1, width), Math.max(1, height));
        const seen = [];
        for (let i = 0; i < data.length; i += 4) seen.push(light(...data.slice(i, i + 3)));
        seen.sort((a, b) => a - b);
        return [seen[0], seen[seen.length >> 1], seen.at(-1)];
    });
}"""
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
}).filter((one) => one.width > 4 && one.height > 4 && one.y > 0 && one.x > 0 &&
    one.x + one.width < innerWidth && one.y + one.height < innerHeight)"""


def contrast(left: float, other: float) -> float:
    """The contrast of two luminances by WCAG."""
    dark, bright = sorted((left, other))
    return (bright + 0.05) / (dark + 0.05)


def as_seen(player: Visitor, eyes: str, selector: str) -> list[list[float]]:
    """The darkest, the usual and the brightest luminance of elements, as these eyes see them."""
    client = player.page.context.new_cdp_session(player.page)
    boxes: list[dict[str, Any]] = player.page.evaluate(BOXES, selector)
    assert boxes, selector
    client.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    shot = client.send("Page.captureScreenshot", {"format": "png"})["data"]
    client.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    assert base64.b64decode(shot).startswith(b"\x89PNG")
    results: list[list[float]] = player.page.evaluate(MEASURE, [shot, boxes])
    return results


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("eyes", SEEN_AS)
def test_words_on_counters_and_buttons_can_be_read_without_colours(
    visit: Visit, eyes: str, mode: Any
):
    """V6, UI-03."""
    player = visit(color_scheme=mode)
    player.open_match()
    player.answer()

    for selector in WORDS:
        for darkest, usual, brightest in as_seen(player, eyes, f"main {selector}"):
            ink = max(contrast(usual, darkest), contrast(usual, brightest))
            assert ink >= READABLE, (selector, darkest, usual, brightest)


@pytest.mark.parametrize("eyes", SEEN_AS)
def test_sides_and_what_may_be_chosen_differ_in_more_than_colour(visit: Visit, eyes: str):
    """V6, UI-03, UI-05: by shape and by name, and what may be chosen by a dash."""
    player = visit()
    player.open_match()
    usual = [
        [seen[1] for seen in as_seen(player, eyes, f"main .counter.{side}")]
        for side in ("side0", "side1")
    ]
    shapes = player.page.evaluate("""() => ['side0', 'side1'].map((side) => new Set(
        [...document.querySelectorAll(`.counter.${side} path`)].map((one) =>
            (one.getAttribute('d').match(/[A-Za-z]/g) ?? []).join(''))).values().next().value)""")
    names = player.page.evaluate("""() => ['side0', 'side1'].map((side) =>
        document.querySelector(`.counter.${side} text`).textContent.slice(0, 2))""")
    dashes = player.page.evaluate("""() => getComputedStyle(
        document.querySelector('.piece.target, .ring.target, .counter.target path')).borderStyle""")

    assert contrast(max(usual[0]), min(usual[1])) >= TOLD_APART
    assert shapes[0] != shapes[1]
    assert names[0] != names[1]
    assert dashes == "dashed"
