"""The review of a match on its page: what it shows, and what can be done from there."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_access import serious
from tests.adapters.web.page.visitor import Service, Visitor
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.lab.reviews import Kept, Reviews, Task
from wardiary.projections.lab.comparison import Comparison, Ranked
from wardiary.projections.lab.odds import chance_of
from wardiary.projections.lab.review import Moment, Review, Turn
from wardiary.projections.lab.worlds import HANDS

LONG_MS = 120_000
"""On a machine that does much else, much more than a page takes."""
BASIS = "From here every seat is played by the sensible bot."
SAYS = "US's chance fell by 25 points: -5 points by how dice and cards fell"


def given_up(visit: Visit, commands: int = 6, **options: int) -> Visitor:
    """Somebody who has played a little and given up."""
    player = visit(**options)
    player.open_match()
    for _ in range(commands):
        player.answer()
    path = f"{player.url}/api/v1/matches{player.path}/resign"
    assert player.page.request.post(path, headers={"X-Wardiary": "1"}, data={}).ok
    expect(player.page.locator(".result").first).to_be_visible(timeout=LONG_MS)
    return player


def kept(service: Service, player: Visitor) -> None:
    """Put a review and compared orders into the service's store, as its worker would."""
    matches = open_store(str(service.folder / "diary.db"))
    match, reviews = player.path.removeprefix("/"), Reviews(matches)
    line, game = matches.history(match), matches.game_of(match)
    ends = line.ends[1:]
    asked = [end for end in ends if "us" in {p.seat for p in game.prompts(line.table_at(end))}]
    whole, closer = Task(match, "german", HANDS), Task(match, "us", HANDS, asked[-1])
    reviews.keep(whole, a_review(reviews.blank(whole), ends, asked[-1]))
    reviews.keep(closer, replace(reviews.blank(closer), whole=True, orders=some_orders()))
    matches.store.close()


def a_review(blank: Kept, ends: Sequence[int], at: int) -> Kept:
    """A whole review with one turning point, at which somebody was asked."""
    places = [ends[0], at, *[end for end in ends if end > at]]
    curve = tuple(
        Moment(place, number, 0, {"us": chance_of(won, 64), "german": chance_of(64 - won, 64)})
        for number, (place, won) in enumerate(zip(places, (32, 40, 24, 0), strict=False), 1)
    )
    turn = Turn(
        places[2], at, "us", ("US moves a unit.",), chance_of(160, 256), chance_of(96, 256),
        -0.25, -0.31, -0.19, -0.2, -0.05, SAYS,
    )  # fmt: skip
    review = Review("", "german", ("german",), curve, (turn,), 900, True, BASIS, "0", "1")
    return replace(blank, step=9, steps=9, whole=True, review=review)


def some_orders() -> Comparison:
    """Three orders compared."""
    orders = tuple(
        Ranked(f"order-{number}", words, 48, value, value - 0.1, value + 0.1, behind, 0, 0.2, tied)
        for number, (words, value, behind, tied) in enumerate(
            [
                ("Attack with Riflemen A", 0.7, 0.0, True),
                ("Move with Scouts A", 0.66, 0.04, True),
                ("End the turn", 0.4, 0.3, False),
            ]
        )
    )
    return Comparison("us", "win", orders, 2, BASIS)


def reviewed(visit: Visit, service: Service, **options: int) -> Visitor:
    """Somebody who looks at the review of a match."""
    player = given_up(visit, **options)
    kept(service, player)
    player.page.get_by_role("button", name="Review", exact=True).click()
    expect(player.page.locator(".review .plot canvas")).to_be_visible(timeout=LONG_MS)
    return player


def test_a_match_that_is_being_played_has_no_review(visit: Visit):
    player = visit()
    player.open_match()

    expect(player.page.get_by_role("button", name="Charts")).to_be_visible()
    expect(player.page.get_by_role("button", name="Review", exact=True)).to_have_count(0)


def test_a_review_is_made_in_the_background_and_can_be_stopped_with_what_there_is(visit: Visit):
    player = given_up(visit, 2)
    page = player.page
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("button", name="Review this match").click()
    expect(page.locator(".review progress")).to_have_attribute(
        "value", re.compile("[1-9]"), timeout=LONG_MS
    )

    page.get_by_role("button", name="Stop with what there is").click()

    expect(page.locator(".review-state")).to_contain_text("stopped before it was whole")
    expect(page.get_by_role("button", name="Review it from the beginning")).to_be_visible()
    player.see(".review .plot canvas")
    expect(page.locator(".review")).to_contain_text("every seat is played by the sensible bot")


def test_a_review_shows_the_curve_its_turning_points_and_their_parts(
    visit: Visit, service: Service
):
    player = reviewed(visit, service)
    page = player.page

    expect(page.locator(".turning > li")).to_have_count(1)
    turn = page.locator(".turning > li")
    expect(turn).to_contain_text(SAYS)
    expect(turn).to_contain_text("Before: 63 % (56 % to 68 %). After: 38 % (32 % to 44 %).")
    expect(turn.locator("dd")).to_have_text([" −5 points", " −20 points"])
    assert "Chance of every seat to win" in (
        page.locator(".review .plot").get_attribute("aria-label") or ""
    )
    page.locator("summary:has-text('The figures as a table')").click()
    expect(page.locator(".review tbody tr").last).to_contain_text("%")
    page.get_by_role("button", name="Show the table before turning point 1").click()
    expect(page.locator(".replay .where")).to_be_visible()


def test_the_orders_at_a_turning_point_are_ranked(visit: Visit, service: Service):
    player = reviewed(visit, service)

    player.page.get_by_role("button", name="Compare the orders at turning point 1").click()

    rows = player.page.locator(".turning tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Attack with Riflemen A70 % (60 % to 80 %)the best")
    expect(rows.nth(1)).to_contain_text("cannot be told from the best")
    expect(rows.nth(2)).to_contain_text("30 points behind")


def test_a_branch_at_a_turning_point_is_one_click_away(visit: Visit, service: Service):
    player = reviewed(visit, service)
    match = player.page.url.partition("#")[0]

    player.page.get_by_role("button", name="Try another order at turning point 1").click()

    player.page.wait_for_url(lambda url: url.partition("#")[0] != match)
    player.see(".live.on")
    expect(player.page.locator(".status")).to_contain_text("(branch: Turning point 1)")


def test_a_review_is_reached_and_read_by_keys_alone(visit: Visit, service: Service):
    player = reviewed(visit, service)
    page = player.page
    page.get_by_role("button", name="Review", exact=True).focus()
    names = []
    for _ in range(40):
        player.press("Tab")
        names.append(player.focused())
        if "Compare the orders" in names[-1]:
            break

    assert any("Try another order at turning point 1" in name for name in names)
    player.press("Enter")
    expect(page.locator(".turning tbody tr")).to_have_count(3)


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_axe_finds_nothing_serious_in_a_review(visit: Visit, service: Service, width: int):
    player = reviewed(visit, service)
    player.page.get_by_role("button", name="Compare the orders at turning point 1").click()
    player.see(".turning tbody tr")

    assert serious(player, (width,)) == []
    overflow = player.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow <= 0


def test_nothing_of_the_review_is_loaded_before_it_is_opened(visit: Visit):
    """14.3: the first view of a match stays small."""
    player = visit()
    loaded: list[str] = []
    player.page.on("request", lambda request: loaded.append(request.url))

    player.open_match()

    assert [url for url in loaded if "/review" in url or "uplot" in url] == []
