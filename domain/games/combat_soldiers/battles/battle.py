"""7.2 Battle resolution: supports, windows, dice, losses and what follows, stage by stage."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.actions.spending import Pass
from wardiary.domain.games.combat_soldiers.battles.capture import begin_capture
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
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
    use_garrison,
)
from wardiary.domain.games.combat_soldiers.battles.overrun import overrun
from wardiary.domain.games.combat_soldiers.battles.spoils import settle_points
from wardiary.domain.games.combat_soldiers.battles.supports import (
    attacker_can_support,
    cannot_support,
    defender_can_support,
    support_offers,
    supported,
)
from wardiary.domain.games.combat_soldiers.battles.totals import attack_items, defence_items
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    ENTRENCHED,
    all_seats_clockwise,
    hand_cards_with,
    join_units,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import group_at, strength
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played, discard_supports
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class CancelAttack(Command, frozen=True, tag="cancel"):
    """7.3.5: cancel the attack by Intelligence."""

    card: str


class Battle(Step, frozen=True, tag="battle"):
    """One battle, from its supports to its last consequence; nothing else goes on (7.1-d).

    Stages: support, counter, strike, intelligence, dice, losses, spoils, over, or cancelled instead
    of the last four.
    """

    clash: Clash
    stage: str = "support"
    asked: Seat = ""
    passes: int = 0
    waiting: tuple[Seat, ...] = ()
    owed: int = 0
    loser: str = ""

    def prompts(self, table: Table) -> Prompts:
        """Whoever the stage asks."""
        match self.stage:
            case "support":
                return self._support_prompt(table)
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

    def _support_prompt(self, table: Table) -> Prompts:
        if not self.asked:
            return ()
        offers = support_offers(table, self.clash, self.asked)
        return (
            Prompt(
                self.asked,
                (offer(Pass, "7.2.3", "No more support"), *offers),
                "7.2.3",
                "Support this battle?",
                {"window": "support", "group": self.clash.group, "target": self.clash.target},
            ),
        )

    def _loss_prompt(self, table: Table) -> Prompts:
        choices = loss_choices(table, units_at_risk(table, self.clash, self.loser), self.owed)
        if len(choices) < 2:
            return ()
        seat = self.clash.attacker if self.loser == "attacker" else self.clash.defender
        offers = tuple(offer(Lose, "7.2.2.4", "Lose", units=join_units(part)) for part in choices)
        return (
            Prompt(seat, offers, "7.2.2.4", f"You lose {self.owed} points of strength: which?"),
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """The rule behind a refusal that the offers do not explain."""
        if self.stage == "support":
            refuse(cannot_support(table, self.clash, seat, command))
        elif isinstance(command, Lose):
            refuse(cannot_lose(table, self, split_units(command.units)))
        elif isinstance(command, Counter) and self.stage != "counter":
            refuse(("7.3.4-a", "a counterattack comes before Intelligence and before any die"))
        elif isinstance(command, CancelAttack) and group_at(table, self.clash.target).objective:
            refuse(("7.3.5-b1", "an attack on an occupation group cannot be cancelled"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Take the answer of the stage."""
        match command:
            case Counter(card=card):
                draft.move(card, BATTLE, rule="7.3.4-a")
                draft.change(stage="strike", waiting=())
            case Strike():
                strike(draft, self, command)
            case CancelAttack(card=card):
                cancel(draft, self, card)
            case Lose(units=units):
                draft.change(stage="spoils")
                take_losses(draft, split_units(units), rule="7.2.2.4")
            case _ if self.stage == "support":
                add_support(draft, self, seat, command)
            case _:
                draft.change(waiting=self.waiting[1:])

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
                roll_dice(draft, self)
            case "losses":
                take_forced_losses(draft, self)
            case "spoils":
                winner = self.clash.defender if self.loser == "attacker" else self.clash.attacker
                draft.change(stage="over")
                settle_points(draft, winner, all_seats_clockwise(draft.table))
            case _:
                end_battle(draft, self)

    def _open_counter(self, draft: Draft) -> None:
        if any(True for _ in possible_strikes(draft.table, self.clash)):
            order = window_order(draft.table, self.clash)
            draft.change(stage="counter", waiting=order)
        else:
            draft.change(stage="counter", waiting=())

    def _open_intelligence(self, draft: Draft) -> None:
        """7.3.5-b1: every seat but the active one; only for attacks on maneuver groups."""
        clash = with_survivors(draft.table, self.clash)
        target = group_at(draft.table, clash.target)
        if not clash.striking or not (clash.targets or target.objective):
            draft.change(clash=clash, stage="over")
        elif target.objective:
            draft.change(clash=clash, stage="dice")
        else:
            waiting = tuple(
                seat for seat in window_order(draft.table, clash) if seat != draft.table.seat
            )
            draft.change(clash=clash, stage="intelligence", waiting=waiting)


