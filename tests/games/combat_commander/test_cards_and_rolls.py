"""Cards turned up, rolls voided, triggers in their order (1, 9, 11.4)."""

import pytest

from tests.games.combat_commander.battle import Battle, battle, unit, weapon
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.games.combat_commander.morale.demoralise import replace_squad, standing_for
from wardiary.domain.games.combat_commander.table.choices import CHOICES, QUESTIONS
from wardiary.domain.games.combat_commander.weapons.effects import break_weapon
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e


def shooting(**kinds: object) -> Battle:
    """A rifle squad in E5 has fired at an enemy squad in E7 and the cards are about to tell."""
    table = battle(
        unit("axis-rifle", "germany-rifle", "E5"),
        weapon("axis-lmg", "germany-light-mg", "E5", "axis-rifle"),
        unit("allies-squad", "america-line", "E7"),
        axis=("fire",),
        **kinds,  # type: ignore[arg-type]
    )
    (card,) = table.candidates("order", "card")
    return table.commands(
        ("axis", f"order {card}"),
        ("axis", "activate axis-rifle -"),
        ("axis", "fire E7 axis-rifle"),
        ("axis", "join axis-lmg"),
    )


def dice(table: Battle) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.purpose, each.faces) for each in table.happened(e.DiceRolled)]


def test_a_roll_is_the_top_card_of_the_deck_and_no_card_of_the_hand():
    """1.3, 1.9, 1.9-src: the card goes face up onto the own discards, the hand stays."""
    table = shooting(axis_deck=("5-1",), allies_deck=("6-3",))
    held = table.table.zone("hand-axis")
    top = table.table.zone("deck-axis")[0]

    table.say("axis", "shoot")

    assert dice(table) == [("fire", (5, 1)), ("defence", (6, 3))]
    assert table.table.zone("discard-axis")[0] == top
    assert table.table.zone("hand-axis") == held
    assert table.reckoned("attack total E7") == 6 + 6


def test_a_jam_breaks_every_weapon_that_fires_and_changes_nothing_else():
    """1.9.1.2, O20.3.3.1, 11.4, G-jam: the attack goes on with its total of 8."""
    table = shooting(axis_deck=("1-1 jammed",), allies_deck=("2-1",))

    table.say("axis", "shoot")

    assert table.face("axis-lmg") == "broken"
    assert table.face("axis-rifle") == "normal"
    assert table.reckoned("attack total E7") == 8
    assert table.reckoned("defence total allies-squad") == 9


def test_a_jam_on_another_roll_means_nothing():
    """1.9.1.2: only fire rolls jam."""
    table = battle(
        unit("axis-rifle", "germany-rifle", "E5", face="demoralised"),
        weapon("axis-lmg", "germany-light-mg", "E5", "axis-rifle"),
        axis=("recover",),
        axis_deck=("1-1 jammed",),
    )
    (card,) = table.candidates("order", "card")

    table.say("axis", f"order {card}")

    assert table.face("axis-lmg") == "working"
    assert table.face("axis-rifle") == "normal"


def test_a_roll_is_voided_with_its_trigger_before_anything_of_it_is_applied():
    """9.1, CC-05: 1-1 Jammed! voided, 6-6 voided, the third stands; the card is back with A."""
    table = shooting(
        axis_deck=("1-1 jammed", "3-3 sniper", "4-2"), allies_deck=("3-1",), initiative="axis"
    )
    table.say("axis", "shoot", stand=False)
    assert table.asks("axis", "9.1").facts["trigger"] == "jammed"

    table.say("axis", "void", stand=False)
    assert table.table.zone("initiative-allies") == ("initiative",)
    assert table.asks("allies", "9.1").facts["trigger"] == "sniper"
    table.say("allies", "void", stand=False)
    table.say("axis", "pass")

    assert table.table.zone("initiative-axis") == ("initiative",)
    assert table.face("axis-lmg") == "working"
    assert table.reckoned("attack total E7") == 6 + 6
    assert len(table.table.zone("discard-axis")) == 1 + 3
    table.when("axis", "void").then_illegal("5")  # The window has closed.


