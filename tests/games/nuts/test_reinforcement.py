"""8 Draw and reinforcements, and what turn 1 adds (15.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import Run, offered, position
from tests.scenario import Scenario
from wardiary.domain.table import events as e

VG_986, VG_36, FG_99, FG_101 = "sg-u01", "sg-u35", "sg-u30", "sg-u31"
VG_208, VG_212, VG_226 = "sg-u32", "sg-u33", "sg-u34"
AT_660 = "sg-u47"
ID_8, ID_22, AD_11_CCR, ID_345, ID_134 = "sa-u06", "sa-u07", "sa-u35", "sa-u36", "sa-u30"
ID_137, CAV_6 = "sa-u31", "sa-u46"


def drawing(army: str, held: str, drawn: str) -> Run:
    """The draw phase of an army, with a hand and a deck."""
    return Run(
        position(
            {"A0": VG_986, "A5": ID_8},
            army=army,
            phase="draw",
            hands={army: held},
            decks={army: drawn},
        )
    )


# 8.1 The draw


def test_germans_draw_three_cards_and_one_in_the_last_turn() -> None:
    """N-8.1a, N-5.0h: with four left, three and then one."""
    run = drawing("german", "", "sg-u30 sg-u31 sg-u32 sg-u33")
    assert len(run.table.zone("german-hand")) == 3

    run = drawing("german", "", "sg-u33")
    assert len(run.table.zone("german-hand")) == 1


@pytest.mark.parametrize(("held", "drawn"), [(3, 4), (4, 3), (5, 2), (8, 2)])
def test_americans_fill_up_to_seven_and_draw_two_at_least(held: int, drawn: int) -> None:
    """N-8.1b: the hand is counted before the draw."""
    cards = [f"sa-u{number}" for number in range(11, 30)]
    run = drawing("american", " ".join(cards[:held]), " ".join(cards[held:]))

    assert len(run.table.zone("american-hand")) == held + drawn


def test_terrain_drawn_is_placed_and_not_replaced() -> None:
    """N-4.3a, N-8.1c: units that are there stay outside the town."""
    run = Run(
        position(
            {"B4": ID_8, "A0": VG_986},
            phase="draw",
            decks={"german": "sg-t7 sg-u30 sg-u31 sg-u32"},
        )
    )

    assert run.table.zone("B4-terrain") == ("sg-t7",)
    assert len(run.table.zone("german-hand")) == 2
    assert run.table.zone("B4") == (ID_8,)


def test_nu_09_weather_must_be_played_only_where_it_changes_anything() -> None:
    """NU-09, N-4.2b, N-4.2c, N-8.1d, N-3.3k: Foul Weather stays while it is foul."""
    run = drawing("german", "sg-e01", "sg-t7 sg-u30 sg-u31")
    assert run.table.zone("B4-terrain") == ("sg-t7",)
    run.do("done")
    assert run.table.zone_of("sg-e01") == "german-hand"

    match = position(
        {"A5": ID_8}, army="american", phase="drawn", hands={"american": "sa-e01 sa-e04"}
    )
    match.when("american", "done").then_illegal("N-4.2b")
    match.when("american", "play sa-e01 table")
    assert match.table.track("weather") == 1
    # N-5.0j, N-17.PattonsPrayer: the prayer may stay in hand.
    match.when("american", "done")
    assert match.table.zone_of("sa-e04") == "american-hand"


def test_nothing_is_discarded_from_a_hand() -> None:
    """N-8.1e: cards are kept, and no command discards one."""
    match = position({"A0": VG_986}, phase="drawn", hands={"german": FG_99})

    verbs = {offer.verb for offer in match.then_asks("german").offers}
    assert verbs == {"place", "done"}


# 8.2 German reinforcements


def test_germans_wait_behind_their_column_and_enter_with_their_first_step() -> None:
    """N-8.2a, N-Q2, N-Q21: leg units then cannot attack; tanks may move on or attack."""
    match = position({"A1": ID_8}, phase="drawn", hands={"german": f"{VG_208} {FG_99}"})
    match.when("german", f"place {VG_208} A-entry").when("german", f"place {FG_99} A-entry")
    assert match.table.zone("A-entry") == (VG_208, FG_99)
    match.when("german", "done")
    match.when("german", f"move A0 {VG_208},{FG_99}").when("german", "done")

    match.when("german", f"attack A1 {VG_208} -").then_illegal("N-9.1a")
    assert offered(match, "german", "attack", "units") == {FG_99}


def test_any_number_enters_at_the_printed_column() -> None:
    """N-8.2b: and a card with two letters at either."""
    match = position(
        {"A1": ID_8}, phase="drawn", hands={"german": f"{VG_208} {VG_212} {VG_226} {VG_36}"}
    )
    for unit in (VG_208, VG_212, VG_226):
        match.when("german", f"place {unit} A-entry")
    match.when("german", f"place {VG_36} B-entry")

    assert len(match.table.zone("A-entry")) == 3
    match.when("german", f"place {VG_36} C-entry").then_illegal("N-8.1e")


def test_one_card_a_turn_enters_elsewhere_when_its_column_is_held() -> None:
    """N-8.2c: on top of the regular entries there."""
    match = position({"A0": ID_8}, phase="drawn", hands={"german": f"{VG_208} {VG_212} {AT_660}"})
    match.when("german", f"place {VG_208} B-entry")
    match.when("german", f"place {VG_212} B-entry").then_illegal("N-8.2c")
    match.when("german", f"place {AT_660} B-entry")
    assert len(match.table.zone("B-entry")) == 2

    free = position({"A1": ID_8}, phase="drawn", hands={"german": VG_208})
    free.when("german", f"place {VG_208} B-entry").then_illegal("N-8.2c")


def test_germans_enter_an_empty_space_under_enemy_control_freely() -> None:
    """N-8.2e: control changes as they enter."""
    match = position({"A-entry": VG_208, "B3": ID_8}, phase="movement", american="A0")
    match.when("german", f"move A0 {VG_208}")

    assert match.table.pieces["control-a0"].face == "german"


def test_a_forced_entry_that_succeeds_and_one_that_fails() -> None:
    """N-8.2d: the fight is in the draw phase; who gets in neither moves nor attacks again.

    Who does not stays behind the space.
    """
    values = {ID_8: {"cohesion": 1, "armor": 0, "infantry": 0}}
    match = position(
        {"A0": ID_8, "A-entry": f"{FG_99} {VG_208}", "A1": ID_22}, phase="drawn", values=values
    )
    run = Run(match, (5,))
    run.do(f"force A0 {FG_99},{VG_208}", "choose assault", "choose commit")
    run.do(f"advance outside {FG_99},{VG_208}")
    assert run.table.zone("A0") == (FG_99, VG_208)
    assert run.table.pieces["control-a0"].face == "german"
    run.do("done")
    match.when("german", f"move B0 {FG_99}").then_illegal("N-8.2d")
    match.when("german", "done")
    assert offered(match, "german", "attack", "units") == set()

    match = position(
        {"A0": ID_8, "A-entry": FG_99, "A1": ID_22},
        phase="drawn",
        values={ID_8: {"armor": 0, "infantry": 0}},
    )
    run = Run(match, (5,), (1, 1))
    run.do(f"force A0 {FG_99}", "choose assault", "choose commit")
    assert run.table.zone_of(FG_99) == "A-entry"
    match.when("german", f"force A0 {FG_99}").then_illegal("N-10.1d")


def test_only_units_that_wait_behind_a_space_may_force_their_way_into_it() -> None:
    """N-8.2d: neither those behind another column nor those that are on the board."""
    match = position(
        {"A0": ID_8, "C1": VG_208, "A-entry": VG_986, "A1": ID_22, "B-entry": FG_99},
        phase="drawn",
    )

    assert offered(match, "german", "force", "units") == {VG_986}
    for unit in (FG_99, VG_208, "nobody"):
        match.when("german", f"force A0 {unit}").then_illegal("N-8.2d")
    match.when("german", f"force A1 {VG_986}").then_illegal("N-8.2d")


# 8.3 American reinforcements


def american(places: dict[str, str], held: str, **more: Any) -> Scenario:
    return position(
        {"A5": ID_8, **places},
        army="american",
        phase="drawn",
        hands={"american": held},
        **more,
    )


def test_americans_enter_in_a_printed_space_that_is_free() -> None:
    """N-8.3a: B4 is under German control, C4 is free."""
    match = american({}, ID_134, german="B4")

    assert offered(match, "american", "place", "to") == {"C4"}


def test_one_row_up_or_down_where_all_printed_spaces_are_held() -> None:
    """N-8.3b: only friendly and supplied ones."""
    match = american({"B4": VG_986, "C4": FG_99}, ID_134, german="B3")

    assert offered(match, "american", "place", "to") == {"C3", "B5", "C5"}
    match = american({"B4": VG_986, "C4": FG_99, "C3": FG_101}, ID_134, german="B3")
    assert offered(match, "american", "place", "to") == {"B5", "C5"}


def test_an_empty_printed_space_under_enemy_control_is_open_when_no_other_is() -> None:
    """N-8.3c: B4 is empty and B5 is friendly."""
    match = american({"C4": FG_99}, ID_134, german="B4")

    assert offered(match, "american", "place", "to") == {"B4", "B3", "B5", "C5", "C3"}


def test_never_where_the_unit_would_be_out_of_supply() -> None:
    """N-8.3e: C4 is surrounded by Germans."""
    match = american({"B4": VG_986, "C3": FG_99, "C5": FG_101}, ID_134)

    assert "C4" not in offered(match, "american", "place", "to")
    match.when("american", f"place {ID_134} C4").then_illegal("N-8.3e")


def test_one_american_unit_a_space_and_turn() -> None:
    """N-8.3f."""
    match = american({}, f"{ID_134} {ID_137}")
    match.when("american", f"place {ID_134} B4")
    match.when("american", f"place {ID_137} B4").then_illegal("N-8.3f")
    match.when("american", f"place {ID_137} C4")


def test_to_be_placed_is_not_to_move() -> None:
    """N-8.3g, N-8.3h: a mechanized unit in a river space without a bridge moves two spaces on."""
    match = american({}, CAV_6, terrain="sa-t10")
    match.when("american", f"place {CAV_6} B5").when("american", "done")
    match.when("american", f"move B4 {CAV_6}").when("american", f"move B3 {CAV_6}")

    assert match.table.zone_of(CAV_6) == "B3"


def test_rivers_do_not_hinder_placement() -> None:
    """N-8.3h, N-Q34: but they do hinder movement of American tanks."""
    match = american({}, "sa-u12", terrain="sa-t06 sg-t5", marks={"sg-t5": {"blown": 1}})
    match.when("american", "place sa-u12 B3")
    assert match.table.zone_of("sa-u12") == "B3"

    moving = position({"B4": "sa-u12"}, army="american", phase="movement", terrain="sa-t06")
    moving.when("american", "move B3 sa-u12").then_illegal("N-9.2b")


def test_a_single_american_may_force_its_way_in() -> None:
    """N-8.3d: once a space and turn; not where it would be cut off; on failure it waits."""
    values = {VG_986: {"cohesion": 1, "infantry": 0}}
    match = american({"C5": VG_986}, f"{AD_11_CCR} {ID_345}", values=values)
    run = Run(match, (5, 1))
    run.do(f"force C5 {AD_11_CCR}", "choose assault", "choose commit")
    run.do(f"advance outside {AD_11_CCR}")
    assert run.table.zone_of(AD_11_CCR) == "C5"
    match.when("american", "done")
    match.when("american", f"move B5 {AD_11_CCR}").then_illegal("N-8.2d")
    match.when("american", "done")
    assert offered(match, "american", "attack", "units") == set()

    match = american({"C5": VG_986}, f"{AD_11_CCR} {ID_345}")
    run = Run(match, (1, 1), (1,), (1, 1))
    run.do(f"force C5 {AD_11_CCR}", "choose assault", "choose commit")
    run.pass_cards()
    assert run.table.zone_of(AD_11_CCR) == "american-aside"
    match.when("american", f"force C5 {ID_345}").then_illegal("N-8.3d")
    match.when("american", f"place {AD_11_CCR} C4").then_illegal("N-8.3d")


# 15.4


@pytest.mark.parametrize(
    ("places", "die", "zone"),
    [
        ({}, 1, "B2"),
        ({"B2": VG_986}, 1, "B3"),
        ({"B2": VG_986, "B3": FG_99}, 1, "american-discard"),
        ({}, 2, "american-discard"),
    ],
)
def test_american_infantry_lost_to_the_first_attacks_comes_back_on_a_one(
    places: dict[str, str], die: int, zone: str
) -> None:
    """N-15.4a: a space behind its own, or two if Germans are there."""
    match = position(
        {"A5": ID_8, **places},
        army="american",
        phase="draw",
        turn=1,
        marks={"sa-u03": {"reforming": 1}},
        dice=(die,),
    )

    assert match.table.zone_of("sa-u03") == zone
    assert match.table.mark("sa-u03", "reforming") == 0
    assert isinstance(match.events[0], e.MarkSet)
