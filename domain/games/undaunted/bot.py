"""The sensible bot: it sees what its seat sees, and judges each offer."""

from __future__ import annotations

from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Luck
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.table import Table


def policy(view: Table, prompt: Prompt, luck: Luck) -> Command:
    """The command that looks best from the seat's own view; ties are broken by luck."""
    raise NotImplementedError
