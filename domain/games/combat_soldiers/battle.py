"""7.2 Battle resolution: supports, windows, dice, losses and what follows, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.attack import armed, can_land, fits_side
from wardiary.domain.games.combat_soldiers.commands import (
    Amphibious,
    AtWeapon,
    CancelAttack,
    Counter,
    Double,
    Ffe,
    Lose,
    Strike,
    TurnUp,
    UseForest,
)
from wardiary.domain.games.combat_soldiers.components import scenario_of
from wardiary.domain.games.combat_soldiers.groups import arrange, subsets
from wardiary.domain.games.combat_soldiers.losses import (
    begin_spoils,
    choices,
    from_hand,
    liable,
    present,
    take_losses,
    use_garrison,
)
from wardiary.domain.games.combat_soldiers.objectives import begin_capture
from wardiary.domain.games.combat_soldiers.options import overrun
from wardiary.domain.games.combat_soldiers.piles import discard_supports
from wardiary.domain.games.combat_soldiers.tableau import (
    BATTLE,
    ENTRENCHED,
    SIDEWAYS,
    Group,
    controls,
    everyone,
    group,
    holding,
    joined,
    parted,
    rating_of,
    refuse,
    side_of,
    single,
    strength,
    used_this_turn,
    weather_out,
)
from wardiary.domain.games.combat_soldiers.totals import (
    Clash,
    armor_attacked,
    armored,
    attack_items,
    behind_river,
    bridge_open,
    defence_items,
    hopeless,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice, one
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Battle(Step, frozen=True, tag="battle"):
    """One battle, from its supports to its last consequence; nothing else goes on (7.1-d).

    Stages: support, counter, strike, intelligence, dice, losses, spoils, over, or cancelled instead
    of the last four. `series` is a battle
    of armor against one infantry unit (7.3.9.2).
    """

    clash: Clash
    stage: str = "support"
    asked: Seat = ""
    passes: int = 0
    waiting: tuple[Seat, ...] = ()
    turned_up: tuple[Seat, ...] = ()
    owed: int = 0
    loser: str = ""
    series: bool = False

    def prompts(self, table: Table) -> Prompts:
        """Whoever the stage asks."""
        match self.stage:
            case "support":
                return self._support_prompt(table)
            case "counter" if self.waiting:
                return (counter_prompt(table, self.clash, self.waiting[0]),)
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
        offers = support_offers(table, self, self.asked)
        return (
            Prompt(
                self.asked,
                (single("pass", "7.2.3", "No more support"), *offers),
                "7.2.3",
                "Support this battle?",
                {"window": "support", "group": self.clash.group, "target": self.clash.target},
            ),
        )

    def _loss_prompt(self, table: Table) -> Prompts:
        able = choices(table, liable(table, self.clash, self.loser), self.owed)
        if len(able) < 2:
            return ()
        seat = self.clash.attacker if self.loser == "attacker" else self.clash.defender
        offers = tuple(single("lose", "7.2.2.4", "Lose", units=joined(part)) for part in able)
        return (
            Prompt(seat, offers, "7.2.2.4", f"You lose {self.owed} points of strength: which?"),
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """The rule behind a refusal that the offers do not explain."""
        if self.stage == "support":
            refuse(cannot_support(table, self, seat, command))
        elif isinstance(command, Lose):
            refuse(cannot_lose(table, self, parted(command.units)))
        elif isinstance(command, Counter) and self.stage != "counter":
            refuse(("7.3.4-a", "a counterattack comes before Intelligence and before any die"))
        elif isinstance(command, CancelAttack) and group(table, self.clash.target).objective:
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
                take_losses(draft, parted(units), rule="7.2.2.4")
            case _ if self.stage == "support":
                support(draft, self, seat, command)
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
                fight(draft, self)
            case "losses":
                lose_all(draft, self)
            case "spoils":
                winner = self.clash.defender if self.loser == "attacker" else self.clash.attacker
                draft.change(stage="over")
                begin_spoils(draft, winner, everyone(draft.table))
            case _:
                conclude(draft, self)

    def _open_counter(self, draft: Draft) -> None:
        if any(True for _ in each_strike(draft.table, self.clash)):
            order = window_order(draft.table, self.clash)
            draft.change(stage="counter", waiting=order)
        else:
            draft.change(stage="counter", waiting=())

    def _open_intelligence(self, draft: Draft) -> None:
        """7.3.5-b1: every seat but the active one; only for attacks on maneuver groups."""
        clash = survivors(draft.table, self.clash)
        target = group(draft.table, clash.target)
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
    return (clash.defender, *(seat for seat in everyone(table) if seat != clash.defender))


def survivors(table: Table, clash: Clash) -> Clash:
    """7.3.4-c: the battle as it stands with those who are left."""
    leader = present(table, (clash.leader,), clash.group)
    chief = present(table, (clash.chief,), clash.target)
    helper_leader = present(table, (clash.helper_leader,), clash.helper)
    return replace(
        clash,
        units=present(table, clash.units, clash.group),
        leader=leader[0] if leader else "",
        helper_units=present(table, clash.helper_units, clash.helper),
        helper_leader=helper_leader[0] if helper_leader else "",
        targets=present(table, clash.targets, clash.target),
        chief=chief[0] if chief else "",
    )


# 7.2.3 Supports.


def support_offers(table: Table, battle: Battle, seat: Seat) -> list[Offer]:
    """7.2.3: what a side of the battle may add to it now."""
    clash = battle.clash
    own, target = group(table, clash.group), group(table, clash.target)
    if seat == clash.attacker:
        offers = attacker_offers(table, clash, own, target)
        if seat not in battle.turned_up and clash.leader:
            offers += turn_up_offers(table, seat, own)
        return offers
    offers = defender_offers(table, clash, own, target)
    if seat not in battle.turned_up and clash.chief and clash.chief_exposed:
        offers += turn_up_offers(table, seat, target)
    return offers


def attacker_offers(table: Table, clash: Clash, own: Group, target: Group) -> list[Offer]:
    """FFE, a doubling Major Offensive, an AT weapon, an amphibious assault."""
    seat, weather = clash.attacker, weather_out(table)
    offers: list[Offer] = []
    if not clash.ffe and not weather and not own.siege:
        offers += [
            single("ffe", "7.2.3.2", "Fire for effect", card=card)
            for card in holding(table, seat, "ffe")
        ]
    if not clash.doubled and offensive_side(table, own.side):
        offers += [
            Offer(
                "double",
                (one("card", card), choice("unit", clash.striking)),
                "7.3.2-b2",
                "Double a unit",
            )
            for card in holding(table, seat, "major-offensive")
        ]
    if not clash.attack_weapon and armor_attacked(clash, target) and not weather:
        offers += [
            single("at-weapon", "7.2.3.6-c", "AT weapon", card=card)
            for card in holding(table, seat, "at-weapon")
            if fits_side(table, card, own.side)
        ]
    if not clash.amphibious and can_land(table, own, target):
        offers += [
            single("amphibious", "7.2.3.3-b", "Amphibious assault", card=card)
            for card in holding(table, seat, "amphibious")
        ]
    return offers


def offensive_side(table: Table, side: str) -> bool:
    """17.2.2, 17.3.1: whether a Major Offensive may serve this side."""
    return scenario_of(table).major_offensive in {"", side}


def defender_offers(table: Table, clash: Clash, own: Group, target: Group) -> list[Offer]:
    """14.2.2-a: an AT weapon against armor; the Forest against infantry."""
    seat = clash.defender
    offers: list[Offer] = []
    if may_use_at(table, clash, own):
        offers += [
            single("at-weapon", "7.2.3.6-b", "AT weapon", card=card)
            for card in holding(table, seat, "at-weapon")
            if fits_side(table, card, target.side)
        ]
    if may_use_forest(table, clash, own, target):
        offers.append(Offer("use-forest", (), "13.5.2.7", "Defend in the Forest"))
    return offers


def may_use_at(table: Table, clash: Clash, own: Group) -> bool:
    """7.2.3.6-b: an AT weapon in defence needs attacking armor and clear weather."""
    return not clash.defence_weapon and armored(table, clash, own) and not weather_out(table)


def may_use_forest(table: Table, clash: Clash, own: Group, target: Group) -> bool:
    """13.5.2.7: once a Turn, for the Forest holder's groups of its side, against infantry."""
    return (
        not own.armor
        and not clash.forest
        and side_of(table, "forest") == target.side
        and not used_this_turn(table, "used/forest")
        and controls(table, clash.defender, "forest")
    )


