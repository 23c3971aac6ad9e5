"""What the bot goes by: its seat's view, and what tiles, cards and counters are worth to it."""

from __future__ import annotations

from functools import cached_property

from wardiary.domain.games.undaunted.board import (
    controls,
    counter_of,
    counters_on,
    counters_on_board,
    deck,
    discards,
    field_of,
    hand,
    is_suppressed,
    kind_of_counter,
    marked_tiles,
    opponent,
    tile_of,
)
from wardiary.domain.games.undaunted.components import FOG, RIFLEMEN, Card
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

ENOUGH_CARDS = 16


class Evaluation:
    """A view as its seat weighs it, worked out once for a prompt.

    `worth` are the points of tiles that matter to the seat: those it needs, or those that it must
    keep from the enemy.
    """

    def __init__(self, view: Table, seat: Seat) -> None:
        """Take a seat's own view; whatever is asked of it is worked out when it is needed."""
        self.view, self.seat, self.enemy = view, seat, opponent(seat)
        self.field: Field = field_of(view)
        self.goal = self.field.goal[seat]
        self.worth = self.field.points[seat if self.goal else self.enemy]

    @cached_property
    def aims(self) -> frozenset[Zone]:
        """The tiles of worth that the seat does not control."""
        return frozenset(tile for tile in self.worth if not controls(self.view, tile, self.seat))

    @cached_property
    def marked(self) -> frozenset[Zone]:
        """The tiles that the seat scouted or controls."""
        return frozenset(marked_tiles(self.view, self.seat))

    @cached_property
    def riflemen_tiles(self) -> tuple[Zone, ...]:
        """Where Riflemen of the seat are."""
        counters = counters_on_board(self.view, self.seat)
        return tuple(
            self.view.zone_of(counter)
            for counter in counters
            if self.card_of_counter(counter).name == RIFLEMEN
        )

    def card(self, card: PieceId) -> Card:
        """What a card prints."""
        return self.field.cards[self.view.pieces[card].kind]

    def card_of_counter(self, counter: PieceId) -> Card:
        """What the cards of a counter's unit print."""
        return self.field.cards[kind_of_counter(self.view, counter)]

    def tile_of(self, card: Card) -> Zone:
        """Where the unit of a card would act."""
        return tile_of(self.view, self.seat, card.kind)

    # Cards

    def use(self, card: Card) -> float:
        """How much a card is wanted in the turn to come."""
        if card.name == FOG:
            return -2.0
        if "control" in card.actions and self.tile_of(card) in self.aims:
            return 9.0
        if card.defence and is_suppressed(self.view, counter_of(self.seat, card.kind)):
            return 1.0
        return 4.0 if card.combat else 3.0

    def demand(self, card: Card) -> float:
        """How much a card of the supply is wanted in the deck, as long as the deck is small."""
        if card.name == FOG or (card.combat and not self.tile_of(card)):
            return -1.0
        zones = (deck(self.seat), hand(self.seat), discards(self.seat))
        cards = sum(len(self.view.zone(zone)) for zone in zones)
        base = 5.0 if card.name == RIFLEMEN else 3.5
        return base if cards < ENOUGH_CARDS else base - 3.0

    def number_in_hand(self, card: Card) -> int:
        """How many cards of a unit are in hand."""
        pieces = self.view.pieces
        return sum(pieces[piece].kind == card.kind for piece in self.view.zone(hand(self.seat)))

    # Tiles

    def approach(self, card: Card, tile: Zone, end: Zone) -> float:
        """What going from one tile to another is worth to a unit."""
        if "control" not in card.actions:
            cover = self.field.cover[end] - self.field.cover[tile]
            return 1.0 + cover if end != tile else 0.5
        if tile in self.aims:
            return 0.1 if end == tile else -20.0
        value = 9.0 * (self.distance_to_aim(tile) - self.distance_to_aim(end))
        if end in self.aims and not counters_on(self.view, end, self.enemy):
            value += 12.0 * self.worth[end]
            value += 20.0 if self.number_in_hand(card) > 1 else 0.0
        return value

    def distance_to_aim(self, tile: Zone) -> int:
        """How far the nearest aim is on which no other Riflemen are, in tiles."""
        distances = self.field.range_tiles[tile]
        aims = [aim for aim in self.aims if aim == tile or aim not in self.riflemen_tiles]
        return min((distances[aim] for aim in aims), default=0)

    def mark_value(self, tile: Zone) -> float:
        """What a marker of the seat on a tile would open up."""
        distance = self.field.range_tiles
        value = 1.0 + (14.0 * self.worth[tile] if tile in self.aims else 0.0)
        for start in self.riflemen_tiles:
            for aim in self.aims:
                on_the_way = distance[start][tile] + distance[tile][aim] == distance[start][aim]
                if on_the_way and start != aim:
                    value += 6.0 / distance[start][aim]
        return value

    def enemies_less_friends(self, tile: Zone) -> float:
        """Enemy counters on a tile, less twice those of the seat."""
        if tile not in self.field.cover:
            return 0.0
        enemies = counters_on(self.view, tile, self.enemy)
        friends = counters_on(self.view, tile, self.seat)
        return len(enemies) - 2.0 * len(friends)

    # Hits

    def prize(self, counter: PieceId) -> float:
        """What a hit on a counter is worth; on one of the seat it costs twice as much."""
        value = 14.0
        if self.card_of_counter(counter).name == RIFLEMEN:
            value += 6.0 if self.goal else 14.0
        if self.view.zone_of(counter) in self.worth:
            value += 6.0
        return value if self.view.pieces[counter].owner != self.seat else -2.0 * value


def chance_to_hit(defence: int, dice: int) -> float:
    """The chance that at least one die reaches a defence or shows 0."""
    miss = min(max(defence - 1, 0), 9) / 10
    return float(1.0 - miss**dice)
