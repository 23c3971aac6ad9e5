"""3 Sequence of play: one Turn, what begins its phases, and what ends it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import most_actions, reset_actions
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    check_again,
)
from wardiary.domain.games.combat_soldiers.components.cards import under_version_1
from wardiary.domain.games.combat_soldiers.components.zones import TALLIED, seats_after
from wardiary.domain.games.combat_soldiers.groups.command import arrange, reorganise
from wardiary.domain.games.combat_soldiers.groups.group import Group, board_of, groups_of
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units, discard
from wardiary.domain.games.combat_soldiers.groups.sieges import increase_isolation
from wardiary.domain.games.combat_soldiers.phases.discards import Excess
from wardiary.domain.games.combat_soldiers.sequence.menus import (
    ANYTIME,
    MENUS,
    PHASES,
    PLAYS,
    EndTurn,
    Go,
    cannot_go_to,
    idle_phase,
)
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import (
    LastStand,
    surrender,
    surrendering_groups,
)
from wardiary.domain.games.combat_soldiers.special_battles.partisans import Upkeep, unpaid_partisans
from wardiary.domain.games.combat_soldiers.special_battles.recon import ReconWindow, bare_objectives
from wardiary.domain.games.combat_soldiers.victory.ending import roll_for_end
from wardiary.domain.games.combat_soldiers.white_backs.mines import Minefields, live_mines
from wardiary.domain.games.combat_soldiers.white_backs.random_events import roll_for_weather
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Turn(Step, frozen=True, tag="turn"):
    """One Turn: `phase` is a letter or "end"; `duty` counts what comes before the menu, or what
    ends the Turn; `goal` is the phase to go to after the duties of phase B; `bare` are the
    objectives open to Recon, with their owners, that everyone was asked about since the last
    Action.
    """

    seat: Seat
    phase: str = "A"
    duty: int = 0
    goal: str = ""
    bare: tuple[str, ...] = ()

    def prompts(self, table: Table) -> Prompts:
        """The menu of the phase, once its duties are done."""
        if self.phase == "end" or self.goal or not self.duty or self._newly_bare(table):
            return ()
        board = board_of(table, self.seat)
        offers = [
            offer(Go, "3.0-c", f"Phase {phase}", phase=phase)
            for phase in self._later(table, board.mine)
        ] or [offer(EndTurn, "3.0-e", "End the Turn")]
        for menu in (*MENUS[self.phase], *ANYTIME):
            offers += menu(table, self.seat, board)
        left = most_actions(table, self.seat)
        question = f"Phase {self.phase}: {left} actions left"
        return (
            Prompt(
                self.seat, tuple(offers), "3.0-c", question, {"phase": self.phase, "actions": left}
            ),
        )

    def _later(self, table: Table, groups: list[Group]) -> list[str]:
        later = PHASES[PHASES.index(self.phase) + 1 :]
        return [phase for phase in later if idle_phase(table, self.seat, groups, phase) is None]

    def _newly_bare(self, table: Table) -> bool:
        return not set(bare_objectives(table)) <= set(self.bare)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """The rule behind a refusal that the offers do not explain."""
        match command:
            case Go(phase=phase):
                refuse(cannot_go_to(self.phase, phase))
                refuse(idle_phase(table, seat, groups_of(table, seat), phase))
            case EndTurn():
                self._refuse_end(table)
            case AttackAgain() | PickOffAgain():
                check_again(table, seat, command)
            case _ if type(command) in PLAYS:
                self._refuse_play(table, seat, command)
            case _:
                refuse(("1.1.2.2", "that is played only in answer to another play"))

    def _refuse_end(self, table: Table) -> None:
        if later := self._later(table, groups_of(table, self.seat)):
            refuse(("3.0-c", f"phase {later[-1]} comes first"))

    def _refuse_play(self, table: Table, seat: Seat, command: Command) -> None:
        phase, _, check = PLAYS[type(command)]
        if phase[-1] < self.phase:
            refuse(("3.0-c", f"that belongs to phase {phase}, this is phase {self.phase}"))
        # What could not be done in its phase either is refused by the rule that says so.
        if check is not None:
            check(table, seat, command)
        if self.phase not in phase:
            refuse(("3.0-c", f"that belongs to phase {phase}, this is phase {self.phase}"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Play it, or go on."""
        match command:
            case Go(phase=phase):
                # The duties of the attack phase cannot be passed over.
                goal = phase if self.phase == "A" and phase != "B" else ""
                draft.change(phase="B" if goal else phase, goal=goal, duty=0)
            case EndTurn():
                draft.change(phase="end", duty=0)
            case _:
                self._ask_again(draft)
                PLAYS[type(command)][1](draft, seat, command)

    def _ask_again(self, draft: Draft) -> None:
        """14.3.1, 7.3.11-a: Recon comes at any time, so every Action is a moment to ask about it.

        Under version 1 of the rules only objectives that become bare are asked about.
        """
        first = under_version_1(draft.table)
        draft.change(bare=bare_objectives(draft.table) if first else ())

    def resume(self, draft: Draft) -> None:
        """What begins a phase, what ends the Turn, and the question about a bare objective."""
        if self.phase == "end":
            self._end(draft)
        elif not self.duty:
            self._begin_phase(draft)
        elif self.goal:
            draft.change(phase=self.goal, goal="", duty=0)
        else:
            draft.change(bare=bare_objectives(draft.table))
            draft.begin(ReconWindow(seats_after(draft.table.seats, self.seat)))

    def _begin_phase(self, draft: Draft) -> None:
        draft.change(duty=1)
        if self.phase == "A":
            begin_turn(draft, self.seat)
            draft.change(bare=bare_objectives(draft.table))
            if not groups_of(draft.table, self.seat):
                draft.change(phase="B", duty=0)
                return
            reorganise_all(draft, self.seat)
            return
        if not self.goal:
            draft.enter(self.phase, self.seat, rule="3.0-c")
        if self.phase == "B":
            if unpaid_partisans(draft.table, self.seat):
                if not under_version_1(draft.table):
                    self._ask_again(draft)
                draft.begin(Upkeep(self.seat))
            if live_mines(draft.table, self.seat):
                draft.begin(Minefields(self.seat))

    def _end(self, draft: Draft) -> None:
        """CS-Q41: hand, isolation, surrender, Recon, sudden death, in this order."""
        draft.change(duty=self.duty + 1)
        seat, table = self.seat, draft.table
        match self.duty:
            case 0 if room_in_hand(table, seat) < 0:
                draft.begin(Excess(seat))
            case 1:
                for group in groups_of(table, seat):
                    if group.siege:
                        increase_isolation(draft, group)
            case 2 if any(not group.no_retreat for group in surrendering_groups(table, seat)):
                draft.begin(LastStand(seat, (*seats_after(table.seats, seat), seat)))
            case 3 if groups := surrendering_groups(table, seat):
                # One at a time: a surrender may end the round.
                draft.change(duty=3)
                surrender(draft, groups[0])
            case 4 if bare_objectives(table):
                draft.begin(self._last_window(table))
            case 5:
                end_turn(draft, seat)
            case _:
                # This duty is nothing to do today.
                return

    def _last_window(self, table: Table) -> ReconWindow:
        """RW6, RW7: the others at the end of the Turn, and its seat about what fell bare in it."""
        others = seats_after(table.seats, self.seat)
        if under_version_1(table):
            return ReconWindow(others)
        fresh = set(bare_objectives(table)) - set(self.bare)
        missed = any(not entry.startswith(f"{self.seat}:") for entry in fresh)
        return ReconWindow((*others, self.seat) if missed else others, "turn-end")


def begin_turn(draft: Draft, seat: Seat) -> None:
    """3.0-a: a new Turn begins with phase A."""
    turn = draft.table.turn + 1
    draft.enter("A", seat, rule="3.0-a", turn=turn)
    draft.track(f"last-turn/{seat}", turn, rule="3.0-a")
    reset_actions(draft)
    roll_for_weather(draft, seat)


def reorganise_all(draft: Draft, seat: Seat) -> None:
    """4.4.4, 6.2: every own group is reorganised free."""
    for group in groups_of(draft.table, seat):
        reorganise(draft, group.zone)
        arrange(draft, group.zone)


def end_turn(draft: Draft, seat: Seat) -> None:
    """12.1-b, 19.0: sudden death is rolled for, and tallied units go to the discard pile."""
    draft.finish()
    tallied = draft.table.zone(TALLIED)
    clear_units(draft, tallied)
    discard(draft, tallied, rule="19.0")
    roll_for_end(draft, seat)
