"""Random play of a game, and what is wrong at each position that it reaches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from wardiary.domain.games import registry
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.play.random_commands import fill
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import SPECTATOR
from wardiary.tools.secret_checks import leaks

Fault = tuple[str, str]
"""The check that fails, and what is wrong in a sentence."""
OFFERS = 8
"""How many offers of a prompt are tried at one position."""


class Position(msgspec.Struct, frozen=True):
    """A position of a random match: the rules cited on the way to it, and what is wrong there."""

    position: int
    cited: frozenset[str]
    faults: tuple[Fault, ...]


def openings(game: Game) -> list[tuple[Any, Opening]]:
    """Every scenario of a game with its seatings, the first of each scenario first."""
    pack = game.read_pack(registry.packaged(game.name))
    cards = game.scenarios(pack)
    most = max(len(card.seats) for card in cards)
    return [
        (pack, Opening(card.id, card.seats[place], game.resolve_settings({})))
        for place in range(most)
        for card in cards
        if place < len(card.seats)
    ]


def play(game: Game, pack: Any, opening: Opening, rng: Random, bound: int) -> Iterator[Position]:
    """A random match of at most `bound` commands, with the faults of every position."""
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    try:
        outcome = set_up_table(game, blank_table(game, pack, opening), opening, chance)
    except Exception as error:  # noqa: BLE001 (Rules that are being written may raise anything.)
        yield Position(0, frozenset(), (("plays", f"set-up fails: {_words(error)}"),))
        return
    for _ in range(bound):
        table = outcome.table
        faults, follow = _check_position(game, outcome, rng)
        cited = frozenset(cited_rules(outcome))
        yield Position(table.position, cited, (*faults, *_unknown_rules(game, cited)))
        if follow is None:
            return
        outcome = follow


def blank_table(game: Game, pack: Any, opening: Opening) -> Table:
    """A table that has only been opened."""
    opened = e.MatchOpened(
        match="0" * 32,
        game=game.name,
        version=game.version,
        scenario=opening.scenario,
        settings=opening.settings,
        seats=opening.seats,
        visibility=game.visibility(pack, opening),
        pack="",
        commitment="",
        time=0,
        rule="Table/Open",
    )
    return evolve(Table(pack=pack), opened)


def _check_position(
    game: Game, outcome: Outcome, rng: Random
) -> tuple[list[Fault], Outcome | None]:
    """The faults of a position, and the outcome of a command that is accepted there."""
    table = outcome.table
    faults: list[Fault] = []
    accepted: list[tuple[Seat, Command, Outcome]] = []
    for prompt in outcome.prompts:
        faults += unknown_facts(game, prompt)
        for offer in rng.sample(prompt.offers, min(OFFERS, len(prompt.offers))):
            try:
                command = fill(offer, game.verbs, rng.randrange)
                chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
                follow = decide(game, table, prompt.seat, command, chance)
            except Exception as error:  # noqa: BLE001 (Rules may raise anything; all is reported.)
                faults += _refused(game, prompt, offer, error)
            else:
                accepted.append((prompt.seat, command, follow))
    seat, played, after = _chosen(accepted, rng)
    role = rng.choice((*table.seats, SPECTATOR))
    faults += [("secrets", leak) for leak in leaks(game, table, role, seat, played, rng)]
    return faults, after


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, Illegal) else f"{type(error).__name__}: {error}"


def _chosen(
    accepted: list[tuple[Seat, Command, Outcome]], rng: Random
) -> tuple[Seat, Command | None, Outcome | None]:
    """A random one of the accepted commands, with its outcome; nothing if there are none."""
    return rng.choice(accepted) if accepted else ("", None, None)


# Offers, facts and rules


def _refused(game: Game, prompt: Prompt, offer: Offer, error: Exception) -> list[Fault]:
    """The faults of a refusal: none where the offer has a constraint and the rule exists."""
    if isinstance(error, Illegal) and offer.constraint:
        known = error.rule in {*game.rules, *TABLE_RULES}
        return [] if known else [("rules", f"a refusal cites {error.rule!r}, which is not a rule")]
    return [("offers", f"{prompt.seat} is offered {offer.verb!r}, but: {_words(error)}")]


def unknown_facts(game: Game, prompt: Prompt) -> list[Fault]:
    """The facts of a prompt and its offers that the game does not name."""
    facts = dict.fromkeys(prompt.facts, "a prompt")
    facts |= {fact: f"the offer {offer.verb!r}" for offer in prompt.offers for fact in offer.facts}
    return [
        ("facts", f"{place} has the fact {fact!r}, which is not in Game.facts")
        for fact, place in facts.items()
        if fact not in game.facts
    ]


def cited_rules(outcome: Outcome) -> Iterator[str]:
    """Every rule that events, prompts and offers cite."""
    for event in outcome.events:
        yield event.rule
        if isinstance(event, e.TotalComputed):
            yield from (item.rule for item in event.items)
    for prompt in outcome.prompts:
        yield prompt.rule
        yield from (offer.rule for offer in prompt.offers if offer.rule)


def _unknown_rules(game: Game, cited: frozenset[str]) -> list[Fault]:
    unknown = sorted(cited - game.rules.keys() - TABLE_RULES.keys())
    return [("rules", f"{rule!r} is cited and is not a rule of {game.name}") for rule in unknown]
