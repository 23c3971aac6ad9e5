"""10.1, 15.3 Declaring attacks: who is ready, what can be attacked from where, and together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, product

from wardiary.domain.games.kit.menus import Action, close_menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.games.nuts.board import (
    EVENTS,
    GERMAN,
    PLACE,
    SPACE_OF,
    TABLE_EVENTS,
    TOWN,
    Army,
    card_of,
    discards,
    enemies_inside,
    enemies_outside,
    event_cards,
    half_of_space,
    has_enemies,
    is_contested,
    is_encircled,
    near,
    pack_of,
    seat_of,
    side_of,
    spaces_of,
    units_of,
)
from wardiary.domain.games.nuts.combat.battle import begin_battle
from wardiary.domain.games.nuts.combat.limits import Form, attack_forms, cannot_join
from wardiary.domain.games.nuts.commands import Attack, AttackTogether, Done
from wardiary.domain.games.nuts.windows import ArmyPhase, cards_in
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, Slot, choice_slot, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

MOST_SPACES = 3
EXTRA_GUN_TURN = 1
NONE = Slot("extra", (), 0, 0, True)


def cannot_attack(table: Table, unit: PieceId) -> Refusal:
    """10.1, 12.3: why a unit may attack nobody now; None when it may."""
    card = card_of(table, unit)
    marks = table.pieces[unit].marks
    if not marks:
        return None
    if marks.get("sideways"):
        return "N-10.1d", f"{card.title} has attacked in this turn"
    if marks.get("out-of-supply"):
        return "N-12.3a", f"{card.title} is out of supply"
    steps = marks.get("moved", 0)
    if steps > (1 if card.mech else 0):
        rule = "N-3.3b" if card.mech else "N-9.1a"
        return rule, f"{card.title} has moved too far to attack"
    return None


def cannot_target(table: Table, side: str, origin: Zone, target: Zone) -> Refusal:
    """N-10.1a, N-9.4b, N-Q8/9: why a space may not be attacked from another (or the same) one."""
    if target not in PLACE or not has_enemies(table, side, target):
        return "N-10.1a", f"there is no enemy in {target}"
    if target == origin:
        return None
    if target not in near(table, origin):
        return "N-10.1a", f"{target} is not beside {origin}"
    if not enemies_outside(table, side, target) and table.zones.get(target):
        # All of them are inside, with units of this side around them.
        return "N-9.4b", f"the enemy in {target} is encircled: only units in {target} may attack"
    return None


class Attackers:
    """What the combat phase looks at again and again: who stands ready, and what it may attack."""

    def __init__(self, table: Table, army: Army) -> None:
        """For one army in its combat phase."""
        self.table = table
        self.army = army
        self.side = side_of(army)

    def ready(self, space: Zone) -> list[PieceId]:
        """10.1: the units of a space that may attack."""
        units = units_of(self.table, self.side, space)
        return [unit for unit in units if cannot_attack(self.table, unit) is None]

    def targets(self, space: Zone) -> tuple[Zone, ...]:
        """10.1, 9.4: what units of a space may attack."""
        table, side = self.table, self.side
        if is_contested(table, space):
            inside = table.zones[TOWN[space]]
            if card_of(table, inside[0]).side == side:
                return (space,)
            around: tuple[Zone, ...] = (space, *near(table, space))
        else:
            around = near(table, space)
        return tuple(to for to in around if cannot_target(table, side, space, to) is None)

    @cached_property
    def groups(self) -> list[tuple[Zone, list[PieceId], tuple[Zone, ...]]]:
        """Every space with units that may attack, these, and what they may attack."""
        table, side = self.table, self.side
        groups = []
        for space in spaces_of(table, self.army):
            if not units_of(table, side, space):
                continue
            if targets := self.targets(space):
                if units := self.ready(space):
                    groups.append((space, units, targets))
        return groups

    def combining(self, target: Zone) -> list[tuple[Zone, list[PieceId]]]:
        """N-10.1e, N-9.4c: the spaces whose units may join in one attack on a target by a card."""
        groups = [(space, units) for space, units, targets in self.groups if target in targets]
        # 9.4: besiegers join only outward, the besieged only with friends next door.
        if is_contested(self.table, target):
            besieged = enemies_inside(self.table, self.side, target)
            groups = [(s, u) for s, u in groups if not (besieged and s == target)]
        return groups


def coordination(table: Table, side: str, target: Zone) -> PieceId:
    """10.1, 14.2: a side's Coordinated Attack for the half of a target; "" without one."""
    half_of = pack_of(table).half_of
    for card in event_cards(table, TABLE_EVENTS, "coordinated-attack"):
        if half_of[card] == half_of_space(target) and side_of(table.pieces[card].owner) == side:
            return card
    return ""


