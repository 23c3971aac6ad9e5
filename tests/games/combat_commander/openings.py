"""Tables in the middle of a turn: pieces where a test wants them, cards stacked as it needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    OPEN,
    PACK,
    WOODS_IN_E7,
    light_mg,
    line_squad,
    rifle_squad,
    unit,
)
from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.printed import Card
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.games.combat_commander.setup.scenario import visibility
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.game import Opening
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.table import Table


def _pick(cards: list[Card], wanted: str) -> Card:
    """The first card that fits: "4-1", "1-6 event", "event:medic", "hex:C2", "fire", "ambush"."""
    what, _, trigger = wanted.partition(" ")
    kind, _, name = what.partition(":")
    for card in cards:
        if kind == "event" and card.event == name:
            return card
        if kind == "hex" and card.hex == name:
            return card
        if "-" in kind and kind[0].isdigit():
            dice = f"{card.white}-{card.red}" == kind
            if dice and card.trigger == trigger:
                return card
        elif kind not in ("event", "hex") and kind in (card.order, card.action):
            return card
    raise AssertionError(f"the deck has no card {wanted!r} left")


def _cards(
    seat: str, nation: str, deck: Iterable[str], hand: Iterable[str], *, only: bool
) -> list[e.Event]:
    left = list(PACK.decks[nation])
    stacked, held = [], []
    for wanted, pile in (*((w, held) for w in hand), *((w, stacked) for w in deck)):
        card = _pick(left, wanted)
        left.remove(card)
        pile.append(card)
    rest = [] if only else left
    events: list[e.Event] = [
        e.PiecesPlaced(pieces=(c.id,), kind=c.kind, zone=zone, owner=seat, rule="1.2")
        for zone, cards in ((f"deck-{seat}", stacked + rest), (f"hand-{seat}", held))
        for c in cards
    ]
    if only:
        events += [
            e.PiecesPlaced(
                pieces=(c.id,), kind=c.kind, zone=f"discard-{seat}", owner=seat, rule="1.2"
            )
            for c in left
        ]
    return events


def battle(
    *placed: e.Event,
    on: MapSheet = OPEN,
    scenario: str = "cc-h1",
    active: str = "axis",
    initiative: str = "allies",
    axis: tuple[str, ...] = (),
    allies: tuple[str, ...] = (),
    axis_deck: tuple[str, ...] = (),
    allies_deck: tuple[str, ...] = (),
    short: tuple[str, ...] = (),
    attitudes: dict[str, str] | None = None,
    guards: bool = True,
    settings: dict[str, str] | None = None,
    **tracks: int,
) -> Battle:
    """A battle in which the active player may give orders.

    Hands and the tops of decks are named as `_pick` says; a seat in `short` has no more cards in
    its deck than named. `guards` puts a unit of each side far away, so that nobody's last unit is
    at stake. Names of tracks are written with "_".
    """
    drawn = PACK.scenarios[scenario]
    for seat, attitude in (attitudes or {}).items():
        force = msgspec.structs.replace(drawn.force(seat), attitude=attitude)
        drawn = msgspec.structs.replace(drawn, **{seat: force})
    pack = replace(PACK, maps={drawn.map: on}, scenarios={**PACK.scenarios, scenario: drawn})
    opening = Opening(scenario, SEATS, {})
    table = evolve(
        Table(pack=pack),
        e.MatchOpened(
            match="0" * 32,
            game=GAME.name,
            version=GAME.version,
            scenario=scenario,
            settings=GAME.resolve_settings(settings or {}),
            seats=SEATS,
            visibility=visibility(pack, opening),
            pack="",
            commitment="",
            time=0,
            rule="Table/Open",
        ),
    )
    decks, hands = {"axis": axis_deck, "allies": allies_deck}, {"axis": axis, "allies": allies}
    events: list[e.Event] = []
    for seat in SEATS:
        nation = drawn.force(seat).nation
        events += _cards(seat, nation, decks[seat], hands[seat], only=seat in short)
        for name in ("hero", "private"):
            events.append(
                e.PiecesPlaced(
                    pieces=(f"{seat}-{name}",),
                    kind=f"{nation}-{name}",
                    zone="box",
                    owner=seat,
                    face="normal",
                    rule="E58.1",
                )
            )
    events += _box(placed)
    start = {"time": 0, "sudden-death": 9, "surrender-axis": 9, "surrender-allies": 9, "vp": 0}
    start |= {name.replace("_", "-"): value for name, value in tracks.items()}
    events += [e.TrackSet(track=name, value=value, rule="4.1") for name, value in start.items()]
    events.append(
        e.PiecesPlaced(
            pieces=("initiative",), kind="initiative", zone=f"initiative-{initiative}", rule="9"
        )
    )
    events.append(e.PhaseEntered(round=1, turn=1, phase="turn", seat=active, rule="5"))
    table = fold(table, (*events, *placed))
    if guards:
        far = (unit("axis-conscript-9", "germany-conscript", "A10"),)
        table = fold(table, (*far, unit("allies-green-9", "america-green", "O1")))
    steps = msgspec.json.encode([Turn(active, "orders")])
    table = evolve(table, e.EntryClosed(steps=msgspec.Raw(steps), rule="Table/Pause"))
    return Battle(GAME, table)


def _box(placed: tuple[e.Event, ...]) -> list[e.Event]:
    """Smoke, objective markers, fortifications and the spotting round that are not on the map."""
    there = {
        piece for event in placed if isinstance(event, e.PiecesPlaced) for piece in event.pieces
    }
    events: list[e.Event] = []
    for number, value in enumerate(PACK.markers.smoke, start=1):
        if f"smoke-{number}" not in there:
            events.append(
                e.PiecesPlaced(
                    pieces=(f"smoke-{number}",),
                    kind=f"smoke-{value}",
                    zone="smoke-cup",
                    face="smoke",
                    rule="T94",
                )
            )
    for letter, chit in PACK.chits.items():
        if f"chit-{letter.lower()}" not in there:
            piece = (f"chit-{letter.lower()}",)
            events.append(
                e.PiecesPlaced(pieces=piece, kind=chit.kind, zone="chit-cup", rule="7.3.2")
            )
    for kind, number in PACK.markers.fortifications.items():
        taken = sum(piece.startswith(f"{kind}-") for piece in there)
        pieces = tuple(f"{kind}-{n}" for n in range(1, number - taken + 1))
        if pieces:
            events.append(e.PiecesPlaced(pieces=pieces, kind=kind, zone="box", rule="F100.1"))
    round_ = e.PiecesPlaced(
        pieces=("spotting-round",), kind="spotting-round", zone="box", rule="O18.2.1"
    )
    return [*events, round_]


# Openings that several chapters begin with


def move_order(*placed: e.Event, hand: tuple[str, ...] = (), **more: Any) -> Battle:
    """A rifle squad in E5 begins to move."""
    table = battle(rifle_squad("E5"), *placed, axis=("move", *hand), **more)
    table.order("move", "axis-a")
    return table.say("axis", "group axis-a")


def fire_order(
    *placed: e.Event, head: str = "axis-a", hand: tuple[str, ...] = (), **more: Any
) -> Battle:
    """The Axis give a fire order and activate a unit."""
    return battle(*placed, axis=("fire", *hand), **more).order("fire", head)


def squad_and_mg_fire(**more: Any) -> Battle:
    """A rifle squad in E5 and its machine gun are about to shoot at a squad in E7."""
    table = battle(
        rifle_squad("E5", "axis-rifle"),
        light_mg("E5", "axis-rifle", "axis-lmg"),
        line_squad("E7", "allies-squad"),
        axis=("fire",),
        **more,
    )
    table.order("fire", "axis-rifle")
    return table.commands(("axis", "fire E7 axis-rifle"), ("axis", "join axis-lmg"))


def squad_in_e7_defends(*hand: str, on: MapSheet = WOODS_IN_E7, **more: Any) -> Battle:
    """The Axis shoot at a squad in E7 whose owner has some cards."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        on=on,
        axis=("fire",),
        allies=hand,
        axis_deck=("6-4",),
        **more,
    )
    return table.order("fire", "axis-a").shoot("axis-a", "E7")


def opportunity_fire_at_e6(*hand: str) -> Battle:
    """The first of two squads of the Axis in E6 has just moved there; the Allies aim at them."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E6", "axis-b"),
        line_squad("E8"),
        axis=("move",),
        allies=("fire", *hand),
    ).order("move", "axis-a")
    return table.move("axis-a", "E6").watch("allies-a").say("allies", "fire E6 allies-a")


def advance_into_e6(*placed: e.Event, axis: tuple[str, ...] = (), **more: Any) -> Battle:
    """A rifle squad advances from E5 into E6."""
    table = battle(rifle_squad("E5"), *placed, axis=("advance", *axis), **more)
    return table.order("advance", "axis-a").say("axis", "advance axis-a E6")
