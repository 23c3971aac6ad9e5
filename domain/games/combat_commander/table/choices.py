"""One seat picks one of some public things: the commonest question of all.

The deed that follows is registered under the name of the choice, so that a paused game keeps only
the name, the candidates and a few ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wardiary.domain.games.combat_commander.table.commands import Choose, Decline
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

Effect = Callable[[Draft, Seat, str, tuple[str, ...]], None]

CHOICES: dict[str, Effect] = {}
"""What happens with the thing chosen: `deed(draft, seat, chosen, about)`."""


def effect(what: str) -> Callable[[Effect], Effect]:
    """Register the deed that follows a choice of this name."""

    def register(function: Effect) -> Effect:
        assert what not in CHOICES, what
        CHOICES[what] = function
        return function

    return register


QUESTIONS: dict[str, str] = {
    "ambushed": "which of your units is caught in the ambush?",
    "arm": "which unit takes the weapon?",
    "battle-harden": "which unit becomes a veteran?",
    "bomb": "demoralise everybody in which hex?",
    "captured": "which of your units is captured?",
    "clear": "from which hex do the sappers clear mines or wire?",
    "clear-smoke": "from which hex does the smoke drift away?",
    "commissar": "which unit does the commissar judge?",
    "deploy": "which squad becomes two teams?",
    "enter": "where do the reinforcements come in?",
    "entrench": "in which hex are foxholes dug?",
    "flee": "where does the unit flee from the fire?",
    "give-up": "too many men in the hex: which unit is given up?",
    "hero": "where does the hero appear?",
    "hero-rally": "whom does the hero rally?",
    "hidden-unit": "which unit was hidden?",
    "hiding-place": "where was it hidden?",
    "impact": "which hex is shelled next?",
    "infiltrate": "where do the infiltrators appear?",
    "infiltrator": "who infiltrates?",
    "interdict": "which unit is suppressed by interdiction?",
    "kia": "which demoralised unit is killed in action?",
    "malfunction": "which weapon breaks?",
    "medic": "which demoralised unit does the medic help?",
    "melee": "which melee is fought next?",
    "observer": "which leader observes for the artillery?",
    "phosphorus": "into which hex does the white phosphorus go?",
    "pinned": "which unit is suppressed?",
    "promote": "where does the private take over?",
    "rally-next": "which unit tries to rally next?",
    "reinforce": "where do they come in?",
    "reinforcement": "which reinforcement comes?",
    "retreat": "where does the unit retreat?",
    "rout-next": "which unit rolls for rout next?",
    "rout-side": "whose units are routed?",
    "scorched": "which of your units is demoralised by the phosphorus?",
    "scrounge": "which weapon is found again?",
    "shocked": "which unit is shocked?",
    "sniper-victim": "whom does the sniper hit?",
    "time-space": "on which space of the time track does the unit wait?",
    "walk": "where does the wounded unit come back?",
    "wear-out": "which weapon was fired too hard?",
    "wounded": "which eliminated unit comes back?",
}
"""What a seat is asked, by the name of the choice."""


class Choice(Step, frozen=True, tag="choice"):
    """A seat is asked to choose one of `of`, or none if it may; `about` is for the deed."""

    seat: Seat
    what: str
    of: tuple[str, ...]
    optional: bool
    about: tuple[str, ...]
    rule: str

    def prompts(self, table: Table) -> Prompts:
        """The candidates, and declining if that is allowed."""
        offers = [Offer("choose", (choice_slot("this", self.of),), self.rule, QUESTIONS[self.what])]
        if self.optional:
            offers.append(Offer("decline", (), self.rule, label="none of them"))
        facts: dict[str, str | int] = {"what": self.what}
        facts.update((f"about-{n}", one) for n, one in enumerate(self.about, start=1))
        return (Prompt(self.seat, tuple(offers), self.rule, QUESTIONS[self.what], facts),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Carry out what was chosen."""
        draft.finish()
        if isinstance(command, Choose):
            CHOICES[self.what](draft, seat, command.this, self.about)
        else:
            assert isinstance(command, Decline)


def choose(
    draft: Draft,
    seat: Seat,
    what: str,
    of: Iterable[str],
    *,
    rule: str,
    optional: bool = False,
    about: tuple[str, ...] = (),
) -> None:
    """Ask a seat to choose; nothing to choose from is skipped, a forced choice is carried out."""
    # Ruling: AMB-51, a choice that must be made among nothing is left out (E42).
    candidates = tuple(dict.fromkeys(of))
    if not candidates:
        return
    if len(candidates) == 1 and not optional:
        CHOICES[what](draft, seat, candidates[0], about)
        return
    draft.begin(Choice(seat, what, candidates, optional, about, rule))


STEPS: tuple[type[Step], ...] = (Choice,)
