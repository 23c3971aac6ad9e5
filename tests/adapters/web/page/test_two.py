from __future__ import annotations

from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import Visitor


def two(visit: Visit) -> tuple[Visitor, Visitor]:
    """A match between two people, each in a browser of their own."""
    host, guest = visit(), visit()
    link = host.invite()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.sits_down()
    return host, guest


def test_an_invitation_leaves_the_address_bar_at_once_and_works_once(visit: Visit):
    host, guest, third = visit(), visit(), visit()
    link = host.invite()
    token = link.partition("#")[2]

    guest.page.goto(link)
    guest.see("button:has-text('Take the seat')")
    assert token not in guest.page.url
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.sits_down()
    third.expects_errors = True
    third.page.goto(link)

    expect(third.page.locator("main")).to_contain_text("used already")
    stored = guest.page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert token not in stored + guest.page.url


def test_the_owner_of_a_used_link_is_led_to_the_table(visit: Visit):
    """W9, and 8.4d: at the door it is said who sees what is hidden, and what was opened in vain."""
    host, guest = visit(), visit()
    host.invite()
    link = host.invite()
    guest.page.goto(link)
    expect(guest.page.locator(".trust")).to_contain_text("Nobody sees what is hidden")
    expect(guest.page.locator(".trust")).to_contain_text("opened this scenario once more")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.sits_down()

    guest.page.goto("about:blank")
    guest.page.goto(link)

    expect(guest.page.get_by_role("heading", name="You hold German")).to_be_visible()
    guest.page.get_by_role("link", name="Go to the table").click()
    guest.sits_down()


def test_two_browsers_live_side_by_side_see_the_same_game_each_its_own_hand(visit: Visit):
    host, guest = two(visit)

    host.answer()
    expect(guest.page.locator(".log .command-accepted").last).to_contain_text("US")
    guest.answer()

    for player in (host, guest):
        expect(player.page.locator(".status")).to_contain_text("turn 1")
    assert host.position == guest.position
    boards = [player.page.locator(".board-frame").text_content() for player in (host, guest)]
    hands = [player.page.locator(".hand").inner_text() for player in (host, guest)]
    assert boards[0] == boards[1]
    asked = [player.count(".question") > 0 for player in (host, guest)]
    assert sorted(asked) == [False, True]
    assert all("hidden" not in hand for hand in hands)


def test_a_seats_own_action_is_undone_and_stays_in_the_log(visit: Visit):
    host, _ = two(visit)
    host.answer()
    host.page.get_by_role("button", name="Take back").click()

    expect(host.page.locator(".log .undone").first).to_contain_text("(undone)")
    expect(host.page.locator(".log .undone").first).to_be_visible()
    host.page.get_by_label("with what was undone").uncheck()
    expect(host.page.locator(".log .undone")).to_have_count(0)
    host.see(".question")


def test_a_rewind_past_a_reveal_is_asked_agreed_to_and_refused_by_page(visit: Visit):
    """UI-05: by page."""
    host, guest = two(visit)
    host.answer()
    expect(guest.page.locator(".log .command-accepted").last).to_contain_text("US")
    guest.answer()
    expect(host.page.locator(".status")).to_contain_text("turn 1")

    for action in ("Refuse", "Agree"):
        host.page.get_by_role("button", name="Take back").click()
        host.page.locator("dialog .offer").last.click()
        expect(host.page.locator(".notice.ask")).to_contain_text("asks to go back")
        guest.see(".notice.ask").get_by_role("button", name=action).click()
        expect(host.page.locator(".notice.ask")).to_have_count(0)
        expect(guest.page.locator(".notice.ask")).to_have_count(0)

    expect(host.page.locator(".status")).to_contain_text("initiative")
    host.see(".question")
    expect(guest.page.locator(".log .undone").first).to_be_attached()


def test_a_rewind_request_to_you_is_shown_in_the_lobby_and_in_the_title(visit: Visit):
    """P11."""
    host, guest = two(visit)
    host.answer()
    expect(guest.page.locator(".log .command-accepted").last).to_contain_text("US")
    guest.answer()
    expect(host.page.locator(".status")).to_contain_text("turn 1")
    path = guest.page.url.removeprefix(guest.url).partition("#")[0]
    guest.lobby()

    host.page.get_by_role("button", name="Take back").click()
    host.page.locator("dialog .offer").last.click()
    expect(host.page.locator(".notice.ask")).to_contain_text("asks to go back")
    guest.lobby()

    expect(guest.page.locator(f".card.due[href='{path}']")).to_contain_text("asks you to go back")
    assert "Your turn" in guest.page.title()
    assert "asks you to go back" not in host.lobby().page.locator(".matches").inner_text()


def test_somebody_without_a_seat_sees_what_all_seats_see(visit: Visit):
    host, watcher = visit(), visit()
    host.lobby()
    host.page.locator("summary:has-text('Settings')").click()
    host.page.get_by_label("Everybody may watch").check()
    host.page.get_by_role("button", name="Open the match").click()
    host.sits_down()

    watcher.lobby()
    path = host.page.url.removeprefix(host.url)
    watcher.page.locator(f".matches a[href='{path}']").click()
    watcher.sits_down()

    expect(watcher.page.locator(".order")).to_contain_text("You are watching")
    assert watcher.count(".hand:visible") == 0
    assert watcher.count(".question") == 0
    host.answer()
    expect(watcher.page.locator(".log .command-accepted").last).to_be_visible()
