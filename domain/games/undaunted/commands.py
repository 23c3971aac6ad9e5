"""What players may type. A path is its tiles joined by commas, "-" for staying on the tile."""

from __future__ import annotations

from wardiary.domain.play.commands import Command


class Bid(Command, frozen=True, tag="bid"):
    """Choose a card of your hand, unseen, to bid for the initiative."""

    says = "bid {card} for the initiative"
    sealed = True
    card: str


class Move(Command, frozen=True, tag="move"):
    """Move the card's unit over tiles that your side scouted or controls."""

    says = "move with {card}[ along {path}]"
    card: str
    path: str


class Scout(Command, frozen=True, tag="scout"):
    """Move the card's unit over any tiles and scout them."""

    says = "scout with {card}[ along {path}]"
    card: str
    path: str


class Stalk(Command, frozen=True, tag="stalk"):
    """Move the card's unit over any tiles without scouting them."""

    says = "stalk with {card}[ along {path}]"
    card: str
    path: str


class Guide(Command, frozen=True, tag="guide"):
    """Move any ready counter of yours over tiles that your side scouted or controls."""

    says = "guide {counter} with {card}[ along {path}]"
    card: str
    counter: str
    path: str


class Bolster(Command, frozen=True, tag="bolster"):
    """Take cards from your supply into your discard pile."""

    says = "bolster with {card}: take {cards}"
    card: str
    cards: tuple[str, ...]


class DrawMore(Command, frozen=True, tag="command"):
    """Draw up to as many cards as printed, to be played this turn."""

    says = "draw {number} more with {card}"
    card: str
    number: int


class Conceal(Command, frozen=True, tag="conceal"):
    """Put a Fog of War from the opponent's supply into the opponent's discard pile."""

    says = "conceal with {card}"
    card: str


class Control(Command, frozen=True, tag="control"):
    """Take control of the tile on which the card's unit is."""

    says = "control a tile with {card}"
    card: str


class Inspire(Command, frozen=True, tag="inspire"):
    """Take cards from your play area back into your hand."""

    says = "inspire with {card}: take back {cards}"
    card: str
    cards: tuple[str, ...]


class Recon(Command, frozen=True, tag="recon"):
    """Remove a Fog of War in your hand from the game and draw a card."""

    says = "reconnoitre with {card}: remove {fog}"
    card: str
    fog: str


class Target(Command, frozen=True, tag="target"):
    """Place your target marker on a tile three or more tiles from your Mortar."""

    says = "aim the mortar at {tile} with {card}"
    card: str
    tile: str


class Attack(Command, frozen=True, tag="attack"):
    """Shoot at an enemy counter to inflict casualties."""

    says = "attack {target} with {card}"
    card: str
    target: str


class Suppress(Command, frozen=True, tag="suppress"):
    """Shoot at an enemy counter to suppress it."""

    says = "suppress {target} with {card}"
    card: str
    target: str


class Blast(Command, frozen=True, tag="blast"):
    """Shell every counter on your target marker's tile, in the order you name."""

    says = "shell {order} with {card}"
    card: str
    order: tuple[str, ...]


class Rally(Command, frozen=True, tag="rally"):
    """Use a card of a suppressed unit for an action: the unit turns ready instead."""

    says = "turn the unit of {card} ready"
    card: str


class Hunker(Command, frozen=True, tag="hunker"):
    """Return a card of your hand to your supply."""

    says = "hunker down: {card} goes back to the supply"
    card: str


class Pass(Command, frozen=True, tag="pass"):
    """Play no more cards this turn."""

    says = "end the turn"


COMMANDS: tuple[type[Command], ...] = (
    Bid,
    Move,
    Scout,
    Stalk,
    Guide,
    Bolster,
    DrawMore,
    Conceal,
    Control,
    Inspire,
    Recon,
    Target,
    Attack,
    Suppress,
    Blast,
    Rally,
    Hunker,
    Pass,
)
