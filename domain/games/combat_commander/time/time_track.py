"""The passage of time: a new deck, sudden death, reinforcements, digging in (6.1, 6.2)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import (
    cards_for,
    could_hold,
    is_defender,
    play,
)
from wardiary.domain.games.combat_commander.cards.refusals import refuse_play
from wardiary.domain.games.combat_commander.cards.rolls import (
    INTERRUPTIONS,
    Faces,
    Interruption,
    roll,
)
from wardiary.domain.games.combat_commander.components.printed import pack_of
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
)
from wardiary.domain.games.combat_commander.movement.placing import bring_in, relocate, room_on_edge
from wardiary.domain.games.combat_commander.orders.melee import begin_melees
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.table.zones import (
    SEATS,
    artillery_box,
    deck,
    discards,
    enemy_of,
    time_space,
)
from wardiary.domain.games.combat_commander.terrain.smoke import clear_smoke, smoke_hexes
from wardiary.domain.games.combat_commander.units.units import contested_hexes, hexes_held, is_unit
from wardiary.domain.games.combat_commander.victory.scoring import score
from wardiary.domain.games.combat_commander.victory.victory import (
    finish_by_points,
    win_by_objectives,
)
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import radio_of
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
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
        # Ruling: AMB-12, a deck that ran out is the doing of its own player.
        draft.change(stage="sudden-death")
        draft.track("time", draft.table.track("time") + 1, rule="6.1.2")
        draft.move(draft.table.zone(discards(self.seat)), deck(self.seat), rule="1.4")
        draft.shuffle(deck(self.seat), rule="1.4")

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
        # Ruling: AMB-09, two defenders gain a point each, none gains none.
        for seat in SEATS:
            if is_defender(draft.table, seat):
                score(draft, seat, 1, rule="6.1.2")
        # Ruling: AMB-07, one smoke on the map, of the player's choice.
        choose(draft, self.seat, "clear-smoke", smoke_hexes(draft.table), rule="6.1.2")

    def reinforce(self, draft: Draft) -> None:
        """6.1.2: units waiting in this space come in, those of the inactive player first."""
        now = self.space
        self._set_up_radios(draft)
        for piece in self._waiting(draft.table, now):
            held = draft.table.pieces[piece]
            owner, hexes = held.owner, room_on_edge(draft.table, held.kind, held.owner)
            draft.change(passed_by=(*self.passed_by, piece))
            if hexes:
                choose(draft, owner, "enter", hexes, rule="6.1.2", about=(piece,))
            else:
                # Ruling: AMB-10, without room it waits for the next advance.
                relocate(draft, (piece,), time_space(now + 1), rule="6.1.2")
            return
        draft.change(stage="melees")

    def _set_up_radios(self, draft: Draft) -> None:
        """6.1.2, 8.1.2: a radio goes to its owner's artillery box, if that is empty."""
        table, radios = draft.table, pack_of(draft.table).radios
        for piece in table.zone(time_space(self.space)):
            held = table.pieces[piece]
            if held.kind in radios and radio_of(table, held.owner) is None:
                draft.move(piece, artillery_box(held.owner), rule="6.1.2")

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


@effect("clear-smoke")
def lift_smoke(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """6.1.2: that smoke goes."""
    del seat, about
    clear_smoke(draft, chosen, rule="6.1.2")


@effect("enter")
def enter_map(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """6.1.2: a unit comes in on its friendly edge."""
    del seat
    bring_in(draft, about[0], chosen, rule="6.1.2")


@weapons_may_go
class DiggingIn(Step, frozen=True, tag="digging-in"):
    """A32, G-simul: the seats asked in turn, each as often as it likes."""

    asked: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """The first seat still to be asked, if it could dig in."""
        if not self.asked or not self._could(table):
            return ()
        seat = self.asked[0]
        cards, hexes = cards_for(table, seat, "dig-in"), diggable(table, seat)
        facts: dict[str, str | int] = {"window": "dig-in"}
        offers = [Offer("pass", (), "A32", facts=facts)]
        offers += [
            Offer(
                "play",
                (fixed_slot("card", card), choice_slot("at", hexes)),
                "A32",
                "dig in",
                facts=facts,
            )
            for card in cards
        ]
        return (Prompt(seat, tuple(offers), "A32", "dig in?", facts),)

    def _could(self, table: Table) -> bool:
        seat = self.asked[0]
        return could_hold(table, seat, "dig-in") and bool(diggable(table, seat))

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A32: a card that has no place at this moment."""
        refuse_play(table, seat, command, ("dig-in",))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Foxholes, or on to the next seat."""
        if isinstance(command, Pass):
            draft.change(asked=self.asked[1:])
            return
        assert isinstance(command, Play)
        play(draft, seat, command.card, rule="A32")
        place_fortification(draft, "foxholes", command.at, rule="A32")

    def resume(self, draft: Draft) -> None:
        """A seat that could not dig in is passed over."""
        if self.asked:
            draft.change(asked=self.asked[1:])
        else:
            draft.finish()


def diggable(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A32: hexes with an own unit that can take foxholes."""
    return tuple(
        hex_label
        for hex_label in hexes_held(table, seat)
        if may_fortify(table, hex_label, "foxholes")
    )


STEPS: tuple[type[Step], ...] = (TimeAdvance, DiggingIn)
