"""A sensible bot: it weighs every offer by the open table and its own hand, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import actions_left
from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    Press,
    Rest,
)
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff, series_clash
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack
from wardiary.domain.games.combat_soldiers.battles.battle import Battle, CancelAttack
from wardiary.domain.games.combat_soldiers.battles.capture import Occupy
from wardiary.domain.games.combat_soldiers.battles.counterattack import Strike, counterattack_clash
from wardiary.domain.games.combat_soldiers.battles.losses import Lose
from wardiary.domain.games.combat_soldiers.battles.spoils import Keep
from wardiary.domain.games.combat_soldiers.battles.supports import (
    Amphibious,
    Double,
    TurnUp,
    UseForest,
)
from wardiary.domain.games.combat_soldiers.bot.evaluation import (
    attack_worth,
    card_worth,
    expected,
    fresh_units,
    lost_points,
    margin,
    needs_units,
    wanted_side,
    worth,
)
from wardiary.domain.games.combat_soldiers.commands import COMMANDS
from wardiary.domain.games.combat_soldiers.components.cards import End, end_of, printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import is_group, owner_of, split_units
from wardiary.domain.games.combat_soldiers.groups.command import Arrange
from wardiary.domain.games.combat_soldiers.groups.group import (
    group_at,
    group_with,
    groups_of,
    strength,
    victory_points,
)
from wardiary.domain.games.combat_soldiers.phases.deployment import Add, Deploy, Done
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import Lay
from wardiary.domain.games.combat_soldiers.preparation.picks import Note
from wardiary.domain.games.combat_soldiers.preparation.two_player import pick_of
from wardiary.domain.games.combat_soldiers.sequence.turn import EndTurn, Go
from wardiary.domain.games.combat_soldiers.special_battles.barrages import Bombard
from wardiary.domain.games.combat_soldiers.special_battles.recon import Recon
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap
from wardiary.domain.games.combat_soldiers.special_battles.snipers import Snipe
from wardiary.domain.games.combat_soldiers.special_battles.surround import Surround
from wardiary.domain.games.combat_soldiers.white_backs.mines import Victim
from wardiary.domain.games.combat_soldiers.white_backs.objectives import Place
from wardiary.domain.games.combat_soldiers.white_backs.random_events import (
    Demolish,
    Inflict,
    PassOn,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

Weigh = Callable[[Table, Prompt, Command], float]
KINDS = {kind.__struct_config__.tag: kind for kind in COMMANDS}
FEW = 400


_STEPS: msgspec.json.Decoder[list[dict[str, Any]]] = msgspec.json.Decoder(list[dict[str, Any]])


def policy(view: Table, prompt: Prompt, luck: Rng) -> Command:
    """The best offer; among equals one at random."""
    best: list[Command] = []
    highest = float("-inf")
    for offer in prompt.offers:
        weigh = WEIGHTS.get(offer.verb, _plain)
        for command in _fillings(view, offer):
            weight = weigh(view, prompt, command)
            if weight > highest:
                best, highest = [command], weight
            elif weight == highest:
                best.append(command)
    return best[luck(len(best))]


def _fillings(view: Table, offer: Offer) -> Iterator[Command]:
    """Every way to take an offer up; of many cards the least valuable ones are named."""
    kind = KINDS[offer.verb]
    ways: list[list[Any]] = []
    for slot in offer.slots:
        if slot.many:
            cheap = sorted(
                (str(candidate) for candidate in slot.candidates),
                key=lambda card: card_worth(view, card),
            )
            ways.append([tuple(cheap[: max(slot.least, 1)])])
        else:
            ways.append(list(slot.candidates))
    names = [slot.name for slot in offer.slots]
    for number, values in enumerate(product(*ways)):
        if number >= FEW:
            return
        yield kind(**dict(zip(names, values, strict=True)))


def _plain(view: Table, prompt: Prompt, command: Command) -> float:
    """What needs no thought: passing and going on are nothing, anything else is a little bad."""
    return 0.0 if isinstance(command, Pass | Done | EndTurn) else -1.0


def _yes(view: Table, prompt: Prompt, command: Command) -> float:
    return 1.0


def _go(view: Table, prompt: Prompt, command: Command) -> float:
    """One phase after the other."""
    assert isinstance(command, Go)
    return -0.01 * (ord(command.phase) - ord("A"))


def _end(view: Table, card: PieceId, face: str) -> End:
    ends: dict[str, End] = view.pack.cards[view.pieces[card].kind].ends
    return ends[face]


# Setting up.


def _note(view: Table, prompt: Prompt, command: Command) -> float:
    """Objectives in the own hand first, then the dear ones; a blank is worth a little."""
    assert isinstance(command, Note)
    objective = pick_of(view, command.entry)
    if not objective:
        return 3.0
    zone = view.pieces[objective].zone if objective in view.pieces else ""
    return printed_objective(view, objective).vp * (
        3.0 if zone.startswith(f"{prompt.seat}-") else 0.6
    )


def _lay(view: Table, prompt: Prompt, command: Command) -> float:
    """Objectives on the noted side, a guard for each, and everything else as well."""
    assert isinstance(command, Lay)
    card = view.pack.cards[view.pieces[command.card].kind]
    if card.family == "objective":
        return 20.0 + (command.face == wanted_side(view, prompt.seat, command.card))
    return 1.0 + _fielding(view, card.ends[command.face], command.place)


def _fielding(view: Table, end: End, place: str) -> float:
    """The worth of an end in a place: guards on bare objectives, leaders where there is much."""
    group = group_at(view, place) if place in view.zones else None
    if group is None or not group.cards:
        return 0.2 * end.strength
    if end.role == "leader":
        together = sum(strength(view, unit) for unit in group.troops)
        return 0.5 + end.modifier + 0.3 * together * (len(group.troops) > 1)
    if needs_units(group):
        return 5.0 + end.strength
    return (1.5 if group.leader else 0.4) + 0.2 * end.strength


# A Turn.


def _attack(view: Table, prompt: Prompt, command: Command) -> float:
    """Attack when it pays; a group that keeps up a siege stays."""
    match command:
        case Attack(force=force, target=target, card=card):
            busy = group_with(view, force).besieging if not is_group(force) else ""
            busy = busy or (group_at(view, force).besieging if is_group(force) else "")
            return attack_worth(view, force, target, card) - (3.0 if busy else 0.9)
        case AttackAgain(force=force, target=target, card=card):
            return attack_worth(view, force, target, card) - 1.0
        case _:
            return -1.0


def _pick_off(view: Table, prompt: Prompt, command: Command) -> float:
    match command:
        case PickOff(group=zone, victim=victim) | PickOffAgain(group=zone, victim=victim):
            clash = series_clash(group_at(view, zone), group_with(view, victim), victim)
            return expected(view, clash) - 0.6
        case Press(victim=victim):
            own = next(group for group in groups_of(view, prompt.seat) if group.armor)
            return expected(view, series_clash(own, group_with(view, victim), victim)) + 0.3
        case _:
            return -1.0


def _surround(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Surround)
    target = group_at(view, command.target)
    prize = worth(view, prompt.seat, target.objective) if target.objective else 0.0
    return 0.15 * (prize + lost_points(view, target.units)) - 0.5


def _snipe(view: Table, prompt: Prompt, command: Command) -> float:
    """Three in ten for a leader of two, two in ten for one of three."""
    assert isinstance(command, Snipe)
    end = end_of(view, command.leader)
    return (0.3 if end.rating == 2 else 0.2) * (end.vp + 1) - 0.7


def _bombard(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Bombard)
    free = 0.3 if command.card != "hill-205" else -0.7
    group = group_with(view, command.target)
    if command.target == group.objective:
        return 0.15 * printed_objective(view, group.objective).vp + free
    against = strength(view, command.target)
    kills = sum(
        weight for by, weight in ((d, 10 - abs(d)) for d in range(-9, 10)) if 4 + by > against
    )
    return kills / 100 * victory_points(view, command.target) + free


def _sap(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Sap)
    return 4.0 if owner_of(view.pieces[command.mines].zone) == prompt.seat else -1.0


def _deploy(view: Table, prompt: Prompt, command: Command) -> float:
    """Guards first; else a new group when the hand is full of units, keeping an action to draw."""
    assert isinstance(command, Deploy)
    end = _end(view, command.card, command.face)
    guard = command.place in view.zones and needs_units(group_at(view, command.place))
    if guard:
        return 6.0 + end.strength
    sides = {group.side for group in groups_of(view, prompt.seat)}
    new_side = 3.0 if len(sides) < 2 and end.side not in sides else 0.0
    can_spare_action = (
        actions_left(view, prompt.seat, end.side) > 1 or room_in_hand(view, prompt.seat) < 2
    )
    crowd = 0.4 * fresh_units(view, prompt.seat) - 1.0
    return new_side + _fielding(view, end, command.place) + (crowd if can_spare_action else -4.0)


def _add(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Add)
    end = _end(view, command.card, command.face)
    return 0.5 + 0.2 * end.strength + end.modifier + end.rating


def _recon(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Recon)
    side = wanted_side(view, prompt.seat, command.objective)
    return worth(view, prompt.seat, command.objective) + (command.side == side)


def _draw(view: Table, prompt: Prompt, command: Command) -> float:
    return 0.5 + room_in_hand(view, prompt.seat)


def _discard(view: Table, prompt: Prompt, command: Command) -> float:
    """Only when there are too many."""
    return 1.0 if len(prompt.offers) == 1 else -1.0


def _on_own(view: Table, prompt: Prompt, command: Command) -> float:
    """Help for an own group."""
    zone = getattr(command, "group", "")
    return 3.0 if is_group(zone) and owner_of(zone) == prompt.seat else -1.0


# Battles.


def battle_of(view: Table) -> Battle | None:
    """The battle that is going on, as everybody sees it."""
    steps = _STEPS.decode(view.steps)
    stored = next((step for step in reversed(steps) if step["step"] == "battle"), None)
    return None if stored is None else msgspec.convert(stored, Battle)


def _support(view: Table, prompt: Prompt, command: Command) -> float:
    """Cards for a battle that is open; capabilities always."""
    battle = battle_of(view)
    if battle is None or isinstance(command, TurnUp | UseForest | Amphibious):
        return 1.0
    ahead = margin(view, battle.clash)
    if prompt.seat != battle.clash.attacker:
        return 1.0 if ahead > -4 else -1.0
    if isinstance(command, Double):
        return 0.1 * strength(view, command.unit) if -3 < ahead < 3 else -1.0
    return 0.8 if ahead < 4 else -1.0


def _counter(view: Table, prompt: Prompt, command: Command) -> float:
    battle = battle_of(view)
    if battle is None or battle.clash.defender != prompt.seat:
        return -1.0
    if isinstance(command, CancelAttack):
        return 1.0 if margin(view, battle.clash) > 1 else -1.0
    return 1.0 if margin(view, battle.clash) > -3 else -1.0


def _strike(view: Table, prompt: Prompt, command: Command) -> float:
    battle = battle_of(view)
    assert isinstance(command, Strike)
    assert battle is not None
    strikers = group_at(view, battle.clash.target)
    return expected(
        view,
        counterattack_clash(view, battle.clash, strikers, command.unit, split_units(command.part)),
    )


def _lose(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Lose)
    return -float(lost_points(view, split_units(command.units)))


def _occupy(view: Table, prompt: Prompt, command: Command) -> float:
    """One infantry unit stays as a guard; the leader goes on, unless nobody else is left."""
    assert isinstance(command, Occupy)
    units = split_units(command.units)
    return float(sum(2 if strength(view, unit) > 1 else -1 for unit in units))


def _keep(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Keep)
    return float(lost_points(view, split_units(command.cards)))


def _medic(view: Table, prompt: Prompt, command: Command) -> float:
    won = prompt.facts.get("points", 0)
    is_mine = prompt.facts.get("winner") == prompt.seat
    return 1.0 if not is_mine and isinstance(won, int) and won >= 4 else -1.0


def _cover(view: Table, prompt: Prompt, command: Command) -> float:
    leader = str(prompt.facts.get("leader", ""))
    return 1.0 if owner_of(view.pieces[leader].zone) == prompt.seat else -1.0


def _rest(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Rest)
    return -0.01 * strength(view, command.unit)


def _arrange(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Arrange)
    return float(sum(strength(view, unit) for unit in split_units(command.units)))


# White backs.


def _place(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Place)
    drawn = prompt.question.split()[2]
    side = wanted_side(view, prompt.seat, drawn) if drawn in view.pack.objectives else ""
    return 5.0 * (command.side == side) + (command.group != "alone")


def _inflict(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Inflict)
    group = group_at(view, command.group)
    return float(lost_points(view, group.units)) * (-1 if group.owner == prompt.seat else 1)


def _victim(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Victim)
    return float(2 * strength(view, command.unit) - victory_points(view, command.unit))


def _demolish(view: Table, prompt: Prompt, command: Command) -> float:
    assert isinstance(command, Demolish)
    return float(printed_objective(view, command.objective).vp)


def _worst_seat(view: Table, prompt: Prompt, command: Command) -> float:
    """Whom to burden: whoever has most on the table."""
    assert isinstance(command, PassOn)
    is_mine = command.seat == prompt.seat
    return -1.0 if is_mine else float(len(groups_of(view, command.seat)))


WEIGHTS: dict[str, Weigh] = {
    "misdeal": _yes,
    "note": _note,
    "lay": _lay,
    "go": _go,
    "attack": _attack,
    "attack-again": _attack,
    "pick-off": _pick_off,
    "pick-off-again": _pick_off,
    "press": _pick_off,
    "surround": _surround,
    "snipe": _snipe,
    "bombard": _bombard,
    "sap": _sap,
    "deploy": _deploy,
    "add": _add,
    "airdrop": _yes,
    "supply": _on_own,
    "air-supply": _on_own,
    "lift-siege": _on_own,
    "no-retreat": _on_own,
    "garrison": _yes,
    "repair": _yes,
    "barracks": _yes,
    "citie": _plain,
    "draw": _draw,
    "discard": _discard,
    "recon": _recon,
    "ffe": _support,
    "double": _support,
    "at-weapon": _support,
    "amphibious": _support,
    "turn-up": _support,
    "use-forest": _support,
    "counterattack": _counter,
    "cancel": _counter,
    "strike": _strike,
    "lose": _lose,
    "occupy": _occupy,
    "medic": _medic,
    "keep": _keep,
    "retrieve": _yes,
    "rest": _rest,
    "cover": _cover,
    "arrange": _arrange,
    "place": _place,
    "inflict": _inflict,
    "victim": _victim,
    "demolish": _demolish,
    "pass-on": _worst_seat,
}
