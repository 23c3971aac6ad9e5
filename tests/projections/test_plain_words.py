"""Offers, questions, logs and previews speak without ids, and previews agree with what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.projections.noninterference import openings, permuted, play
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.previews import Preview, preview
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat, is_hidden
from wardiary.domain.table.table import Table
from wardiary.projections.naming import Names
from wardiary.projections.narrative import sentence_for
from wardiary.projections.offers import (
    command_in_words,
    offer_labels,
    preview_sentences,
    preview_text,
    why_not_texts,
)
from wardiary.projections.redaction import redact, view
from wardiary.tools.hidden_swaps import ENCODER, outcome_of

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-/+:][A-Za-z0-9]+)*")
GAMES = registry.names()
ORDERS, OTHER_WORLDS = 1000, 5
"""So many orders are looked at, every so many of them also with what is hidden elsewhere."""


def random_orders(game: Game, number: int, seed: int) -> Iterator[tuple[Table, Seat, Command]]:
    """So many random commands, from matches of several scenarios."""
    rng, starts = Random(seed), openings(game)
    given = 0
    while given < number:
        pack, opening = rng.choice(starts)
        for table, seat, command in play(game, pack, opening, rng, max(number // 2, 1)):
            yield table, seat, command
            given += 1
            if given == number:
                return


def ids_in(text: str, table: Table, game: Game) -> list[str]:
    """The words of a text that are ids of pieces or zones and not also what these are called."""
    names = Names(game, table, "director")
    found = []
    for word in WORD.findall(text):
        known = word in table.pieces or word in table.visibility or word in table.zones
        if known and "-" in word and names.of(word) != word:
            found.append(word)
    return found


def texts_for(game: Game, table: Table, seat: Seat, command: Command) -> Iterator[str]:
    """Everything in words that a seat gets at a table and of a command it gives there."""
    prompt = prompt_for(game.prompts(table), seat)
    assert prompt is not None
    names = Names(game, table, seat)
    yield names.text(prompt.question)
    yield from offer_labels(names, prompt)
    called = names.of_prompt(prompt)
    yield from called.values()
    yield command_in_words(names, command)
    seen = view(table, seat)
    yield from preview_sentences(
        preview_text(game, seen, seat, command, preview(game, seen, seat, command, prompt))
    )
    for token in list(called)[:3]:
        for reason in why_not_texts(Names(game, seen, seat), game.why_not(seen, seat, token)):
            yield f"{reason.what}: {reason.why}"


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_a_seat_reads_speaks_in_ids(name: str) -> None:
    """Issue 10.3: offers, questions, names of candidates, commands, previews, reasons, the log."""
    game = registry.game(name)
    for table, seat, command in random_orders(game, 250, 3):
        for text in texts_for(game, table, seat, command):
            assert not ids_in(text, table, game), text
        outcome = outcome_of(game, table, seat, command)
        for role in (*table.seats, ""):
            for sentence in sentence_for(game, table, outcome.events, role):
                assert not ids_in(sentence.text, outcome.table, game), sentence.text


@pytest.mark.parametrize("name", GAMES)
def test_candidates_of_a_question_have_names_of_their_own(name: str) -> None:
    """Issue 10.3: two candidates are never called the same."""
    game = registry.game(name)
    for table, seat, _ in random_orders(game, 200, 5):
        prompt = prompt_for(game.prompts(table), seat)
        assert prompt is not None
        called = Names(game, table, seat).of_prompt(prompt)
        assert len(set(called.values())) == len(called)


@pytest.mark.parametrize("name", GAMES)
def test_a_preview_agrees_with_what_then_follows(name: str) -> None:
    """Issue 10.3: over 1,000 random orders a game, and it is made from the seat's own view."""
    game, rng, told = registry.game(name), Random(11), 0
    for number, (table, seat, command) in enumerate(random_orders(game, ORDERS, 7)):
        foreseen = _foreseen(game, table, seat, command)
        if number % OTHER_WORLDS == 0:
            other = _foreseen(game, permuted(table, seat, rng), seat, command)
            assert ENCODER.encode(foreseen) == ENCODER.encode(other), f"{command} of {seat}"
        assert foreseen.end != "unknown" or not foreseen.likelihoods
        _assert_agrees(game, table, seat, command, foreseen)
        told += bool(foreseen.events or foreseen.totals or foreseen.likelihoods)
    assert told > ORDERS // 5


def _foreseen(game: Game, table: Table, seat: Seat, command: Command) -> Preview:
    """The preview that a seat gets, from what it sees and what it is asked."""
    prompt = prompt_for(game.prompts(table), seat)
    assert prompt is not None
    return preview(game, view(table, seat), seat, command, prompt)


def _assert_agrees(
    game: Game, table: Table, seat: Seat, command: Command, foreseen: Preview
) -> None:
    """The events of the preview are those that are recorded, as the seat is told them, up to where
    another seat is asked: whether it holds an answer, the seat does not know.
    """
    try:
        outcome = outcome_of(game, table, seat, command)
    except Illegal as illegal:
        raise AssertionError(f"{command} is refused at the table: {illegal}") from None
    before, happened = evolve(table, outcome.events[0]), []
    for event in outcome.events[1 : len(foreseen.events) + 1]:
        after = evolve(before, event)
        happened.append(redact(before, event, after, seat, end=outcome.table))
        before = after
    for expected, actual in zip(foreseen.events, happened, strict=False):
        if isinstance(actual, e.EntryClosed):
            break
        assert expected == actual, f"{command} of {seat}: {expected} | {actual}"
    _assert_totals(outcome.events, foreseen)


def _assert_totals(events: tuple[e.Event, ...], foreseen: Preview) -> None:
    """A total told without its dice is that which is recorded, but for the dice."""
    recorded = {event.what: event for event in events if isinstance(event, e.TotalComputed)}
    for total in foreseen.totals:
        other = recorded.get(total.what)
        if other is not None and foreseen.end == "chance":
            items = tuple(item for item in other.items if item.name != "die")
            assert items == total.items, f"{total} | {other}"


def test_hidden_pieces_are_named_by_nothing_but_a_card() -> None:
    """A piece that a role does not know is "a card", in whatever text its id is."""
    game = registry.game("undaunted")
    table, seat, _ = next(random_orders(game, 1, 1))
    other = next(role for role in table.seats if role != seat)
    card = table.zone(f"{seat}-hand")[0]
    assert not is_hidden(card)
    assert Names(game, table, other).of(card) == "a card"
    assert Names(game, table, other).text(f"played {card}") == "played a card"
    assert Names(game, table, seat).of(card) != "a card"
