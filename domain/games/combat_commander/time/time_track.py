"""The passage of time: a new deck, sudden death, reinforcements, digging in (6.1, 6.2)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import (
    is_defender,
)
from wardiary.domain.games.combat_commander.cards.rolls import (
    INTERRUPTIONS,
    Faces,
    Interruption,
    roll,
)
from wardiary.domain.games.combat_commander.components.printed import pack_of
from wardiary.domain.games.combat_commander.movement.placing import bring_in, relocate, room_on_edge
from wardiary.domain.games.combat_commander.orders.melee import begin_melees
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.zones import (
    SEATS,
    artillery_box,
    deck,
    discards,
    enemy_of,
    time_space,
)
from wardiary.domain.games.combat_commander.terrain.smoke import clear_smoke, smoke_hexes
from wardiary.domain.games.combat_commander.time.digging_in import DiggingIn
from wardiary.domain.games.combat_commander.units.units import contested_hexes, is_unit
from wardiary.domain.games.combat_commander.victory.end_of_game import (
    finish_by_points,
    win_by_objectives,
)
from wardiary.domain.games.combat_commander.victory.scoring import score
from wardiary.domain.games.combat_commander.weapons.weapons import radio_of
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.piles import shuffle_back
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class TimeAdvance(Interruption, frozen=True, tag="time-advance"):
    """6.1.2: the six things done when time advances, for the seat that brought it on."""

    seat: Seat
    stage: str = "advance"
    rolled: Faces = ()
    space: int = 0
    passed_by: tuple[PieceId, ...] = ()
    pending: tuple[Zone, ...] = ()

    def resume(self, draft: Draft) -> None:
        """The next of the six things."""
        _STAGES[self.stage](self, draft)

    def advance(self, draft: Draft) -> None:
        """The marker moves on, and the seat's cards become a new deck."""
        # Ruling: AMB-12, a deck that ran out brings time on for its player.
        draft.change(stage="sudden-death")
        draft.track("time", draft.table.track("time") + 1, rule="6.1.2")
        shuffle_back(draft, discards(self.seat), into=deck(self.seat), rule="1.4")

    def sudden_death(self, draft: Draft) -> None:
        """6.2.2: the roll, from the sudden death marker on."""
        # Ruling: AMB-08, at every advance from the space of the marker on.
        now = draft.table.track("time")
        draft.change(stage="survive", space=now)
        if now >= draft.table.track("sudden-death"):
            win_by_objectives(draft)
            roll(draft, self.seat, "sudden-death", facts={"time": now}, against=now)

    def survive(self, draft: Draft) -> None:
        """6.2.2: below the number of the space it is over; else the defender gains a point."""
        if self.rolled and sum(self.rolled) < self.space:
            finish_by_points(draft, "sudden death")
        draft.change(stage="reinforce")
        # Ruling: AMB-09, each of two defenders gains a point.
        for seat in SEATS:
            if is_defender(draft.table, seat):
                score(draft, seat, 1, rule="6.1.2")
        # Ruling: AMB-07, a smoke counter on the map that the player chooses.
        ask(draft, ClearSmoke(self.seat, smoke_hexes(draft.table)))

    def reinforce(self, draft: Draft) -> None:
        """6.1.2: units waiting in this space come in, those of the inactive player first."""
        now = self.space
        self._set_up_radios(draft)
        for piece in self._waiting(draft.table, now):
            waiting = draft.table.pieces[piece]
            owner, hexes = waiting.owner, room_on_edge(draft.table, waiting.kind, waiting.owner)
            draft.change(passed_by=(*self.passed_by, piece))
            if hexes:
                ask(draft, EnterMap(owner, hexes, piece))
            else:
                # Ruling: AMB-10, without room it waits for the next advance.
                relocate(draft, (piece,), time_space(now + 1), rule="6.1.2")
            return
        draft.change(stage="melees")

    def _set_up_radios(self, draft: Draft) -> None:
        """6.1.2, 8.1.2: a radio goes to its owner's artillery box, if that is empty."""
        table, radios = draft.table, pack_of(draft.table).radios
        for piece in table.zone(time_space(self.space)):
            radio = table.pieces[piece]
            if radio.kind in radios and radio_of(table, radio.owner) is None:
                draft.move(piece, artillery_box(radio.owner), rule="6.1.2")

    def _waiting(self, table: Table, now: int) -> tuple[PieceId, ...]:
        units = [
            piece
            for piece in table.zone(time_space(now))
            if is_unit(table, piece) and piece not in self.passed_by
        ]
        return tuple(sorted(units, key=lambda piece: table.pieces[piece].owner == table.seat))

    def melees(self, draft: Draft) -> None:
        """O16.4: reinforcements may have come in on top of the enemy."""
        draft.change(stage="dig-in")
        begin_melees(draft, self.pending)

    def dig_in(self, draft: Draft) -> None:
        """6.1.2: both may dig in, the inactive player first."""
        draft.change(stage="end")
        draft.begin(DiggingIn((enemy_of(draft.table.seat), draft.table.seat)))

    def end(self, draft: Draft) -> None:
        """Play goes on where it was."""
        draft.finish()


_STAGES = {
    "advance": TimeAdvance.advance,
    "sudden-death": TimeAdvance.sudden_death,
    "survive": TimeAdvance.survive,
    "reinforce": TimeAdvance.reinforce,
    "melees": TimeAdvance.melees,
    "dig-in": TimeAdvance.dig_in,
    "end": TimeAdvance.end,
}


def _time(draft: Draft, seat: Seat) -> None:
    draft.begin(TimeAdvance(seat, pending=contested_hexes(draft.table)))


INTERRUPTIONS["time"] = _time


class ClearSmoke(ListedChoice, frozen=True, tag="clear-smoke"):
    """6.1.2: which smoke is removed when time advances."""

    question = "from which hex does the smoke drift away?"
    rule = "6.1.2"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is removed."""
        clear_smoke(draft, chosen, rule="6.1.2")


class EnterMap(ChoiceFor, frozen=True, tag="enter"):
    """6.1.2: where a unit that waited on the time track comes in."""

    question = "where do the reinforcements come in?"
    rule = "6.1.2"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It comes in on its friendly edge."""
        bring_in(draft, self.subject, chosen, rule="6.1.2")


STEPS: tuple[type[Step], ...] = (TimeAdvance, ClearSmoke, EnterMap)
