"""7.2 A battle, stage by stage: supports, windows, dice, losses, and what follows."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.actions.windows import Pass, card_window
from wardiary.domain.games.combat_soldiers.battles.clash import Clash, attack_title
from wardiary.domain.games.combat_soldiers.battles.counterattack import (
    Counter,
    Strike,
    counterattack_clash,
    counterattack_prompt,
    possible_strikes,
    strike_prompt,
)
from wardiary.domain.games.combat_soldiers.battles.losses import (
    Lose,
    loss_choices,
    still_in_group,
    take_losses,
    units_at_risk,
)
from wardiary.domain.games.combat_soldiers.battles.resolution import (
    cannot_lose,
    roll_dice,
    take_forced_losses,
)
from wardiary.domain.games.combat_soldiers.battles.spoils import settle_points
from wardiary.domain.games.combat_soldiers.battles.supports import (
    can_support,
    cannot_support,
    support_offers,
    with_support,
)
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    ENTRENCHED,
    all_seats_clockwise,
    join_units,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played, discard_supports
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Candidate, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class CancelAttack(Command, frozen=True, tag="cancel"):
    """7.3.5: cancel the attack by Intelligence."""

    says = "call the attack off with {card}"
    card: str


class Battle(Step, frozen=True, tag="battle"):
    """7.1-d: one battle, from its supports to its last consequence, before play goes on.

    Stages: support, counter, strike, intelligence, dice, losses, spoils, over, or cancelled instead
    of the last four. `asked` may support now, and `passes` counts passes in a row; `waiting` are
    seats of a window; the `loser` ("attacker" or "defender") has `owed` points of strength to lose.
    """

    clash: Clash
    stage: str = "support"
    asked: Seat = ""
    passes: int = 0
    waiting: tuple[Seat, ...] = ()
    owed: int = 0
    loser: str = ""

    def prompts(self, table: Table) -> Prompts:
        """The question of the stage, if it has one."""
        match self.stage:
            case "support" if self.asked:
                return (self._support_prompt(table),)
            case "counter" if self.waiting:
                return (counterattack_prompt(table, self.clash, self.waiting[0]),)
            case "strike":
                return (strike_prompt(table, self.clash),)
            case "intelligence" if self.waiting:
                return (intelligence_prompt(table, self.clash, self.waiting[0]),)
            case "losses":
                return self._loss_prompt(table)
            case _:
                return ()

    def _support_prompt(self, table: Table) -> Prompt:
        offers = support_offers(table, self.clash, self.asked)
        facts: dict[str, Candidate] = {
            "window": "support",
            "group": self.clash.group,
            "target": self.clash.target,
        }
        enough = offer(Pass, "7.2.3", "No more support")
        return Prompt(self.asked, (enough, *offers), "7.2.3", "Support this battle?", facts)

    def _loss_prompt(self, table: Table) -> Prompts:
        choices = loss_choices(table, units_at_risk(table, self.clash, self.loser), self.owed)
        if len(choices) < 2:
            return ()
        seat = self.clash.attacker if self.loser == "attacker" else self.clash.defender
        units = choice_slot("units", [join_units(part) for part in choices])
        offers = (offer(Lose, "7.2.2.4", "Lose", units),)
        question = f"You lose {self.owed} points of strength: which units?"
        return (Prompt(seat, offers, "7.2.2.4", question),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal with the rule that forbids it, where the offers do not say why."""
        if self.stage == "support":
            refuse(cannot_support(table, self.clash, seat, command))
        elif isinstance(command, Lose):
            units = split_units(command.units)
            refuse(cannot_lose(table, self.clash, self.loser, self.owed, units))
        elif isinstance(command, Counter) and self.stage != "counter":
            refuse(("7.3.4-a", "a counterattack comes before Intelligence and before any die"))
        elif isinstance(command, CancelAttack) and group_at(table, self.clash.target).objective:
            refuse(("7.3.5-b1", "an attack on an occupation group cannot be cancelled"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Carry out the answer to the question of the stage."""
        match command:
            case Counter(card=card):
                draft.move(card, BATTLE, rule="7.3.4-a")
                draft.change(stage="strike", waiting=())
            case Strike(unit=unit, part=part):
                begin_counterattack(draft, self.clash, unit, split_units(part))
            case CancelAttack(card=card):
                cancel(draft, self.clash, card)
            case Lose(units=units):
                draft.change(stage="spoils")
                take_losses(draft, split_units(units), rule="7.2.2.4")
            case _ if self.stage == "support":
                self._add_support(draft, seat, command)
            case _:
                draft.change(waiting=self.waiting[1:])

    def _add_support(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Take a support or a pass, and ask the other side; passes in a row end the questions."""
        clash = with_support(draft, self.clash, seat, command)
        passes = self.passes + 1 if clash is self.clash else 0
        asked = next_supporter(draft.table, clash, seat, passes)
        draft.change(clash=clash, passes=passes, asked=asked)

    def resume(self, draft: Draft) -> None:
        """Go on with the next stage."""
        match self.stage:
            case "support":
                self._open_counter(draft)
            case "counter":
                self._open_intelligence(draft)
            case "intelligence":
                draft.change(stage="dice")
            case "dice":
                roll_dice(draft, self.clash)
            case "losses":
                draft.change(stage="spoils")
                take_forced_losses(draft, self.clash, self.loser, self.owed)
            case "spoils":
                winner = self.clash.defender if self.loser == "attacker" else self.clash.attacker
                draft.change(stage="over")
                settle_points(draft, winner, all_seats_clockwise(draft.table))
            case _:
                self._end(draft)

    def _open_counter(self, draft: Draft) -> None:
        """7.3.4-a: every seat, if any unit could strike back."""
        possible = any(True for _ in possible_strikes(draft.table, self.clash))
        waiting = window_order(draft.table, self.clash) if possible else ()
        draft.change(stage="counter", waiting=waiting)

    def _open_intelligence(self, draft: Draft) -> None:
        """7.3.5-b1: every seat but the active one; only for attacks on maneuver groups."""
        clash = with_survivors(draft.table, self.clash)
        target = group_at(draft.table, clash.target)
        if not clash.striking or not (clash.targets or target.objective):
            draft.change(clash=clash, stage="over")
        elif target.objective:
            draft.change(clash=clash, stage="dice")
        else:
            order = window_order(draft.table, clash)
            waiting = tuple(seat for seat in order if seat != draft.table.seat)
            draft.change(clash=clash, stage="intelligence", waiting=waiting)

    def _end(self, draft: Draft) -> None:
        """1.1.1.6-c, 4.4.3: its cards are discarded, and the defender may rearrange."""
        draft.finish()
        if self.clash.counter:
            return
        discard_supports(draft)
        if self.stage == "cancelled":
            return
        defenders = group_at(draft.table, self.clash.target)
        if defenders.owner == self.clash.defender:
            arrange(draft, self.clash.target)


def begin_battle(draft: Draft, clash: Clash) -> None:
    """16.3: the attackers lose their entrenchments; then supports are asked for."""
    for unit in clash.striking:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(clash, asked=next_supporter(draft.table, clash, clash.defender, 0)))


def next_supporter(table: Table, clash: Clash, last: Seat, passes: int) -> Seat:
    """CS-Q21: attacker and defender in turn; a side that can add nothing is not asked.

    `last` was asked last; "" once all that could add anything have passed in a row.
    """
    other = clash.attacker if last == clash.defender else clash.defender
    able = [seat for seat in (other, last) if can_support(table, clash, seat)]
    return able[0] if passes < len(able) else ""


def window_order(table: Table, clash: Clash) -> tuple[Seat, ...]:
    """1.1.1.6-b: the defender first, then clockwise."""
    others = (seat for seat in all_seats_clockwise(table) if seat != clash.defender)
    return (clash.defender, *others)


def with_survivors(table: Table, clash: Clash) -> Clash:
    """7.3.4-c: the battle with those who are left after a counterattack."""
    leader = still_in_group(table, (clash.leader,), clash.group)
    chief = still_in_group(table, (clash.chief,), clash.target)
    helper_leader = still_in_group(table, (clash.helper_leader,), clash.helper)
    return replace(
        clash,
        units=still_in_group(table, clash.units, clash.group),
        leader=leader[0] if leader else "",
        helper_units=still_in_group(table, clash.helper_units, clash.helper),
        helper_leader=helper_leader[0] if helper_leader else "",
        targets=still_in_group(table, clash.targets, clash.target),
        chief=chief[0] if chief else "",
    )


# 7.3.4 Counterattack.


def begin_counterattack(
    draft: Draft, clash: Clash, unit: PieceId, part: tuple[PieceId, ...]
) -> None:
    """7.3.4-b: a battle of its own, without supports; this one goes on when it is over."""
    strikers = group_at(draft.table, clash.target)
    counterattack = counterattack_clash(draft.table, clash, strikers, unit, part)
    draft.change(stage="counter", waiting=())
    draft.mark(unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(counterattack, stage="dice"))


# 7.3.5 Intelligence.


def intelligence_prompt(table: Table, clash: Clash, seat: Seat) -> Prompt:
    """7.3.5-b1: a seat may cancel the attack."""
    return card_window(
        table,
        seat,
        CancelAttack,
        "intelligence",
        "7.3.5-b1",
        "Cancel the attack",
        f"{attack_title(table, clash)}: cancel it by Intelligence?",
        window="intelligence",
        group=clash.group,
        target=clash.target,
    )


def cancel(draft: Draft, clash: Clash, card: PieceId) -> None:
    """7.3.5: the attack does not happen; supports are lost, and the group is done this Turn."""
    discard_played(draft, card, rule="7.3.5-b1")
    # Ruling: CS-Q19 these effects are printed under the other use of the card, by mistake.
    for zone in (clash.group, clash.helper):
        if zone:
            draft.track(f"barred/{zone}", draft.table.turn, rule="7.3.5-c")
    draft.change(stage="cancelled", waiting=())
