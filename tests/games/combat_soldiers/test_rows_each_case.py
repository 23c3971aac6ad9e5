"""Rows that list several cases, each case a test of its own."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field, Tape, open_match, play_out
from wardiary.domain.games.combat_soldiers.groups.group import group, strength
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.sieges import surrender_number
from wardiary.domain.games.combat_soldiers.rounds import gather
from wardiary.domain.play.decide import Outcome


@pytest.mark.parametrize(
    ("units", "number"),
    [
        (("s3-s3-1",), 3),
        (("s3-s3-1", "r4-r4-1"), 7),
        (("s3-s3-1", "pike-harms"), 3),
        (("s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms"), 12),
    ],
)
def test_no_retreat_adds_up_infantry_and_no_leader(units: tuple[str, ...], number: int):
    """V9, 14.3.2"""
    field = Field().group("b-g1", "german", *units).group("a-g1", "us", "s4-s4-1")
    field.siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1")

    assert number == surrender_number(field.table, group(field.table, "b-g1"))


@pytest.mark.parametrize("units", [(), ("s3-s3-1",), ("pike-harms",)])
def test_no_retreat_adds_the_objective_on_top(units: tuple[str, ...]):
    """V9, 14.3.2: what is left of its defence factor."""
    field = Field().group("b-g1", "german", "crossroads", *units).group("a-g1", "us", "s4-s4-1")
    field.siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1").mark("crossroads", "damage")
    found = group(field.table, "b-g1")

    added = 3 if "s3-s3-1" in units else 0
    assert defence_factor(field.table, found) + added == surrender_number(field.table, found)
    assert field.table.pack.objectives["crossroads"].defence - 1 == defence_factor(
        field.table, found
    )


def test_no_retreat_adds_an_armor_units_defence_factor():
    """V9, 14.3.2"""
    field = Field().group("b-g1", "german", "m18-tiger-ii", "s3-s3-1")
    field.group("a-g1", "us", "s4-s4-1").siege("a-g1", "b-g1").put("b-g1", "recon-no-retreat-1")
    printed = field.table.pack.cards["m18-tiger-ii"].ends["german"].strength

    assert printed + 3 == surrender_number(field.table, group(field.table, "b-g1"))


def test_an_entrenched_marker_pays_no_losses():
    """V10, 7.2.2.4.5: S3 dug in by two owes four: it pays three, so R4 goes."""
    field = Field().group("a-g1", "us", "l5-l5").group("b-g1", "german", "s3-s3-1", "r4-r4-1")
    field.mark("s3-s3-1", "entrenched", 2).fight("a", "attack l5-l5 b-g1", dice=(10, 2))

    assert 3 == strength(field.table, "s3-s3-1")
    assert ("r4-r4-1",) == field.zone("a-casualties")


def test_a_besieged_objective_that_is_captured_frees_the_surrounded_card():
    """V10, 18.1"""
    field = Field(overrun=True).group("a-g1", "us", "l5-l5").group("b-g1", "german", "barracks")
    field.mark("barracks", "garrison-lost").siege("a-g1", "b-g1")
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1))
    for _ in range(3):
        if "retrieve" in {offer.verb for offer in field.prompt("a").offers}:
            break
        field.when("a", "occupy none")
    field.when("a", "retrieve")

    assert "a-hand" == field.where("surrounded-1")


@pytest.mark.parametrize("mark", ["damage", "garrison-lost"])
def test_no_mark_on_an_objective_lasts_into_the_next_round(mark: str):
    """V10, 5.1-b"""
    field = Field().group("a-g1", "us", "barracks").mark("barracks", mark)._deed(gather)

    assert (0, "deck") == (field.table.mark("barracks", mark), field.where("barracks"))


@pytest.mark.parametrize("wanted", ["major-offensive-1", "m18-tiger-ii", "airborne-amphibious-1"])
def test_citie_takes_each_kind_that_it_stores(wanted: str):
    """V11, 13.5.2.4-a: the topmost of the three kinds, under an FFE."""
    field = Field(phase="F").group("a-g1", "us", "citie").group("a-g2", "german", "s3-s3-1")
    field.discards("ffe-2-at-2", wanted, "major-offensive-2").when("a", "citie")

    assert (wanted,) == field.zone("a-hand")


@pytest.mark.parametrize("units", [("s3-s3-1",), ("pike-harms",), ("s3-s3-1", "pike-harms")])
def test_recon_is_kept_off_by_infantry_or_a_leader_alone(units: tuple[str, ...]):
    """V11, 14.3.1-a"""
    field = Field().group("b-g1", "german", "forest", *units).group("b-g2", "german", "bridge")
    field.hold("a", "recon-sappers-1")

    assert {"bridge"} == field.candidates("a", "recon", "objective")
    field.when("a", "recon recon-sappers-1 forest us").then_illegal("14.3.1-a")


def test_recon_is_never_offered_in_the_initial_deployment():
    """V11, 14.3.1-b: whatever is laid, until the first Turn begins."""
    verbs: set[str] = set()

    def see(outcome: Outcome) -> None:
        if not outcome.table.turn:
            verbs.update(offer.verb for prompt in outcome.prompts for offer in prompt.offers)

    for seed in range(4):
        tape = Tape(seed)
        start = open_match(3, "free-form", tape)
        try:
            play_out(start, tape, bound=60, see=see)
        except AssertionError:
            continue

    assert "lay" in verbs
    assert "recon" not in verbs
