from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import Visitor


def played(visit: Visit, commands: int = 5) -> Visitor:
    """Somebody who has played a little."""
    player = visit()
    player.open_match()
    for _ in range(commands):
        if player.count(".result"):
            break
        player.answer()
    return player


def at(player: Visitor) -> int:
    """The position that the replay says it shows."""
    match = re.match(r"#(\d+) of", player.see(".replay .where").inner_text())
    assert match is not None
    return int(match[1])


def test_the_slider_goes_back_and_steps_by_event_command_and_turn(visit: Visit):
    player = played(visit)
    head = player.position
    player.page.get_by_role("button", name="Replay", exact=True).click()
    assert at(player) == head

    seen = []
    for label in ("An event back", "A command back", "A turn back", "A command on", "An event on"):
        player.page.get_by_role("button", name=label).click()
        expect(player.page.locator(".order")).to_contain_text(f"You look at #{at(player)},")
        seen.append(at(player))

    assert head > seen[0] > seen[1] > seen[2]
    assert seen[2] < seen[3] < seen[4]
    player.page.get_by_role("button", name="To the beginning").click()
    player.page.get_by_role("button", name="To the end").click()
    assert at(player) == head
    player.press("Escape")
    expect(player.page.locator(".replay")).to_be_hidden()


def test_a_link_to_a_moment_shows_that_moment_as_it_was_then(visit: Visit):
    player = played(visit)
    player.page.get_by_role("button", name="Replay", exact=True).click()
    player.page.get_by_role("button", name="A turn back").click()
    moment = at(player)
    expect(player.page.locator(".order")).to_contain_text(f"#{moment}")
    player.page.wait_for_url(f"**#at={moment}")
    board, hand = (player.page.locator(item).text_content() for item in (".board-frame", ".hand"))

    player.page.goto("about:blank")
    player.page.goto(f"{player.url}{player_path(player)}#at={moment}")
    player.see(".replay .where")

    assert at(player) == moment
    expect(player.page.locator(".order")).to_contain_text(f"#{moment}")
    assert (board, hand) == tuple(
        player.page.locator(item).text_content() for item in (".board-frame", ".hand")
    )


def player_path(player: Visitor) -> str:
    """The match that the lobby lists first, which is the newest."""
    player.lobby()
    return str(player.page.locator(".matches a").first.get_attribute("href"))


