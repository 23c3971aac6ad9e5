"""C-7.4: the teams buy in turn, one thing for every army at a time, until all have passed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from wardiary.domain.games.company_of_heroes.commanders.actions import (
    ANYTIME_ACTIONS,
    PURCHASE_ACTIONS,
    SUPPLY_ACTIONS,
)
from wardiary.domain.games.company_of_heroes.commanders.paying import (
    can_pay,
    forget_substitutes,
    pay_cost,
)
from wardiary.domain.games.company_of_heroes.commands import Build, Buy, Pass, Unlock, Upgrade
from wardiary.domain.games.company_of_heroes.components.names import Faction
from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.components.units import Cost, UnitCard
from wardiary.domain.games.company_of_heroes.maneuver.turn import TeamMenu
from wardiary.domain.games.company_of_heroes.setup.spawning import (
    can_stand,
    facings,
    spawn,
    spawn_area,
    spawn_hexes,
)
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    add,
    armies_of_team,
    enemy_of,
    stock_track,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    RETREATING,
    SPAWNED,
    UPGRADE,
    army_units,
    is_marked,
    is_occupied,
    is_unit,
    passengers,
    profile,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

TIERS = (1, 2, 3)
BOUGHT = "bought-"
BUILT = "built"
"""The mark of a unit with a wrench: how many emplacements it has built this round."""


class Budget:
    """Worked out once for a prompt: what the armies of a seat have and may buy."""

    def __init__(self, table: Table, armies: tuple[Army, ...]) -> None:
        """Look at the stockpiles of armies that may still buy."""
        self.table = table
        self.armies = armies

    def affords(self, army: Army, cost: Cost) -> bool:
        """Whether an army can pay a cost."""
        return can_pay(self.table, army, cost)


def board_of_tier(army: Army, tier: int) -> PieceId:
    """The building board of an army."""
    return f"{army}-tier-{tier}"


def has_building(table: Table, army: Army, tier: int) -> bool:
    """C-2.2d: whether a building board is face up."""
    return table.pieces[board_of_tier(army, tier)].face == "up"


def available(table: Table, army: Army) -> list[UnitCard]:
    """C-2.2d, C-8.1c: the units that an army may buy if it can pay them: of boards face up."""
    pack, team = pack_of(table), team_of(army)
    cards = [
        card for tier in TIERS if has_building(table, army, tier) for card in pack.board(team, tier)
    ]
    return cards + [pack.units[kind] for kind in passives.call_ins(table, army)]


def cannot_buy(table: Table, army: Army, card: UnitCard) -> Refusal:
    """C-7.4c to C-7.4e, C-2.2d: why an army cannot buy a unit now."""
    if card not in available(table, army):
        return "C-2.2d", f"the building of {card.name} is not unlocked"
    if not passives.unit_room(table, army, card):
        return "C-7.4c", f"no more {card.name} are left"
    if not can_pay(table, army, passives.price(table, army, card)):
        return "C-7.4d", f"{card.name} costs more than you have"
    return None


def places_for(table: Table, army: Army, card: UnitCard) -> list[str]:
    """C-7.4e, C-4.1.2r: empty spawn hexes, and for infantry transports in the spawn area."""
    places: list[str] = list(spawn_hexes(table, team_of(army), card))
    if card.infantry:
        area = spawn_area(table, team_of(army))
        places += [
            unit
            for unit in army_units(table, army)
            if table.pieces[unit].zone in area and _has_room(table, unit)
        ]
    return places


def _has_room(table: Table, unit: PieceId) -> bool:
    return has(table, unit, "transport") and not passengers(table, unit)


def buy_offers(table: Table, seat: Seat, budget: Budget) -> Iterator[Offer]:
    """C-7.4d, C-7.4e: every unit that can be paid and placed."""
    for army in budget.armies:
        for card in available(table, army):
            if card.type == "emplacement" or cannot_buy(table, army, card):
                continue
            if places := places_for(table, army, card):
                yield offer(
                    Buy,
                    "C-7.4e",
                    f"buy {card.name}",
                    choice_slot("place", places),
                    choice_slot("facing", facings(table, card)),
                    army=army,
                    kind=card.kind,
                )


def refuse_buy(table: Table, seat: Seat, command: Buy, budget: Budget) -> None:
    """C-7.4c to C-7.4e: an unlocked unit, paid, with a place to spawn."""
    refuse(_not_buying(command.army, budget))
    card = pack_of(table).units.get(command.kind)
    refuse_unless(card, "C-7.4d", f"there is no unit {command.kind}")
    assert card is not None
    by_builder = card.type == "emplacement"
    refuse_unless(not by_builder, "C-4.1.2l", "emplacements are built by a unit with a wrench")
    refuse(cannot_buy(table, command.army, card))
    free = command.place in places_for(table, command.army, card)
    refuse_unless(free, "C-7.4e", f"{command.place} is no empty hex of your spawn area")


def _not_buying(army: Army, budget: Budget) -> Refusal:
    if army not in budget.armies:
        return "C-7.4a", f"{army} does not buy now: it has passed, has bought, or is not yours"
    return None


def buy(draft: Draft, seat: Seat, command: Buy) -> None:
    """C-7.4e: pay, and the unit spawns."""
    card = pack_of(draft.table).units[command.kind]
    price = passives.price(draft.table, command.army, card)
    pay_cost(draft, command.army, price, kind=card.kind, rule="C-7.4e")
    host = "" if command.place in field_of(draft.table).hexes else command.place
    hex_ = draft.table.pieces[host].zone if host else command.place
    spawn(draft, command.army, command.kind, hex_, rule="C-7.4e", facing=command.facing, host=host)
    bought_one(draft, command.army)


def bought_one(draft: Draft, army: Army) -> None:
    """C-7.4a: an army has made its purchase of this slot."""
    draft.change(bought=(*top_step(draft, Purchasing).bought, army))


# Emplacements


def cannot_build(table: Table, unit: PieceId) -> Refusal:
    """C-4.1.2l, C-4.2e: why a unit builds no emplacement now."""
    wrenches = count(table, unit, "wrench")
    if not wrenches:
        return "C-4.1.2l", f"{unit} has no wrench"
    if is_marked(table, unit, SPAWNED):
        return "C-4.1.2l", f"{unit} spawned this round"
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat"
    if table.mark(unit, BUILT) >= wrenches:
        return "C-4.1.2l", f"{unit} has built one emplacement for each wrench"
    return None


def building_sites(table: Table, unit: PieceId, card: UnitCard) -> list[Zone]:
    """C-4.1.2l: empty hexes beside it, not on wire, water, buildings or across red lines."""
    field = field_of(table)
    return [
        hex_
        for hex_ in field.sides[table.pieces[unit].zone].values()
        if not is_occupied(table, hex_) and can_stand(table, card, hex_) and hex_ not in field.ice
    ]


def build_offers(table: Table, seat: Seat, budget: Budget) -> Iterator[Offer]:
    """C-4.1.2l: every unit that can build, what, and where."""
    for army in budget.armies:
        cards = [
            card
            for card in available(table, army)
            if card.type == "emplacement" and not cannot_buy(table, army, card)
        ]
        builders = army_units(table, army) if cards else []
        for unit in builders:
            if cannot_build(table, unit) is None:
                for card in cards:
                    if sites := building_sites(table, unit, card):
                        yield offer(
                            Build,
                            "C-4.1.2l",
                            "",
                            choice_slot("hex", sites),
                            army=army,
                            builder=unit,
                            kind=card.kind,
                        )


def refuse_build(table: Table, seat: Seat, command: Build, budget: Budget) -> None:
    """C-4.1.2l: by a unit with a wrench, beside it."""
    refuse(_not_buying(command.army, budget))
    card, builder = pack_of(table).units.get(command.kind), command.builder
    right = card is not None and card.type == "emplacement"
    refuse_unless(right, "C-4.1.2l", f"{command.kind} is no emplacement")
    assert card is not None
    own = builder in army_units(table, command.army)
    refuse_unless(own, "C-4.1.2l", f"{builder} is no unit of this army on the map")
    refuse(cannot_build(table, builder))
    refuse(cannot_buy(table, command.army, card))
    field, here = field_of(table), table.pieces[builder].zone
    across = command.hex in field.neighbours(here) and command.hex not in field.next_to[here]
    wet = command.hex in field.water
    refuse_unless(not across or wet, "C-4.1d", f"a red line is between {here} and {command.hex}")
    free = command.hex in building_sites(table, builder, card)
    refuse_unless(free, "C-4.1.2l", f"no emplacement can be built in {command.hex}")


def build(draft: Draft, seat: Seat, command: Build) -> None:
    """C-4.1.2l, C-4.1.2k: pay; it is packed up, and captures next round only (C-4.1.2m)."""
    card = pack_of(draft.table).units[command.kind]
    price = passives.price(draft.table, command.army, card)
    pay_cost(draft, command.army, price, kind=card.kind, rule="C-4.1.2l")
    spawn(draft, command.army, command.kind, command.hex, rule="C-4.1.2l")
    built = draft.table.mark(command.builder, BUILT) + 1
    draft.mark(command.builder, BUILT, built, until="round", rule="C-4.1.2l")
    bought_one(draft, command.army)


# Upgrades and buildings


def upgrades_of(table: Table, unit: PieceId) -> Iterator[tuple[str, str, int]]:
    """C-7.4d: the upgrades that a unit has not bought: name, bonus and price now."""
    for upgrade in profile(table, unit).card.upgrades:
        if not table.mark(unit, f"{BOUGHT}{upgrade.name}"):
            price = passives.upgrade_price(table, unit, upgrade.name)
            for option in upgrade.options:
                yield upgrade.name, option.id, price


def upgrade_offers(table: Table, seat: Seat, budget: Budget) -> Iterator[Offer]:
    """C-7.4d: every upgrade that can be paid."""
    for army in budget.armies:
        stock = {
            "xp": table.track(stock_track("xp", army)),
            "munitions": table.track(stock_track("munitions", army)),
        }
        for unit in army_units(table, army):
            for name, bonus, price in upgrades_of(table, unit):
                if price <= stock[name]:
                    yield offer(Upgrade, "C-7.4d", "", unit=unit, upgrade=name, bonus=bonus)


def refuse_upgrade(table: Table, seat: Seat, command: Upgrade, budget: Budget) -> None:
    """C-7.4d: each upgrade of a unit once, and paid."""
    known = command.unit in table.pieces and is_unit(table, command.unit)
    refuse_unless(known, "C-7.4d", f"{command.unit} is no unit")
    army = table.pieces[command.unit].owner
    refuse(_not_buying(army, budget))
    on_map = command.unit in army_units(table, army)
    refuse_unless(on_map, "C-7.4d", f"{command.unit} is not on the map")
    prices = {(name, bonus): price for name, bonus, price in upgrades_of(table, command.unit)}
    price = prices.get((command.upgrade, command.bonus))
    left = price is not None
    refuse_unless(left, "C-7.4d", "each upgrade of a unit is bought once; see its board")
    stock = table.track(stock_track(command.upgrade, army))
    refuse_unless(price is not None and price <= stock, "C-7.4d", "you cannot pay this upgrade")


def upgrade(draft: Draft, seat: Seat, command: Upgrade) -> None:
    """C-7.4d, C-13a: the unit has it from now on."""
    unit, army = command.unit, draft.table.pieces[command.unit].owner
    price = passives.upgrade_price(draft.table, unit, command.upgrade)
    add(draft, stock_track(command.upgrade, army), -price, rule="C-7.4d")
    give_bonus(draft, unit, command.bonus, rule="C-7.4d")
    draft.mark(unit, f"{BOUGHT}{command.upgrade}", 1, rule="C-7.4d")
    bought_one(draft, army)


def give_bonus(draft: Draft, unit: PieceId, bonus: str, *, rule: str) -> None:
    """C-7.4d: the die of an upgrade, put beside the unit."""
    mark = f"{UPGRADE}{bonus}"
    draft.mark(unit, mark, draft.table.mark(unit, mark) + 1, rule=rule)


def next_tier(table: Table, army: Army) -> int:
    """C-7.4d: the building that an army may construct next; 0 when it has all."""
    return next((tier for tier in TIERS if not has_building(table, army, tier)), 0)


def unlock_offers(table: Table, seat: Seat, budget: Budget) -> Iterator[Offer]:
    """C-7.4d: the second building, then the third."""
    for army in budget.armies:
        if tier := next_tier(table, army):
            if can_pay(table, army, building_price(table, army, tier)):
                yield offer(Unlock, "C-7.4d", "", army=army, tier=tier)


def building_price(table: Table, army: Army, tier: int) -> Cost:
    """C-7.4d: what the building of a tier costs an army."""
    return pack_of(table).numbers.tiers[cast(Faction, team_of(army))][tier]


def refuse_unlock(table: Table, seat: Seat, command: Unlock, budget: Budget) -> None:
    """C-7.4d: in order, and paid."""
    refuse(_not_buying(command.army, budget))
    following = next_tier(table, command.army)
    in_order = command.tier == following
    refuse_unless(
        in_order, "C-7.4d", f"buildings are unlocked in order; the next one is {following}"
    )


def unlock(draft: Draft, seat: Seat, command: Unlock) -> None:
    """C-7.4d, C-2.2d: the board is turned face up."""
    cost = building_price(draft.table, command.army, command.tier)
    pay_cost(draft, command.army, cost, rule="C-7.4d")
    draft.turn(board_of_tier(command.army, command.tier), "up", rule="C-2.2d")
    bought_one(draft, command.army)


# The step


def pass_offers(table: Table, seat: Seat, budget: Budget) -> Iterator[Offer]:
    """C-7.4a: for the rest of the round."""
    if budget.armies:
        yield offer(Pass, "C-7.4a", "buy nothing more", choice_slot("army", budget.armies))


def pass_purchases(draft: Draft, seat: Seat, command: Pass) -> None:
    """C-7.4a: final."""
    draft.change(passed=(*top_step(draft, Purchasing).passed, command.army))
    forget_substitutes(draft, command.army)


BUY = Action(Buy, buy, buy_offers, refuse_buy)
BUILD = Action(Build, build, build_offers, refuse_build)
UPGRADE_UNIT = Action(Upgrade, upgrade, upgrade_offers, refuse_upgrade)
UNLOCK = Action(Unlock, unlock, unlock_offers, refuse_unlock)


class Purchasing(TeamMenu, frozen=True, tag="purchasing"):
    """C-7.4a, C-7.4b: all armies of a team buy one thing each, or pass for the round.

    `bought` are the armies that have done so in this slot, `passed` those that buy no more.
    """

    menu: ClassVar = (BUY, BUILD, UPGRADE_UNIT, UNLOCK, *SUPPLY_ACTIONS, *ANYTIME_ACTIONS)
    anytime: ClassVar = (Action(Pass, pass_purchases, pass_offers), *PURCHASE_ACTIONS)

    bought: tuple[Army, ...] = ()
    passed: tuple[Army, ...] = ()

    def active(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of a seat that may buy in this slot."""
        waiting = super().active(table, seat)
        return tuple(a for a in waiting if a not in self.bought and a not in self.passed)

    def context(self, table: Table, seat: Seat) -> Budget:
        """What the seat's armies can pay."""
        return Budget(table, self.active(table, seat))

    def asks(self, table: Table) -> Prompts:
        """Every player of the team who may buy."""
        return tuple(
            Prompt(seat, (), "C-7.4a", "What do you buy?", {"what": "purchasing"})
            for seat in self.asked_seats(table)
        )

    def resume(self, draft: Draft) -> None:
        """C-7.4a: the other team, until both have passed."""
        # Ruling: C-R37 when a team has passed, the other goes on alone.
        armies = armies_of_team(draft.table.seats, self.team)
        idle = tuple(a for a in armies if a not in self.bought and a not in self.passed)
        passed = (*self.passed, *idle)
        everyone = {
            army
            for team in (self.team, enemy_of(self.team))
            for army in armies_of_team(draft.table.seats, team)
        }
        if everyone <= set(passed):
            draft.finish()
            return
        draft.change(team=enemy_of(self.team), bought=(), passed=passed)


STEPS = (Purchasing,)
