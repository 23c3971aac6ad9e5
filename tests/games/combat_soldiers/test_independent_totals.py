"""Every attack and defence total of random matches is added up a second time, from the cards."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.random_play import SeededRng, take_up
from tests.games.combat_soldiers.table import open_match, pack
from wardiary.domain.games.combat_soldiers.battles.battle import Battle
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.components.cards import End
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.decide import decide
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

OPTIONS = ("overrun", "alternate-plays", "surprise-attacks")
PASSIVE_VERBS = {
    "go",
    "pass",
    "end-turn",
    "ready",
    "done",
    "withdraw",
    "discard",
    "antitank",
    "exchange",
}
TAN = {"pherddorf", "crossroads", "citie", "steeple"}


def upper_end(table: Table, unit: str) -> End:
    """The end of a card that is up."""
    card = table.piece(unit)
    return pack().cards[card.kind].ends[card.face]


def pieces_of_kind(table: Table, zone: str, kind: str) -> list[str]:
    """The pieces of a kind in a zone."""
    return [piece for piece in table.zone(zone) if table.piece(piece).kind == kind]


def armor_in(table: Table, zone: str) -> bool:
    """7.2.3.6: whether a group is armored."""
    return any(
        upper_end(table, piece).role == "armor"
        for piece in table.zone(zone)
        if pack().cards.get(table.piece(piece).kind) and table.piece(piece).face in {"us", "german"}
        if pack().cards[table.piece(piece).kind].ends
    )


def siege_and_isolation(table: Table, zone: str) -> tuple[bool, int]:
    """7.3.1.2: whether a group is besieged, and its isolation number."""
    marks = pieces_of_kind(table, zone, "besieged")
    return bool(marks), sum(table.mark(mark, "isolation") for mark in marks)


def has_capability(table: Table, objective: str) -> bool:
    """13.5.1-b: on the table, and neither damaged, besieged, infiltrated nor interdicted."""
    zone = table.zone_of(objective)
    return (
        zone[1:3] == "-g"
        and not table.mark(objective, "damage")
        and not table.mark(objective, "interdicted")
        and not pieces_of_kind(table, zone, "besieged")
        and not any(
            table.piece(piece).host == objective
            for piece in pieces_of_kind(table, zone, "partisan")
        )
    )


def side_in(table: Table, zone: str) -> str:
    """The nationality of a group, by any of its cards."""
    faces = [table.piece(piece).face for piece in table.zone(zone)]
    return next(face.split("-")[0] for face in faces if face.split("-")[0] in {"us", "german"})


def arms_bonus(table: Table, zone: str, fighting: tuple[str, ...]) -> int:
    """7.2.3.5: an S, an R and an L, all in command and all in the battle, are worth two."""
    units = [piece for piece in table.zone(zone) if pack().cards.get(table.piece(piece).kind)]
    ends = [
        (unit, upper_end(table, unit))
        for unit in units
        if pack().cards[table.piece(unit).kind].ends
    ]
    troops = [(unit, up) for unit, up in ends if up.role != "leader"]
    led = any(up.role == "leader" and up.rating == 3 for _, up in ends)
    upright = not any(table.mark(unit, "sideways") for unit, _ in troops)
    arms = sorted(up.arm for _, up in troops) == ["L", "R", "S"]
    return 2 if led and upright and arms and {unit for unit, _ in troops} <= {*fighting} else 0


def attack_sum(table: Table, clash: Clash) -> int:
    """7.2.2.1 without the die."""
    besieged, isolation = siege_and_isolation(table, clash.group)
    tanks = armor_in(table, clash.group) or bool(clash.helper and armor_in(table, clash.helper))
    on_armor = armor_in(table, clash.target)
    total = 0
    for unit in (*clash.units, *clash.helper_units):
        up = upper_end(table, unit)
        value = up.strength
        if up.role == "armor":
            value = up.versus_armor if on_armor else up.versus_others
        value *= 2 if unit == clash.doubled else 1
        total += value // 2 if besieged and unit in clash.units else value
    side, bridge, river = side_in(table, clash.group), "bridge", "river"
    across = has_capability(table, river) and (
        table.zone_of(river)[0],
        table.piece(river).face,
    ) == (
        clash.target[0],
        side_in(table, clash.target),
    )
    bridged = has_capability(table, bridge) and (
        table.zone_of(bridge)[0],
        table.piece(bridge).face,
    ) == (
        clash.attacker,
        side,
    )
    if across and (tanks or not (bridged or clash.amphibious)):
        total //= 2
    if tanks and {*table.zone(clash.target)} & {*TAN, "forest"}:
        total //= 2
    total += sum(
        upper_end(table, leader).modifier
        for leader in (clash.leader, clash.helper_leader)
        if leader
    )
    total += arms_bonus(table, clash.group, clash.units) - isolation
    total -= 2 if pieces_of_kind(table, clash.group, "mines") else 0
    total += 3 if pieces_of_kind(table, clash.target, "partisan") else 0
    total += pack().cards[table.piece(clash.ffe).kind].ffe if clash.ffe else 0
    if clash.attack_weapon and on_armor and not table.zone_of("weather").endswith("-area"):
        total += pack().cards[table.piece(clash.attack_weapon).kind].at_weapon
    return total


def defence_sum(table: Table, clash: Clash) -> int:
    """7.2.2.2 without the die."""
    total = sum(upper_end(table, unit).strength for unit in clash.targets)
    for piece in table.zone(clash.target):
        printed = pack().objectives.get(table.piece(piece).kind)
        total += printed.defence - table.mark(piece, "damage") if printed else 0
    total += upper_end(table, clash.chief).modifier if clash.chief else 0
    total += arms_bonus(table, clash.target, clash.targets)
    total -= 2 if pieces_of_kind(table, clash.target, "mines") else 0
    total -= siege_and_isolation(table, clash.target)[1]
    total += sum(table.mark(unit, "entrenched") for unit in clash.targets)
    total += 2 if clash.forest else 0
    tanks = armor_in(table, clash.group) or bool(clash.helper and armor_in(table, clash.helper))
    if tanks and not table.zone_of("weather").endswith("-area"):
        total += max((upper_end(table, unit).tank_weapon for unit in clash.targets), default=0)
        total += 3 if clash.defence_weapon else 0
        for piece in table.zone(clash.target):
            marker = table.piece(piece)
            if marker.kind.startswith("antitank") and marker.host in clash.targets:
                total += int(marker.kind[-1])
    return total


def mostly_attacking_offer(offers: tuple[Offer, ...], rng: SeededRng) -> Offer:
    """An offer that does something, and an attack before all others."""
    fights = [offer for offer in offers if offer.verb in {"attack", "pick-off", "press", "relieve"}]
    bold = fights or [offer for offer in offers if offer.verb not in PASSIVE_VERBS]
    able = bold if bold and rng(10) < 8 else list(offers)
    return able[rng(len(able))]


@pytest.mark.parametrize(("seed", "seats"), [(11, 2), (12, 3), (13, 4), (14, 3), (15, 2)])
def test_computed_totals_equal_an_independent_sum_from_the_cards(seed: int, seats: int):
    """7.2.2.1, 7.2.2.2, 7.2.3, 7.3.1.2-a, 7.3.9.4, 7.3.9.5: battles without a counterattack."""
    rng = SeededRng(seed)
    outcome = open_match(seats, "free-form", rng, **dict.fromkeys(OPTIONS, True))
    battles = 0
    for _ in range(2_500):
        if outcome.table.result is not None:
            break
        prompt = outcome.prompts[rng(len(outcome.prompts))]
        command = take_up(mostly_attacking_offer(prompt.offers, rng), rng)
        before = outcome.table
        open_steps = GAME.open_steps(before)
        outcome = decide(GAME, before, prompt.seat, command, rng, outcome.prompts)
        sums = [event for event in outcome.events if isinstance(event, e.TotalComputed)]
        step = open_steps[-1]
        if not isinstance(step, Battle) or type(command) is not GAME.verbs["pass"]:
            continue
        if [event.what for event in sums] != ["attack", "defence"]:
            continue
        battles += 1
        dice = [event.faces[0] for event in outcome.events if isinstance(event, e.DiceRolled)]
        again = (attack_sum(before, step.clash), defence_sum(before, step.clash))
        assert (again[0] + dice[0], again[1] + dice[1]) == (sums[0].total, sums[1].total)
    assert battles
