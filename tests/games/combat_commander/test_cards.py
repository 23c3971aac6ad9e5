"""Cards, rolls and triggers (1)."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.games.combat_commander.builders import (
    PACK,
    discarded,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    unit,
    weapon,
)
from tests.games.combat_commander.openings import battle, opportunity_fire_at_e6, squad_and_mg_fire
from wardiary.domain.games.combat_commander.cards.cards import turn_up
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent


def test_a_roll_reveals_the_top_card_of_the_deck_and_leaves_the_hand_alone():
    """1.3, 1.9, 1.9-src: the card goes to the discards of the roller.

    His hand stays as it was.
    """
    table = squad_and_mg_fire(axis_deck=("5-1",), allies_deck=("6-3",))
    held = table.table.zone("hand-axis")
    top = table.table.zone("deck-axis")[0]

    table.say("axis", "shoot")

    assert table.dice() == [("fire", (5, 1)), ("defence", (6, 3))]
    assert table.table.zone("discard-axis")[0] == top
    assert table.table.zone("hand-axis") == held
    assert table.total("attack total E7") == 6 + 6


def test_no_card_is_revealed_from_an_empty_deck():
    """1.3, 6.1.2: a deck that runs out is shuffled before the next card is needed."""
    table = battle(short=("axis",))

    with pytest.raises(ImpossibleEvent, match="the deck of axis is empty"):
        table.act(lambda draft: turn_up(draft, "axis", rule="1.9"))


def test_a_card_played_is_discarded_at_once_and_cannot_be_used_again():
    """1.5, 1.6, 1.2: the action of a card given as an order is gone with it."""
    table = squad_and_mg_fire(axis_deck=("5-1",), allies_deck=("6-3",))

    (played,) = table.table.zone("discard-axis")

    assert played not in table.table.zone("hand-axis")
    table.when("axis", f"play {played} -").then_illegal("A24.1")


def test_no_order_can_be_given_when_the_order_capability_is_used_up():
    """8.12, 1.5, 5.1: cc-h1 lets the Axis give so many orders; the next is refused."""
    most = PACK.scenarios["cc-h1"].axis.orders
    table = battle(
        *(rifle_squad(f"{'ABCDEFGH'[n]}5", f"axis-{n}") for n in range(most + 1)),
        axis=("move",) * (most + 1),
    )
    last = table.table.zone("hand-axis")[most]
    for number in range(most):
        assert table.asks("axis", "5").facts["orders-left"] == most - number
        table.order("move", f"axis-{number}")
        place = "ABCDEFGH"[number]
        table.commands(("axis", f"group axis-{number}"), ("axis", f"step {place}4"))
        table.commands(("axis", "stop"), ("axis", "done"))

    assert last in table.table.zone("hand-axis")
    table.when("axis", f"order {last}").then_illegal("Table/Turn")
    table.asks("allies", "5")
    assert len(table.table.zone("discard-axis")) == most


def test_a_card_played_goes_on_top_of_the_discards():
    """8.12, 1.5, 1.6: an order before it is carried out, and an action."""
    table = battle(rifle_squad("E5"), axis=("move", "fire"), short=("axis",))
    before = table.table.zone("discard-axis")
    card = table.table.zone("hand-axis")[0]

    table.when("axis", f"order {card}").then(discarded(card, "axis", "O14.1"))
    assert table.table.zone("discard-axis") == (card, *before)

    shot = opportunity_fire_at_e6("crossfire")
    (action,) = shot.candidates("play", "card", "A30")
    shot.say("allies", f"play {action} -")
    assert shot.table.zone("discard-allies")[0] == action


@pytest.mark.parametrize(
    ("action", "rule", "at"),
    [
        ("bore-sighting", "A27", "-"),
        ("hand-grenades", "A34", "-"),
        ("marksmanship", "A37", "-"),
        ("spray-fire", "A40", "E7"),
        ("sustained-fire", "A41", "-"),
    ],
)
def test_an_action_card_played_in_a_fire_goes_to_the_top_of_the_discards(
    action: str, rule: str, at: str
):
    """8.12, 1.6, A27, A34, A37, A40, A41: it leaves the hand for the top of the discards."""
    table = battle(
        rifle_squad("E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        line_squad("E6"),
        line_squad("E7", "allies-b"),
        axis=("fire", action),
        attitudes={"axis": "defender"},
    ).order("fire", "axis-a")
    table.say("axis", "fire E6 axis-hmg")
    table.say("axis", "join axis-a")
    (card,) = table.candidates("play", "card", rule)

    table.say("axis", f"play {card} {at}").then(discarded(card, "axis", rule))
    assert table.table.zone("hand-axis") == ()


def test_a_sniper_may_pick_anybody_in_or_next_to_a_random_hex():
    """1.8, 1.9.1.3, 3.2.4: a demoralised unit picked is eliminated; picking nobody is allowed."""
    table = battle(
        rifle_squad("E5", "axis-rifle"),
        line_squad("E7", "allies-squad"),
        unit("allies-weak", "america-green", "C3", face="demoralised"),
        rifle_squad("C4", "axis-near"),
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

    assert table.choices() == ("allies-weak", "axis-near")
    assert table.offer("decline") is not None
    table.say("axis", "choose allies-weak")
    assert table.zone("allies-weak") == "casualties-allies"
    assert table.vp() == 2


@pytest.mark.parametrize("event", ["dust", "shell-shock"])
def test_a_random_hex_read_from_the_last_card_is_used_after_time_has_advanced(event: str):
    """AMB-06, 1.8, 6.1.2: the hex is E5 as read, but time moves first; its Time! adds nothing."""
    table = battle(rifle_squad("K3"), axis_deck=("hex:E5",), short=("axis",))
    table.read(event, dice=(7,) if event == "dust" else ())

    assert table.tracks_and_pools()[:2] == ["time", "random hex"]
    assert table.track("time") == 1


@pytest.mark.parametrize(
    ("fixed", "faces", "forced"),
    [((2, 2), (2, 2), True), ((2,), (5, 1), False), ((), (5, 1), False)],
)
def test_the_first_roll_of_a_what_if_has_the_fixed_faces_and_the_next_roll_those_of_its_card(
    fixed: tuple[int, ...], faces: tuple[int, ...], forced: bool
):
    """1.9: the card is still revealed; two faces are a roll, and a single face is none."""
    table = squad_and_mg_fire(axis_deck=("5-1",), allies_deck=("6-3",))
    table.table = structs.replace(table.table, forced=fixed)
    top = table.top_card()
    table.say("axis", "shoot")

    assert table.dice() == [("fire", faces), ("defence", (6, 3))]
    assert [event.forced for event in table.happened(e.DiceRolled)] == [forced, False]
    assert table.table.zone("discard-axis")[0] == top


def test_a_unit_that_is_rallied_by_the_event_of_its_rout_roll_still_retreats():
    """1.9.1, AMB-59: Rout roll 7 - Event! against morale 6, Medic on it: rallied, then 1 hex."""
    table = battle(
        unit("axis-rifle", "germany-volksgrenadier", "E5", face="demoralised"),
        axis=("rout",),
        axis_deck=("5-2 event", "event:medic"),
    )
    (card,) = table.candidates("order", "card")
    table.say("axis", f"order {card}")
    assert table.total("morale axis-rifle") == 6

    assert table.face("axis-rifle") == "normal"
    assert table.zone("axis-rifle") == "E6"


def test_after_a_trigger_the_interrupted_order_continues():
    """1.9.1-a: the fire order is the same before and after; its other squad may still fire."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E5", "axis-b"),
        sergeant("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:elan"),
        allies_deck=("6-5",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.shoot("axis-a", "E7")

    assert table.track("surrender-axis") == 10
    table.asks("axis", "O20.3")
    assert set(table.candidates("fire", "base")) == {"axis-b"}


def test_a_trigger_on_the_last_card_waits_for_the_new_deck():
    """1.9.1-b: time first, then the random hex is read from the new deck."""
    table = squad_and_mg_fire(axis_deck=("3-3 sniper",), allies_deck=("3-1",), short=("axis",))

    table.say("axis", "shoot", stand=True)

    kinds = [
        event.track if isinstance(event, e.TrackSet) else event.pool
        for event in table.events
        if isinstance(event, e.TrackSet | e.DiceRolled)
    ]
    assert kinds[:3] == ["card", "time", "random hex"]


def test_time_advances_before_the_event_on_the_last_card_of_a_defence_roll():
    """1.9.1-b, 6.1.2, AMB-05: 2-5 Event! on the last card: time and the defender's point first.

    Then the event is read from the new deck, then 7 + 7 against 11 holds.
    """
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        active="allies",
        attitudes={"axis": "defender"},
        allies=("fire",),
        allies_deck=("4-1",),
        axis_deck=("2-5 event",),
        short=("axis",),
    ).order("fire", "allies-a")
    table.commands(("allies", "fire E5 allies-a"))
    table.say("allies", "shoot", stand=False)
    table.say("allies", "pass", stand=False)
    pile = table.table.zone("discard-axis")
    elan = next(card for card in pile if "elan" in table.table.pieces[card].kind)
    table.when("allies", "pass", orders=[(elan, *(card for card in pile if card != elan))])

    steps = [
        event.track if isinstance(event, e.TrackSet) else event.what
        for event in table.events
        if isinstance(event, e.TrackSet | e.TotalComputed)
    ]
    assert steps == ["time", "vp", "surrender-axis", "defence total axis-a"]
    assert table.total("defence total axis-a") == 14
    assert table.vp() == 1
    assert table.table.zone("discard-axis") == (elan,)


