"""The sensible bot: it sees what its seat sees, weighs every way to use a card, and takes the best.

It scouts the way to objectives, brings Riflemen there, takes control, shoots where dice are likely
to tell, strengthens its deck in between, and bids what it can spare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from wardiary.domain.games.undaunted.board import (
    controls,
    counter_of,
    counters_on,
    counters_on_board,
    deck,
    discards,
    field_of,
    fog_in,
    hand,
    is_suppressed,
    kind_of_counter,
    marked_tiles,
    other,
    supply,
    target_marker,
    tile_of,
)
from wardiary.domain.games.undaunted.combat import total_defence
from wardiary.domain.games.undaunted.commands import COMMANDS
from wardiary.domain.games.undaunted.components import FOG, RIFLEMEN, Card
from wardiary.domain.games.undaunted.movement import tiles_of
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.games.undaunted.victory import points_track
from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BY_VERB = {verb_of(kind): kind for kind in COMMANDS}
WIN = 10_000.0
ENOUGH_CARDS = 16


class Sight(NamedTuple):
    """What the bot works out once for a prompt: its seat's view, the aims, and who is where."""

    view: Table
    field: Field
    seat: Seat
    worth: dict[Zone, int]
    aims: frozenset[Zone]
    marked: frozenset[Zone]
    riflemen: tuple[Zone, ...]


class Idea(NamedTuple):
    """A command's slots, and how good it looks."""

    value: float
    verb: str
    slots: dict[str, Any]


def policy(view: Table, prompt: Prompt, luck: Rng) -> Command:
    """The command that looks best from the seat's own view; luck breaks ties."""
    sight = look_around(view, prompt.seat)
    ideas = [idea for offer in prompt.offers for idea in IDEAS[offer.verb](sight, offer)]
    best = max(idea.value for idea in ideas)
    good = [idea for idea in ideas if idea.value == best]
    chosen = good[luck(len(good))]
    return BY_VERB[chosen.verb](**chosen.slots)


def look_around(view: Table, seat: Seat) -> Sight:
    """The tiles worth having, those not held yet, and where the own Riflemen stand."""
    field = field_of(view)
    worth = field.points[seat] if field.goal[seat] else field.points[other(seat)]
    riflemen = [
        view.zone_of(counter)
        for counter in counters_on_board(view, seat)
        if card_of_counter(view, field, counter).name == RIFLEMEN
    ]
    return Sight(
        view,
        field,
        seat,
        worth,
        frozenset(tile for tile in worth if not controls(view, tile, seat)),
        frozenset(marked_tiles(view, seat)),
        tuple(riflemen),
    )


def card_of_counter(view: Table, field: Field, counter: PieceId) -> Card:
    """What the cards of a counter's unit print."""
    return field.cards[kind_of_counter(view, counter)]


def card_of_offer(sight: Sight, offer: Offer) -> Card:
    """What the offer's card prints."""
    return sight.field.cards[sight.view.pieces[card_id(offer)].kind]


def card_id(offer: Offer) -> PieceId:
    """The card that an offer plays."""
    return str(offer.slots[0].candidates[0])


# Bidding


def bid_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Bid what can be spared, and rather a high number than a low one."""
    for card in offer.slots[0].candidates:
        printed = sight.field.cards[sight.view.pieces[str(card)].kind]
        value = 0.3 * printed.initiative - use_of(sight, printed)
        yield Idea(value, "bid", {"card": card})


def use_of(sight: Sight, card: Card) -> float:
    """How much a card is wanted in the turn to come."""
    if card.name == FOG:
        return -2.0
    if "control" in card.actions and tile_of(sight.view, sight.seat, card.kind) in sight.aims:
        return 9.0
    if card.defence and is_suppressed(sight.view, counter_of(sight.seat, card.kind)):
        return 1.0
    return 4.0 if card.combat else 3.0


# Moving


def move_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Bring Riflemen to what is worth having; others seldom gain by moving."""
    card = card_of_offer(sight, offer)
    tile = tile_of(sight.view, sight.seat, card.kind)
    for path in offer.slots[1].candidates:
        end = (tile, *tiles_of(str(path)))[-1]
        value = approach(sight, card, tile, end)
        yield Idea(value, offer.verb, {"card": card_id(offer), "path": path})


def guide_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """As moving, for any counter."""
    counter = str(offer.slots[1].candidates[0])
    card = card_of_counter(sight.view, sight.field, counter)
    tile = sight.view.zone_of(counter)
    for path in offer.slots[2].candidates:
        end = (tile, *tiles_of(str(path)))[-1]
        slots = {"card": card_id(offer), "counter": counter, "path": path}
        yield Idea(approach(sight, card, tile, end), "guide", slots)