def turn_up_offers(table: Table, seat: Seat, found: Group) -> list[Offer]:
    """13.5.2.6: the Crossroads bring one unit back into command."""
    if not may_turn_up(table, seat, found):
        return []
    return [single("turn-up", "13.5.2.6", "Back into command", unit=unit) for unit in found.idle]


def may_turn_up(table: Table, seat: Seat, found: Group) -> bool:
    """13.5.2.6, 7.2.2.5-d: own Crossroads of the group's side, room in the leader's rating."""
    return (
        bool(found.leader and found.idle)
        and len(found.commanded) < rating_of(table, found.leader)
        and side_of(table, "crossroads") == found.side
        and controls(table, seat, "crossroads")
    )


def defender_can_support(table: Table, battle: Battle) -> bool:
    """Whether the defender could have anything to add, going by what everyone sees."""
    clash = battle.clash
    own, target = group(table, clash.group), group(table, clash.target)
    return (
        may_use_at(table, clash, own)
        or may_use_forest(table, clash, own, target)
        or (
            clash.defender not in battle.turned_up
            and bool(clash.chief)
            and clash.chief_exposed
            and may_turn_up(table, clash.defender, target)
        )
    )


def attacker_can_support(table: Table, battle: Battle) -> bool:
    """Whether the attacker could have anything to add, going by what everyone sees."""
    clash = battle.clash
    own, target = group(table, clash.group), group(table, clash.target)
    weather = weather_out(table)
    return (
        (not clash.ffe and not weather and not own.siege)
        or (not clash.doubled and offensive_side(table, own.side))
        or (not clash.attack_weapon and armor_attacked(clash, target) and not weather)
        or (not clash.amphibious and can_land(table, own, target))
        or (
            clash.attacker not in battle.turned_up
            and bool(clash.leader)
            and may_turn_up(table, clash.attacker, own)
        )
    )


