"""The sensible bot of both sides, and the random one."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.games.nuts.table import FOUR, Run, position
from tests.games.nuts.test_components import pack
from wardiary.domain.games.nuts.bot.policy import policy
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Prompt, matching_offer
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

SIDES = ("german", "american")


class SeededChance:
    """Dice and shuffles of a test, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.random.sample(pile, len(pile)))


def winner(scenario: str, bots: str, seed: int, seats: tuple[str, ...] = SIDES) -> str:
    """The first seat that wins when some sides are played by the bot, and others at random."""
    chance = SeededChance(seed)
    opening = Opening(scenario, seats, GAME.resolve_settings({}))
    blank = evolve(
        Table(pack=pack()),
        e.MatchOpened(
            match="0" * 32, game=GAME.name, version=GAME.version, scenario=scenario,
            settings=opening.settings, seats=seats, pack="",
            visibility=GAME.visibility(pack(), opening),
            commitment="", time=0, rule="Table/Open",
        ),
    )  # fmt: skip
    now = set_up_table(GAME, blank, opening, chance)
    while now.prompts:
        (prompt,) = now.prompts
        if prompt.seat.partition("-")[0] in bots.split():
            command = policy(view(now.table, prompt.seat), prompt, chance.random.randrange)
            assert matching_offer(prompt, command) is not None
        else:
            command = random_command(prompt, GAME.verbs, chance.random.randrange)
        now = decide(GAME, now.table, prompt.seat, command, chance, now.prompts)
    assert now.table.result is not None
    return now.table.result.winners[0]


@pytest.mark.parametrize("scenario", ["south", "north"])
@pytest.mark.parametrize("bot", SIDES)
def test_the_sensible_bot_beats_random_play_with_either_side(scenario: str, bot: str):
    """At least three games of four; a sample, of which all 200 are won."""
    won = sum(winner(scenario, bot, seed) == bot for seed in range(4))

    assert won >= 3


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [
        ("south", SIDES), ("north", SIDES), ("tandem", SIDES), ("tandem", FOUR),
        ("tandem", ("german", "american-south", "american-north")),
        ("tandem", ("german-south", "american", "german-north")),
    ],
)  # fmt: skip
def test_bots_on_all_seats_play_to_the_end(scenario: str, seats: tuple[str, ...]):
    """N-14.4a: whatever the seating."""
    assert winner(scenario, "german american", 7, seats) in seats


def choice(run: Run) -> Command:
    """What the bot does now."""
    prompt: Prompt = run.prompt()
    return policy(view(run.table, prompt.seat), prompt, lambda _: 0)


def test_tanks_that_can_leave_the_board_do():
    """N-13.0c."""
    run = Run(position({"A5": "sg-u19", "A3": "sa-u06"}, phase="movement"))

    assert choice(run) == GAME.command("move exit sg-u19")


def test_a_blitz_leads_off_the_board_where_it_can():
    """N-9.3e."""
    match = position({"A4": "sg-u19 sg-u18", "A5-town": "sa-u06"}, terrain="sg-t9")
    run = Run(match, (1,), (6, 6, 6, 6, 6))
    run.do("attack A5 sg-u19,sg-u18 -", "choose assault", "choose commit")

    assert GAME.command("blitz sg-u19 exit") == choice(run)


def test_a_strong_stack_attacks_a_weak_one_and_a_weak_one_does_not():
    """N-10.1a."""
    strong = Run(position({"A1": "sg-u18 sg-u19 sg-u20 sg-u15", "A2": "sa-u08"}))
    weak = Run(position({"A1": "sg-u03", "A2": "sa-u10 sa-u07 sa-u12"}))

    assert type(choice(strong)).__name__ == "Attack"
    assert choice(weak) == GAME.command("done")


def test_weather_that_has_to_be_played_is_played_first():
    """N-4.2b."""
    match = position(phase="drawn", hands={"german": "sg-e01 sg-u30"}, tracks={"weather": 1})

    assert choice(Run(match)) == GAME.command("play sg-e01 table")


def test_hits_go_to_units_that_can_stand_them():
    """N-11c: not to the one that the next hit destroys."""
    match = position(
        {"A1": "sg-u18 sg-u19", "A2": "sa-u06 sa-u07"},
        marks={"sa-u06": {"hit": 3}, "sa-u07": {"hit": 1}},
    )
    run = Run(match, (5,), (1,) * 5 + (5,), (1,) * 20).do("attack A2 sg-u18,sg-u19 -")
    run.do("choose assault")

    assert run.prompt().seat == "american"
    assert choice(run) == GAME.command("choose sa-u07")


def test_the_bot_decides_by_what_its_seat_sees():
    """N-1.0a: with other cards in the enemy's hand it does the same."""
    cards = ("sa-u25 sa-e05", "sa-u30 sa-e11")
    matches = [
        Run(position({"B1": "sg-u18", "B2": "sa-u06"}, phase="movement", hands={"american": hand}))
        for hand in cards
    ]

    assert choice(matches[0]) == choice(matches[1])
