"""Every table of a random match is legal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.combat_soldiers.random_play import SeededRng, take_up
from tests.games.combat_soldiers.table import open_match, pack
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE, ENTRENCHED, is_group
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    all_groups,
    group_at,
    rating_of,
)
from wardiary.domain.games.combat_soldiers.groups.sieges import besieger_zone
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.table import Table

PASSIVE_VERBS = {
    "go",
    "pass",
    "end-turn",
    "ready",
    "done",
    "withdraw",
    "interdict",
    "discard",
    "antitank",
}
OPTIONS = ("overrun", "alternate-plays", "surprise-attacks", "interdiction", "dealer-record")


def mostly_active_offer(offers: tuple[Offer, ...], rng: SeededRng) -> Offer:
    """An offer that does something, most of the time."""
    bold = [offer for offer in offers if offer.verb not in PASSIVE_VERBS]
    able = bold if bold and rng(10) < 8 else list(offers)
    return able[rng(len(able))]


def violations(table: Table, *, deploying: bool) -> Iterator[tuple[str, object]]:
    """What is against the rules on a table, by its rule."""
    for group in all_groups(table):
        yield from group_violations(table, group, deploying=deploying)
        yield from siege_violations(table, group)
    for piece in table.pieces.values():
        on_table = is_group(piece.zone) or "-laid-" in piece.zone
        scoring = piece.zone in {"fallen", "tallied"} or piece.zone.endswith("-casualties")
        if piece.kind in table.pack.cards and not on_table:
            if piece.marks or (piece.face and not scoring):
                yield "4.1", piece
    for letter in "ab":
        home = [
            table.zone_of(f"{kind}-{letter}") == "markers" for kind in ("besieged", "besieging")
        ]
        if home[0] != home[1] or (home[0] and table.piece(f"besieged-{letter}").marks):
            yield "1.2-b9", letter


def group_violations(
    table: Table, group: Group, *, deploying: bool
) -> Iterator[tuple[str, object]]:
    ends = [end_of(table, unit) for unit in group.units]
    if refusal := cannot_form_group(ends, objective=bool(group.objective)):
        yield refusal[0], group
    sides = {end.side for end in ends} | {
        table.piece(card).face for card in group.cards if card not in group.units
    }
    if len(sides) != 1:
        yield "2.1.2-b", group
    if len(group.commanded) > rating_of(table, group.leader) and not deploying:
        yield "4.4.2", group
    if sum(bool(table.mark(unit, ENTRENCHED)) for unit in group.troops) > 1:
        yield "16.1-b", group
    if len(group.markers) > 1 or any(
        table.piece(marker).host not in {"", *group.troops} for marker in group.markers
    ):
        yield "15.1-b", group
    if group.mines and not group.is_maneuver:
        yield "13.2-a", group
    if group.steeple and pack().objectives[group.objective].colour != "tan":
        yield "13.5.2.5-a", group
    if group.objective:
        if table.mark(group.objective, DAMAGE) > pack().objectives[group.objective].defence:
            yield "7.3.10.2-b", group


def siege_violations(table: Table, group: Group) -> Iterator[tuple[str, object]]:
    if group.besieging and not group.is_maneuver:
        yield "7.3.1.1-a", group
    if group.no_retreat and not group.siege:
        yield "14.3.2", group
    if group.siege:
        besieger = group_at(table, besieger_zone(table, group.siege))
        if besieger.owner == group.owner or besieger.side == group.side or not besieger.troops:
            yield "7.3.1.1-c", group


def is_deploying(outcome: Outcome) -> bool:
    """While a group is deployed its leader has not turned any unit sideways yet."""
    return any(offer.verb == "done" for prompt in outcome.prompts for offer in prompt.offers)


@pytest.mark.parametrize(
    ("seed", "seats", "scenario"),
    [
        (1, 2, "free-form"),
        (2, 3, "counter-offensive"),
        (3, 4, "offensive"),
        (4, 3, "free-form"),
        (5, 6, "free-form"),
        (6, 2, "offensive"),
    ],
)
def test_every_table_of_a_random_match_is_legal(seed: int, seats: int, scenario: str):
    """2.1.2-b, 4.2.1, 4.2.2, 4.2.3-a, 4.4.2, 7.3.1.1-c, 13.2-a, 15.1-b, 16.1-b: all options on."""
    rng = SeededRng(seed)
    outcome = open_match(seats, scenario, rng, **dict.fromkeys(OPTIONS, True))
    for _ in range(1_500):
        if outcome.table.result is not None:
            break
        prompt = outcome.prompts[rng(len(outcome.prompts))]
        command = take_up(mostly_active_offer(prompt.offers, rng), rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
        wrong = list(violations(outcome.table, deploying=is_deploying(outcome)))
        assert [] == wrong, f"after {command}"
