"""C-2.2, C-4.0: the map, the HQ boards and decks, and who goes first."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.names import RESOURCES
from wardiary.domain.games.company_of_heroes.components.pack import map_of, mission_of, pack_of
from wardiary.domain.games.company_of_heroes.setup.deployment import Deployment
from wardiary.domain.games.company_of_heroes.table.armies import (
    STARTING_TEAM,
    TEAMS,
    Army,
    armies_of,
    armies_of_team,
    enemy_of,
    income_track,
    stock_track,
    vp_track,
)
from wardiary.domain.games.company_of_heroes.table.ground import (
    DESTROYED,
    INTACT,
    NO_FLAG,
    building_at,
    point_at,
)
from wardiary.domain.games.company_of_heroes.table.zones import (
    OPERATIONS,
    commander_deck,
    commander_hand,
    hq,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.choices import ListedChoice
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.table import Table

TIERS = (1, 2, 3)
TURN_ORDER_DICE = 3
COMMANDERS, TOURNAMENT = "commanders", "tournament"
"""The setting by which one commander more is drawn, and one banned by an opponent."""
ORDER, CHOSEN = "order", "chosen"
"""The setting by which the winner of the roll chooses whether to go first."""
FIRST, SECOND = "first", "second"


def lay_out(draft: Draft) -> None:
    """C-2.2, C-4.0: everything is laid out, the roll says who goes first, the other deploys."""
    place_map(draft)
    for army in armies_of(draft.table.seats):
        place_hq(draft, army)
    for team in TEAMS:
        draft.track(vp_track(team), 0, rule="C-2.2e")
        draft.track(income_track("vp", team), 0, rule="C-2.2e")
    if mission_of(draft.table).operations:
        place_operations(draft)
    if mission_of(draft.table).commanders:
        deal_commanders(draft)
    roll_for_turn_order(draft)
    winner = TEAMS[draft.table.track(STARTING_TEAM) - 1]
    if draft.table.settings.get(ORDER) == CHOSEN:
        draft.begin(GoFirstOrSecond(winner, (FIRST, SECOND)))
    else:
        begin_deployment(draft)


def is_tournament(table: Table) -> bool:
    """C-8.2a, C-12b: whether a commander of each player is banned."""
    chosen = table.settings.get(COMMANDERS) == TOURNAMENT
    return chosen and mission_of(table).commanders is not None


def begin_deployment(draft: Draft) -> None:
    """C-4.0b: the team that goes second deploys first."""
    starter = TEAMS[draft.table.track(STARTING_TEAM) - 1]
    draft.enter("deployment", enemy_of(starter), rule="C-4.0b", round=0)
    draft.begin(Deployment(enemy_of(starter)))


class GoFirstOrSecond(ListedChoice, frozen=True, tag="go-first-or-second"):
    """C-4.0e: in competitive play the winner of the roll chooses the order."""

    # Sides and factions are those of the seats, which the players chose beforehand.
    question = "Does your team go first or second?"
    rule = "C-4.0e"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """C-4.0e: the other team takes what is left."""
        starter = self.seat if chosen == FIRST else enemy_of(self.seat)
        draft.track(STARTING_TEAM, TEAMS.index(starter) + 1, rule="C-4.0e")
        begin_deployment(draft)


def place_map(draft: Draft) -> None:
    """C-2.2f, C-2.2j: control points, buildings and base tokens."""
    sheet, field = map_of(draft.table), field_of(draft.table)
    for hex_ in sheet.points:
        draft.place(point_at(hex_), "point", hex_, face=NO_FLAG, rule="C-2.2f")
    for hex_ in sorted(field.buildings):
        face = DESTROYED if hex_ in sheet.destroyed_buildings else INTACT
        draft.place(building_at(hex_), building_kind(draft, hex_), hex_, face=face, rule="C-2.2f")
    for number, team in enumerate(TEAMS):
        for hex_ in sheet.bases(number):
            draft.place(f"base-{hex_}", "base", hex_, owner=team, rule="C-2.2j")


def building_kind(draft: Draft, hex_: str) -> str:
    """C-10.1a, C-10.2a: a standard or a special building."""
    sheet = map_of(draft.table)
    if hex_ in sheet.tower:
        return "tower"
    if hex_ in sheet.cathedral:
        return "cathedral"
    return "bunker" if hex_ in sheet.bunkers else "building"


def place_hq(draft: Draft, army: Army) -> None:
    """C-2.2c to C-2.2e: building boards, incomes and stockpiles."""
    sheet = map_of(draft.table)
    for tier in TIERS:
        face = "up" if tier == 1 else "down"
        draft.place(
            f"{army}-tier-{tier}", f"tier-{tier}", hq(army), owner=army, face=face, rule="C-2.2d"
        )
    for resource in RESOURCES:
        draft.track(income_track(resource, army), sheet.income.of(resource), rule="C-2.2e")
        draft.track(stock_track(resource, army), sheet.stockpile.of(resource), rule="C-2.2e")
    draft.track(stock_track("xp", army), 0, rule="C-2.2e")


def place_operations(draft: Draft) -> None:
    """C-4.0.1a: the operations deck, shuffled."""
    number = 0
    for card in pack_of(draft.table).operations.values():
        ids = [f"operation-{number + i + 1}" for i in range(card.stock)]
        number += card.stock
        draft.place(ids, card.kind, OPERATIONS, rule="C-4.0.1a")
    draft.shuffle(OPERATIONS, rule="C-4.0.1a")


def deal_commanders(draft: Draft) -> None:
    """C-8.2a: every player draws commanders of the faction, from one deck for each."""
    draw = mission_of(draft.table).commanders
    assert draw is not None
    for team in TEAMS:
        for card in pack_of(draft.table).commanders_of(team):
            draft.place(card.kind, card.kind, commander_deck(team), owner=team, rule="C-8.2a")
        draft.shuffle(commander_deck(team), rule="C-8.2a")
        armies = armies_of_team(draft.table.seats, team)
        number = draw.tournament if is_tournament(draft.table) else draw.draw
        # Ruling: C-8.2a teammates share a deck that may hold too few: then they draw equally many.
        number = min(number, len(draft.table.zone(commander_deck(team))) // len(armies))
        for army in armies:
            draft.draw(commander_deck(team), commander_hand(army), number, rule="C-8.2a")


def roll_for_turn_order(draft: Draft) -> None:
    """C-4.0a: three dice a team; most green, then most black; a full tie is rolled again."""
    die = pack_of(draft.table).dice.die
    while True:
        results = []
        for team in TEAMS:
            faces = draft.roll(
                team, "turn order", rule="C-4.0a", dice=TURN_ORDER_DICE, high=die.sides
            )
            colours = [die.colour(face) for face in faces]
            results.append((colours.count("green"), colours.count("black")))
        if results[0] != results[1]:
            break
    draft.track(STARTING_TEAM, 1 if results[0] > results[1] else 2, rule="C-4.0a")


STEPS = (GoFirstOrSecond,)
