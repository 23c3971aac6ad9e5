"""Coming back: the lobby, names, the recap of what happened meanwhile, and who waits for whom."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_faces import api
from tests.adapters.web.page.test_two import two
from tests.adapters.web.page.visitor import MATCH, Visitor


def match_of(player: Visitor) -> str:
    result = MATCH.search(player.page.url)
    assert result is not None
    return result[0][3:]


def test_the_lobby_puts_your_turns_first_and_says_what_happened_last_and_since_when(visit: Visit):
    host, guest = two(visit)
    while api(host, "")["waiting_for"] != ["german"]:
        host.answer()
    waiting = match_of(host)
    host.open_match()
    mine = match_of(host)
    host.lobby()

    cards = host.page.locator(".matches a")
    order = cards.evaluate_all("all => all.map(one => one.getAttribute('href').slice(3))")
    assert order.index(mine) < order.index(waiting)
    expect(cards.first).to_contain_text("your turn")
    expect(cards.first).to_contain_text(re.compile(r"asked (just now|\d+ min ago)"))
    latest = api_latest(host, mine)
    expect(cards.first.locator(".latest-event")).to_contain_text(latest)
    expect(host.page).to_have_title(re.compile(r"^\(1\) Your turn in a match"))
    guest.lobby()
    expect(guest.page).to_have_title(re.compile(r"^\(1\) Your turn in a match"))
    headings = host.page.locator("main h2").all_inner_texts()
    assert headings == ["Matches", "Play now"]


def api_latest(player: Visitor, match: str) -> str:
    answer = player.page.request.get(f"{player.url}/api/v1/matches/{match}")
    return str(answer.json()["latest"])


def test_no_id_stands_in_the_lobby(visit: Visit):
    player = visit()
    player.open_match()
    summary = api(player, "")
    player.lobby()
    words = player.page.locator(".matches").inner_text()

    assert summary["scenario"] not in words
    assert summary["scenario_title"] in words
    assert summary["match"] not in words


def test_a_match_gets_its_name_when_it_is_opened_and_bears_it_everywhere(visit: Visit):
    player = visit()
    player.lobby()
    player.page.locator("#my-name").fill("Ann")
    player.page.locator("#my-name").press("Tab")
    player.page.locator("details:has(#match-name) > summary").click()
    player.page.get_by_label("Name of the match").fill("Tuesday evening")
    player.page.get_by_role("button", name="Open the match").click()
    player.sits_down()

    expect(player.page.locator(".status")).to_contain_text("Tuesday evening")
    expect(player.page.locator("#crumbs")).to_contain_text("Tuesday evening")
    expect(player.page).to_have_title(re.compile("Tuesday evening"))
    assert api(player, "")["people"] == {"us": "Ann"}
    player.lobby()
    expect(player.page.locator(".matches a").first).to_contain_text("Tuesday evening")


def test_the_invitation_says_who_invites_whom_to_what_before_it_is_taken(visit: Visit):
    host, guest = visit(), visit()
    host.lobby()
    host.page.locator("#my-name").fill("Ann")
    host.page.locator("#my-name").press("Tab")
    link = host.invite()
    about = host.page.request.get(f"{host.url}/api/v1/games").json()["games"][0]["scenarios"][0]
    guest.page.goto(link)

    expect(guest.page.get_by_role("heading", level=1)).to_have_text(
        "Ann invites you to play German"
    )
    expect(guest.page.locator("main")).to_contain_text(about["title"])
    expect(guest.page.locator("main")).to_contain_text(about["about"])
    guest.page.locator("#my-name").fill("Bea")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.sits_down()
    assert api(host, "")["people"] == {"us": "Ann", "german": "Bea"}


def test_after_a_while_away_the_page_tells_what_happened_since_and_shows_it_step_by_step(
    visit: Visit,
):
    host, guest = two(visit)
    table = host.page.url
    host.answer()
    expect(host.page.locator(".recap")).to_be_hidden()
    left = host.position
    host.page.goto("about:blank")
    for _ in range(3):
        if api(guest, "")["waiting_for"] != ["german"]:
            break
        guest.answer()
    assert guest.position > left
    host.page.goto(table)

    recap = host.see(".recap")
    expect(recap).to_contain_text("Since your last visit")
    expect(recap.locator("li").first).to_contain_text("German")
    recap.get_by_role("button", name="Show me step by step").click()
    expect(host.page.locator(".replay .where")).to_contain_text("of")
    expect(recap).to_be_hidden()
    host.press("Escape")
    host.page.reload()
    host.see(".live.on")
    expect(host.page.locator(".recap")).to_be_hidden()


def test_the_recap_can_be_skipped(visit: Visit):
    host, guest = two(visit)
    table = host.page.url
    host.answer()
    host.page.goto("about:blank")
    guest.answer()
    host.page.goto(table)

    host.see(".recap").get_by_role("button", name="Skip").click()

    expect(host.page.locator(".recap")).to_be_hidden()
    host.page.reload()
    host.see(".live.on")
    expect(host.page.locator(".recap")).to_be_hidden()


def test_a_notification_tells_that_it_is_your_turn_when_nobody_looks(visit: Visit):
    host, guest = two(visit)
    host.page.evaluate("""() => {
        window.told = [];
        window.Notification = class {
            static permission = 'granted';
            constructor(title) { window.told.push(title); }
        };
        Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    }""")
    for _ in range(4):
        if "us" not in api(host, "")["waiting_for"]:
            break
        host.answer()
    expect(host.page.locator(".tag.due")).to_have_count(0)
    for _ in range(30):
        if "us" in api(host, "")["waiting_for"]:
            break
        guest.answer()

    host.page.wait_for_function("() => window.told.length > 0")
    assert host.page.evaluate("() => window.told[0]").startswith("Your turn: ")


def test_the_title_of_a_tab_counts_the_other_matches_that_wait(visit: Visit):
    player = visit()
    player.open_match()
    player.open_match()

    expect(player.page).to_have_title(re.compile(r"^\(2\) Your turn"), timeout=15_000)