def test_a_sudden_death_roll_ignores_its_trigger():
    """1.9.1-c, 6.2.2: the sudden death roll shows Event!, and no event card is turned up."""
    table = battle(axis_deck=("2-5 event",), time=5, sudden_death=6)

    table.act(lambda draft: INTERRUPTIONS["time"](draft, "axis"))
    table.let_stand()

    assert table.dice() == [("sudden-death", (2, 5))]
    assert table.table.zone("discard-axis") != ()
    assert len(table.table.zone("discard-axis")) == 1


def test_a_sniper_on_the_attack_roll_strikes_before_the_defence_roll():
    """1.9.1-d, 1.9.1.3, 3.2.1: the target is turned first and defends with 8, not 6."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("3-3 sniper", "hex:E7"),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")
    table.say("axis", "choose allies-a")

    # 5 + 6 = 11 against 8 + 3: a tie.
    assert table.total("defence total allies-a") == 11
    assert table.face("allies-a") == "demoralised"
    assert table.mark("allies-a", "suppressed") == 1


def test_foxholes_dug_when_the_attack_roll_advances_time_give_cover_at_once():
    """1.9.1-d, A32, F102: 6-6 Time!; dug in before the defence: 5 + 12 against 6 + 3 + 9."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies=("dig-in",),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")
    table.play("dig-in", "E7")

    assert table.items("morale allies-a") == {"allies-a morale": 6, "foxholes": 3}
    assert table.total("defence total allies-a") == 18
    assert table.face("allies-a") == "normal"