def test_the_voided_roll_stays_in_the_log():
    """9.1: both rolls are there, one after the other."""
    table = shooting(axis_deck=("1-1 jammed", "4-2"), initiative="axis")
    table.say("axis", "shoot", stand=False)
    first = dice(table)
    table.say("axis", "void", stand=False)

    assert first == [("fire", (1, 1))]
    assert dice(table) == [("fire", (4, 2))]


def test_the_window_says_by_how_much_a_roll_succeeds_or_fails():
    """9.1: facts for standing answers: total, what it is compared with, and the margin."""
    table = shooting(axis_deck=("4-2",), allies_deck=("3-1",))
    table.say("axis", "shoot", stand=False)
    table.say("allies", "pass", stand=False)

    facts = table.asks("allies", "9.1").facts

    assert (facts["purpose"], facts["roller"], facts["own"]) == ("defence", "allies", 1)
    assert (facts["total"], facts["against"], facts["margin"]) == (10, 12, -2)


def test_the_last_card_with_time_moves_the_marker_once():
    """6.1.2, 1.9.1.4, 1.4, 1.9.1-b: one advance, the roll is applied after it."""
    table = shooting(axis_deck=("6-6 time",), allies_deck=("3-1",), short=("axis",))

    table.say("axis", "shoot")

    assert [each.value for each in table.happened(e.TrackSet) if each.track == "time"] == [1]
    assert table.table.zone("discard-axis") == ()
    assert len(table.table.zone("deck-axis")) == 72
    assert table.reckoned("attack total E7") == 18


def test_a_trigger_on_the_last_card_waits_for_the_new_deck():
    """1.9.1-b: time first, then the random hex is read from the new deck."""
    table = shooting(axis_deck=("3-3 sniper",), allies_deck=("3-1",), short=("axis",))

    table.say("axis", "shoot", stand=True)

    kinds = [
        event.track if isinstance(event, e.TrackSet) else event.pool
        for event in table.events
        if isinstance(event, e.TrackSet | e.DiceRolled)
    ]
    assert kinds[:3] == ["card", "time", "random hex"]


def test_a_voided_last_card_still_brings_time_on_and_then_the_roll_is_made_anew():
    """9.1, AMB-04: time moves once, and the second card comes from the new deck."""
    table = shooting(axis_deck=("6-6 time",), short=("axis",), initiative="axis")
    table.say("axis", "shoot", stand=False)
    table.say("axis", "void", stand=False)

    times = [each.value for each in table.happened(e.TrackSet) if each.track == "time"]
    assert times == [1]
    assert len(table.table.zone("deck-axis")) == 71
    assert [purpose for purpose, _ in dice(table)] == ["fire"]


def test_an_event_is_read_from_the_next_card_and_its_rolls_trigger_nothing():
    """1.9.1.1, 1.9.1-c, 1.7, E42, E68: the support roll shows an Event! that is ignored."""
    table = shooting(
        axis_deck=("1-6 event", "event:reinforcements", "2-5 event"), allies_deck=("6-3",)
    )

    table.say("axis", "shoot")

    assert dice(table)[-1] == ("support", (2, 5))
    prompt = table.asks("axis", "E68")
    assert prompt.facts["what"] == "reinforcement"


def test_a_sniper_may_pick_anybody_in_or_next_to_a_random_hex():
    """1.8, 1.9.1.3, 3.2.4: a demoralised unit picked is eliminated; picking nobody is allowed."""
    table = battle(
        unit("axis-rifle", "germany-rifle", "E5"),
        unit("allies-squad", "america-line", "E7"),
        unit("allies-weak", "america-green", "C3", face="demoralised"),
        unit("axis-near", "germany-rifle", "C4"),
        axis=("fire",),
        axis_deck=("3-3 sniper", "hex:C3"),
        allies_deck=("6-3",),
    )
    (card,) = table.candidates("order", "card")
    table.commands(
        ("axis", f"order {card}"),
        ("axis", "activate axis-rifle -"),
        ("axis", "fire E7 axis-rifle"),
        ("axis", "shoot"),
    )

    assert table.candidates("choose", "this") == ("allies-weak", "axis-near")
    assert table.offer("decline") is not None
    table.say("axis", "choose allies-weak")
    assert table.zone("allies-weak") == "casualties-allies"
    assert table.vp() == 2