def approach(sight: Sight, card: Card, tile: Zone, end: Zone) -> float:
    """What going from one tile to another is worth to a unit."""
    if "control" not in card.actions:
        cover = sight.field.cover[end] - sight.field.cover[tile]
        return 1.0 + cover if end != tile else 0.5
    here, there = (nearest(sight, one) for one in (tile, end))
    if tile in sight.aims:
        return 0.1 if end == tile else -20.0
    value = 9.0 * (here - there)
    if end in sight.aims and not counters_on(sight.view, end, other(sight.seat)):
        value += 12.0 * sight.worth[end]
        value += 20.0 if cards_in_hand(sight, card) > 1 else 0.0
    return value


def nearest(sight: Sight, tile: Zone) -> int:
    """How far the next aim is that no other Riflemen stand on, in tiles."""
    distances = sight.field.range_tiles[tile]
    aims = [aim for aim in sight.aims if aim == tile or aim not in sight.riflemen]
    return min((distances[aim] for aim in aims), default=0)


def cards_in_hand(sight: Sight, card: Card) -> int:
    """How many cards of a unit are in hand."""
    return sum(
        sight.view.pieces[piece].kind == card.kind for piece in sight.view.zone(hand(sight.seat))
    )


def scout_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Mark aims and the way to them; each marker costs a Fog of War while there is any."""
    card = card_of_offer(sight, offer)
    tile = tile_of(sight.view, sight.seat, card.kind)
    fog = len(fog_in(sight.view, supply(sight.seat)))
    for path in offer.slots[1].candidates:
        steps = tiles_of(str(path))
        new = set(steps) - sight.marked
        value = sum(mark_value(sight, there) for there in new) - 4.0 * min(len(new), fog)
        end = (tile, *steps)[-1]
        value += 0.5 * sight.field.cover[end] - 0.1 * len(steps)
        yield Idea(value, "scout", {"card": card_id(offer), "path": path})


def mark_value(sight: Sight, tile: Zone) -> float:
    """What an own marker on a tile would open up."""
    ranges = sight.field.range_tiles
    value = 1.0 + (14.0 * sight.worth[tile] if tile in sight.aims else 0.0)
    for start in sight.riflemen:
        for aim in sight.aims:
            if ranges[start][tile] + ranges[tile][aim] == ranges[start][aim]:
                value += 6.0 / ranges[start][aim] if start != aim else 0.0
    return value


# Support


def control_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Points before all else, most of all those that win."""
    card = card_of_offer(sight, offer)
    tile = tile_of(sight.view, sight.seat, card.kind)
    enemy, goal = other(sight.seat), sight.field.goal[sight.seat]
    value = -1.0
    if tile in sight.aims:
        value = 60.0 * sight.worth[tile]
        own = sight.view.track(points_track(sight.seat)) + sight.worth[tile]
        value += WIN if goal and own >= goal else 0.0
    if controls(sight.view, tile, enemy):
        value += 30.0 * sight.field.points[enemy].get(tile, 0)
    yield Idea(value, "control", {"card": card_id(offer)})


def bolster_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Riflemen first, then what shoots or scouts, as long as the deck is not bloated."""
    wants = sorted(
        ((want(sight, str(card)), str(card)) for card in offer.slots[1].candidates), reverse=True
    )
    chosen = [(value, card) for value, card in wants if value > 0][: offer.slots[1].most]
    value = sum(value for value, _ in chosen)
    cards = tuple(card for _, card in chosen)
    yield Idea(value, "bolster", {"card": card_id(offer), "cards": cards})


def want(sight: Sight, card: PieceId) -> float:
    """How much a card of the supply is wanted in the deck."""
    zones = (deck(sight.seat), hand(sight.seat), discards(sight.seat))
    bound = sum(len(sight.view.zone(zone)) for zone in zones)
    printed = sight.field.cards[sight.view.pieces[card].kind]
    if printed.name == FOG:
        return -1.0
    if printed.combat and not tile_of(sight.view, sight.seat, printed.kind):
        return -1.0
    base = 5.0 if printed.name == RIFLEMEN else 3.5
    return base if bound < ENOUGH_CARDS else base - 3.0


def command_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Every card more is a chance more."""
    for number in offer.slots[1].candidates:
        yield Idea(6.5 * int(number), "command", {"card": card_id(offer), "number": number})


