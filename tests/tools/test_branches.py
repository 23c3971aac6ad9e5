from __future__ import annotations

import pytest

from tests.tools.conftest import Run


def test_branch_gives_itself_its_parent_and_the_place(wardiary: Run, finished: str):
    result = wardiary("branch", finished, "--turn", "4", "--json").document

    assert set(result) == {"match", "parent", "at"}
    assert result["parent"] == finished
    assert wardiary("head", result["match"], "--json").document["position"] > result["at"]
    assert wardiary("audit", result["match"]).code == 0


def test_a_branch_inside_an_entry_is_refused_with_the_nearest_ends(wardiary: Run, finished: str):
    result = wardiary("branch", finished, "--at", "3")

    assert result.code == 2
    assert "the nearest entries end at" in result.err


def test_a_turn_or_a_time_that_never_was_is_refused(wardiary: Run, finished: str):
    assert "has no turn 999" in wardiary("branch", finished, "--turn", "999").err
    assert "nothing had happened" in wardiary("branch", finished, "--time", "1944-06-06").err
    assert "must be written like" in wardiary("branch", finished, "--time", "noon").err


@pytest.mark.parametrize("places", [(), ("--at", "116", "--turn", "2")])
def test_branch_needs_exactly_one_of_position_turn_and_time(
    wardiary: Run, finished: str, places: tuple[str, ...]
):
    result = wardiary("branch", finished, *places)

    assert result.code == 2
    assert "exactly one of --at, --turn and --time" in result.err


def test_a_branch_by_time_begins_after_the_last_entry_before_that_time(
    wardiary: Run, finished: str
):
    """The simulated match began on 1 January 2026 at midnight, UTC."""
    result = wardiary("branch", finished, "--time", "2026-01-01T00:00:10Z", "--json").document
    log = wardiary("log", finished, "--seat", "director", "--json").document["log"]

    last = max(sentence["time"] for sentence in log if sentence["position"] <= result["at"])
    following = min(sentence["time"] for sentence in log if sentence["position"] > result["at"])
    assert last <= 1_767_225_610_000 < following


@pytest.mark.parametrize(("typed", "shown_time"), [
    (("2026-01-01T00:00:10",), "2026-01-01 00:00:10 UTC"),
    (("2026-01-02",), "2026-01-02 00:00:00 UTC"),
    (("2026-01-01T02:00:10+02:00",), "2026-01-01 02:00:10 UTC+02:00"),
    (("2026-01-01T01:00:10", "--zone", "Europe/Berlin"), "2026-01-01 01:00:10 CET"),
])  # fmt: skip
def test_a_time_is_shown_with_its_time_zone(
    wardiary: Run, finished: str, typed: tuple[str, ...], shown_time: str
):
    """T3: UTC where none is named, else the one in the time or of --zone."""
    result = wardiary("branch", finished, "--time", *typed)
    other = wardiary("branch", finished, "--time", "2026-01-01T00:00:10Z", "--json").document

    assert f"as it was at {shown_time}" in result.out
    if typed[0] != "2026-01-02":
        assert f"after position {other['at']}," in result.out


def test_an_unknown_zone_is_refused(wardiary: Run, finished: str):
    """T3."""
    result = wardiary("branch", finished, "--time", "2026-05-01", "--zone", "Mars/Olympus")

    assert (2, True) == (result.code, "no time zone 'Mars/Olympus'" in result.err)


def test_a_branch_can_only_be_dealt_for_a_seat(wardiary: Run, running: str):
    result = wardiary("branch", running, "--at", "116", "--seat", "french")

    assert result.code == 2
    assert "'french' has no seat here; seats are us, german" in result.err


def test_dice_that_were_set_stay_marked_as_set(wardiary: Run, finished: str):
    branch = wardiary("branch", finished, "--turn", "4", "--die", "0", "--die", "3", "--json")
    match = branch.document["match"]
    wardiary("play", match)

    assert wardiary("dice", match, "--json").document["dice"]["forced"]["d10"]
    assert "dice set to 0, 3" in wardiary("branches", finished).out
    assert wardiary("audit", match).code == 0


