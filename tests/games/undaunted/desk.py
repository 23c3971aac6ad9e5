"""Tables of Undaunted laid out for a test: given cards, counters and markers, when it is a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tests.scenario import Scenario, opened
from wardiary.domain.games.registry import game, packaged
from wardiary.domain.games.undaunted.board import BOX, INITIATIVE
from wardiary.domain.games.undaunted.round import Turn
from wardiary.domain.games.undaunted.scenario import Pack, read_pack
from wardiary.domain.games.undaunted.victory import count_points
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

SEATS = ("us", "german")
GAME = game("undaunted")
CARD_ZONES = ("deck", "hand", "discard")


@cache
def pack() -> Pack:
    """The pack that comes along."""
    return read_pack(packaged("undaunted"))


def altered_pack(*changes: tuple[str, str]) -> Pack:
    """The pack that comes along with some of its values printed otherwise."""
    files = dict(packaged("undaunted"))
    values = files["values.toml"].decode()
    for old, new in changes:
        assert old in values
        values = values.replace(old, new, 1)
    return read_pack(files | {"values.toml": values.encode()})


def match(
    scenario: str = "la-raye", *, values: Pack | None = None, **settings: e.Scalar
) -> Scenario:
    """A match just set up: both seats hold four cards and are asked to bid."""
    return opened(GAME, values or pack(), scenario, SEATS, **settings)


def turn(
    seat: str = "us",
    *,
    cards: Mapping[str, Sequence[str]] | None = None,
    at: Mapping[str, str] | None = None,
    faces: Mapping[str, str] | None = None,
    initiative: str = "us",
    last: bool = False,
    scenario: str = "la-raye",
    values: Pack | None = None,
    **settings: e.Scalar,
) -> Scenario:
    """It is a seat's turn, with `cards` by zone, pieces put `at` zones, and turned `faces`.

    Hands not named hold a Scout and a Fog of War, other piles not named nothing; supplies not
    named lie as set up.
    """
    named = {f"{one}-hand": (f"{one}-scouts-b-1", f"{one}-fog-of-war-8") for one in SEATS}
    named.update({zone: tuple(lying) for zone, lying in (cards or {}).items()})

    def lay(draft: Draft) -> None:
        for one in SEATS:
            for name in CARD_ZONES:
                draft.move(draft.table.zone(f"{one}-{name}"), BOX, rule="U-SETUP-10")
        for zone in sorted(named, key=lambda zone: zone.endswith("deck")):
            draft.move(draft.table.zone(zone), BOX, rule="U-SETUP-10")
            deal_unseen(draft, named[zone], zone)
        for piece, zone in (at or {}).items():
            draft.move(piece, zone, rule="U-SETUP-6")
        for piece, face in (faces or {}).items():
            draft.turn(piece, face, rule="U-SETUP-6")
        draft.move(INITIATIVE, f"{initiative}-reserve", rule="U-SETUP-7")
        count_points(draft)
        draft.finish()
        draft.enter("turn", seat, rule="U-TURN-1")
        draft.begin(Turn(seat, last))

    return match(scenario, values=values, **settings).given(lay)


def deal_unseen(draft: Draft, cards: Sequence[str], zone: str) -> None:
    """Deal cards by way of the shuffled deck, so that a hidden zone keeps its secret."""
    deck = f"{zone.partition('-')[0]}-deck"
    draft.move(cards, deck, rule="U-SETUP-8")
    draft.shuffle(deck, rule="U-SETUP-8")
    if zone != deck:
        draft.move(cards, zone, rule="U-SETUP-8")


def said(prompt: Prompt) -> set[str]:
    """The verbs on offer."""
    return {offer.verb for offer in prompt.offers}


def candidates(prompt: Prompt, verb: str, slot: str) -> set[object]:
    """What may fill a slot in any offer of a verb."""
    return {
        candidate
        for offer in prompt.offers
        if offer.verb == verb
        for held in offer.slots
        if held.name == slot
        for candidate in held.candidates
    }


def moved(piece: str | Sequence[str], to: str, rule: str) -> e.PiecesMoved:
    """The event of pieces that moved."""
    pieces = (piece,) if isinstance(piece, str) else tuple(piece)
    return e.PiecesMoved(pieces=pieces, to=to, rule=rule)


def turned(piece: str, face: str, rule: str) -> e.PieceTurned:
    """The event of a piece that was turned."""
    return e.PieceTurned(piece=piece, face=face, rule=rule)


def rolled(seat: str, purpose: str, *faces: int) -> e.DiceRolled:
    """The event of dice that were rolled in combat."""
    pool = f"{len(faces)}d10"
    return e.DiceRolled(seat=seat, purpose=purpose, pool=pool, faces=faces, rule="U-ATK-8")


def totals(scenario: Scenario) -> list[int]:
    """The total defences reckoned by the last command."""
    return [one.total for one in scenario.happened(e.TotalComputed) if one.rule == "U-ATK-5"]


def moves(scenario: Scenario) -> list[tuple[tuple[str, ...], str, str]]:
    """The pieces moved by the last command: which, whereto, by which rule."""
    return [(one.pieces, one.to, one.rule) for one in scenario.happened(e.PiecesMoved)]


def lying(table: Table, zone: str) -> set[str]:
    """What lies in a zone."""
    return set(table.zone(zone))
