"""C-8.0, C-8.2: choosing a commander, unlocking its tiers, free units, and trading XP."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commanders.commands import ClaimUnit
from wardiary.domain.games.company_of_heroes.commanders.supply import count_as_purchase
from wardiary.domain.games.company_of_heroes.commanders.tactics import Playing
from wardiary.domain.games.company_of_heroes.commands import (
    ChooseCommander,
    CommanderTier,
    Trade,
)
from wardiary.domain.games.company_of_heroes.components.effects import FreeUnit
from wardiary.domain.games.company_of_heroes.components.names import RESOURCES
from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.setup.spawning import (
    facings,
    spawn,
    spawn_hexes,
)
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    add,
    armies_of,
    seat_of,
    stock_track,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.passives import (
    card_of,
    tiers_track,
    unit_room,
)
from wardiary.domain.games.company_of_heroes.table.zones import (
    COMMANDERS_OUT,
    commander,
    commander_hand,
)
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table

# Choosing


def choose_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.2a: at any time, one of those in hand, as long as none is chosen."""
    for army in playing.armies:
        if hand := _choice(table, army):
            cards = choice_slot("card", hand)
            yield offer(ChooseCommander, "C-8.2a", "choose your commander", cards, army=army)


def _choice(table: Table, army: Army) -> tuple[str, ...]:
    return () if table.zone(commander(army)) else table.zone(commander_hand(army))


def refuse_choose(table: Table, seat: Seat, command: ChooseCommander, playing: Playing) -> None:
    """C-8.2a: one of those in hand; a choice is for good."""
    refuse_unless(command.army in playing.armies, "C-8.2a", "this army cannot choose now")
    chosen = table.zone(commander(command.army))
    refuse_unless(not chosen, "C-8.2a", "the commander is chosen for good")
    known = command.card in table.zone(commander_hand(command.army))
    refuse_unless(known, "C-8.2a", f"{command.card} is not among the commanders in hand")


def choose_commander(draft: Draft, seat: Seat, command: ChooseCommander) -> None:
    """C-8.2a: the commander is open, and so are the others, which are out of the match."""
    army = command.army
    draft.move(command.card, commander(army), rule="C-8.2a")
    if others := draft.table.zone(commander_hand(army)):
        draft.move(others, COMMANDERS_OUT, rule="C-8.2a")


# Unlocking


def cannot_unlock(table: Table, army: Army) -> Refusal:
    """C-8.0a: why an army cannot unlock the next tier of its commander."""
    card = card_of(table, army)
    if card is None:
        return "C-8.2a", "choose a commander first"
    unlocked = table.track(tiers_track(army))
    if unlocked >= len(card.tiers):
        return "C-8.0a", "all tiers of the commander are unlocked"
    tier = card.tiers[unlocked]
    if tier.needs_tier and table.pieces[f"{army}-tier-{tier.needs_tier}"].face != "up":
        return "C-8.0a", f"tier {unlocked + 1} needs the building of tier {tier.needs_tier}"
    if table.track(stock_track("xp", army)) < tier.xp:
        return "C-8.0a", f"tier {unlocked + 1} costs {tier.xp} XP"
    return None