def cannot_support(
    table: Table, battle: Battle, seat: Seat, command: Command
) -> tuple[str, str] | None:
    """Why a support is refused, where a rule says more than that it is not on offer."""
    clash = battle.clash
    own, target = group(table, clash.group), group(table, clash.target)
    weather = weather_out(table)
    match command:
        case Ffe() | Amphibious() if weather:
            return ("13.1-b", "the weather is too bad for that")
        case Ffe() if clash.ffe:
            return ("14.2.1", "one fire for effect an attack")
        case Ffe() if own.siege or seat != clash.attacker:
            return ("7.2.3.2", "fire for effect serves the active player's unbesieged groups")
        case Double() if not offensive_side(table, own.side):
            rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
            return (rule, "a Major Offensive does not serve this side here")
        case AtWeapon(card=card) if card in holding(table, seat, "at-weapon"):
            return cannot_use_at(table, clash, own, target, seat, card)
    return None


def cannot_use_at(
    table: Table, clash: Clash, own: Group, target: Group, seat: Seat, card: PieceId
) -> tuple[str, str] | None:
    """7.2.3.6, 14.2.2: why an AT weapon does not count in this battle."""
    if weather_out(table):
        return ("13.1-c", "the weather stops antitank modifiers")
    side = own.side if seat == clash.attacker else target.side
    if not fits_side(table, card, side):
        return ("14.2.2-b", "this AT weapon serves the other side")
    if seat == clash.attacker and not armor_attacked(clash, target):
        return ("7.2.3.6-c", "the group attacked holds no armor")
    if seat == clash.defender and not armored(table, clash, own):
        return ("7.2.3.6-b", "no armor attacks")
    return None