def window_order(table: Table, clash: Clash) -> tuple[Seat, ...]:
    """1.1.1.6-b: the defender first, then clockwise."""
    return (
        clash.defender,
        *(seat for seat in all_seats_clockwise(table) if seat != clash.defender),
    )


def with_survivors(table: Table, clash: Clash) -> Clash:
    """7.3.4-c: the battle as it stands with those who are left."""
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


# 7.2.3 Supports.


def add_support(draft: Draft, battle: Battle, seat: Seat, command: Command) -> None:
    """Take a support or a pass, and ask the other side; two passes in a row close the window."""
    clash = supported(draft, battle.clash, seat, command)
    passes = battle.passes + 1 if clash is battle.clash else 0
    draft.change(clash=clash, passes=passes)
    ask_for_support(draft, seat)


def ask_for_support(draft: Draft, last: Seat) -> None:
    """CS-Q21: attacker and defender in turn; a side that can add nothing is not asked."""
    battle = draft.top
    assert isinstance(battle, Battle)
    clash, table = battle.clash, draft.table
    can_support = {
        clash.attacker: attacker_can_support(table, clash),
        clash.defender: defender_can_support(table, clash),
    }
    other = clash.attacker if last == clash.defender else clash.defender
    if battle.passes >= sum(can_support.values()):
        draft.change(asked="")
    elif can_support[other]:
        draft.change(asked=other)
    else:
        draft.change(asked=last if can_support[last] else "")


def begin_battle(draft: Draft, clash: Clash) -> None:
    """Open a battle: entrenchments of the attackers go, then its supports are asked for."""
    for unit in clash.striking:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(clash))
    ask_for_support(draft, clash.defender)


# 7.3.4 Counterattack.


def strike(draft: Draft, battle: Battle, command: Strike) -> None:
    """Suspend the battle for the counterattack."""
    clash = battle.clash
    strikers = group_at(draft.table, clash.target)
    nested = counterattack_clash(
        draft.table, clash, strikers, command.unit, split_units(command.part)
    )
    draft.change(stage="counter", waiting=())
    draft.mark(command.unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(nested, stage="dice"))


# 7.3.5 Intelligence.


def intelligence_prompt(table: Table, clash: Clash, seat: Seat) -> Prompt:
    """Every seat but the active one may cancel."""
    offers = (
        offer(CancelAttack, "7.3.5-b1", "Cancel the attack", card=card)
        for card in hand_cards_with(table, seat, "intelligence")
    )
    return Prompt(
        seat,
        (offer(Pass, "7.3.5-b1", "Pass"), *offers),
        "7.3.5-b1",
        f"{clash.group} attacks {clash.target}: cancel it by Intelligence?",
        {"window": "intelligence", "group": clash.group, "target": clash.target},
    )


def cancel(draft: Draft, battle: Battle, card: PieceId) -> None:
    """7.3.5: the attack does not happen; supports are lost, and the group is done this Turn."""
    discard_played(draft, card, rule="7.3.5-b1")
    # Ruling: CS-Q19 these effects stand misplaced under the other use of the card.
    for zone in (battle.clash.group, battle.clash.helper):
        if zone:
            draft.track(f"barred/{zone}", draft.table.turn, rule="7.3.5-c")
    draft.change(stage="cancelled", waiting=())


