"""3.2, 4.2 Cards are played one at a time, the phasing side first."""

from __future__ import annotations

from typing import Any

from tests.games.nuts.table import Run, position
from tests.scenario import Scenario

VG_986, ID_8, ID_22 = "sg-u01", "sa-u06", "sa-u07"
AMMO, CONFUSION = "sg-e03", "sg-e04"
REARGUARD, SECOND_REARGUARD = "sa-e16", "sa-e17"


def attack(german: str, american: str, **more: Any) -> Scenario:
    match = position(
        {"B1": VG_986, "B2": f"{ID_8} {ID_22}"},
        hands={"german": german, "american": american},
        **more,
    )
    return match.when("german", f"attack B2 {VG_986} -")


def test_the_phasing_side_is_asked_first_and_again_after_each_card() -> None:
    """N-3.2a, N-3.2b: German combat: German, then American, then German again."""
    match = attack(f"{AMMO} {CONFUSION}", REARGUARD)
    match.then_does_not_ask("american").when("german", "pass")
    match.then_does_not_ask("german").when("american", f"play {REARGUARD} {ID_8}")

    assert match.then_asks("german").facts["window"] == "declared"
    match.when("german", f"play {AMMO} B2")
    assert match.table.zone_of(AMMO) == "B2-events"


def test_as_the_german_movement_begins_the_german_is_asked_first() -> None:
    """N-3.2a, N-3.2b: engineers before mud; nobody is asked when no enemy card is left."""
    places = {"B1": "sg-u18", "A5": ID_8}
    hands = {"german": "sg-e11", "american": "sa-e15"}
    match = position(places, phase="drawn", terrain="sa-t04", hands=hands)
    match.when("german", "done")
    assert match.then_asks("german").facts["window"] == "movement"
    match.when("german", "play sg-e11 B2")
    assert match.table.zone_of("sg-e11") == "B2-events"
    match.when("american", "play sa-e15 table")
    assert match.then_asks("german").question == "Movement phase: which units move?"

    alone = position(places, phase="drawn", terrain="sa-t04", hands={"german": "sg-e11"})
    alone.when("german", "done")
    assert alone.then_asks("german").question == "Movement phase: which units move?"


def test_in_an_american_combat_the_american_is_asked_first() -> None:
    """N-3.2b: so that his card is resolved before a German one."""
    match = position(
        {"B1": VG_986, "B2-town": ID_8},
        army="american",
        terrain="sg-t2",
        hands={"american": "sa-e05"},
        tracks={"weather": 1},
    )
    match.when("american", f"attack B1 {ID_8} -")

    assert match.then_asks("american").facts["window"] == "declared"
    match.then_does_not_ask("german")


def test_a_card_is_resolved_before_anybody_is_asked_again() -> None:
    """N-3.2c: the roll of an air strike, and the hits."""
    match = position(
        {"B1": VG_986, "B2": ID_8},
        hands={"american": "sa-e05 sa-e06"},
        tracks={"weather": 1},
    )
    match.when("german", f"attack B2 {VG_986} -")
    match.when("american", "play sa-e05 B1", dice=(1, 5, 6, 2))

    assert match.table.mark(VG_986, "hit") == 2
    assert match.table.zone_of("sa-e05") == "american-discard"
    assert match.then_asks("american").facts["window"] == "declared"


def test_a_window_closes_when_all_have_passed_in_a_row() -> None:
    """N-3.2a: the attacker is then asked how to attack."""
    match = attack(AMMO, REARGUARD)
    match.when("german", "pass").when("american", "pass")

    assert match.then_asks("german").question == "Bombardment, or an assault?"


def test_a_seat_is_asked_by_what_it_could_hold_and_not_by_what_it_holds() -> None:
    """N-6.0b, R-7: with the card in hand or in the deck the question is the same."""
    with_it = attack("", "sa-u30", decks={"american": REARGUARD, "german": ""})
    holding = attack("", REARGUARD, decks={"american": "sa-u30", "german": ""})

    assert with_it.then_asks("american").question == holding.then_asks("american").question
    assert [offer.verb for offer in with_it.then_asks("american").offers] == ["pass"]


def test_nobody_is_asked_when_every_card_for_the_moment_is_out() -> None:
    """N-6.0b: all such cards are in discard piles; this everybody knows."""
    match = attack("sg-u30", "sa-u30")

    assert match.then_asks("german").question == "Bombardment, or an assault?"


def test_a_card_is_played_at_its_time_on_what_it_names() -> None:
    """N-4.2a: from the hand, in its phase, on a possible target."""
    match = attack(AMMO, "")
    match.when("german", f"play {AMMO} B1").then_illegal("N-4.2a")
    match.when("german", f"play {CONFUSION} B2").then_illegal("N-4.2a")
    early = position({"B1": VG_986, "B2": ID_8}, hands={"german": AMMO})
    early.when("german", f"play {AMMO} B2").then_illegal("N-4.2a")


def test_a_card_without_a_duration_stays_on_its_space() -> None:
    """N-4.2a, N-3.3m: three turns later it is still there."""
    match = position(
        {"B2": ID_8, "A0": VG_986, "B2-events": "sa-e18"},
        army="american",
        decks={"german": " ".join(f"sg-u{number}" for number in range(30, 40))},
    )
    for _ in range(20):
        (prompt,) = match.game.prompts(match.table)
        match.when(prompt.seat, "done")

    assert match.table.round > 5
    assert match.table.zone_of("sa-e18") == "B2-events"


def test_between_two_fires_a_rearguard_may_still_be_formed() -> None:
    """N-3.2a, as in 16.1: not after the last fire."""
    match = position(
        {"B1": VG_986, "B2": ID_8},
        hands={"american": f"{REARGUARD} {SECOND_REARGUARD}"},
        values={ID_8: {"armor": 0}},
    )
    run = Run(match, (1, 1), (1, 1))
    asked = []
    run.do(f"attack B2 {VG_986} -")
    while run.prompt().facts.get("window") or run.offers("choose"):
        if run.offers("choose"):
            run.do("choose assault")
            continue
        asked.append(run.prompt().facts["window"])
        run.do("pass")

    assert asked == ["declared", "fire", "fire", "fire", "fire", "fire"]


def test_allied_american_and_us_units_are_one_side() -> None:
    """N-3.3a: a card for an American unit fits every one in the space."""
    match = attack("", REARGUARD)

    slots = {slot.name: slot.candidates for slot in match.then_asks("american").offers[0].slots}
    assert slots["on"] == (ID_8, ID_22)