def inspire_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Play the best again; worth little before anything was played."""
    slot = offer.slots[1]
    for cards in combinations(slot.candidates, slot.most):
        kinds = [sight.field.cards[sight.view.pieces[str(card)].kind] for card in cards]
        value = sum(2.0 + use_of(sight, kind) for kind in kinds)
        yield Idea(value, "inspire", {"card": card_id(offer), "cards": cards})


def recon_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """A card for nothing and a cleaner deck."""
    yield Idea(14.0, "recon", {"card": card_id(offer), "fog": offer.slots[1].candidates[0]})


def conceal_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Better than a poor shot."""
    fog = fog_in(sight.view, supply(other(sight.seat)))
    yield Idea(4.0 if fog else -1.0, "conceal", {"card": card_id(offer)})


def target_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Aim where most enemies are and none of the own."""
    now = gathered(sight, sight.view.zone_of(target_marker(sight.seat)))
    for tile in offer.slots[1].candidates:
        value = 4.0 * (gathered(sight, str(tile)) - now)
        yield Idea(value, "target", {"card": card_id(offer), "tile": tile})


def gathered(sight: Sight, tile: Zone) -> float:
    """Enemies on a tile, less twice the own."""
    if tile not in sight.field.cover:
        return 0.0
    enemies, own = (counters_on(sight.view, tile, seat) for seat in (other(sight.seat), sight.seat))
    return len(enemies) - 2.0 * len(own)


# Combat


def chance_to_hit(defence: int, dice: int) -> float:
    """The chance that one of some dice reaches a defence or shows 0."""
    miss = min(max(defence - 1, 0), 9) / 10
    return 1.0 - miss**dice


def attack_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """The likely hit on the unit that matters most."""
    card = card_of_offer(sight, offer)
    tile = tile_of(sight.view, sight.seat, card.kind)
    dice = card.actions[offer.verb].value
    for target in offer.slots[1].candidates:
        items = total_defence(sight.view, str(target), tile, blast=False)
        chance = chance_to_hit(sum(value for _, value, _ in items), dice)
        value = chance * prize(sight, str(target))
        if offer.verb == "suppress":
            value = -1.0 if is_suppressed(sight.view, str(target)) else 0.6 * value
        yield Idea(value, offer.verb, {"card": card_id(offer), "target": target})


def prize(sight: Sight, counter: PieceId) -> float:
    """What a hit on a counter is worth; on an own one it costs as much."""
    value = 14.0
    if card_of_counter(sight.view, sight.field, counter).name == RIFLEMEN:
        value += 6.0 if sight.field.goal[sight.seat] else 14.0
    if sight.view.zone_of(counter) in sight.worth:
        value += 6.0
    return value if sight.view.pieces[counter].owner != sight.seat else -2.0 * value


def blast_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Enemies first, and only where they outweigh the own."""
    counters = sorted(
        (str(candidate) for candidate in offer.slots[1].candidates),
        key=lambda one: -prize(sight, one),
    )
    printed = card_of_offer(sight, offer).actions["blast"].value
    dice = int(sight.view.setting("mortar_blast")) or printed
    value = -1.0
    for counter in counters:
        items = total_defence(sight.view, counter, sight.view.zone_of(counter), blast=True)
        chance = chance_to_hit(sum(item for _, item, _ in items), dice)
        value += chance * prize(sight, counter)
    yield Idea(value, "blast", {"card": card_id(offer), "order": tuple(counters)})


# The rest


def rally_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """A suppressed unit is of no use."""
    value = 15.0 if card_of_offer(sight, offer).name == RIFLEMEN else 9.0
    yield Idea(value, "rally", {"card": card_id(offer)})


def hunker_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """Hardly ever."""
    yield Idea(-30.0, "hunker", {"card": card_id(offer)})


def pass_ideas(sight: Sight, offer: Offer) -> Iterator[Idea]:
    """When nothing else helps."""
    yield Idea(0.0, "pass", {})


IDEAS: dict[str, Callable[[Sight, Offer], Iterator[Idea]]] = {
    "bid": bid_ideas,
    "move": move_ideas,
    "scout": scout_ideas,
    "stalk": move_ideas,
    "guide": guide_ideas,
    "bolster": bolster_ideas,
    "command": command_ideas,
    "conceal": conceal_ideas,
    "control": control_ideas,
    "inspire": inspire_ideas,
    "recon": recon_ideas,
    "target": target_ideas,
    "attack": attack_ideas,
    "suppress": attack_ideas,
    "blast": blast_ideas,
    "rally": rally_ideas,
    "hunker": hunker_ideas,
    "pass": pass_ideas,
}