def has_command(table: Table, attackers: Attackers, space: Zone) -> bool:
    """10.1: whether a Famous General of the side is in a space."""
    generals = event_cards(table, EVENTS[space], "famous-general")
    return any(side_of(table.pieces[card].owner) == attackers.side for card in generals)


def extra_guns(table: Table, side: str, space: Zone, units: Iterable[PieceId]) -> list[PieceId]:
    """15.3: guns of a row-0 space that may join beyond the limit in the first turn."""
    if table.round != EXTRA_GUN_TURN or side != GERMAN or space[1] != "0":
        return []
    return [unit for unit in units if card_of(table, unit).gun]


# Offers


def attack_offers(table: Table, seat: Seat, attackers: Attackers) -> Iterator[Offer]:
    """10.1: from each space, any number within the limits; 15.3: with one gun more."""
    for space, units, targets in attackers.groups:
        to = choice_slot("to", targets)
        label = f"Attack from {space}"
        for candidates, least, most in attack_forms(table, units):
            slot = several_slot("units", candidates, least, most)
            yield offer(Attack, "N-10.1a", label, to, slot, NONE)
        for gun in extra_guns(table, attackers.side, space, units):
            rest = [unit for unit in units if unit != gun]
            for candidates, least, most in attack_forms(table, rest):
                if len(candidates) >= (least := max(least, 4)):
                    slot = several_slot("units", candidates, least, most)
                    extra = several_slot("extra", (gun,), 1, 1)
                    yield offer(Attack, "N-15.3a", f"{label} with a gun more", to, slot, extra)


def together_offers(table: Table, seat: Seat, attackers: Attackers) -> Iterator[Offer]:
    """10.1: from two or three spaces, each within the limits, with a card for one of them."""
    generals = {space for space, _, _ in attackers.groups if has_command(table, attackers, space)}
    if not generals and not event_cards(table, TABLE_EVENTS, "coordinated-attack"):
        return
    targets = {to for _, _, spaces in attackers.groups for to in spaces}
    for target in sorted(targets):
        groups = attackers.combining(target)
        anywhere = coordination(table, attackers.side, target)
        for number in range(2, MOST_SPACES + 1):
            for chosen in combinations(groups, number):
                if anywhere or any(space in generals for space, _ in chosen):
                    yield from _combined(table, target, chosen)


def _combined(
    table: Table, target: Zone, chosen: Iterable[tuple[Zone, list[PieceId]]]
) -> Iterator[Offer]:
    chosen = tuple(chosen)
    names = ", ".join(space for space, _ in chosen)
    for picked in product(*(attack_forms(table, units) for _, units in chosen)):
        yield _together(target, picked, f"Attack {target} together from {names}")


def _together(target: Zone, forms: tuple[Form, ...], label: str) -> Offer:
    slots = [
        several_slot(name, candidates, least, most)
        for name, (candidates, least, most) in zip(
            ("units", "second", "third"), forms, strict=False
        )
    ]
    if len(slots) < MOST_SPACES:
        slots.append(Slot("third", (), 0, 0, True))
    return offer(AttackTogether, "N-10.1e", label, *slots, to=target)


# Refusals


def refuse_attack(table: Table, seat: Seat, command: Attack, attackers: Attackers) -> None:
    """10.1: each unit is ready, all from one space, within the limits."""
    space = _one_space(table, attackers, command.units, command.to)
    if command.extra:
        gun = command.extra[0]
        refuse_unit(table, attackers, gun, command.to)
        first = table.round == EXTRA_GUN_TURN and attackers.side == GERMAN and space[1:] == "0"
        refuse_unless(first, "N-15.3a", "a gun more may attack in the first turn from row 0 only")
        refuse_unless(card_of(table, gun).gun, "N-15.3a", "the one more must be artillery")
        apart = gun not in command.units and len(command.extra) == 1
        refuse_unless(apart, "N-15.3a", "one gun more, and not twice the same")
        refuse_unless(SPACE_OF[table.pieces[gun].zone] == space, "N-10.1e", "it is elsewhere")
    refuse(cannot_join(table, command.units))


