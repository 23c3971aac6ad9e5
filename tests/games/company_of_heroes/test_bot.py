"""The sensible bot: it takes points, concentrates fire, spends what it has, and beats chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter

import pytest

from tests.games.company_of_heroes.commanders import ARTILLERY, led
from tests.games.company_of_heroes.content import PACK
from tests.games.company_of_heroes.situations import (
    FULL_GAME,
    ONE_EACH,
    PURIST,
    TWO_EACH,
    Placed,
    battle,
    buying,
    firing,
    go_on,
    laid_out,
    recovered,
    turn,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.bot.policy import policy
from wardiary.domain.games.company_of_heroes.game import GAME
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view
from wardiary.tools.position_checks import blank_table

RIFLES, SECOND, SQUAD = "us-riflemen-1", "us-riflemen-2", "wehrmacht-grenadiers-1"
MOST = 5000


def said(match: Scenario, seat: str = "us") -> str:
    """What the bot says at a table."""
    return to_text(policy(view(match.table, seat), match.then_asks(seat), lambda n: 0))


def played(
    number: int, mission: str, seats: tuple[str, ...], bots: frozenset[str],
    look: Callable[[Table, Prompt], None] = lambda table, prompt: None,
) -> Table:  # fmt: skip
    """A whole match of bots on some seats and random players on the others."""
    rng = Random(number)
    opening = Opening(mission, seats, GAME.resolve_settings({}))
    chance = SeededChance(rng.randbytes(32), "1" * 32, bytes(32), b"")
    outcome: Outcome = set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance)
    for _ in range(MOST):
        if not outcome.prompts:
            break
        table, prompt = outcome.table, rng.choice(outcome.prompts)
        look(table, prompt)
        if prompt.seat in bots:
            command = policy(view(table, prompt.seat), prompt, rng.randrange)
        else:
            command = random_command(prompt, GAME.verbs, rng.randrange)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)
    return outcome.table


@pytest.mark.parametrize(("number", "seat"), [(0, "us"), (1, "wehrmacht")])
def test_the_bot_beats_a_random_player_with_either_faction(number: int, seat: str):
    table = played(number, FULL_GAME, ONE_EACH, frozenset({seat}))

    assert table.result is not None
    assert table.result.winners == (seat,)


@pytest.mark.parametrize(
    ("mission", "seats"),
    [(FULL_GAME, TWO_EACH), (PURIST, ("us", "us-2", "wehrmacht"))],
)
def test_bots_on_all_seats_play_to_the_end(mission: str, seats: tuple[str, ...]):
    """Also with a seat that fields two armies."""
    table = played(7, mission, seats, frozenset(seats))

    assert table.result is not None


def test_bots_choose_targets_unseen():
    """C-5.0a."""
    units: dict[str, Placed] = {RIFLES: "F8", SQUAD: ("F10", {"damage": 3})}
    match = battle(units, Round("machine-guns", 2, 1), phase="damage.1", assignment="sealed")

    assert said(go_on(match)) == f"aim {RIFLES} {SQUAD}"


def test_a_decision_takes_little_time():
    """Less than half of the fifty milliseconds that a decision may take."""
    taken: list[float] = []

    def look(table: Table, prompt: Prompt) -> None:
        if prompt.seat == "us":
            begun = perf_counter()
            policy(view(table, "us"), prompt, lambda n: 0)
            taken.append(perf_counter() - begun)

    played(3, FULL_GAME, ONE_EACH, frozenset(ONE_EACH), look)
    assert median(taken) < 0.02


def test_it_deploys_spread_over_the_map():
    """C-2.3b: the second unit starts nearer to another point than the first."""
    match = laid_out(begins="wehrmacht")
    hexes = []
    for _ in range(3):
        command = said(match)
        hexes.append(command.split()[-1])
        match.when("us", command)

    columns = sorted(ord(hex_[0]) for hex_ in hexes)
    assert columns[2] - columns[0] >= 5


def test_it_takes_the_half_with_more_turns():
    """C-4.0.1b."""
    match = laid_out()
    for seat in ("wehrmacht", "us"):
        while match.table.seat == seat and match.table.phase == "deployment":
            match.when(seat, said(match, seat))
    card = PACK.operations[match.table.pieces[match.table.zone("operation")[0]].kind]

    half = said(match).split()[1]
    assert {"top": card.top, "bottom": card.bottom}[half] == max(card.top, card.bottom)


def test_it_walks_to_a_point_and_stays_until_it_is_taken():
    """C-7.1b."""
    walking, there = turn({RIFLES: "F5"}), turn({RIFLES: "F6"})

    assert said(walking) == f"move {RIFLES} F6"
    assert said(there) == "end us"


def test_units_go_for_different_points():
    match = turn({RIFLES: "E3", SECOND: "F4"})

    first = said(match)
    match.when("us", first)
    assert first.split()[1] != said(match).split()[1] or first.split()[2] != said(match).split()[2]


def test_it_finishes_off_what_it_can_destroy():
    """C-5.0.3c: one health left there, four here."""
    units: dict[str, Placed] = {
        RIFLES: "F8",
        SQUAD: "F10",
        "wehrmacht-grenadiers-2": ("E10", {"damage": 3}),
    }

    assert said(firing(units)) == f"fire {RIFLES} wehrmacht-grenadiers-2"


def test_it_does_not_fire_at_what_is_dead_already():
    """C-5.0.1d: the second squad gains an XP with another target."""
    units: dict[str, Placed] = {
        RIFLES: "F8",
        SECOND: "F9",
        SQUAD: "F10",
        "wehrmacht-grenadiers-2": ("E10", {"damage": 3}),
    }
    match = firing(units)
    match.when("us", f"fire {SECOND} wehrmacht-grenadiers-2")

    assert said(match) == f"fire {RIFLES} {SQUAD}"


def test_it_buys_infantry_first():
    """C-7.4d."""
    assert said(buying({}, stock={"manpower": 2, "fuel": 1, "xp": 0})).startswith(
        "buy us us-riflemen "
    )


def test_it_unlocks_tiers_with_its_xp():
    """C-8.0a."""
    stock: Mapping[str, int] = {"manpower": 0, "munitions": 0, "fuel": 0, "xp": 3}
    match = led(buying({}, stock=stock), "us", ARTILLERY, 1)

    assert said(match) == "commander-tier us"


def test_it_repairs_what_it_can():
    """C-7.6c."""
    match = recovered({RIFLES: "F4", "us-jeep-1": ("F3", {"damage": 1})})

    assert said(match) == f"repair {RIFLES} us-jeep-1"


def test_its_barrage_falls_on_the_enemy():
    """C-8.1b."""
    units: dict[str, Placed] = {RIFLES: "F3", SQUAD: "F9"}
    match = led(turn(units, tracks={"munitions/us": 2}), "us", ARTILLERY, 2)
    prompt = match.then_asks("us")

    tactic = [offer for offer in prompt.offers if offer.verb == "tactic"]
    only = Prompt(prompt.seat, tuple(tactic), prompt.rule)
    assert to_text(policy(view(match.table, "us"), only, lambda n: 0)) == "tactic us 2 F9"


def score_of(match: Scenario, *words: str) -> str:
    """What the bot says when it may choose among some verbs only, "end" besides."""
    prompt = match.then_asks("us")
    offers = tuple(offer for offer in prompt.offers if offer.verb in (*words, "end"))
    only = Prompt(prompt.seat, offers, prompt.rule)
    return to_text(policy(view(match.table, "us"), only, lambda n: 0))


def test_it_assaults_an_enemy_that_will_not_survive_it():
    """C-6.0a: a last figure beside it."""
    weak = turn({RIFLES: "E7", SQUAD: ("E8", {"damage": 3})})
    strong = turn({RIFLES: "E7", SQUAD: "E8"})

    assert score_of(weak, "assault") == f"assault {RIFLES} E8 -"
    assert score_of(strong, "assault") == "end us"


def test_it_counts_what_others_do_to_the_unit_that_it_assaults():
    """C-6.4: with a second squad in range two figures are few enough."""
    alone = turn({RIFLES: "F8", SQUAD: ("F9", {"damage": 2})})
    helped = turn({RIFLES: "F8", SECOND: "E10", SQUAD: ("F9", {"damage": 2})})

    assert score_of(alone, "assault") == "end us"
    assert score_of(helped, "assault").startswith("assault us-riflemen-")


def test_infantry_does_not_assault_a_machine_gun_that_is_set_up():
    """C-4.1.4e, C-6.6: it would be shot at and pinned."""
    gun = {RIFLES: "E7", "wehrmacht-mg-team-1": ("E8", {"damage": 2, "face": "4"})}
    packed = {RIFLES: "E7", "wehrmacht-mg-team-1": ("E8", {"damage": 2, "packed": 1})}

    assert score_of(turn(gun), "assault") == "end us"
    assert score_of(turn(packed), "assault") == f"assault {RIFLES} E8 -"


def test_it_assaults_nobody_who_would_destroy_it():
    """C-5.0.3b: damage is dealt by both at once."""
    units: dict[str, Placed] = {
        RIFLES: ("E7", {"damage": 3}),
        SQUAD: ("E8", {"damage": 3}),
    }

    assert score_of(turn(units), "assault") == "end us"


def test_it_rides_a_long_way_and_gets_out_at_its_end():
    """C-4.1.2q."""
    held = dict.fromkeys(("C3", "F3", "I3", "H4", "B6", "F6", "J6"), "us")
    far = turn({RIFLES: "F1", "us-jeep-1": "F2"}, flags=held)
    spent = turn({RIFLES: "F1", "us-jeep-1": ("F2", {"cp": 1})}, flags=held)
    riding = turn({"us-jeep-1": ("F5", {"cp": 3}), RIFLES: ("F5", {"host": "us-jeep-1", "cp": 1})})

    assert score_of(far, "board") == f"board {RIFLES} us-jeep-1"
    assert score_of(spent, "board") == "end us"
    assert score_of(riding, "leave") == f"leave {RIFLES} F6"


def test_it_walks_where_it_is_not_far():
    """C-4.1.2q: a point three hexes on."""
    near = turn({RIFLES: "F4", "us-jeep-1": "E4"})

    assert score_of(near, "board") == "end us"


def test_it_builds_sandbags_against_the_enemy_that_is_near():
    """C-4.1.2f: on a point, towards most of the enemies, and only once."""
    units: dict[str, Placed] = {RIFLES: "D8", SQUAD: "D10", "wehrmacht-grenadiers-2": "E10"}
    bags = {"sandbags-1": ("sandbags", "D8", "us", "3")}

    assert score_of(turn(units), "fortify") == f"fortify {RIFLES} sandbags-facing-3"
    assert score_of(turn(units, pieces=bags), "fortify") == "end us"
    assert score_of(turn({**units, RIFLES: "E7"}), "fortify") == "end us"
    assert score_of(turn({RIFLES: "D8", SQUAD: "K12"}), "fortify") == "end us"
