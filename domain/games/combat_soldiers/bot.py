"""A sensible bot."""

from __future__ import annotations

from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Luck
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.table import Table


def policy(view: Table, prompt: Prompt, luck: Luck) -> Command:
    """To be written."""
    raise NotImplementedError