def support(draft: Draft, battle: Battle, seat: Seat, command: Command) -> None:
    """Take a support or a pass, and ask the other side; two passes in a row close the window."""
    if isinstance(command, TurnUp):
        draft.change(clash=turn_up(draft, battle.clash, seat, command.unit), passes=0)
        draft.change(turned_up=(*battle.turned_up, seat))
    else:
        clash = supported(draft, battle, seat, command)
        passes = battle.passes + 1 if clash is battle.clash else 0
        draft.change(clash=clash, passes=passes)
    ask_for_support(draft, seat)


def supported(draft: Draft, battle: Battle, seat: Seat, command: Command) -> Clash:
    """The battle with a card or capability added to it; the same one after a pass."""
    clash = battle.clash
    match command:
        case Ffe(card=card):
            draft.move(card, BATTLE, rule="7.2.3.2")
            return replace(clash, ffe=card)
        case Double(card=card, unit=unit):
            draft.move(card, BATTLE, rule="7.3.2-b2")
            return replace(clash, doubled=unit)
        case AtWeapon(card=card) if seat == clash.attacker:
            draft.move(card, BATTLE, rule="7.2.3.6-c")
            return replace(clash, attack_weapon=card)
        case AtWeapon(card=card):
            draft.move(card, BATTLE, rule="7.2.3.6-b")
            if battle.series:
                draft.track(f"stopped/{clash.group}", draft.table.turn, rule="7.3.9.2-a")
            return replace(clash, defence_weapon=card)
        case Amphibious(card=card):
            draft.move(card, BATTLE, rule="7.2.3.3-b")
            return replace(clash, amphibious=True)
        case UseForest():
            draft.track("used/forest", draft.table.turn, rule="13.5.2.7")
            return replace(clash, forest=True)
        case _:
            return clash


def turn_up(draft: Draft, clash: Clash, seat: Seat, unit: PieceId) -> Clash:
    """13.5.2.6: the unit is in command again, and so in the battle."""
    draft.mark(unit, SIDEWAYS, 0, rule="13.5.2.6")
    if seat == clash.attacker:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
        return replace(clash, units=(*clash.units, unit))
    if unit in clash.targets:
        return clash
    return replace(clash, targets=(*clash.targets, unit))


def ask_for_support(draft: Draft, last: Seat) -> None:
    """CS-Q21: attacker and defender in turn; a side that can add nothing is not asked."""
    battle = draft.top
    assert isinstance(battle, Battle)
    clash, table = battle.clash, draft.table
    able = {
        clash.attacker: attacker_can_support(table, battle),
        clash.defender: defender_can_support(table, battle),
    }
    follower = clash.attacker if last == clash.defender else clash.defender
    if battle.passes >= sum(able.values()):
        draft.change(asked="")
    elif able[follower]:
        draft.change(asked=follower)
    else:
        draft.change(asked=last if able[last] else "")


def begin_battle(draft: Draft, clash: Clash, *, series: bool = False) -> None:
    """Open a battle: entrenchments of the attackers go, then its supports are asked for."""
    for unit in clash.striking:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(clash, series=series))
    ask_for_support(draft, clash.defender)


# 7.3.4 Counterattack.


def counter_prompt(table: Table, clash: Clash, seat: Seat) -> Prompt:
    """Every seat may supply the card, whatever it holds."""
    offers = (
        single("counterattack", "7.3.4-a", "Counterattack", card=card)
        for card in holding(table, seat, "counterattack")
    )
    return Prompt(
        seat,
        (single("pass", "7.3.4-a", "Pass"), *offers),
        "7.3.4-a",
        f"{clash.group} attacks {clash.target}: play Counterattack?",
        {"window": "counterattack", "group": clash.group, "target": clash.target},
    )