def test_an_event_is_read_from_the_next_card_and_its_rolls_trigger_nothing():
    """1.9.1.1, 1.9.1-c, 1.7, E42, E68: the support roll shows an Event! that is ignored."""
    table = squad_and_mg_fire(
        axis_deck=("1-6 event", "event:reinforcements", "2-5 event"), allies_deck=("6-3",)
    )

    table.say("axis", "shoot")

    assert table.dice()[-1] == ("support", (2, 5))
    prompt = table.asks("axis", "E68")
    assert prompt.facts["what"] == "reinforcement"


def test_an_event_on_the_last_card_is_carried_out_after_time_has_advanced():
    """AMB-06, 1.9.1.1: time, then the surrender marker of Elan."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:elan"),
        short=("axis",),
        allies_deck=("6-5",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")

    moved = [name for name in table.tracks_and_pools() if name in ("time", "surrender-axis")]
    assert moved == ["time", "surrender-axis"]


def test_a_jam_breaks_every_weapon_that_fires_and_changes_nothing_else():
    """1.9.1.2, O20.3.3.1, 11.4, G-jam: the attack goes on with its total of 8."""
    table = squad_and_mg_fire(axis_deck=("1-1 jammed",), allies_deck=("2-1",))

    table.say("axis", "shoot")

    assert table.face("axis-lmg") == "broken"
    assert table.face("axis-rifle") == "normal"
    assert table.total("attack total E7") == 8
    assert table.total("defence total allies-squad") == 9


def test_a_jam_on_a_roll_that_is_not_for_fire_does_nothing():
    """1.9.1.2: only fire rolls jam."""
    table = battle(
        rifle_squad("E5", "axis-rifle", face="demoralised"),
        light_mg("E5", "axis-rifle", "axis-lmg"),
        axis=("recover",),
        axis_deck=("1-1 jammed",),
    )
    (card,) = table.candidates("order", "card")

    table.say("axis", f"order {card}")

    assert table.face("axis-lmg") == "working"
    assert table.face("axis-rifle") == "normal"