def test_a_die_that_cannot_be_is_refused_when_it_is_rolled(wardiary: Run, finished: str):
    match = wardiary("branch", finished, "--turn", "4", "--die", "77", "--json").document["match"]

    result = wardiary("play", match)

    assert result.code == 2
    assert "77 was set for the branch's next roll, which goes from 0 to 9" in result.err
    assert wardiary("audit", match).code == 0


def test_a_seats_branch_deals_again_what_the_seat_cannot_know(wardiary: Run, running: str):
    head = wardiary("head", running, "--json").document["position"]
    branch = wardiary("branch", running, "--at", head, "--seat", "us", "--json").document["match"]

    def hand(match: str, eyes: str, zone: str) -> list[str]:
        visible = wardiary("show", match, "--seat", eyes, "--json").document["board"]
        stacks = [stack for row in visible["rows"] for stack in row["stacks"]]
        return sorted(
            piece["id"] for stack in stacks if stack["zone"] == zone for piece in stack["pieces"]
        )

    assert hand(branch, "us", "us-hand") == hand(running, "us", "us-hand")
    assert len(hand(branch, "director", "german-hand")) == 4
    assert "dealt for us" in wardiary("branches", running).out
    assert wardiary("audit", branch).code == 0


def test_branches_of_branches_are_one_tree(wardiary: Run, finished: str):
    child = wardiary("branch", finished, "--turn", "3", "--json").document["match"]
    wardiary("play", child)
    later = wardiary("head", child, "--json").document["position"] - 3
    grandchild = wardiary("branch", child, "--at", later, "--json").document["match"]

    grown = wardiary("branches", finished, "--json").document["branches"]
    drawn = wardiary("branches", grandchild).out.splitlines()

    assert [branch["match"] for branch in grown] == [child, grandchild]
    assert [branch["parent"] for branch in grown] == [finished, child]
    assert finished[:12] in drawn[0]
    assert child[:12] in drawn[1]
    assert grandchild[:12] in drawn[2]


def test_a_line_of_the_branch_tree_is_never_cut(
    wardiary: Run, finished: str, monkeypatch: pytest.MonkeyPatch
):
    """It ends with who has won, and went missing in narrow terminals."""
    child = wardiary("branch", finished, "--turn", "3", "--die", 0, "--json").document["match"]
    wardiary("play", child)
    monkeypatch.setenv("COLUMNS", "40")

    drawn = wardiary("branches", finished).out.splitlines()

    assert all(line.endswith(("won by us", "won by german")) for line in drawn), drawn


def head(wardiary: Run) -> int:
    return int(wardiary("head", "last", "--json").document["position"])


def test_last_names_the_match_that_is_played_not_its_branch(wardiary: Run, running: str):
    """C4: a branch is named by its id, so that no order lands in a what-if by mistake."""
    branch = wardiary("branch", "last", "--at", head(wardiary), "--seat", "us", "--json").document[
        "match"
    ]
    of_branch = wardiary(
        "branch", branch, "--at", head(wardiary), "--seat", "us", "--json"
    ).document["match"]

    assert running == wardiary("head", "last", "--json").document["match"]
    assert of_branch == wardiary("head", of_branch[:8], "--json").document["match"]


def test_last_is_the_newest_match_whatever_was_branched_since(wardiary: Run, running: str):
    """C4: of several matches it is the one opened last that is not a branch."""
    seats = ("--seat", "us=human", "--seat", "german=bot")
    second = wardiary("new", "undaunted", "--scenario", "la-raye", *seats, "--json").document
    wardiary("branch", running, "--at", head(wardiary), "--seat", "us")

    assert second["match"] == wardiary("head", "last", "--json").document["match"]


def test_a_branch_is_discarded_by_its_id(wardiary: Run, finished: str):
    """A13: the match that it left is as it was; a match that is not a branch is refused."""
    branch = wardiary("branch", finished, "--turn", "4", "--json").document["match"]

    result = wardiary("discard", branch)

    assert result.code == 0
    assert f"{branch[:12]} is discarded; its parent {finished[:12]}" in result.out
    assert [] == wardiary("branches", finished, "--json").document["branches"]
    assert wardiary("audit", finished).code == 0
    again, match = wardiary("discard", branch), wardiary("discard", finished)
    assert (2, 2) == (again.code, match.code)
    assert "no match" in again.err
    assert "is not a branch; only a branch can be discarded" in match.err