@pytest.mark.parametrize(
    ("row", "where", "face"),
    [("C1", "E5", "working"), ("C9", "weapons", "broken"), ("C5", "E5", "broken")],
)
def test_the_row_of_a_random_hex_repairs_a_broken_weapon_or_does_away_with_it(
    row: str, where: str, face: str
):
    """11.4: fix 1-2, eliminate 9-10, else nothing; before anything else happens."""
    table = battle(
        unit("axis-rifle", "germany-rifle", "E5"),
        weapon("axis-lmg", "germany-light-mg", "E5", "axis-rifle", face="broken"),
        unit("allies-squad", "america-line", "E7"),
        axis=("fire",),
        axis_deck=("3-3 sniper", f"hex:{row}"),
        allies_deck=("6-3",),
    )
    (card,) = table.candidates("order", "card")
    table.commands(
        ("axis", f"order {card}"),
        ("axis", "activate axis-rifle -"),
        ("axis", "fire E7 axis-rifle"),
        ("axis", "shoot"),
    )

    assert (table.zone("axis-lmg"), table.face("axis-lmg")) == (where, face)


def test_a_broken_weapon_that_breaks_is_gone():
    """11.4, 3.2.4, 8.1.1: broken twice."""
    table = battle(
        unit("axis-rifle", "germany-rifle", "E5"),
        weapon("axis-lmg", "germany-light-mg", "E5", "axis-rifle"),
    )

    def twice(draft: Draft) -> None:
        break_weapon(draft, "axis-lmg", rule="1.9.1.2")
        break_weapon(draft, "axis-lmg", rule="1.9.1.2")

    table.act(twice)

    assert table.zone("axis-lmg") == "weapons"


def test_a_card_played_lies_on_the_discards_at_once_and_cannot_be_used_again():
    """1.5, 1.6, 1.2: the action of a card given as an order is gone with it."""
    table = shooting(axis_deck=("5-1",), allies_deck=("6-3",))

    (played,) = table.table.zone("discard-axis")

    assert played not in table.table.zone("hand-axis")
    table.when("axis", f"play {played} -").then_illegal("A24.1")


def test_a_unit_that_triggers_its_own_rally_still_runs():
    """1.9.1, AMB-59: Rout roll 7 - Event! against morale 6, Medic on it: rallied, then 1 hex."""
    table = battle(
        unit("axis-rifle", "germany-volksgrenadier", "E5", face="demoralised"),
        axis=("rout",),
        axis_deck=("5-2 event", "event:medic"),
    )
    (card,) = table.candidates("order", "card")
    table.say("axis", f"order {card}")
    assert table.reckoned("morale axis-rifle") == 6

    assert table.face("axis-rifle") == "normal"
    assert table.zone("axis-rifle") == "E6"


def test_standing_for_a_squad_are_its_teams():
    """E52.2, AMB-53: what is pending for the squad is pending for both."""
    table = battle(unit("axis-rifle", "germany-rifle", "E5"))

    def split(draft: Draft) -> None:
        replace_squad(draft, "axis-rifle", ("-a", "-b"), rule="E52.2")

    table.act(split)

    assert standing_for(table.table, ("axis-rifle",)) == ("axis-rifle-a", "axis-rifle-b")


def test_a_roll_inside_an_advance_of_time_ignores_its_trigger():
    """1.9.1-c, 6.2.2: the sudden death roll shows Event!, and no event card is turned up."""
    table = battle(axis_deck=("2-5 event",), time=5, sudden_death=6)

    table.act(lambda draft: INTERRUPTIONS["time"](draft, "axis"))
    table.let_stand()

    assert dice(table) == [("sudden-death", (2, 5))]
    assert table.table.zone("discard-axis") != ()
    assert len(table.table.zone("discard-axis")) == 1


def test_every_choice_has_a_question_and_a_deed():
    """UI-01: nobody is asked by a bare name."""
    assert set(CHOICES) == set(QUESTIONS)
