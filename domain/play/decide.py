"""`decide`: from a table, a seat and its command to the events that follow, without I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Command, Illegal, to_text
from wardiary.domain.play.draft import Draft, MatchOver
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Prompts, matching_offer, prompt_for
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import NO_STEPS, Table

STEPS_BOUND = 20_000
SHARES_SETTING, SEATS_SHARE = "seed", "seats"
"""The setting, and its value, by which every seat adds a sealed share to the dice."""
_ENCODER = msgspec.json.Encoder(order="sorted")


class Outcome(msgspec.Struct, frozen=True):
    """The result of a command: its events, the table after them, and what is asked then."""

    events: tuple[e.Event, ...]
    table: Table
    prompts: Prompts


def decide(
    game: Game,
    table: Table,
    seat: Seat,
    command: Command,
    chance: Chance,
    known_prompts: Prompts | None = None,
) -> Outcome:
    """Judge one command and settle everything that follows until a seat is asked again.

    `known_prompts` are the prompts of this table, where they were computed already. Raises Illegal
    when the command is refused; then nothing has happened.
    """
    draft = begin_command(game, table, seat, command, chance, known_prompts)
    return run_steps(draft, lambda: _top_step(draft).answer(draft, seat, command))


def begin_command(
    game: Game,
    table: Table,
    seat: Seat,
    command: Command,
    chance: Chance,
    known_prompts: Prompts | None = None,
) -> Draft:
    """Judge a command, and give the draft on which it can be carried out; raises Illegal."""
    steps = game.open_steps(table)
    prompts = known_prompts
    if prompts is None:
        prompts = steps[-1].prompts(table) if steps and table.result is None else ()
    check_command(table, steps, seat, command, prompts)
    return Draft(table, chance, steps)


def check_command(
    table: Table, steps: Sequence[Step], seat: Seat, command: Command, prompts: Prompts
) -> None:
    """Raise Illegal unless a seat may give a command now; `prompts` are those of the top step."""
    if table.result is not None:
        raise Illegal("Table/Ended", f"the match is over: {table.result.reason}")
    if not steps:
        raise Illegal("Table/Shares", "play begins when every seat has opened its share")
    prompt = prompt_for(prompts, seat)
    if prompt is None:
        waiting = ", ".join(sorted(asked.seat for asked in prompts))
        raise Illegal(
            "Table/Turn", f"{seat} is not asked anything now; the table waits for {waiting}"
        )
    steps[-1].refuse(table, seat, command)
    if matching_offer(prompt, command) is None:
        raise Illegal(prompt.rule, f"{to_text(command)!r} is not among what {seat} may do now")


def run_command(draft: Draft, seat: Seat, command: Command) -> Prompts:
    """Carry a judged command out, up to the next question, without closing its entry.

    Gives what is asked then. Raises MatchOver where it ends the match.
    """
    _top_step(draft).answer(draft, seat, command)
    return _resume_steps(draft)


def check_seat(table: Table, seat: Seat) -> None:
    """Raise Illegal when the table has no seat of this name."""
    if seat not in table.seats:
        raise Illegal(
            "Table/Seats", f"{seat!r} has no seat here; seats are {', '.join(table.seats)}"
        )


def set_up_table(game: Game, table: Table, opening: Opening, chance: Chance) -> Outcome:
    """Set up a match on a table that has only been opened.

    Where the seats add shares to the dice, nobody is asked anything before these are open.
    """
    draft = Draft(table, chance)
    if opening.settings.get(SHARES_SETTING) != SEATS_SHARE:
        return run_steps(draft, lambda: game.set_up(draft, opening))
    game.set_up(draft, opening)
    draft.record(e.EntryClosed(steps=NO_STEPS, rule="Table/Shares"))
    return Outcome(tuple(draft.events), draft.table, ())


def set_up_again(game: Game, draft: Draft, opening: Opening) -> Outcome:
    """Clear the table and set it up with the chance to which every seat has added its share."""
    draft.record(e.TableCleared(rule="Table/Shares"))
    return run_steps(draft, lambda: game.set_up(draft, opening))


def run_steps(draft: Draft, effect: Callable[[], None]) -> Outcome:
    """Carry out an effect, resume steps until one asks or the match ends, and close the entry."""
    try:
        effect()
        asked = _resume_steps(draft)
    except MatchOver:
        return Outcome(tuple(draft.events), draft.table, ())
    steps = msgspec.Raw(_ENCODER.encode(draft.steps))
    draft.record(e.EntryClosed(steps=steps, rule="Table/Pause"))
    return Outcome(tuple(draft.events), draft.table, asked)


def close_entry(game: Game, draft: Draft, effect: Callable[[], None]) -> Outcome:
    """Carry out an effect that leaves the open steps as they are, and close the entry."""
    effect()
    draft.record(e.EntryClosed(steps=draft.table.steps, rule="Table/Pause"))
    return Outcome(tuple(draft.events), draft.table, game.prompts(draft.table))


def _top_step(draft: Draft) -> Step:
    step = draft.steps[-1]
    assert isinstance(step, Step), f"{step!r} is no step"
    return step


def _resume_steps(draft: Draft) -> Prompts:
    steps, events = draft.steps, draft.events
    for _ in range(STEPS_BOUND):
        if not steps:
            raise ImpossibleEvent("the match is not over and no step is open")
        step = _top_step(draft)
        if asked := step.prompts(draft.table):
            return asked
        open_before, events_before = len(steps), len(events)
        step.resume(draft)
        if (len(steps), len(events)) == (open_before, events_before) and steps[-1] == step:
            raise ImpossibleEvent(f"step {step!r} neither asks nor ends")
    raise ImpossibleEvent(f"no seat was asked within {STEPS_BOUND} steps")
