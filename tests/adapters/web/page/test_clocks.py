"""Clocks and absence on the page: agreed on, told, stopped and moved (issue 13.4 and 13.5)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_access import serious
from tests.adapters.web.page.visitor import Visitor

ZONE = "Asia/Tokyo"


@pytest.fixture
def shots() -> Path | None:
    """A folder for pictures of the page, where somebody wants to look at them."""
    folder = os.environ.get("WARDIARY_SHOTS")
    return Path(folder) if folder else None


def agree(player: Visitor, clock: str = "move", late: str = "nothing") -> Locator:
    """Open the form about time in the lobby and choose a clock; gives what it is said to mean."""
    player.lobby()
    player.page.locator("[id^='seat-']").nth(1).select_option("open")
    player.page.locator("#time > summary").click()
    player.page.get_by_label("How long has a seat to answer?").select_option(clock)
    player.page.locator(f"input[name=late][value={late}]").check()
    return player.page.get_by_role("status", name="What this means")


def opened(player: Visitor) -> str:
    """Open the match as it was agreed on; gives the link for the other player."""
    player.page.get_by_role("button", name="Open the match").click()
    link = player.page.locator("dialog input").input_value()
    player.page.get_by_role("button", name="Go on").click()
    player.sits_down()
    return link


def timed(visit: Visit, late: str = "nothing") -> tuple[Visitor, Visitor]:
    """A match with a clock between two people, the second one in Tokyo."""
    host, guest = visit(), visit(timezone_id=ZONE)
    agree(host, late=late)
    link = opened(host)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.sits_down()
    for player in (host, guest):
        tab(player)
    return host, guest


def tab(player: Visitor, name: str = "Time") -> None:
    player.page.locator(".tab-list").get_by_role("button", name=name, exact=True).click()


def row(player: Visitor, seat: str) -> Locator:
    return player.page.locator(f".clock-panel tr[data-seat={seat}]")


def press(player: Visitor, name: str) -> None:
    player.page.locator(".clock-panel").get_by_role("button", name=name, exact=True).click()


def test_an_agreement_is_put_together_in_plain_words(visit: Visit):
    player = visit(timezone_id="Europe/Berlin")
    means = agree(player, "fixed", "bot")
    page = player.page
    for day in ("Tuesday", "Wednesday", "Friday", "Saturday", "Sunday"):
        page.get_by_role("group", name="Days on which answers are due").get_by_label(day).uncheck()
    page.get_by_role("group", name="Days on which no clock runs").get_by_label("Sunday").check()
    page.get_by_label("No clock runs from").fill("22:00")
    page.get_by_label("until", exact=True).fill("07:00")
    page.get_by_text("Seats in other time zones").click()
    page.get_by_label("Zone of German").select_option("America/New_York")

    expect(means).to_contain_text("Answers are due on Monday and Thursday at 20:00")
    expect(means).to_contain_text("leave at least 12 hours")
    expect(means).to_contain_text("No clock runs on Sundays. No clock runs from 22:00 to 7:00.")
    expect(means).to_contain_text("Clocks go by Europe/Berlin, German by America/New_York.")
    expect(means).to_contain_text("After a missed deadline a bot plays on.")
    expect(means).to_contain_text("A question that is asked now would have to be answered by")
    opened(player)
    settings = page.request.get(f"{player.url}/api/v1/matches{player.path}").json()["settings"]
    assert settings["clock"] == "mon, thu 20:00 at least 12h"
    assert settings["seat-zones"] == "german=America/New_York"
    assert (settings["late"], settings["quiet-hours"]) == ("bot", "22:00-07:00")


def test_what_cannot_be_agreed_on_is_said_before_the_match_is_opened(visit: Visit):
    player = visit()
    player.expects_errors = True
    means = agree(player)
    player.page.get_by_label("And on these dates").fill("next Christmas")

    expect(means).to_contain_text("This cannot be agreed on")


@pytest.mark.parametrize("clock", ["none", "move", "bank", "fixed"])
def test_each_kind_of_clock_says_what_it_means(visit: Visit, clock: str):
    player = visit()
    means = agree(player)
    player.page.get_by_label("How long has a seat to answer?").select_option(clock)
    words = {
        "none": "waits for every answer without a limit",
        "move": "Each seat has 3 days for each answer.",
        "bank": "30 days for the whole match, and 12 hours more for each answer",
        "fixed": "Answers are due every day at 20:00",
    }
    expect(means).to_contain_text(words[clock])


def test_a_deadline_is_shown_in_the_readers_own_zone_with_what_is_left(visit: Visit):
    host, guest = timed(visit)

    expect(host.page.locator(".status time").first).to_contain_text("in 2 d 23 h")
    expect(guest.page.locator(".status time").first).to_contain_text("GMT+9")
    expect(row(guest, "us")).to_contain_text("answer by")
    expect(guest.page.locator(".clock-panel")).to_contain_text(f"in your zone show them, {ZONE}")


def test_a_vacation_is_taken_until_a_day_and_ended(visit: Visit):
    host, guest = timed(visit)
    host.page.get_by_label("Until, in your zone")
    expect(host.page.locator(".clock-panel")).to_contain_text("21 d of vacation left this year")
    expect(host.page.locator(".clock-panel")).to_contain_text("14 d would be left")

    press(host, "Go on vacation")

    expect(row(host, "us")).to_contain_text("on vacation until")
    expect(row(host, "us")).to_contain_text("14 d of 21 d left")
    expect(row(guest, "us")).to_contain_text("on vacation until")
    press(host, "Come back now")
    expect(row(host, "us")).to_contain_text("answer by")
    expect(row(guest, "us")).to_contain_text("20 d 23 h of 21 d left")


def test_a_pause_begins_and_ends_by_consent(visit: Visit):
    host, guest = timed(visit)
    press(host, "Ask for a pause")
    expect(host.page.locator(".clock-panel")).to_contain_text("waiting for German")
    press(host, "Take the wish back")
    press(host, "Ask for a pause")
    asked = guest.see(".notice[data-notice=pause]")
    expect(asked).to_contain_text("US would like a pause")

    asked.get_by_role("button", name="Agree").click()

    for player in (host, guest):
        expect(row(player, "us")).to_contain_text("paused, with")
        expect(player.page.locator(".order")).to_contain_text("The match is paused.")
    press(guest, "Go on")
    expect(guest.page.locator(".clock-panel")).to_contain_text("You would like to go on")
    host.see(".notice[data-notice=pause]").get_by_role("button", name="Go on").click()
    for player in (host, guest):
        expect(row(player, "us")).to_contain_text("answer by")
        expect(player.page.locator(".notice[data-notice=pause]")).to_have_count(0)


def test_an_opponent_is_given_more_time(visit: Visit):
    host, guest = timed(visit)
    expect(host.page.locator(".status time").first).to_contain_text("in 2 d 23 h")
    form = guest.page.locator(".clock-panel")
    form.get_by_label("More time for US", exact=True).fill("2")

    press(guest, "Give US more time")

    expect(host.page.locator(".status time").first).to_contain_text("in 4 d 23 h")
    tab(host, "Log")
    expect(host.page.locator(".log")).to_contain_text("German grants US 2d more")


def test_a_substitute_is_invited_and_the_player_before_is_out(visit: Visit):
    """Issue 13.5: keys of the old holder open nothing from then on."""
    host, guest = timed(visit)
    substitute = visit()
    guest.expects_errors = True  # Its page finds the match gone.
    press(host, "Invite somebody for German")
    link = host.page.locator("dialog input").input_value()
    host.page.get_by_role("button", name="Go on", exact=True).click()
    substitute.page.goto(link)
    substitute.page.get_by_role("button", name="Take the seat").click()
    substitute.sits_down()

    assert 404 == guest.page.request.get(f"{guest.url}/api/v1/matches{host.path}").status
    tab(substitute)
    expect(row(substitute, "german")).to_contain_text("(you)")


def test_a_seat_reads_what_was_done_in_its_name(visit: Visit):
    host, _ = timed(visit)
    host.page.get_by_text("What was done in your name").click()

    expect(host.page.get_by_label("Done in your name")).to_contain_text("said everything yourself")


def test_axe_finds_nothing_serious_about_time(visit: Visit):
    player = visit()
    agree(player, "fixed")
    assert serious(player) == []
    host, guest = timed(visit)
    assert serious(host) == []
    press(host, "Ask for a pause")
    guest.see(".notice[data-notice=pause]")
    assert serious(guest, (1280,)) == []


def test_time_is_agreed_on_and_a_vacation_taken_by_keys_alone(visit: Visit):
    host, _ = timed(visit)
    host.page.locator("#vacation-until").focus()
    host.press("Enter")
    expect(row(host, "us")).to_contain_text("on vacation until")
    lobby = visit().lobby()
    lobby.page.locator("#time > summary").focus()
    lobby.press("Enter")
    lobby.see("#clock-kind")
    lobby.press("Tab", "ArrowDown", "Tab")
    expect(lobby.page.locator("#clock-each")).to_be_focused()
    lobby.press("Tab", "Tab", "ArrowDown")
    expect(lobby.page.locator("input[name=late][value=pass]")).to_be_checked()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_the_forms_about_time_fit_every_screen(visit: Visit, width: int, shots: Path | None):
    host, _ = timed(visit)
    lobby = visit(width, 900)
    agree(lobby, "fixed")
    lobby.page.get_by_text("Seats in other time zones").click()
    expect(lobby.page.locator(".agreement")).to_contain_text("every day at 20:00")
    host.page.set_viewport_size({"width": width, "height": 900})
    for player in (host, lobby):
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= width
    if shots:
        for name, player, at in (("panel", host, ".clock-panel"), ("lobby", lobby, "#time")):
            for scheme in ("light", "dark"):
                player.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                player.page.locator(at).scroll_into_view_if_needed()
                player.page.screenshot(path=shots / f"{name}-{width}-{scheme}.png", full_page=True)