def each_strike(table: Table, clash: Clash) -> Iterator[tuple[PieceId, tuple[PieceId, ...]]]:
    """7.3.4-b: the defending units and the parts of the attackers they could strike with hope."""
    own = group(table, clash.target)
    for unit in own.troops:
        for part in (*subsets(clash.units), *subsets(clash.helper_units)):
            if can_strike(table, clash, own, unit, part):
                yield unit, part


def strikes(table: Table, clash: Clash) -> dict[PieceId, list[str]]:
    """The same, by unit."""
    found: dict[PieceId, list[str]] = {}
    for unit, part in each_strike(table, clash):
        found.setdefault(unit, []).append(joined(part))
    return found


def can_strike(
    table: Table, clash: Clash, own: Group, unit: PieceId, part: tuple[PieceId, ...]
) -> bool:
    """7.3.9.1, 7.3.9.3, 7.1.2-b hold for a counterattack too."""
    nested = counter_clash(table, clash, own, unit, part)
    target = group(table, nested.target)
    # Ruling: CS-Q65 infantry needs a tank weapon against armor here as well.
    if target.armor in part and unit != own.armor:
        if not armed(table, own) and not clash.defence_weapon:
            return False
    if unit == own.armor and behind_river(table, target):
        if not bridge_open(table, own.owner, own.side):
            return False
    return not hopeless(table, nested)


def counter_clash(
    table: Table, clash: Clash, own: Group, unit: PieceId, part: tuple[PieceId, ...]
) -> Clash:
    """7.3.4-b: roles and modifiers reversed; supports already played stay with their side."""
    zone = table.zone_of(part[0])
    leader = clash.leader if zone == clash.group else clash.helper_leader
    fighting = clash.units if zone == clash.group else clash.helper_units
    led = unit in own.commanded
    return Clash(
        attacker=clash.defender,
        group=clash.target,
        units=(unit,),
        leader=own.leader if led else "",
        leader_exposed=False,
        defender=clash.attacker,
        target=zone,
        targets=part,
        chief=leader,
        chief_exposed=len(part) == len(fighting),
        counter=True,
        # Ruling: CS-Q12 the active player's FFE serves his group in the nested battle too.
        ffe=clash.ffe,
        ffe_defends=bool(clash.ffe),
        attack_weapon=clash.defence_weapon,
        defence_weapon=clash.attack_weapon,
    )


def strike_prompt(table: Table, clash: Clash) -> Prompt:
    """The defender picks one unit and whom it strikes."""
    offers = tuple(
        Offer("strike", (one("unit", unit), choice("part", able)), "7.3.4-b", "Counterattack")
        for unit, able in strikes(table, clash).items()
    )
    return Prompt(clash.defender, offers, "7.3.4-b", "Which unit counterattacks whom?")


def strike(draft: Draft, battle: Battle, command: Strike) -> None:
    """Suspend the battle for the counterattack."""
    clash = battle.clash
    own = group(draft.table, clash.target)
    nested = counter_clash(draft.table, clash, own, command.unit, parted(command.part))
    draft.change(stage="counter", waiting=())
    draft.mark(command.unit, ENTRENCHED, 0, rule="16.3")
    draft.begin(Battle(nested, stage="dice"))


# 7.3.5 Intelligence.


def intelligence_prompt(table: Table, clash: Clash, seat: Seat) -> Prompt:
    """Every seat but the active one may cancel."""
    offers = (
        single("cancel", "7.3.5-b1", "Cancel the attack", card=card)
        for card in holding(table, seat, "intelligence")
    )
    return Prompt(
        seat,
        (single("pass", "7.3.5-b1", "Pass"), *offers),
        "7.3.5-b1",
        f"{clash.group} attacks {clash.target}: cancel it by Intelligence?",
        {"window": "intelligence", "group": clash.group, "target": clash.target},
    )