# 7.2.2 Dice and losses.


def roll_dice(draft: Draft, battle: Battle) -> None:
    """7.2.2, 7.2.2.3: both totals; equal ones harm nobody (7.2.2.3.1), else one side owes the
    difference (7.2.2.3.2).
    """
    clash = battle.clash
    attack = roll_total(draft, clash.attacker, "attack", attack_items(draft.table, clash))
    defence = roll_total(draft, clash.defender, "defence", defence_items(draft.table, clash))
    if attack == defence:
        draft.change(stage="over")
    elif attack < defence:
        draft.change(stage="losses", loser="attacker", owed=defence - attack)
    else:
        draft.change(stage="losses", loser="defender", owed=attack - defence)
        objective = group_at(draft.table, clash.target).objective
        if objective and not clash.counter:
            _occupation_loses(draft, clash, objective, attack - defence)


def roll_total(draft: Draft, seat: Seat, what: str, items: list[tuple[str, int, str]]) -> int:
    """7.2.2.1.4, 7.2.2.2.5: one die, and the total recorded item by item."""
    if what == "attack":
        (face,) = draft.roll(seat, "attack", rule="7.2.2.1.4", high=10)
        return draft.total(what, [*items, ("die", face, "7.2.2.1.4")], rule="7.2.2.1")
    (face,) = draft.roll(seat, "defence", rule="7.2.2.2.5", high=10)
    return draft.total(what, [*items, ("die", face, "7.2.2.2.5")], rule="7.2.2.2")


def _occupation_loses(draft: Draft, clash: Clash, objective: PieceId, owed: int) -> None:
    """7.2.2.4.1-a, 7.3.8.2-a: garrison first, then units; captured when they cannot pay."""
    beaten = group_at(draft.table, clash.target)
    still_owed = use_garrison(draft, objective, owed)
    payers = units_at_risk(draft.table, clash, "defender")
    strength_left = sum(strength(draft.table, unit) for unit in payers)
    if still_owed == 0:
        draft.change(stage="over")
    elif still_owed <= strength_left:
        draft.change(owed=still_owed)
    else:
        draft.change(stage="spoils")
        overrun(draft, beaten)
        if payers:
            take_losses(draft, payers, rule="7.2.2.4.1-c")
        begin_capture(draft, clash)


def take_forced_losses(draft: Draft, battle: Battle) -> None:
    """The only choice there is."""
    (units,) = loss_choices(
        draft.table, units_at_risk(draft.table, battle.clash, battle.loser), battle.owed
    )
    draft.change(stage="spoils")
    beaten = group_at(draft.table, battle.clash.target)
    strength_lost = sum(strength(draft.table, unit) for unit in units)
    # Ruling: CS-Q70 strictly more than they can pay; an exact payment is no overrun.
    if (
        battle.loser == "defender"
        and battle.owed > strength_lost
        and set(beaten.troops) <= set(units)
    ):
        overrun(draft, beaten)
    take_losses(draft, units, rule="7.2.2.4")


def cannot_lose(table: Table, battle: Battle, units: tuple[PieceId, ...]) -> tuple[str, str] | None:
    """7.2.2.4: why such losses do not do."""
    at_risk = units_at_risk(table, battle.clash, battle.loser)
    if not units or any(unit not in at_risk for unit in units):
        return ("7.1.3-c", "only units in the battle can be lost")
    total = sum(strength(table, unit) for unit in units)
    if total < battle.owed:
        return ("7.2.2.4", f"that pays {total} of {battle.owed}")
    if units not in loss_choices(table, at_risk, battle.owed):
        return ("7.1.2-b", "no unit is given up without need")
    return None


def end_battle(draft: Draft, battle: Battle) -> None:
    """The battle is over: its cards are discarded, and the defender may rearrange."""
    draft.finish()
    if battle.clash.counter:
        return
    discard_supports(draft)
    if battle.stage == "cancelled":
        return
    defended = group_at(draft.table, battle.clash.target)
    if defended.owner == battle.clash.defender:
        arrange(draft, battle.clash.target)
