"""Matches of Undaunted set up for a test, and the events that tests expect."""

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
    """The pack that is shipped."""
    return read_pack(packaged("undaunted"))


def altered_pack(*changes: tuple[str, str]) -> Pack:
    """The shipped pack with some of its printed values changed."""
    files = dict(packaged("undaunted"))
    values = files["values.toml"].decode()
    for old, new in changes:
        assert old in values
        values = values.replace(old, new, 1)
    return read_pack(files | {"values.toml": values.encode()})


def opened_match(
    scenario: str = "la-raye", *, values: Pack | None = None, **settings: e.Scalar
) -> Scenario:
    """A match that has just been set up: both seats hold four cards and are asked to bid."""
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
    """A match in a seat's turn, with `cards` by zone, pieces `at` zones, and `faces` of pieces.

    A hand that is not named holds Scouts and a Fog of War; another pile that is not named is empty,
    but a supply is as it was set up.
    """
    cards_in = {
        f"{owner}-hand": (f"{owner}-scouts-b-1", f"{owner}-fog-of-war-8") for owner in SEATS
    }
    cards_in.update({zone: tuple(named) for zone, named in (cards or {}).items()})

    def arrange(draft: Draft) -> None:
        for owner in SEATS:
            for name in CARD_ZONES:
                draft.move(draft.table.zone(f"{owner}-{name}"), BOX, rule="U-SETUP-10")
        for zone in sorted(cards_in, key=lambda zone: zone.endswith("deck")):
            draft.move(draft.table.zone(zone), BOX, rule="U-SETUP-10")
            deal_unseen(draft, cards_in[zone], zone)
        for piece, zone in (at or {}).items():
            draft.move(piece, zone, rule="U-SETUP-6")
        for piece, face in (faces or {}).items():
            draft.turn(piece, face, rule="U-SETUP-6")
        draft.move(INITIATIVE, f"{initiative}-reserve", rule="U-SETUP-7")
        count_points(draft)
        draft.finish()
        draft.enter("turn", seat, rule="U-TURN-1")
        draft.begin(Turn(seat, last))

    return opened_match(scenario, values=values, **settings).given(arrange)


def deal_unseen(draft: Draft, cards: Sequence[str], zone: str) -> None:
    """Deal cards from the shuffled deck, so that nobody knows those in a hidden zone."""
    deck = f"{zone.partition('-')[0]}-deck"
    draft.move(cards, deck, rule="U-SETUP-8")
    draft.shuffle(deck, rule="U-SETUP-8")
    if zone != deck:
        draft.move(cards, zone, rule="U-SETUP-8")


def verbs(prompt: Prompt) -> set[str]:
    """The verbs on offer."""
    return {offer.verb for offer in prompt.offers}


def candidates(prompt: Prompt, verb: str, slot: str) -> set[object]:
    """What may fill a slot in any offer of a verb."""
    return {
        candidate
        for offer in prompt.offers
        if offer.verb == verb
        for filled in offer.slots
        if filled.name == slot
        for candidate in filled.candidates
    }


def piece_moved(piece: str | Sequence[str], to: str, rule: str) -> e.PiecesMoved:
    """The event of pieces that moved."""
    pieces = (piece,) if isinstance(piece, str) else tuple(piece)
    return e.PiecesMoved(pieces=pieces, to=to, rule=rule)


def piece_turned(piece: str, face: str, rule: str) -> e.PieceTurned:
    """The event of a piece that was turned."""
    return e.PieceTurned(piece=piece, face=face, rule=rule)


def dice_rolled(seat: str, purpose: str, *faces: int) -> e.DiceRolled:
    """The event of dice that were rolled in combat."""
    pool = f"{len(faces)}d10"
    return e.DiceRolled(seat=seat, purpose=purpose, pool=pool, faces=faces, rule="U-ATK-8")


def total_defences(match: Scenario) -> list[int]:
    """The total defences that the last command computed."""
    return [event.total for event in match.happened(e.TotalComputed) if event.rule == "U-ATK-5"]


def moves_of(match: Scenario) -> list[tuple[tuple[str, ...], str, str]]:
    """The pieces that the last command moved: which, where to, by which rule."""
    return [(event.pieces, event.to, event.rule) for event in match.happened(e.PiecesMoved)]


def pieces_in(table: Table, zone: str) -> set[str]:
    """The pieces in a zone, in no order."""
    return set(table.zone(zone))