def test_the_replay_plays_by_itself_and_stops_at_the_end(visit: Visit):
    player = played(visit, 2)
    head = player.position
    player.page.get_by_role("button", name="Replay", exact=True).click()
    player.press("[", "[", "[")
    player.page.locator(".replay summary").click()
    player.page.locator("#speed").select_option("fast")
    player.press("Escape")
    player.page.get_by_role("button", name="Replay", exact=True).click()
    for _ in range(3):
        player.page.get_by_role("button", name="A command back").click()
    player.page.get_by_role("button", name="Play", exact=True).click()

    expect(player.page.locator(".replay .where")).to_contain_text(f"#{head} of", timeout=15_000)
    expect(player.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_branch_is_opened_at_a_past_moment_found_in_the_tree_and_compared(visit: Visit):
    player = played(visit)
    match = player.page.url.partition("#")[0]
    player.page.get_by_role("button", name="Replay", exact=True).click()
    player.page.get_by_role("button", name="A turn back").click()
    player.page.get_by_role("button", name="Open a branch here").click()
    expect(player.page.get_by_label("I play")).to_have_value("us")  # P2: the seat one had.
    player.page.get_by_label("Its name").fill("Hold the ridge")
    player.page.get_by_role("button", name="Open it").click()
    player.page.wait_for_url(lambda url: url.partition("#")[0] != match)
    player.see(".live.on")
    expect(player.page.locator(".status")).to_contain_text("(branch: Hold the ridge)")

    player.page.get_by_role("button", name="Branches").click()
    expect(player.page.locator(".tree strong")).to_contain_text("you are here")
    expect(player.page.locator(".tree strong")).to_contain_text("US played by you")  # P8
    with player.page.expect_request("**/difference/*") as asked:
        player.page.get_by_role("button", name="Compare with").first.click()

    assert asked.value.url.endswith("as=us")  # P1: the eyes chosen.
    expect(player.page.locator(".compared")).to_contain_text("As US sees both.")
    expect(player.page.locator(".compared h3")).to_contain_text("Alike up to #")
    expect(player.page.locator(".compared tbody tr").first).to_contain_text("position")
    player.page.locator(".tree a").first.click()
    player.page.wait_for_url(match)


def test_tracks_and_luck_are_drawn_and_told_in_tables(visit: Visit):
    player = played(visit, 8)
    player.page.get_by_role("button", name="Charts").first.click()
    player.see(".tab-body h2")

    expect(player.page.locator(".tab-body h2")).to_contain_text(
        ["Winning", "Losses", "Luck", "Tracks"]
    )
    player.see(".plot canvas, .tab-body p")
    player.page.locator("summary:has-text('Rolls against')").click()
    expect(player.page.locator(".tab-body")).to_contain_text("results")


def test_a_standing_answer_is_made_from_the_games_questions_stored_and_removed(visit: Visit):
    """P6: nothing but a value has to be typed, and no verb or rule can be made up."""
    player = played(visit, 6)
    player.page.get_by_role("button", name="Standing").click()
    asked = player.page.get_by_label("When I am asked")
    expect(asked).to_be_visible()
    rules = asked.locator("option").all_inner_texts()
    assert len(rules) > 2
    assert all("[" in rule for rule in rules[1:])
    answers = player.page.get_by_label("I answer").locator("option").all_inner_texts()
    assert "End the turn" in answers
    asked.select_option(index=1)
    words = player.page.get_by_label("I answer").locator("option").first.inner_text()
    player.page.get_by_label("Until").select_option("round")
    player.page.get_by_label("Number").fill("3")
    player.page.get_by_role("button", name="Keep it").click()
    stored = player.page.locator(".tab-body .offers")
    expect(stored).to_contain_text(f"{words}, when asked")
    expect(stored).to_contain_text("until round 3")

    player.page.reload()
    player.page.get_by_role("button", name="Standing").click()
    player.page.get_by_role("button", name=re.compile("^Remove: ")).click()

    expect(player.page.locator(".tab-body .offers")).to_have_text("None.")


def test_a_step_of_the_replay_tells_the_event_to_those_who_listen(visit: Visit):
    """V7: the sentence of the log, not the position alone."""
    player = played(visit, 3)
    player.page.get_by_role("button", name="Replay", exact=True).click()
    player.page.get_by_role("button", name="A command back").click()
    moment = at(player)
    result = player.page.locator(f"#said p:has-text('#{moment}: ')").last
    expect(result).to_be_attached()

    words = (result.text_content() or "").partition(": ")[2]
    sentences = player.page.locator(f".log li[data-position='{moment}'] span").all_inner_texts()
    assert words
    assert not sentences or sentences[-1] in words
    player.page.get_by_role("button", name="An event back").click()
    expect(player.page.locator(f"#said p:has-text('#{at(player)}: ')").last).to_be_attached()


def test_each_seat_has_one_colour_in_all_charts_and_their_legends(visit: Visit):
    """8.11b: the order in which lines come does not change whose colour is whose."""
    player = visit()
    player.open_match(2)
    for _ in range(6):
        player.answer()
    player.page.get_by_role("button", name="Charts").first.click()
    player.see(".plot .u-legend")
    colours = player.page.evaluate("""() => [...document.querySelectorAll('.u-series')].slice(1)
        .map((row) => [row.querySelector('.u-label')?.textContent,
            row.querySelector('.u-marker')?.style.borderColor])""")
    seats = player.page.evaluate("""() => [...document.querySelectorAll('.status select option')]
        .map((one) => one.textContent)""")

    for seat in [one for one in seats if one not in ("Spectator", "Director")]:
        own_part = {colour for name, colour in colours if name and name.endswith(seat) and colour}
        assert len(own_part) <= 1, (seat, colours)


def test_the_director_invites_pauses_and_resumes_and_a_player_audits(visit: Visit):
    player = visit()
    player.open_match()
    player.page.get_by_role("button", name="About").click()
    player.page.get_by_role("button", name="Pause").click()
    expect(player.page.locator(".order")).to_contain_text("paused")
    player.page.get_by_role("button", name="Resume").click()
    player.see(".question")

    player.page.get_by_role("button", name="Audit it").click()

    expect(player.page.locator(".tab-body .verdict")).to_contain_text("EXACT", timeout=20_000)
