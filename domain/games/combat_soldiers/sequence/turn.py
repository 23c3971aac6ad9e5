"""3 Sequence of play: one Turn, what begins its phases, and what ends it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import (
    actions_in_words,
    most_actions,
    reset_actions,
)
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    refuse_again,
)
from wardiary.domain.games.combat_soldiers.components.cards import under_version_1
from wardiary.domain.games.combat_soldiers.components.zones import TALLIED, seats_after
from wardiary.domain.games.combat_soldiers.groups.command import arrange, reorganise
from wardiary.domain.games.combat_soldiers.groups.group import (
    SeatBoard,
    board_of,
    groups_of,
)
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units, discard
from wardiary.domain.games.combat_soldiers.groups.sieges import increase_isolation
from wardiary.domain.games.combat_soldiers.phases.discards import ExcessDiscard
from wardiary.domain.games.combat_soldiers.sequence.menus import (
    ANYTIME,
    MENUS,
    PHASE_TITLES,
    PHASES,
    Play,
    cannot_go_to,
    nothing_to_do,
    phases_of,
)
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import (
    NoRetreatWindow,
    surrender,
    surrendering_groups,
)
from wardiary.domain.games.combat_soldiers.special_battles.partisans import (
    PartisanUpkeep,
    unpaid_partisans,
)
from wardiary.domain.games.combat_soldiers.special_battles.recon import (
    ReconWindow,
    bare_objectives,
)
from wardiary.domain.games.combat_soldiers.victory.ending import roll_for_end
from wardiary.domain.games.combat_soldiers.white_backs.mines import Minefields, live_mines
from wardiary.domain.games.combat_soldiers.white_backs.random_events import roll_for_weather
from wardiary.domain.games.kit.menus import Menu
from wardiary.domain.games.kit.offers import offer, warned
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Prompts
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Go(Command, frozen=True, tag="go"):
    """3.0: go on to a later phase."""

    says = "go on to {phase}"
    phase: str


class EndTurn(Command, frozen=True, tag="end-turn"):
    """3.0: end your Turn."""

    says = "end the turn"


class Turn(Menu, frozen=True, tag="turn"):
    """One Turn of a seat.

    `phase` is a letter, or "end"; `duty` counts what comes before the menu of a phase, or what ends
    the Turn; `goal` is the phase to go to after the duties of phase B, where that is passed over.
    `bare` are the objectives open to Recon, with their owners, that all were asked about since the
    last Action.
    """

    menu = tuple(action for phase in PHASES for action in MENUS[phase]) + ANYTIME

    seat: Seat
    phase: str = "A"
    duty: int = 0
    goal: str = ""
    bare: tuple[str, ...] = ()

    def asks(self, table: Table) -> Prompts:
        """The seat, once the duties of the phase are done: to go on, and what the menu offers."""
        if self.phase == "end" or self.goal or not self.duty or self._newly_bare(table):
            return ()
        actions = most_actions(table, self.seat)
        question = f"{PHASE_TITLES[self.phase]}: {actions_in_words(actions)} left"
        facts: dict[str, Candidate] = {"phase": self.phase, "actions": actions}
        return (Prompt(self.seat, self._ways_on(table), "3.0-c", question, facts),)

    def _ways_on(self, table: Table) -> tuple[Offer, ...]:
        later = self._later(table)
        if not later:
            left = most_actions(table, self.seat)
            warning = f"you have {actions_in_words(left)} left" if left else ""
            return (warned(offer(EndTurn, "3.0-e", "End the Turn"), warning),)
        return tuple(offer(Go, "3.0-c", PHASE_TITLES[phase], phase=phase) for phase in later)

    def _later(self, table: Table) -> list[str]:
        later = PHASES[PHASES.index(self.phase) + 1 :]
        return [phase for phase in later if nothing_to_do(table, self.seat, phase) is None]

    def _newly_bare(self, table: Table) -> bool:
        return not set(bare_objectives(table)) <= set(self.bare)

    def actions(self, table: Table) -> tuple[Play, ...]:
        """What the phase has on its menu, and what may be done at any time."""
        return (*MENUS[self.phase], *ANYTIME)

    def context(self, table: Table, seat: Seat) -> SeatBoard:
        """All groups, read once for the whole menu."""
        return board_of(table, seat)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal with the rule that forbids it, where the offers do not say why."""
        match command:
            case Go(phase=phase):
                refuse(cannot_go_to(self.phase, phase))
                refuse(nothing_to_do(table, seat, phase))
            case EndTurn():
                if later := self._later(table):
                    refuse(("3.0-c", f"phase {later[-1]} comes first"))
            case AttackAgain() | PickOffAgain():
                refuse_again(table, seat, command)
            case _:
                self._refuse_action(table, seat, command)

    def _refuse_action(self, table: Table, seat: Seat, command: Command) -> None:
        phases = phases_of(command)
        if not phases:
            refuse(("1.1.2.2", "that is played only in answer to another play"))
        wrong_phase = ("3.0-c", f"that belongs to phase {phases}, this is phase {self.phase}")
        if phases[-1] < self.phase:
            refuse(wrong_phase)
        # What could not be done in its phase either is refused by the rule that says so.
        super().refuse(table, seat, command)
        if self.phase not in phases:
            refuse(wrong_phase)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Do what is on the menu, or go on."""
        match command:
            case Go(phase=phase):
                # The duties of the attack phase cannot be passed over.
                goal = phase if self.phase == "A" and phase != "B" else ""
                draft.change(phase="B" if goal else phase, goal=goal, duty=0)
            case EndTurn():
                draft.change(phase="end", duty=0)
            case _:
                self._ask_about_recon_again(draft)
                super().answer(draft, seat, command)

    def _ask_about_recon_again(self, draft: Draft) -> None:
        """14.3.1, 7.3.11-a: Recon may come at any time, so it is asked for after every Action.

        Under version 1 of the rules only objectives that become bare are asked about.
        """
        asked = bare_objectives(draft.table) if under_version_1(draft.table) else ()
        draft.change(bare=asked)

    def resume(self, draft: Draft) -> None:
        """Begin a phase, end the Turn, or ask about an objective that became bare."""
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
            self._begin_phase_a(draft)
            return
        if not self.goal:
            draft.enter(self.phase, self.seat, rule="3.0-c")
        if self.phase == "B":
            self._begin_phase_b(draft)

    def _begin_phase_a(self, draft: Draft) -> None:
        begin_turn(draft, self.seat)
        draft.change(bare=bare_objectives(draft.table))
        if groups_of(draft.table, self.seat):
            reorganise_all(draft, self.seat)
        else:
            draft.change(phase="B", duty=0)

    def _begin_phase_b(self, draft: Draft) -> None:
        """13.2-d, 7.3.12-b: mines attack first, then partisans are paid for."""
        if unpaid_partisans(draft.table, self.seat):
            if not under_version_1(draft.table):
                self._ask_about_recon_again(draft)
            draft.begin(PartisanUpkeep(self.seat))
        if live_mines(draft.table, self.seat):
            draft.begin(Minefields(self.seat))

    def _end(self, draft: Draft) -> None:
        """CS-Q41: hand, isolation, surrender, Recon, sudden death, in this order."""
        draft.change(duty=self.duty + 1)
        seat, table = self.seat, draft.table
        match self.duty:
            case 0 if room_in_hand(table, seat) < 0:
                draft.begin(ExcessDiscard(seat))
            case 1:
                for group in groups_of(table, seat):
                    if group.siege:
                        increase_isolation(draft, group)
            case 2 if any(not group.no_retreat for group in surrendering_groups(table, seat)):
                draft.begin(NoRetreatWindow(seat, (*seats_after(table.seats, seat), seat)))
            case 3 if groups := surrendering_groups(table, seat):
                # One at a time: a surrender may end the round.
                draft.change(duty=3)
                surrender(draft, groups[0])
            case 4 if bare_objectives(table):
                draft.begin(self._last_recon_window(table))
            case 5:
                end_turn(draft, seat)
            case _:
                # Nothing to do for this duty.
                return

    def _last_recon_window(self, table: Table) -> ReconWindow:
        """RW6, RW7: the other seats are asked at the end of a Turn.

        The active seat is asked as well when objectives of others became bare after its last menu.
        """
        others = seats_after(table.seats, self.seat)
        if under_version_1(table):
            return ReconWindow(others)
        newly_bare = set(bare_objectives(table)) - set(self.bare)
        not_offered = any(not entry.startswith(f"{self.seat}:") for entry in newly_bare)
        return ReconWindow((*others, self.seat) if not_offered else others, "turn-end")


def begin_turn(draft: Draft, seat: Seat) -> None:
    """3.0-a: a Turn begins with phase A."""
    turn = draft.table.turn + 1
    draft.enter("A", seat, rule="3.0-a", turn=turn)
    draft.track(f"last-turn/{seat}", turn, rule="3.0-a")
    reset_actions(draft)
    roll_for_weather(draft, seat)


def reorganise_all(draft: Draft, seat: Seat) -> None:
    """4.4.4, 6.2: every group of the seat is reorganised free."""
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
