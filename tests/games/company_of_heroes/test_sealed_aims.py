"""C-5.0a, C-R5: the setting by which targets are chosen unseen and opened together."""

from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    GAME,
    TWO_EACH,
    battle,
    candidates,
    go_on,
    hex_of,
    marks,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.play.previews import preview
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

RIFLEMEN, GRENADIERS = "us-riflemen-1", "wehrmacht-grenadiers-1"
UNITS = {RIFLEMEN: "A2", GRENADIERS: "A3", "wehrmacht-grenadiers-2": "B2"}


def choosing(units: dict[str, object], **given: object) -> Scenario:
    """Step 2 begins: everybody chooses unseen."""
    match = battle(units, Round("assignment", 0, 1), phase="damage.2", assignment="sealed", **given)
    return go_on(match)


def test_both_teams_choose_at_once_and_all_is_opened_together():
    """C-5.0a: nothing happens until everybody is ready."""
    match = choosing(UNITS)
    match.then_asks("us")
    match.then_asks("wehrmacht")
    match.when("wehrmacht", f"aim {GRENADIERS} {RIFLEMEN}")
    match.when("wehrmacht", "done wehrmacht").then_asks("us")
    assert "damage" not in marks(match, RIFLEMEN)
    match.when("us", f"aim {RIFLEMEN} {GRENADIERS}").when("us", "done us")

    assert marks(match, RIFLEMEN)["damage"] == marks(match, GRENADIERS)["damage"] == 1


def test_the_other_team_sees_no_choice():
    """C-5.0a: not from the table, and not from what is asked."""
    views = []
    for target in (GRENADIERS, "wehrmacht-grenadiers-2"):
        match = choosing(UNITS).when("us", f"aim {RIFLEMEN} {target}")
        seen = view(match.table, "wehrmacht")
        views.append((seen.zones, seen.pieces, match.then_asks("wehrmacht")))
        assert [piece[0] for piece in seen.zone("us-aims")] == ["?"]
    assert views[0] == views[1]


def test_teammates_see_each_others_choices():
    """C-2.2k: a team may talk freely."""
    match = choosing({**UNITS, "us-2-riflemen-1": "A4"}, seats=TWO_EACH)
    match.when("us", f"aim {RIFLEMEN} {GRENADIERS}")
    (chip,) = match.table.zone("us-aims")

    assert match.table.knows("us-2", chip)
    assert not match.table.knows("wehrmacht", chip)


def test_a_unit_chooses_once():
    """C-5.0.1c."""
    match = choosing(UNITS).when("us", f"aim {RIFLEMEN} {GRENADIERS}")

    match.when("us", f"aim {RIFLEMEN} wehrmacht-grenadiers-2").then_illegal("C-5.0.1c")
    assert candidates(match.then_asks("us"), "done", "army") == {"us"}


def test_chips_are_shown_when_all_are_ready_and_used_again():
    """C-5.0a."""
    match = choosing(UNITS).when("us", f"aim {RIFLEMEN} {GRENADIERS}").when("us", "done us")
    (chip,) = match.table.zone("us-aims")
    match.when("wehrmacht", "done wehrmacht")

    shown = [event for event in match.happened(e.PiecesMoved) if chip in event.pieces]
    assert [event.to for event in shown] == ["us-aims-open", "us-chips"]
    assert hex_of(match, chip) == "us-chips"


def test_machine_guns_choose_unseen_too_and_then_pin():
    """C-5.0.1a: all pins are placed when all have chosen."""
    units = {"us-mg-team-1": ("A1", {"face": 4}), GRENADIERS: "A3"}
    match = battle(units, Round("machine-guns", 0, 1), phase="damage.1", assignment="sealed")
    go_on(match).when("us", f"aim us-mg-team-1 {GRENADIERS}").when("us", "done us")

    assert any(event.mark == "pinned" for event in match.happened(e.MarkSet))
    match.then_does_not_ask("wehrmacht")
    assert marks(match, GRENADIERS)["damage"] == 2


def test_a_preview_does_not_guess_what_is_unseen():
    """C-5.0a: what follows when all is opened is unknown to the last one as well."""
    match = choosing(UNITS).when("us", f"aim {RIFLEMEN} {GRENADIERS}").when("us", "done us")
    prompt = match.then_asks("wehrmacht")
    seen = view(match.table, "wehrmacht")

    shown = preview(GAME, seen, "wehrmacht", GAME.command("done wehrmacht"), prompt)
    assert shown.end == "unknown"
    assert not [event for event in shown.events if isinstance(event, e.MarkSet)]
