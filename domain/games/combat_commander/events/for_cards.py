"""Events for cards, points, weapons and objective markers (E45 to E74)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import hex_effect, random_hex
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Choose, Decline
from wardiary.domain.games.combat_commander.table.zones import (
    OBJECTIVE_CUP,
    WEAPONS_BOX,
    casualties,
    discards,
    enemy_of,
    hand,
    secret_objectives,
)
from wardiary.domain.games.combat_commander.units.units import units_on_map
from wardiary.domain.games.combat_commander.victory.objectives import chit_of, controlled_by
from wardiary.domain.games.combat_commander.victory.scoring import open_marker, score
from wardiary.domain.games.combat_commander.weapons.effects import break_weapon, hand_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import (
    is_broken,
    is_weapon,
    weapon_of,
    weapons_in_play,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def battlefield_integrity(draft: Draft, seat: Seat) -> None:
    """E45: a point for each enemy unit on the casualty track."""
    score(draft, seat, len(draft.table.zone(casualties(enemy_of(seat)))), rule="E45")


def command_control(draft: Draft, seat: Seat) -> None:
    """E49: a point for each objective controlled."""
    score(draft, seat, len(controlled_by(draft.table, seat)), rule="E49")


def elan(draft: Draft, seat: Seat) -> None:
    """E54: the own surrender marker moves one space up."""
    track = f"surrender-{seat}"
    draft.track(track, draft.table.track(track) + 1, rule="E54")


def fog_of_war(draft: Draft, seat: Seat) -> None:
    """E57: each player takes a random card out of the other's hand."""
    # Ruling: AMB-29, the inactive player picks first; an empty hand loses nothing.
    del seat
    active = draft.table.seat
    for picker in (enemy_of(active), active):
        victim = enemy_of(picker)
        if draft.table.zone(hand(victim)):
            card = draft.pick(picker, hand(victim), "fog of war", rule="E57")
            draft.move(card, discards(victim), at=0, rule="E57")


def interrogation(draft: Draft, seat: Seat) -> None:
    """E61: the opponent shows his whole hand, and may lose a card of it."""
    cards = draft.table.zone(hand(enemy_of(seat)))
    if cards:
        draft.show(cards, (seat,), rule="E61")
        draft.begin(Interrogation(seat))


class Interrogation(Step, frozen=True, tag="interrogation"):
    """E61: which card of the hand that was shown is discarded, if any."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The cards seen."""
        cards = table.zone(hand(enemy_of(self.seat)))
        offers = (
            Offer("choose", (choice_slot("this", cards),), "E61", "discard this card"),
            Offer("decline", (), "E61", "let him keep them all"),
        )
        facts: dict[str, str | int] = {"what": "interrogation"}
        return (Prompt(self.seat, offers, "E61", "which card goes?", facts),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """It goes to its owner's discards."""
        draft.finish()
        if isinstance(command, Choose):
            draft.move(command.this, discards(enemy_of(seat)), at=0, rule="E61")
        else:
            assert isinstance(command, Decline)


def malfunction(draft: Draft, seat: Seat) -> None:
    """E63: a random hex."""
    random_hex(draft, seat, "malfunction")


@hex_effect("malfunction")
def find_faulty(draft: Draft, seat: Seat, hex_label: Zone, about: tuple[str, ...]) -> None:
    """E63: the nearest weapon of any side that works; of several the reader's choice."""
    del about
    table = draft.table
    working = [weapon for weapon in weapons_in_play(table) if not is_broken(table, weapon)]
    hexes = sorted({table.zone_of(weapon) for weapon in working})
    near = map_of(table).grid.nearest(hex_label, hexes)
    weapons = [weapon for weapon in working if table.zone_of(weapon) in near]
    choose(draft, seat, "malfunction", weapons, rule="E63")


@effect("malfunction")
def fail(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E63: it breaks."""
    del seat, about
    break_weapon(draft, chosen, rule="E63")


def mission_objective(draft: Draft, seat: Seat) -> None:
    """E65, 7.3.3: a secret marker, open at once if it has no secret side."""
    if not draft.table.zone(OBJECTIVE_CUP):
        return
    chit = draft.pick(seat, OBJECTIVE_CUP, "mission objective", rule="E65")
    draft.move(chit, secret_objectives(seat), rule="E65")
    if not chit_of(draft.table, chit).has_secret_side:
        open_marker(draft, chit, rule="7.3.3")


def reconnaissance(draft: Draft, seat: Seat) -> None:
    """E67: the opponent reveals one of his secret markers."""
    owner = enemy_of(seat)
    if draft.table.zone(secret_objectives(owner)):
        draft.begin(Revealing(owner))


class Revealing(Step, frozen=True, tag="revealing"):
    """E67: which of his own secret markers a player reveals."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """His own markers."""
        chits = table.zone(secret_objectives(self.seat))
        offer = Offer("choose", (choice_slot("this", chits),), "E67", "reveal this marker")
        facts: dict[str, str | int] = {"what": "reconnaissance"}
        return (Prompt(self.seat, (offer,), "E67", "which objective is revealed?", facts),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """It becomes general and pays."""
        del seat
        assert isinstance(command, Choose)
        draft.finish()
        open_marker(draft, command.this, rule="E67")


def scrounge(draft: Draft, seat: Seat) -> None:
    """E71: an eliminated weapon of any side may come back."""
    table = draft.table
    if _empty_handed(table, seat):
        weapons = [piece for piece in table.zone(WEAPONS_BOX) if is_weapon(table, piece)]
        choose(draft, seat, "scrounge", weapons, rule="E71", optional=True)


@effect("scrounge")
def pick_scrounged(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E71: for a unit without weapon."""
    del about
    units = _empty_handed(draft.table, seat)
    choose(draft, seat, "arm", units, rule="E71", about=(chosen,))


@effect("arm")
def arm(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """E71: it is carried by that unit now."""
    del seat
    hand_weapon(draft, about[0], chosen, rule="E71")


def _empty_handed(table: Table, seat: Seat) -> tuple[str, ...]:
    # Ruling: the reader arms his own, for the weapon is taken for his side.
    return tuple(unit for unit in units_on_map(table, seat) if weapon_of(table, unit) is None)


def strategic_objective(draft: Draft, seat: Seat) -> None:
    """E74: a general marker, which pays at once."""
    if draft.table.zone(OBJECTIVE_CUP):
        chit = draft.pick(seat, OBJECTIVE_CUP, "strategic objective", rule="E74")
        open_marker(draft, chit, rule="E74")


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "battlefield-integrity": battlefield_integrity,
    "command-control": command_control,
    "elan": elan,
    "fog-of-war": fog_of_war,
    "interrogation": interrogation,
    "malfunction": malfunction,
    "mission-objective": mission_objective,
    "reconnaissance": reconnaissance,
    "scrounge": scrounge,
    "strategic-objective": strategic_objective,
}

STEPS: tuple[type[Step], ...] = (Interrogation, Revealing)
