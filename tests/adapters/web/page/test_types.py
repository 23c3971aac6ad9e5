"""The page's types of the API (types.d.ts) name the fields that the service sends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wardiary.adapters.web.api import entries, problems
from wardiary.adapters.web.page import assets
from wardiary.adapters.web.schemas import branches, games, looking, matches, play, proof, reviews
from wardiary.domain.play import faces, standing
from wardiary.domain.table.table import Result
from wardiary.projections import (
    agreements,
    board,
    deadlines,
    dice,
    diff,
    in_name,
    scores,
    time_wishes,
)
from wardiary.projections.lab import comparison, odds, review

TYPES = Path(assets.__file__).parent / "types.d.ts"
INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)\??:", re.MULTILINE)
DECLARED = {name: set(FIELD.findall(body)) for name, body in INTERFACE.findall(TYPES.read_text())}

SENT: dict[str, Any] = {
    "Scenario": games.ScenarioOut,
    "Setting": games.SettingOut,
    "Game": games.GameOut,
    "MatchCreated": matches.MatchCreated,
    "SeatClaimed": matches.SeatClaimed,
    "Trust": matches.Trust,
    "InvitationShown": matches.InvitationShown,
    "RewindAsked": matches.RewindAsked,
    "Summary": matches.Summary,
    "Slot": play.SlotOut,
    "Offer": play.OfferOut,
    "Prompt": play.PromptOut,
    "Prompts": play.Prompts,
    "CommandResult": play.CommandResultOut,
    "Sentence": looking.SentenceOut,
    "LogPage": looking.LogPage,
    "Result": Result,
    "Piece": board.BoardPiece,
    "CurrentValue": faces.CurrentValue,
    "Figure": faces.Figure,
    "Face": faces.Face,
    "Component": faces.Component,
    "SpaceFace": faces.SpaceFace,
    "Components": looking.Components,
    "Stack": board.Stack,
    "Space": board.Space,
    "Board": board.Board,
    "Timeline": looking.Timeline,
    "Point": scores.Point,
    "LuckPoint": dice.LuckPoint,
    "Scores": looking.ScoresOut,
    "Die": dice.Die,
    "DiceOfLine": dice.Dice,
    "Dice": looking.DiceOut,
    "Clock": looking.ClockOut,
    "SeatDeadline": deadlines.SeatDeadline,
    "Deadlines": deadlines.Deadlines,
    "GrantWish": time_wishes.GrantWish,
    "TimeWishes": time_wishes.TimeWishes,
    "TimeState": looking.DeadlinesOut,
    "DoneInName": in_name.DoneInName,
    "AgreementText": agreements.AgreementText,
    "Heading": looking.Heading,
    "Rule": looking.RuleOut,
    "Condition": standing.Condition,
    "StandingAnswer": standing.StandingAnswer,
    "Standing": play.StandingAnswersIn,
    "Question": play.Askable,
    "StandingChoices": play.StandingChoices,
    "RewindOption": play.RewindOptionOut,
    "BranchCreated": branches.BranchCreated,
    "Branch": branches.BranchOut,
    "BranchTree": branches.BranchTree,
    "PieceState": diff.PieceState,
    "Side": diff.Side,
    "Pair": diff.Pair,
    "Diff": diff.Diff,
    "Chance": odds.Chance,
    "ReviewMoment": review.Moment,
    "TurningPoint": review.Turn,
    "Review": review.Review,
    "RankedOrder": comparison.Ranked,
    "ComparedOrders": comparison.Comparison,
    "ReviewAnswer": reviews.ReviewOut,
    "OrdersAnswer": reviews.OrdersOut,
    "Verdict": proof.VerdictOut,
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


def test_the_type_declarations_are_not_served():
    with pytest.raises(problems.Refused):
        assets.asset("types.d.ts")