def unlock_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.0a: the next tier."""
    for army in playing.armies:
        if cannot_unlock(table, army) is None:
            number = table.track(tiers_track(army)) + 1
            yield offer(CommanderTier, "C-8.0a", f"unlock commander tier {number}", army=army)


def refuse_unlock(table: Table, seat: Seat, command: CommanderTier, playing: Playing) -> None:
    """C-8.0a: in order, for XP, some with a building."""
    refuse_unless(command.army in playing.armies, "C-8.0a", "this army cannot buy now")
    refuse(cannot_unlock(table, command.army))


def unlock_tier(draft: Draft, seat: Seat, command: CommanderTier) -> None:
    """C-8.0a, C-8.1g: pay XP; a free unit of the tier is placed at once if there is room."""
    army = command.army
    card, number = card_of(draft.table, army), draft.table.track(tiers_track(army))
    assert card is not None
    tier = card.tiers[number]
    add(draft, stock_track("xp", army), -tier.xp, rule="C-8.0a")
    draft.track(tiers_track(army), number + 1, rule="C-8.0a")
    count_as_purchase(draft, army)
    if isinstance(tier.effect, FreeUnit):
        add(draft, owed_track(army, tier.effect.unit), 1, rule="C-8.1g")
        draft.begin(FreeUnits(army))


# Free units


def owed_track(army: Army, kind: str) -> str:
    """The track of how many free units of a kind an army has still to place."""
    return f"owed/{army}/{kind}"


def owed(table: Table, army: Army) -> list[str]:
    """C-8.1g: the kinds of free units that an army may place now."""
    # Ruling: C-R44 a free unit without an empty spawn hex stays owed for a later Supply.
    card = card_of(table, army)
    tiers = card.tiers[: table.track(tiers_track(army))] if card else ()
    kinds = [tier.effect.unit for tier in tiers if isinstance(tier.effect, FreeUnit)]
    return [
        kind
        for kind in dict.fromkeys(kinds)
        if table.track(owed_track(army, kind)) and free_hexes(table, army, kind)
    ]


def free_hexes(table: Table, army: Army, kind: str) -> list[Zone]:
    """C-2.4a, C-7.4c: where a free unit may spawn; nowhere at the limit of its vehicles."""
    card = pack_of(table).units[kind]
    return spawn_hexes(table, team_of(army), card) if unit_room(table, army, card) else []


class FreeUnits(Step, frozen=True, tag="free-units"):
    """C-8.1g: an army places the free units of its commander."""

    army: Army

    def prompts(self, table: Table) -> Prompts:
        """Its player, as long as there is a unit to place and room for it."""
        offers = tuple(self._offers(table))
        seat = seat_of(table.seats, self.army)
        question = "Where does the free unit of your commander spawn?"
        prompt = Prompt(seat, offers, "C-8.1g", question, {"what": "free-units"})
        return (prompt,) if offers else ()

    def _offers(self, table: Table) -> Iterator[Offer]:
        for kind in owed(table, self.army):
            hexes = choice_slot("hex", free_hexes(table, self.army, kind))
            facing = choice_slot("facing", facings(table, pack_of(table).units[kind]))
            label = f"place {pack_of(table).units[kind].name}"
            yield offer(ClaimUnit, "C-8.1g", label, hexes, facing, army=self.army, kind=kind)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """C-8.1g, C-2.4a: a unit that is owed, on an empty spawn hex."""
        if isinstance(command, ClaimUnit):
            due = command.army == self.army and command.kind in owed(table, self.army)
            refuse_unless(due, "C-8.1g", f"{command.army} has no free {command.kind} to place")
            free = command.hex in free_hexes(table, self.army, command.kind)
            refuse_unless(free, "C-2.4a", f"{command.hex} is no empty hex of your spawn area")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """C-8.1g: the unit spawns."""
        assert isinstance(command, ClaimUnit)
        add(draft, owed_track(self.army, command.kind), -1, rule="C-8.1g")
        spawn(draft, self.army, command.kind, command.hex, facing=command.facing, rule="C-8.1g")

    def resume(self, draft: Draft) -> None:
        """C-8.1g: nothing is owed, or there is no room now."""
        draft.finish()


def place_owed_units(draft: Draft) -> None:
    """C-8.1g: at the start of purchases, free units that found no room before."""
    for army in reversed(armies_of(draft.table.seats)):
        if owed(draft.table, army):
            draft.begin(FreeUnits(army))


# XP for resources


def cannot_trade(table: Table, army: Army) -> Refusal:
    """C-8.0b: why an army cannot trade XP."""
    card = card_of(table, army)
    if card is None or table.track(tiers_track(army)) < len(card.tiers):
        return "C-8.0b", "XP are traded once all tiers of the commander are unlocked"
    price = pack_of(table).numbers.xp_for_resource
    if table.track(stock_track("xp", army)) < price:
        return "C-8.0b", f"a resource costs {price} XP"
    return None


def trade_offers(table: Table, seat: Seat, playing: Playing) -> Iterator[Offer]:
    """C-8.0b: any resource."""
    for army in playing.armies:
        if cannot_trade(table, army) is None:
            slot = choice_slot("resource", RESOURCES)
            yield offer(Trade, "C-8.0b", "trade XP for a resource", slot, army=army)


def refuse_trade(table: Table, seat: Seat, command: Trade, playing: Playing) -> None:
    """C-8.0b: after the last tier."""
    refuse_unless(command.army in playing.armies, "C-8.0b", "this army cannot trade now")
    refuse(cannot_trade(table, command.army))
    known = command.resource in RESOURCES
    refuse_unless(known, "C-8.0b", f"XP are traded for {', '.join(RESOURCES)}")


def trade(draft: Draft, seat: Seat, command: Trade) -> None:
    """C-8.0b: XP for one resource."""
    price = pack_of(draft.table).numbers.xp_for_resource
    add(draft, stock_track("xp", command.army), -price, rule="C-8.0b")
    add(draft, stock_track(command.resource, command.army), 1, rule="C-8.0b")


CHOOSE = Action(ChooseCommander, choose_commander, choose_offers, refuse_choose)
UNLOCK_TIER = Action(CommanderTier, unlock_tier, unlock_offers, refuse_unlock)
TRADE = Action(Trade, trade, trade_offers, refuse_trade)
STEPS = (FreeUnits,)
