"""The page's modules by themselves: commands built from offers, and spaces put in their places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.adapters.web.page.conftest import Visit

Order = Callable[..., dict[str, Any]]
ORDER = """async ([offers, points]) => {
    const orders = await import('/page/command_builder.js');
    let order = orders.begin(offers);
    for (const one of points) {
        const isOffer = typeof one === 'number';
        order = isOffer ? orders.choose(order, order.offers[one]) : orders.point(order, one);
    }
    return {
        left: order.offers.length,
        text: order.offer && orders.text(order),
        ready: orders.isReady(order),
        targets: [...orders.targets(order)].sort(),
        chosen: [...orders.chosen(order)].sort(),
    };
}"""
ARRANGE = """async ([shape, spaces]) => {
    const { arrange, next } = await import('/page/geometry.js');
    const plan = arrange(shape, spaces);
    const all = [...plan.places.entries()];
    const over = all.filter(([zone, one]) => all.some(([other, two]) => zone < other &&
        Math.abs(one.x - two.x) < plan.width * (plan.kind === 'hex' ? 0.74 : 0.99) &&
        Math.abs(one.y - two.y) < plan.height * (plan.kind === 'hex' ? 0.49 : 0.99)));
    const walked = ['ArrowRight', 'ArrowDown'].map((key) =>
        next(plan.places, spaces[0].zone, key) ?? '');
    return { over: over.map(([zone]) => zone), walked, inside: all.every(([, one]) =>
        one.x > 0 && one.y > 0 && one.x < plan.fullWidth && one.y < plan.fullHeight) };
}"""


def slot(
    name: str, *of: Any, least: int = 1, most: int = 1, many: bool = False, again: bool = False
) -> dict[str, Any]:
    return {
        "name": name,
        "candidates": of,
        "least": least,
        "most": most,
        "many": many,
        "repeatable": again,
    }


def offer(verb: str, *slots: dict[str, Any]) -> dict[str, Any]:
    return {
        "verb": verb,
        "slots": slots,
        "label": verb,
        "rule": "R1",
        "constraint": "",
        "text": verb,
        "says": f"{verb} " + " ".join(f"{{{one['name']}}}" for one in slots),
        "warning": "",
    }


ATTACK = offer("attack", slot("card", "rifle-1"), slot("target", "scout-b", "scout-c"))
MOVE = offer("move", slot("card", "rifle-1"), slot("path", "", "B1", "B1,C1", "D1,C1"))
PASS = offer("pass")


@pytest.fixture
def order(visit: Visit) -> Order:
    """An order after pointing at some things: numbers choose an offer, words point."""
    lobby = visit().lobby()
    return lambda offers, *points: lobby.page.evaluate(ORDER, [offers, list(points)])


def test_pointing_at_a_card_leaves_the_offers_it_fits(order: Order):
    result = order([ATTACK, MOVE, PASS], "rifle-1")
    assert (result["left"], result["text"], result["chosen"]) == (2, None, ["rifle-1"])


def test_pointing_at_a_target_chooses_the_offer_and_fills_its_slots(order: Order):
    result = order([ATTACK, MOVE, PASS], "rifle-1", "scout-c")
    assert (result["text"], result["ready"]) == ("attack rifle-1 scout-c", True)


def test_an_offer_without_slots_is_ready_at_once_but_not_sent(order: Order):
    assert order([ATTACK, PASS], 1)["text"] == "pass"


def test_a_path_is_chosen_space_by_space(order: Order):
    assert order([MOVE], 0)["targets"] == ["B1", "C1"]
    assert order([MOVE], 0, "B1")["text"] == "move rifle-1 B1"
    assert order([MOVE], 0, "B1", "C1")["text"] == "move rifle-1 B1,C1"


def test_pointing_at_something_that_cannot_be_chosen_changes_nothing(order: Order):
    assert order([ATTACK, MOVE], "Z9")["left"] == 2
    assert order([ATTACK], 0, "Z9")["ready"] is False


DEPLOY = [
    offer("deploy", slot("unit", unit), slot("hex", "C1", "E1", "G1"))
    for unit in ("rifles", "mortar")
]


def test_pointing_at_another_space_takes_the_place_of_the_first(order: Order):
    """Issue 10.3: no unit is deployed in two hexes, so the last one pointed at counts."""
    assert order(DEPLOY, "C1", "E1")["chosen"] == ["E1"]
    assert order(DEPLOY, "C1", "E1", "mortar")["text"] == "deploy mortar E1"


def test_pointing_at_the_same_space_again_lets_it_go(order: Order):
    """Issue 10.3: nothing has to be taken back with a button."""
    result = order(DEPLOY, "C1", "C1")
    assert (result["left"], result["chosen"]) == (2, [])


def test_what_no_offer_takes_together_with_the_rest_begins_again(order: Order):
    """Issue 10.3: pointing at something else means that instead."""
    other = offer("rest", slot("unit", "scouts"), slot("where", "base", "camp"))
    assert order([*DEPLOY, other], "C1", "scouts")["text"] == "rest scouts {where}"


def test_several_candidates_are_taken_in_the_order_they_were_pointed_at(order: Order):
    several = offer("discard", slot("cards", "a", "b", "c", least=1, most=2, many=True))
    assert order([several], 0)["ready"] is False
    assert order([several], 0, "c", "a")["text"] == "discard c,a"
    assert order([several], 0, "c", "a", "b")["text"] == "discard c,a"
    assert order([several], 0, "c", "a", "c")["text"] == "discard a"


def test_a_slot_that_takes_all_or_none_is_filled_by_itself(order: Order):
    blast = offer(
        "blast",
        slot("order", "a", "b", least=2, most=2, many=True),
        slot("extra", many=True, least=0, most=0),
    )
    assert order([blast], 0)["text"] == "blast a,b -"


def test_a_candidate_may_be_named_again_where_the_slot_says_so(order: Order):
    again = offer("load", slot("guns", "a", "b", least=2, most=3, many=True, again=True))
    assert order([again], 0, "a", "a", "b")["text"] == "load a,a,b"


def test_back_goes_one_step_and_then_another(visit: Visit):
    """8.11b."""
    lobby = visit().lobby()
    script = """async ([offers]) => {
        const { back, begin, point, text } = await import('/page/command_builder.js');
        const said = (one) => (one.offer ? text(one) : `${one.offers.length}: ${one.picked}`);
        let order = point(point(begin(offers), 'rifle-1'), 'scout-c');
        const seen = [said(order)];
        for (let i = 0; i < 3; i += 1) seen.push(said((order = back(order))));
        return seen;
    }"""

    result = lobby.page.evaluate(script, [[ATTACK, MOVE, PASS]])

    assert result == ["attack rifle-1 scout-c", "2: rifle-1", "3: ", "3: "]


BRICKS = [("a", 0.5, 0), ("b", 1.5, 0), ("c", 0, 1), ("d", 1, 1), ("e", 2, 1)]
HEXES = [("a", 0, 0), ("b", 0.866, 0.5), ("c", 1.732, 0), ("d", 0, 1), ("e", 0.866, 1.5)]
LOOSE = [("a", 0, 0), ("b", 0.4, 0.1), ("c", 0.1, 0.3), ("d", 3, 2)]


@pytest.mark.parametrize(
    ("shape", "spaces", "walked"),
    [
        ("brick", BRICKS, ["b", "c"]),
        ("bricks", BRICKS, ["b", "c"]),
        ("hex", HEXES, ["b", "d"]),
        ("square", [(f"{x}{y}", x, y) for x in range(4) for y in range(4)], ["10", "01"]),
        ("tableau", LOOSE, ["b", "c"]),
        ("tableau", [("alone", 7, 7)], ["", ""]),
    ],
)
def test_spaces_of_every_shape_lie_apart_and_arrows_lead_from_one_to_the_next(
    visit: Visit, shape: str, spaces: list[Any], walked: list[str]
) -> None:
    given_values = [{"zone": zone, "x": x, "y": y} for zone, x, y in spaces]

    result = visit().lobby().page.evaluate(ARRANGE, [shape, given_values])

    assert result["over"] == []
    assert result["inside"]
    assert result["walked"] == walked


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"store": "ok", "redis": "none", "feed": "store", "follower": "ok"}, ""),
        ({"store": "ok", "redis": "ok", "feed": "redis", "follower": "ok"}, ""),
        ({"store": "ok", "redis": "away", "feed": "store", "follower": "ok"}, "from the store"),
        ({"store": "no answer", "redis": "none", "feed": "store"}, "nothing can be recorded"),
        ({"store": "ok", "redis": "none", "feed": "store", "stopping": True}, "about to stop"),
    ],
)
def test_the_page_says_which_part_of_the_service_is_away(
    visit: Visit, parts: dict[str, Any], text: str
) -> None:
    script = "async (parts) => (await import('/page/health.js')).trouble(parts)"

    words = visit().lobby().page.evaluate(script, parts)

    assert text in words
    assert bool(text) == bool(words)


def test_a_phase_is_called_by_its_title(visit: Visit):
    """Issue 10.3: `damage.2` says nothing to anybody; a phase without a title stays as it is."""
    script = """async (phases) => {
        const { whereText } = await import('/page/labels.js');
        const said = (phase) => whereText({ round: 4, turn: 2, phase, phases });
        return ['damage.2', 'draw', 'turn'].map(said);
    }"""

    said = visit().lobby().page.evaluate(script, [["damage.2", "Targets"], ["turn", "Turns"]])

    assert said == ["round 4, turn 2, targets", "round 4, turn 2, draw", "round 4, turn 2"]
