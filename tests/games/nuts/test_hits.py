"""11 Marking hits, and engineers who are hit with a formation (17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import Run, hits, position
from wardiary.domain.games.nuts.combat.fire import lowest_hit
from wardiary.domain.games.nuts.combat.hits import defenders_of

VG_986, VG_987 = "sg-u01", "sg-u02"
TWO_PZ, THREE_PZ, PZ_304, NEB_18, FJ_15 = "sg-u18", "sg-u19", "sg-u20", "sg-u15", "sg-u11"
VAK_408 = "sg-u08"
ID_8, ID_22, CCR_9, TANKS_737 = "sa-u06", "sa-u07", "sa-u10", "sa-u44"
ENGINEERS, SS_ENGINEERS = "sg-e11", "ng-e11"


def bombarded(places: dict[str, str], faces: tuple[int, ...], **more: Any) -> Run:
    """Guns at B1 fire at B2."""
    values = {VAK_408: {"artillery": len(faces)}}
    match = position({"B1": VAK_408, **places}, values=values, **more)
    return Run(match, faces).do(f"attack B2 {VAK_408} -", "choose bombardment")


def test_every_defender_takes_a_hit_before_any_takes_two() -> None:
    """N-11a, N-10.1b: three units, three hits: nobody is asked."""
    run = bombarded({"B2": f"{ID_8} {ID_22} {CCR_9}"}, (5, 6, 6))

    assert hits(run.over().table, ID_8, ID_22, CCR_9) == [1, 1, 1]
    assert run.prompt().seat == "german"


def test_the_owner_says_who_takes_a_hit() -> None:
    """N-11a, N-11c, N-Q3: the first among those without one, the next as wanted."""
    run = bombarded({"B2": f"{ID_8} {ID_22} {CCR_9}"}, (5, 6), marks={ID_8: {"hit": 1}})
    assert hits(run.table, ID_8, ID_22, CCR_9) == [1, 1, 1]

    run = bombarded({"B2": f"{ID_8} {ID_22}"}, (5, 6, 6, 6))
    assert run.prompt().seat == "american"
    run.do(f"choose {ID_22}", f"choose {ID_22}")
    assert hits(run.table, ID_8, ID_22) == [1, 3]


def test_nu_03_only_units_of_the_attack_take_hits() -> None:
    """NU-03, N-11b, N-Q16/22: the gun has no hit yet and must get one; 15/5 FJ is no candidate."""
    match = position(
        {"A1": f"{TWO_PZ} {THREE_PZ} {PZ_304} {NEB_18} {FJ_15}", "A2": "sa-u08"},
        marks={unit: {"hit": 1} for unit in (TWO_PZ, THREE_PZ, PZ_304)},
    )
    run = Run(match, (1,) * 5, (5, 6, 6, 1))
    run.do(f"attack A2 {TWO_PZ},{THREE_PZ},{PZ_304},{NEB_18} -", "choose bombardment")

    assert hits(run.over().table, NEB_18) == [1]
    slot = run.prompt().offers[0].slots[0]
    assert set(slot.candidates) == {TWO_PZ, THREE_PZ, PZ_304, NEB_18}
    run.do(f"choose {TWO_PZ}", f"choose {TWO_PZ}")
    assert hits(run.table, TWO_PZ, FJ_15) == [3, 0]


@pytest.mark.parametrize(("attached", "left"), [({}, -1), ({"sa-e16": ID_8}, 3)])
def test_hits_that_reach_the_cohesion_destroy(attached: dict[str, str], left: int) -> None:
    """N-11d: cohesion 3 and three hits; with one more by a card it lives."""
    values = {VAK_408: {"artillery": 3}, ID_8: {"cohesion": 3}}
    match = position({"B1": VAK_408, "B2": ID_8}, values=values, attached=attached)
    run = Run(match, (5, 5, 5)).do(f"attack B2 {VAK_408} -", "choose bombardment").over()

    assert hits(run.table, ID_8) == [left]


def test_no_more_hits_on_a_unit_that_is_destroyed_already() -> None:
    """N-11d, N-10.3m: as long as another one can take them; what is left then is lost."""
    values = {VAK_408: {"artillery": 8}, ID_8: {"cohesion": 1}, ID_22: {"cohesion": 2}}
    match = position({"B1": VAK_408, "B2": f"{ID_8} {ID_22}"}, values=values)
    run = Run(match, (5,) * 8).do(f"attack B2 {VAK_408} -", "choose bombardment").over()

    assert hits(run.table, ID_8, ID_22) == [-1, -1]


def test_independents_are_hit_last_and_die_of_one_hit() -> None:
    """N-11a, N-11e: but before any other unit takes a second."""
    run = bombarded({"B2": f"{TANKS_737} {ID_8} {ID_22}"}, (5, 6))
    assert hits(run.table, TANKS_737, ID_8, ID_22) == [0, 1, 1]

    run = bombarded({"B2": f"{TANKS_737} {ID_8} {ID_22}"}, (5, 6, 6))
    assert hits(run.table, TANKS_737, ID_8, ID_22) == [-1, 1, 1]


def test_engineers_take_their_first_hit_with_their_formation() -> None:
    """N-17.ArmoredEngineers, N-11a, N-11e: one hit destroys them; Americans attack B1."""
    match = position(
        {"B1": f"{VG_986} {VG_987}", "B2-events": ENGINEERS, "B2": "sa-u08"},
        army="american",
        terrain="sa-t04",
        marks={ENGINEERS: {"attached": 8}},
        values={"sa-u08": {"artillery": 3}},
    )
    assert defenders_of(match.table, "german", "B1") == (VG_986, VG_987, ENGINEERS)
    run = Run(match, (5, 5, 5))
    run.do("attack B1 sa-u08 -", "choose bombardment").over()

    assert hits(run.table, VG_986, VG_987, ENGINEERS) == [1, 1, -1]


def test_engineers_do_not_keep_their_formation_outside_a_town() -> None:
    """N-4.31k, N-10.3f: all Germans are inside, so American guns need a 6."""
    match = position(
        {"B2-town": VG_986, "B2-events": ENGINEERS, "A2": "sa-u08"},
        army="american",
        terrain="sg-t2 sa-t04",
        marks={ENGINEERS: {"formation": 9}},
    )
    defenders = defenders_of(match.table, "german", "B2")

    assert ENGINEERS in defenders
    assert lowest_hit(match.table, "american", "B2", "artillery", defenders) == 6


def test_engineers_check_no_cohesion_and_go_over_to_a_formation_beside_them() -> None:
    """N-17.ArmoredEngineers: when the one named has left."""
    match = position(
        {"C2": VG_986, "B2-events": ENGINEERS, "A5": ID_8},
        terrain="sa-t04",
        marks={ENGINEERS: {"attached": 8}},
    )
    assert defenders_of(match.table, "german", "C2") == (VG_986, ENGINEERS)

    checking = position(
        {"B1": VG_986, "B2-events": ENGINEERS, "A5": ID_8},
        phase="supply",
        marks={ENGINEERS: {"hit": 1}},
    )
    assert checking.then_asks("german").rule == "N-8.1e"


def test_ss_engineers_stand_two_hits() -> None:
    """N-11e."""
    match = position(scenario="north")

    assert match.table.pack.units["ss-armored-engineers"].kills == 2
    assert match.table.pack.units["armored-engineers"].kills == 1
    assert SS_ENGINEERS in match.table.pieces


def test_hits_come_off_when_a_unit_is_discarded() -> None:
    """N-3.3e: the pile holds cards without markers."""
    run = bombarded({"B2": ID_8}, (5,) * 4)

    assert run.table.pieces[ID_8].marks == {}
    assert run.table.zone_of(ID_8) == "american-discard"
