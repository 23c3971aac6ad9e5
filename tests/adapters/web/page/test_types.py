"""The page's types of the API (types.d.ts) name the fields that the service sends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wardiary.adapters.web import assets, entries, problems, schemas
from wardiary.domain.play import faces, standing
from wardiary.domain.table.table import Result
from wardiary.projections import board, dice, diff, scores

TYPES = Path(assets.__file__).parent / "page" / "types.d.ts"
INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)\??:", re.MULTILINE)
DECLARED = {name: set(FIELD.findall(body)) for name, body in INTERFACE.findall(TYPES.read_text())}

SENT: dict[str, Any] = {
    "Scenario": schemas.ScenarioOut,
    "Setting": schemas.SettingOut,
    "Game": schemas.GameOut,
    "MatchCreated": schemas.MatchCreated,
    "SeatClaimed": schemas.SeatClaimed,
    "Trust": schemas.Trust,
    "InvitationShown": schemas.InvitationShown,
    "RewindAsked": schemas.RewindAsked,
    "Summary": schemas.Summary,
    "Slot": schemas.SlotOut,
    "Offer": schemas.OfferOut,
    "Prompt": schemas.PromptOut,
    "Prompts": schemas.Prompts,
    "CommandResult": schemas.CommandResultOut,
    "Sentence": schemas.SentenceOut,
    "LogPage": schemas.LogPage,
    "Result": Result,
    "Piece": board.BoardPiece,
    "CurrentValue": faces.CurrentValue,
    "Stack": board.Stack,
    "Space": board.Space,
    "Board": board.Board,
    "Timeline": schemas.Timeline,
    "Point": scores.Point,
    "LuckPoint": dice.LuckPoint,
    "Scores": schemas.ScoresOut,
    "Die": dice.Die,
    "DiceOfLine": dice.Dice,
    "Dice": schemas.DiceOut,
    "Clock": schemas.ClockOut,
    "Heading": schemas.Heading,
    "Rule": schemas.RuleOut,
    "Condition": standing.Condition,
    "StandingAnswer": standing.StandingAnswer,
    "Standing": schemas.StandingAnswersIn,
    "Question": schemas.Askable,
    "StandingChoices": schemas.StandingChoices,
    "RewindOption": schemas.RewindOptionOut,
    "BranchCreated": schemas.BranchCreated,
    "Branch": schemas.BranchOut,
    "BranchTree": schemas.BranchTree,
    "PieceState": diff.PieceState,
    "Side": diff.Side,
    "Pair": diff.Pair,
    "Diff": diff.Diff,
    "Verdict": schemas.VerdictOut,
}
"""Interfaces of the page and what the service sends for them."""


@pytest.mark.parametrize("name", SENT)
def test_the_page_declares_only_fields_that_the_service_sends(name: str):
    sent = {field.encode_name for field in msgspec.structs.fields(SENT[name])}

    assert DECLARED[name]
    assert DECLARED[name] - sent == set()


def test_an_entry_of_the_feed_is_declared_with_the_prompts_that_come_with_the_last_one():
    parts = (entries.EntryOut, entries.PromptsPart)
    sent = {field.encode_name for part in parts for field in msgspec.structs.fields(part)}

    assert DECLARED["Entry"] - sent == set()


def test_the_declarations_are_not_served():
    with pytest.raises(problems.Refused):
        assets.asset("types.d.ts")
