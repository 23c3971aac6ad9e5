"""Why a group or card cannot do what one would expect of it, told without trying."""

from __future__ import annotations

from tests.games.combat_soldiers.situations import battle
from tests.games.combat_soldiers.table import Match
from wardiary.domain.games.combat_soldiers.battles.forecast import expected
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.play.forecast import Forecast, Foreseen


def reasons(match: Match, token: str, seat: str = "a") -> dict[str, str]:
    """What a thing cannot do, with the rule."""
    return {reason.what: reason.rule for reason in GAME.why_not(match.table, seat, token)}


def after_an_attack() -> Match:
    """Ann's group has attacked, and nothing was hurt; she holds a card and has an action left."""
    match = battle(("s3-s3-1", "r4-r4-1", "novak-thoma"), ("l4-l4-1", "s4-s4-1"))
    match.hold("a", "s2-s2-3").resolve("a", "attack a-g1 b-g1", dice=(5, 5))
    return match.when("a", "rest r4-r4-1").when("a", "arrange s3-s3-1")


def test_a_group_that_has_attacked_neither_attacks_again_nor_gives_units():
    """7.1-a, 3.4-b: its units tell the same, those of others and all in another turn nothing."""
    match = after_an_attack()
    spent = {"attack": "7.1-a", "shift or exchange units": "3.4-b"}

    assert spent == reasons(match, "a-g1") == reasons(match, "s3-s3-1")
    assert {} == reasons(match, "b-g1") == reasons(match, "s4-s4-1")
    assert {} == reasons(match, "a-g1", "b") == reasons(match, "b-g1", "b")


def test_a_card_is_not_deployed_without_an_action():
    """3.3, 3.0-d: nor is an antitank marker bought."""
    match = battle(("s3-s3-1",), ("l4-l4-1",)).group("a-g2", "us", "r4-r4-1")
    match.group("a-g3", "us", "r2-r2-1").hold("a", "s2-s2-3")
    assert {} == reasons(match, "s2-s2-3") == reasons(match, "a-g3")
    for unit in ("s3-s3-1", "r4-r4-1"):
        match.resolve("a", f"attack {unit} b-g1", dice=(5, 5)).when("a", f"rest {unit}")

    assert 0 == match.actions_left()
    assert {"deploy it"} == reasons(match, "s2-s2-3").keys()
    assert {"attack", "buy an antitank marker"} == reasons(match, "a-g3").keys()


def test_a_besieged_group_attacks_nobody_but_its_besieger():
    """7.3.1.3-b5, 7.3.1.3-b4."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "l4-l4-1")
    match.group("b-g2", "german", "s4-s4-1").siege("b-g1", "a-g1")

    assert {} == reasons(match, "b-g1")
    assert ["7.3.1.3-b5"] == list(reasons(match, "b-g2").values())
    assert {"shift or exchange units": "7.3.1.3-b4"} == reasons(match, "a-g1")


def test_a_battle_tells_both_totals_without_dice_and_how_likely_each_side_wins():
    """7.2.2.1, 7.2.2.2, 7.2.2.3.2: three against four with a die of ten sides each."""
    match = battle(("s3-s3-1",), ("l4-l4-1",))
    command = GAME.command("attack s3-s3-1 b-g1")
    assert Forecast() == expected(Foreseen(match.table, match.table, (), "a", command))
    match.when("a", "attack s3-s3-1 b-g1")
    steps = GAME.open_steps(match.table)
    foreseen = expected(Foreseen(match.table, match.table, steps, "a", command))

    assert [("attack", 3), ("defence", 4)] == [(t.what, t.total) for t in foreseen.totals]
    assert {"the attack wins": 36, "the attacker loses": 55, "both are even": 9} == {
        each.what: each.percent for each in foreseen.likelihoods
    }


def test_places_without_a_group_and_unknown_things_tell_nothing():
    match = after_an_attack()

    assert {} == reasons(match, "a-g2") == reasons(match, "a-hand") == reasons(match, "nothing")
