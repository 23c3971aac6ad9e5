"""Questions about one thing, beside those of the kit."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import ListedChoice
from wardiary.domain.play.prompts import Candidate
from wardiary.domain.table.table import Table


class ChoiceFor(ListedChoice, frozen=True):
    """A choice made for one unit, weapon or element of a support table: the `subject`."""

    subject: str

    def facts(self, table: Table) -> dict[str, Candidate]:
        """What is asked, and about what."""
        return {**super().facts(table), "subject": self.subject}
