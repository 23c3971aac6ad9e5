"""Boards are drawn from what their spaces print: land, ways, sides, objectives, moves, dice."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_faces import FIRST, HEX, TABLEAU, api, changed
from tests.adapters.web.page.visitor import Visitor

WAYS = {"road": "road-top", "railway": "rail-top", "trail": "trail-top"}
SIDES = {"wall": "wall-top", "hedge": "hedge-top", "fence": "fence-post", "cliff": "cliff-top"}
PICTURES = {
    "woods": ".crown", "orchard": ".crown", "brush": ".crown", "field": "[class^=furrows]",
    "building": ".roof", "marsh": ".reeds", "water": ".water", "stream": ".stream",
    "gully": ".gully",
}  # fmt: skip


def spaces_of(player: Visitor) -> dict[str, dict[str, Any]]:
    """What each space of the match prints, by its zone."""
    result: dict[str, dict[str, Any]] = api(player, "components")["spaces"]
    return result


def place_of(player: Visitor, zone: str) -> str:
    """Where a space is drawn: its shift, which its land shares."""
    shift = player.page.locator(f'.space[data-zone="{zone}"]').get_attribute("transform")
    assert shift
    return shift


def test_each_terrain_is_a_picture_where_it_is_printed(visit: Visit):
    player = visit()
    player.open_match(HEX)
    player.see(".land .soil")
    faces = spaces_of(player)

    assert player.count(".land .soil") == len(faces)
    for terrain, picture in PICTURES.items():
        for zone in [zone for zone, face in faces.items() if face["symbol"] == terrain][:3]:
            drawn = player.page.locator(f'.land {picture}[transform="{place_of(player, zone)}"]')
            assert drawn.count() > 0, f"{terrain} in {zone}"
    bare = [zone for zone, face in faces.items() if face["symbol"] == "open"]
    for zone in bare[:5]:
        shift = place_of(player, zone)
        assert player.count(f'.land .crown[transform="{shift}"]') == 0
        assert player.count(f'.land .roof[transform="{shift}"]') == 0


def test_roads_run_through_their_sides_and_hedges_and_walls_stand_on_theirs(visit: Visit):
    player = visit()
    player.open_match(HEX, 2)
    player.see(".land .soil")
    faces = spaces_of(player)

    for kind, look in WAYS.items():
        zones = {z for z, f in faces.items() for edge in f["edges"] if edge["kind"] == kind}
        assert player.count(f".land .{look}") == len(zones), kind
    printed = Counter(
        edge["kind"]
        for zone, face in faces.items()
        for edge in face["edges"]
        if edge["to"] > zone or not edge["to"]
    )
    for kind, look in SIDES.items():
        assert player.count(f".land .{look}") == printed[kind], kind
    borders = sum(n for kind, n in printed.items() if kind.startswith("edge-"))
    assert player.count(".land .map-edge") == borders


def test_higher_ground_is_shaded_and_has_slopes_towards_lower_ground(visit: Visit):
    player = visit()
    player.open_match(HEX)
    player.see(".land .soil")
    levels = [face["level"] for face in spaces_of(player).values()]

    assert player.count(".land .level") == sum(level > 0 for level in levels)
    if any(levels) and not all(levels):
        assert player.count(".land .slope") > 0


@pytest.mark.parametrize("game", [FIRST, HEX])
def test_an_objective_is_a_token_with_its_worth_and_cover_is_a_shield(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    player.see(".objective")
    faces = spaces_of(player)
    held = [zone for zone, face in faces.items() if face["objective"]]

    assert player.count(".board .objective") == len(held)
    for zone in held:
        told = player.page.locator(f'.space[data-zone="{zone}"] .objective title')
        assert faces[zone]["objective"] in (told.first.text_content() or "")
    board = api(player, "view")
    for space in board["spaces"]:
        printed = {figure["name"]: figure["value"] for figure in faces[space["zone"]]["figures"]}
        now = {value["name"]: value["value"] for value in space["stack"]["values"]}
        cover = now.get("Cover", printed.get("Cover", 0))
        drawn = player.page.locator(f'.space[data-zone="{space["zone"]}"] .shield text')
        assert drawn.all_text_contents() == ([str(cover)] if cover > 0 else [])


def test_a_stack_fans_out_when_pointed_at_and_when_in_focus(visit: Visit):
    player = visit()
    player.open_match(HEX)
    player.see(".counter")
    faces = spaces_of(player)
    components = api(player, "components")["components"]
    board = api(player, "view")
    space = max(board["spaces"], key=lambda one: len(one["stack"]["pieces"]))
    fan = player.page.locator(".fan")
    expect(fan).to_be_hidden()

    player.page.locator(f'.space[data-zone="{space["zone"]}"]').hover()
    expect(fan).to_be_visible()
    words = fan.inner_text()
    for piece in space["stack"]["pieces"]:
        face = next(
            f for f in components[piece["kind"]]["faces"] if f["name"] in (piece["face"], "")
        )
        assert face["title"] in words
        for figure in face["figures"]:
            assert figure["name"] in words
    for figure in faces[space["zone"]]["figures"]:
        if figure["value"]:
            assert figure["name"].lower() in words
    player.press("Escape")
    expect(fan).to_be_hidden()

    player.page.mouse.move(2, 2)
    player.press("b", "ArrowRight")
    expect(fan).to_be_visible()


def test_what_a_unit_sees_and_can_hit_is_drawn_while_one_looks_at_it(visit: Visit):
    """Issue 10.2: hexes out of sight are dimmed, those in reach have a ring; the list says it."""
    player = visit()
    player.open_match(HEX)
    player.see(".counter")
    board = api(player, "view")
    space = max(board["spaces"], key=lambda one: len(one["stack"]["pieces"]))
    zone, piece = space["zone"], next(p for p in space["stack"]["pieces"] if p["owner"])
    lines = api(player, f"sight?of={piece['id']}")["spaces"]
    hexes = len(board["spaces"])

    place = player.page.locator(f'.space[data-zone="{zone}"]')
    place.locator(f'[data-piece="{piece["id"]}"]').hover()

    player.see(".sight .looker")
    assert player.count(".sight .unseen") == hexes - 1 - len(lines) > 0
    assert player.count(".sight .reached") == sum(line["fire"] for line in lines)
    assert player.count(".sight .hindrance") == sum(line["hindrance"] > 0 for line in lines)
    player.press("Escape")
    player.page.mouse.move(2, 2)
    expect(player.page.locator(".sight")).to_have_count(0)
    place.click()
    player.page.get_by_text("What is seen from here?").click()
    expect(player.page.locator(".seen li").first).to_be_visible()


@pytest.mark.parametrize("game", [FIRST, HEX])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_whole_board_can_be_had_in_sight_and_nothing_covers_it(
    visit: Visit, game: int, size: tuple[int, int]
):
    player = visit(*size)
    player.open_match(game)
    player.see(".space")
    if size[0] < 800:
        player.page.get_by_role("button", name="The whole board").click()
    frame = player.page.locator(".board-frame")
    assert frame.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    covered = player.page.evaluate(COVERED)
    assert covered == []


COVERED = """() => {
    const boxOf = one => one.getBoundingClientRect();
    const tools = [...document.querySelectorAll('.zoom button')].map(boxOf);
    const spaces = [...document.querySelectorAll('.space')];
    return spaces.filter(one => {
        const box = boxOf(one);
        return tools.some(tool => tool.left < box.right && tool.right > box.left
            && tool.top < box.bottom && tool.bottom > box.top);
    }).map(one => one.dataset.zone);
}"""


def test_no_title_on_a_counter_is_cut(visit: Visit):
    player = visit(1440, 900)
    player.open_match(HEX)
    player.see(".counter")

    texts = player.page.locator(".space .counter text").all_text_contents()
    assert texts
    assert not [text for text in texts if "…" in text]


def test_a_piece_that_moved_leaves_an_arrow(visit: Visit):
    player = visit()
    player.open_match(FIRST)
    player.see(".counter")
    spaces = api(player, "view")["spaces"]
    full, empty = (
        next(one for one in spaces if bool(units_in(one)) == wanted) for wanted in (True, False)
    )

    def move(board: dict[str, Any]) -> None:
        zones = {one["zone"]: one["stack"] for one in board["spaces"]}
        first = units_in({"stack": zones[full["zone"]]})[0]
        zones[full["zone"]]["pieces"].remove(first)
        zones[empty["zone"]]["pieces"].append(first)

    changed(player.page, move)
    player.answer()

    expect(player.page.locator(".moves .moved")).not_to_have_count(0)


def units_in(space: dict[str, Any]) -> list[dict[str, Any]]:
    return [piece for piece in space["stack"]["pieces"] if piece["shape"] == "counter"]


def test_dice_are_drawn_as_they_fell_and_totals_are_tables_of_their_items(visit: Visit):
    player = visit()
    player.open_match(FIRST)
    player.see(".rolls")
    player.page.evaluate(
        """async events => {
            const { Latest } = await import('/page/dice.js');
            const latest = new Latest(rule => rule, words => words);
            latest.show(events);
            document.querySelector('.rolls').replaceWith(latest.frame);
        }""",
        [
            {"event": "dice-rolled", "rule": "X", "seat": "us", "purpose": "attack",
             "pool": "2d6", "faces": [3, 6]},
            {"event": "dice-rolled", "rule": "X", "seat": "us", "purpose": "luck",
             "pool": "d10", "faces": [10]},
            {"event": "total-computed", "rule": "X", "what": "attack", "total": 8,
             "items": [{"name": "strength", "value": 9, "rule": "A1"},
                       {"name": "smoke", "value": -1, "rule": "B2"}]},
        ],
    )  # fmt: skip

    pips = player.page.locator(".die").evaluate_all(
        "dice => dice.map(die => die.querySelectorAll('circle').length)"
    )
    assert pips == [3, 6, 0]
    expect(player.page.locator(".die").last).to_have_text("10")
    top = player.page.locator(".board-frame").bounding_box()
    player.page.locator(".sum summary").click()
    rows = player.page.locator(".sum tbody tr").all_inner_texts()
    assert ["strength\t+9\tA1", "smoke\t−1\tB2"] == rows
    expect(player.page.locator(".sum tfoot")).to_contain_text("8")
    assert player.page.locator(".board-frame").bounding_box() == top


def test_rolls_of_play_appear_over_the_board_also_in_the_replay(visit: Visit):
    player = visit()
    player.open_match(HEX)
    player.answers_until(lambda: bool(player.count(".rolls .roll")))
    expect(player.page.locator(".rolls .die").first).to_be_visible()

    player.press("r", "[", "]")
    expect(player.page.locator(".rolls")).to_be_visible()


def test_groups_are_fans_of_cards_with_who_commands_first_and_units_turned(visit: Visit):
    player = visit(1440, 900)

    def turn(board: dict[str, Any]) -> None:
        """Turn the first unit of each group but its leader and what it holds."""
        for row in board["rows"]:
            for stack in row["stacks"]:
                cards = [p for p in stack["pieces"] if p["shape"] == "card" and stack["control"]]
                units = [card for card in cards if not re.search("leader|objective", role(card))]
                if len(cards) > 1 and units:
                    units[0]["marks"] = {"sideways": 1}

    def role(card: dict[str, Any]) -> str:
        first, *others = kinds[card["kind"]]["faces"]
        faces = {face["name"]: face for face in others}
        return str(faces.get(card["face"], first)["subtitle"])

    player.open_match(TABLEAU)
    player.answers_until(lambda: player.count(".group .units li") > 2)
    kinds = api(player, "components")["components"]
    expect(player.page.locator(".group header strong").first).to_contain_text("Group")
    changed(player.page, turn)
    player.page.reload()
    player.see(".group .on-its-side")
    board = api(player, "view")
    totals = [
        ", ".join(f"{value['name']} {value['value']}" for value in stack["values"])
        for row in board["rows"]
        for stack in row["stacks"]
        if stack["control"] and stack["values"]
    ]
    assert player.page.locator(".group .totals > summary").all_text_contents() == totals
    for fan in player.page.locator(".group .units").all():
        turned = fan.locator("li").evaluate_all(
            "items => items.map(one => one.classList.contains('on-its-side'))"
        )
        assert turned == sorted(turned)


@pytest.mark.parametrize("game", [FIRST, TABLEAU])
def test_phases_are_a_track_with_the_one_under_way(visit: Visit, game: int):
    player = visit()
    player.open_match(game)
    player.answers_until(lambda: bool(player.count(".phases")))
    board = api(player, "view")
    titles = dict(board["phases"])

    now = player.page.locator(".phases [aria-current=step]")
    expect(now).to_contain_text(titles[board["phase"]])
    assert player.count(".phases li") == len(titles)
