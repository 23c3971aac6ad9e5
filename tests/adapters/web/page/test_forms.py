"""Forms of the director, of disclosure and of standing answers, in plain words (issue 10.6)."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit


def test_a_director_corrects_the_table_by_a_form(visit: Visit):
    """Issue 10.6: a public reason and corrections, chosen from what is on the table."""
    player = visit().open_match()
    player.page.get_by_role("button", name="About").click()
    player.page.locator("summary", has_text="Correct the table").click()
    form = player.see(".directing form:has(#ruling-reason)")
    form.get_by_label("Why, for everybody to read").fill("Points were counted wrongly")
    form.get_by_label("What", exact=True).select_option("track-set")
    form.get_by_label("Value, 0 takes a mark off").fill("3")
    form.get_by_role("button", name="Add the correction").click()
    expect(form.locator(".offers li")).to_contain_text("objective points is 3")

    form.get_by_role("button", name="Rule", exact=True).click()

    expect(form.locator("[role=status]")).to_contain_text("Ruled", timeout=15_000)
    player.page.get_by_role("button", name="Log", exact=True).click()
    log = player.page.locator(".log")
    expect(log).to_contain_text("The director rules: Points were counted wrongly")
    expect(log).to_contain_text(re.compile("objective points goes from . to 3"))


def test_a_director_who_may_not_look_is_told_so(visit: Visit):
    """Issue 10.6: the form is there, and the service says why it does nothing."""
    player = visit().open_match()
    player.expects_errors = True
    player.page.get_by_role("button", name="About").click()
    player.page.locator("summary", has_text="Look at a hidden piece").click()
    form = player.see(".directing form:has(#inspect-zone)")

    form.get_by_role("button", name="Look", exact=True).click()

    expect(form.locator("[role=status]")).to_contain_text("Not done", timeout=15_000)


def test_a_standing_answer_is_told_as_a_sentence_while_it_is_built(visit: Visit):
    """Issue 10.6: when, what, against whom, until when."""
    player = visit().open_match()
    for _ in range(2):
        player.answer()
    player.page.get_by_role("button", name="Standing").click()
    form = player.see(".tab-body form")
    form.get_by_label("When I am asked").select_option(index=1)
    form.get_by_label("Until").select_option("turn")
    form.get_by_label("Number", exact=True).fill("9")

    sentence = form.locator(".in-words")

    expect(sentence).to_contain_text("when asked")
    expect(sentence).to_contain_text("until turn 9")
    assert not re.search(r"[a-z]+-[a-z]+-\d", sentence.inner_text())


def test_charts_begin_at_zero_and_go_by_turns(visit: Visit):
    """Issue 10.6."""
    player = visit().open_match()
    for _ in range(4):
        player.answer()
    player.page.get_by_role("button", name="Charts").click()
    player.see(".plot .u-legend, .tab-body p")

    lowest = player.page.evaluate(
        """async () => {
            const { fromZero } = await import('/page/plots.js');
            return [fromZero(3, 9), fromZero(-2, 4), fromZero(0, 0)];
        }"""
    )

    assert lowest == [[0, 9], [-2, 4], [0, 1]]
    expect(player.page.locator(".tab-body h2")).to_have_text(
        [
            re.compile(f"^{what}")
            for what in ("Winning: Objective", "Losses: pieces", "Luck", "Tracks")
        ]
    )
    player.see(".tab-body summary:has-text('The figures as a table')").click()
    assert player.page.locator(".tab-body table:not(.u-legend) tbody th").first.inner_text() == "US"


def test_a_line_bears_the_colour_and_the_shape_of_its_seats_counters(visit: Visit):
    """Issue 10.6: in every chart and its legend, as on the board."""
    player = visit().open_match()
    for _ in range(4):
        player.answer()
    player.page.get_by_role("button", name="Charts").click()
    player.see(".plot .u-shape")

    drawn = player.page.evaluate(
        """async () => {
            const { counterShape } = await import('/page/geometry.js');
            const shapes = [0, 1].map((rank) => counterShape(rank, 16, 12));
            return [...document.querySelectorAll('.plot')].map((plot) =>
                [...plot.querySelectorAll('.u-series')].slice(1).map((row) => [
                    row.querySelector('.u-label').textContent,
                    shapes.indexOf(row.querySelector('.u-shape path').getAttribute('d')),
                    row.querySelector('.u-shape').style.fill,
                ]));
        }"""
    )

    assert len(drawn) >= 2
    for rows in drawn[:2]:
        assert rows == [["US", 0, "var(--chart-0)"], ["German", 1, "var(--chart-1)"]]