def refuse_together(
    table: Table, seat: Seat, command: AttackTogether, attackers: Attackers
) -> None:
    """10.1: each space by itself, and a card for all."""
    parts = [part for part in (command.units, command.second, command.third) if part]
    spaces = [_one_space(table, attackers, part, command.to) for part in parts]
    refuse_unless(
        len(set(spaces)) == len(parts) > 1, "N-10.1e", "name each space once, two or more"
    )
    in_order = ", ".join(sorted(spaces))
    refuse_unless(spaces == sorted(spaces), "N-10.1e", f"name the spaces in the order {in_order}")
    for part in parts:
        refuse(cannot_join(table, part))
    besieging = command.to in spaces and enemies_inside(table, attackers.side, command.to)
    refuse_unless(not besieging, "N-9.4f", "besiegers attack the town alone")
    together = coordination(table, attackers.side, command.to) or any(
        has_command(table, attackers, space) for space in spaces
    )
    refuse_unless(together, "N-10.1e", "it takes a card to attack together from several spaces")


def _one_space(
    table: Table, attackers: Attackers, units: tuple[PieceId, ...], target: Zone
) -> Zone:
    spaces = {refuse_unit(table, attackers, unit, target) for unit in units}
    refuse_unless(units, "N-10.1a", "name the units that attack")
    refuse_unless(len(spaces) == 1, "N-10.1e", "units of different spaces attack separately")
    return spaces.pop()


def refuse_unit(table: Table, attackers: Attackers, unit: PieceId, target: Zone) -> Zone:
    """10.1: a unit of this army that is ready and may attack the target; gives its space."""
    piece = table.pieces.get(unit)
    space = SPACE_OF.get(piece.zone, "") if piece else ""
    ours = space in spaces_of(table, attackers.army)
    if not ours or piece is None or piece.kind not in table.pack.units:
        refuse_unless(False, "N-10.1a", f"{unit} is no unit on the board that you command")
    refuse_unless(card_of(table, unit).side == attackers.side, "N-10.1a", f"{unit} is an enemy")
    refuse(cannot_attack(table, unit))
    if target != space and is_encircled(table, unit):
        refuse_unless(False, "N-9.4b", "encircled units attack only in their own space")
    refuse(cannot_target(table, attackers.side, space, target))
    return space


# Effects


def attack(draft: Draft, seat: Seat, command: Attack) -> None:
    """10.1: the battle begins."""
    army = top_step(draft, CombatPhase).army
    begin_battle(draft, army, command.to, (*command.units, *command.extra))


def attack_together(draft: Draft, seat: Seat, command: AttackTogether) -> None:
    """10.1: one battle of several spaces; without a general a Coordinated Attack is used up."""
    table, army = draft.table, top_step(draft, CombatPhase).army
    units = (*command.units, *command.second, *command.third)
    attackers = Attackers(table, army)
    spaces = {SPACE_OF[table.pieces[unit].zone] for unit in units}
    card = coordination(table, side_of(army), command.to)
    if card and not any(has_command(table, attackers, space) for space in spaces):
        draft.move(card, discards(table.pieces[card].back), rule="N-10.1e")
    begin_battle(draft, army, command.to, units)


def done_offers(table: Table, seat: Seat, attackers: Attackers) -> Iterator[Offer]:
    """10.1: nobody has to attack."""
    yield offer(Done, "N-10.1a", "No more attacks")


class CombatPhase(ArmyPhase, frozen=True, tag="combat-phase"):
    """6.0, 10: attacks one after the other."""

    menu = (
        Action(Attack, attack, attack_offers, refuse_attack),
        Action(AttackTogether, attack_together, together_offers, refuse_together),
        cards_in("combat"),
        Action(Done, close_menu, done_offers),
    )

    def context(self, table: Table, seat: Seat) -> Attackers:
        """Who may attack what."""
        return Attackers(table, self.army)

    def asks(self, table: Table) -> Prompts:
        """The army's seat."""
        seat = seat_of(table, self.army)
        return (Prompt(seat, (), "N-10.1a", "Combat phase: which attack is next?"),)
