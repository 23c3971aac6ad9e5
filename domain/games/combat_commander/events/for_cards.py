"""Events for cards, points, weapons and objective markers (E45 to E74)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import RandomHex
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import (
    OBJECTIVE_CUP,
    WEAPONS_BOX,
    casualties,
    discards,
    enemy_of,
    hand,
    secret_objectives,
)
from wardiary.domain.games.combat_commander.victory.objectives import chit_of, controlled_by
from wardiary.domain.games.combat_commander.victory.scoring import open_marker, score
from wardiary.domain.games.combat_commander.weapons.effects import break_weapon, hand_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import (
    is_broken,
    is_weapon,
    weapon_of,
    weapons_in_play,
)
from wardiary.domain.games.kit.choices import Choice, Decline, ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def battlefield_integrity(draft: Draft, seat: Seat) -> None:
    """E45: a point for each enemy unit on the casualty track."""
    score(draft, seat, len(draft.table.zone(casualties(enemy_of(seat)))), rule="E45")


def command_control(draft: Draft, seat: Seat) -> None:
    """E49: a point for each objective controlled."""
    score(draft, seat, len(controlled_by(draft.table, seat)), rule="E49")


def elan(draft: Draft, seat: Seat) -> None:
    """E54: the surrender marker of the player moves one space up."""
    track = f"surrender-{seat}"
    draft.track(track, draft.table.track(track) + 1, rule="E54")


def fog_of_war(draft: Draft, seat: Seat) -> None:
    """E57: each player discards a random card from the other's hand."""
    # Ruling: AMB-29, the inactive player picks first; an empty hand loses nothing.
    del seat
    active = draft.table.seat
    for picker in (enemy_of(active), active):
        victim = enemy_of(picker)
        if draft.table.zone(hand(victim)):
            card = draft.pick(picker, hand(victim), "fog of war", rule="E57")
            draft.move(card, discards(victim), at=0, rule="E57")


def interrogation(draft: Draft, seat: Seat) -> None:
    """E61: the opponent shows his hand, and one of its cards may be discarded."""
    cards = draft.table.zone(hand(enemy_of(seat)))
    if cards:
        draft.show(cards, (seat,), rule="E61")
        draft.begin(Interrogation(seat))


class Interrogation(Choice, frozen=True, tag="interrogation"):
    """E61: which card of the hand that was shown is discarded, if any."""

    question = "which card is discarded?"
    rule = "E61"
    decline = Decline
    decline_label = "discard none"

    seat: Seat

    def chooser(self, table: Table) -> Seat:
        """The player who interrogates."""
        return self.seat

    def options(self, table: Table) -> tuple[PieceId, ...]:
        """The cards of the opponent's hand."""
        return table.zone(hand(enemy_of(self.seat)))

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The card goes to its owner's discards."""
        draft.move(chosen, discards(enemy_of(self.seat)), at=0, rule="E61")


def malfunction(draft: Draft, seat: Seat) -> None:
    """E63: a random hex."""
    draft.begin(MalfunctionHex(seat))


class MalfunctionHex(RandomHex, frozen=True, tag="malfunction-hex"):
    """E63: the random hex of a malfunction."""

    purpose = "malfunction"

    def take_effect(self, draft: Draft) -> None:
        """The nearest working weapon of either side; of several, the reader chooses."""
        table = draft.table
        working = [weapon for weapon in weapons_in_play(table) if not is_broken(table, weapon)]
        hexes = sorted({table.zone_of(weapon) for weapon in working})
        near = map_of(table).grid.nearest(self.hex, hexes)
        weapons = [weapon for weapon in working if table.zone_of(weapon) in near]
        ask(draft, Malfunction(self.seat, tuple(weapons)))


class Malfunction(ListedChoice, frozen=True, tag="malfunction"):
    """E63: which weapon breaks."""

    question = "which weapon breaks?"
    rule = "E63"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It breaks."""
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


class Revealing(Choice, frozen=True, tag="revealing"):
    """E67: which of his secret markers a player reveals."""

    question = "which secret objective is revealed?"
    rule = "E67"
    name = "reconnaissance"
    asks_when_forced = True

    seat: Seat

    def chooser(self, table: Table) -> Seat:
        """The owner of the markers."""
        return self.seat

    def options(self, table: Table) -> tuple[PieceId, ...]:
        """His secret markers."""
        return table.zone(secret_objectives(self.seat))

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The marker becomes general and pays."""
        open_marker(draft, chosen, rule="E67")


def scrounge(draft: Draft, seat: Seat) -> None:
    """E71: an eliminated weapon of any side may come back."""
    table = draft.table
    if _units_without_weapon(table, seat):
        weapons = [piece for piece in table.zone(WEAPONS_BOX) if is_weapon(table, piece)]
        ask(draft, Scrounge(seat, tuple(weapons)))


class Scrounge(ListedChoice, frozen=True, tag="scrounge"):
    """E71: which eliminated weapon comes back."""

    question = "which weapon comes back?"
    rule = "E71"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A unit without a weapon takes it."""
        units = _units_without_weapon(draft.table, self.seat)
        ask(draft, ArmUnit(self.seat, units, chosen))


class ArmUnit(ChoiceFor, frozen=True, tag="arm"):
    """E71: which unit takes the weapon."""

    question = "which unit takes the weapon?"
    rule = "E71"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It carries the weapon now."""
        hand_weapon(draft, self.subject, chosen, rule="E71")


def _units_without_weapon(table: Table, seat: Seat) -> tuple[str, ...]:
    # Ruling: the reader arms a unit of his side.
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

STEPS: tuple[type[Step], ...] = (
    Interrogation,
    Revealing,
    Malfunction,
    Scrounge,
    ArmUnit,
    MalfunctionHex,
)