def cancel(draft: Draft, battle: Battle, card: PieceId) -> None:
    """7.3.5: the attack does not happen; supports are lost, and the group is done this Turn."""
    from_hand(draft, card, rule="7.3.5-b1")
    # Ruling: CS-Q19 these effects stand misplaced under the other use of the card.
    for zone in (battle.clash.group, battle.clash.helper):
        if zone:
            draft.track(f"barred/{zone}", draft.table.turn, rule="7.3.5-c")
    draft.change(stage="cancelled", waiting=())


# 7.2.2 Dice and losses.


def fight(draft: Draft, battle: Battle) -> None:
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
        objective = group(draft.table, clash.target).objective
        if objective and not clash.counter:
            _occupation_loses(draft, clash, objective, attack - defence)


def roll_total(draft: Draft, seat: Seat, what: str, items: list[tuple[str, int, str]]) -> int:
    """7.2.2.1.4, 7.2.2.2.5: one die, and the total recorded item by item."""
    if what == "attack":
        (face,) = draft.roll(seat, "attack", rule="7.2.2.1.4", high=10)
        return draft.reckon(what, [*items, ("die", face, "7.2.2.1.4")], rule="7.2.2.1")
    (face,) = draft.roll(seat, "defence", rule="7.2.2.2.5", high=10)
    return draft.reckon(what, [*items, ("die", face, "7.2.2.2.5")], rule="7.2.2.2")


def _occupation_loses(draft: Draft, clash: Clash, objective: PieceId, owed: int) -> None:
    """7.2.2.4.1-a, 7.3.8.2-a: garrison first, then units; captured when they cannot pay."""
    beaten = group(draft.table, clash.target)
    left = use_garrison(draft, objective, owed)
    payers = liable(draft.table, clash, "defender")
    able = sum(strength(draft.table, unit) for unit in payers)
    if left == 0:
        draft.change(stage="over")
    elif left <= able:
        draft.change(owed=left)
    else:
        draft.change(stage="spoils")
        overrun(draft, beaten)
        if payers:
            take_losses(draft, payers, rule="7.2.2.4.1-c")
        begin_capture(draft, clash)


def lose_all(draft: Draft, battle: Battle) -> None:
    """The only choice there is."""
    (units,) = choices(draft.table, liable(draft.table, battle.clash, battle.loser), battle.owed)
    draft.change(stage="spoils")
    beaten = group(draft.table, battle.clash.target)
    able = sum(strength(draft.table, unit) for unit in units)
    # Ruling: CS-Q70 strictly more than they can pay; an exact payment is no overrun.
    if battle.loser == "defender" and battle.owed > able and set(beaten.troops) <= set(units):
        overrun(draft, beaten)
    take_losses(draft, units, rule="7.2.2.4")


def cannot_lose(table: Table, battle: Battle, units: tuple[PieceId, ...]) -> tuple[str, str] | None:
    """7.2.2.4: why such losses do not do."""
    able = liable(table, battle.clash, battle.loser)
    if not units or any(unit not in able for unit in units):
        return ("7.1.3-c", "only units in the battle can be lost")
    total = sum(strength(table, unit) for unit in units)
    if total < battle.owed:
        return ("7.2.2.4", f"that pays {total} of {battle.owed}")
    if units not in choices(table, able, battle.owed):
        return ("7.1.2-b", "no unit is given up without need")
    return None


def conclude(draft: Draft, battle: Battle) -> None:
    """The battle is over: its cards are discarded, and the defender may rearrange."""
    draft.finish()
    if battle.clash.counter:
        return
    discard_supports(draft)
    if battle.stage == "cancelled":
        return
    defended = group(draft.table, battle.clash.target)
    if defended.owner == battle.clash.defender:
        arrange(draft, battle.clash.target)
