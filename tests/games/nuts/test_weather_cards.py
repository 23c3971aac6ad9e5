"""3.3, 4.2, 17: Foul Weather, Weather Clears and Patton's Prayer."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import targets
from tests.games.nuts.table import Run, position
from wardiary.domain.play.commands import Illegal

FOUL, CLEARS, PRAYER = "sg-e01", "sa-e01", "sa-e04"
FAIR = {"weather": 1}


def german_draw(weather: int, cards: str = FOUL) -> Run:
    match = position(phase="drawn", hands={"german": cards}, tracks={"weather": weather})
    return Run(match)


def american_draw(weather: int, cards: str) -> Run:
    match = position(
        {"B3": "sa-u25"},
        army="american",
        phase="drawn",
        hands={"american": cards},
        tracks={"weather": weather},
    )
    return Run(match)


def test_foul_weather_makes_fair_weather_foul_and_is_discarded():
    """N-3.3m."""
    run = german_draw(1).do(f"play {FOUL} table")

    assert run.table.track("weather") == 0
    assert run.table.zone_of(FOUL) == "german-discard"


def test_foul_weather_stays_in_hand_while_the_weather_is_foul():
    """N-4.2c."""
    run = german_draw(0)

    assert targets(run, FOUL) == ()
    run.do("done")
    assert run.table.zone_of(FOUL) == "german-hand"


@pytest.mark.parametrize(
    ("run", "card"), [(german_draw(1), FOUL), (american_draw(0, CLEARS), CLEARS)]
)
def test_the_draw_phase_does_not_end_while_a_weather_card_would_change_the_weather(
    run: Run, card: str
):
    """N-3.3k, N-4.2b, N-8.1d."""
    assert not run.offers("done")
    with pytest.raises(Illegal) as refused:
        run.do("done")
    assert refused.value.rule == "N-4.2b"

    run.do(f"play {card} table")
    assert run.offers("done")


def test_weather_clears_makes_foul_weather_fair():
    """N-3.3m, N-Q10."""
    run = american_draw(0, CLEARS).do(f"play {CLEARS} table")

    assert run.table.track("weather") == 1
    assert run.table.zone_of(CLEARS) == "american-discard"


def test_weather_clears_stays_in_hand_in_fair_weather():
    """N-4.2c."""
    assert targets(american_draw(1, CLEARS), CLEARS) == ()


def test_a_prayer_is_never_forced():
    """N-17.PattonsPrayer, N-5.0j."""
    assert american_draw(0, PRAYER).offers("done")


def test_with_both_in_hand_only_weather_clears_is_forced():
    """N-5.0j: once the prayer has cleared the sky, the other card may stay."""
    run = american_draw(0, f"{PRAYER} {CLEARS}")
    assert not run.offers("done")

    run.do(f"play {PRAYER} table")

    assert run.offers("done")
    assert run.table.zone_of(CLEARS) == "american-hand"


def test_a_prayer_clears_the_weather_and_stays_on_the_table():
    """N-17.PattonsPrayer."""
    run = american_draw(0, PRAYER).do(f"play {PRAYER} table")

    assert run.table.track("weather") == 1
    assert run.table.zone_of(PRAYER) == "table-events"


def test_no_foul_weather_is_played_in_the_german_turn_after_a_prayer():
    """N-17.PattonsPrayer: and so it is not forced either."""
    match = position({"table-events": PRAYER}, phase="drawn", hands={"german": FOUL}, tracks=FAIR)
    run = Run(match)

    assert targets(run, FOUL) == ()
    assert run.offers("done")


def test_a_prayer_is_over_when_the_german_combat_phase_ends():
    """N-17.PattonsPrayer: it lasts over the next German turn, not over the American one before."""
    german = Run(position({"table-events": PRAYER}, phase="combat", tracks=FAIR)).do("done")
    match = position(
        {"table-events": PRAYER, "B3": "sa-u25"}, army="american", phase="combat", tracks=FAIR
    )
    american = Run(match).do("done")

    assert german.table.zone_of(PRAYER) == "american-discard"
    assert american.table.zone_of(PRAYER) == "table-events"


def test_weather_cards_of_either_half_are_for_the_whole_table():
    """N-14.2a."""
    match = position(
        phase="drawn",
        army="german-south",
        scenario="tandem",
        seats=("german-south", "american-south", "german-north", "american-north"),
        hands={"german-south": FOUL},
        tracks=FAIR,
    )

    assert Run(match).do(f"play {FOUL} table").table.track("weather") == 0
