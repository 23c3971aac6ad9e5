"""11.3-b: the owner gives a weapon up whenever he is asked, in either turn, without points."""

from __future__ import annotations

from tests.games.combat_commander.battle import Battle, battle, unit, weapon
from tests.games.combat_commander.event_builders import moved

GONE = moved("axis-mg", "weapons", "11.3")


def armed(*hand: str, **more: object) -> Battle:
    """A squad of the Axis with a machine gun, within reach of a squad of the Allies."""
    return battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E8"),
        axis=hand,
        **more,  # type: ignore[arg-type]
    )


def test_a_weapon_is_given_up_while_units_are_activated():
    """11.3-b, O14.1: before the order goes on; no victory points."""
    table = armed("fire")
    card = table.table.zone("hand-axis")[0]
    table.say("axis", f"order {card}")
    table.asks("axis", "O14.1")

    table.say("axis", "drop-weapon axis-mg").then(GONE)
    table.asks("axis", "O14.1")
    assert table.vp() == 0


def test_an_order_that_only_the_weapon_given_up_could_carry_out_is_over():
    """11.3-b, AMB-48: the gun alone reached that far; the card stays played."""
    table = battle(
        unit("axis-a", "germany-rifle", "E1"),
        weapon("axis-mg", "germany-light-mg", "E1", "axis-a"),
        unit("allies-a", "america-line", "E9"),
        axis=("fire",),
        guards=False,
    )
    card = table.table.zone("hand-axis")[0]
    table.say("axis", f"order {card}")
    assert table.candidates("activate", "head") == ("axis-a",)
    table.say("axis", "drop-weapon axis-mg").then(GONE)

    assert table.table.zone("discard-axis")[0] == card
    table.asks("axis", "5")


def test_a_weapon_is_given_up_in_a_fire_order_but_not_while_it_fires():
    """11.3-b, O20.3: before it is laid on a target, or when another fires."""
    table = armed("fire").order("fire", "axis-a")
    table.say("axis", "drop-weapon axis-mg").then(GONE)
    assert table.candidates("fire", "base") == ("axis-a",)

    aiming = armed("fire").order("fire", "axis-a")
    aiming.say("axis", "fire E8 axis-mg")
    aiming.when("axis", "drop-weapon axis-mg").then_illegal("11.3")

    joining = armed("fire").order("fire", "axis-a")
    joining.say("axis", "fire E8 axis-a")
    assert joining.candidates("join", "elements") == ("axis-mg",)
    joining.say("axis", "drop-weapon axis-mg").then(GONE)
    assert joining.offer("join") is None


def test_a_weapon_is_given_up_in_the_turn_of_the_opponent():
    """11.3-b: when an enemy comes into view, before a fire is watched for."""
    table = armed("fire", active="allies", allies=("move",))
    table.order("move", "allies-a")
    table.commands(("allies", "group allies-a"), ("allies", "step E7"))
    table.asks("axis", "O21.6")

    table.say("axis", "drop-weapon axis-mg").then(GONE)
    assert table.asks("axis", "O21.6").facts["firers"] == 1


def test_a_weapon_is_given_up_after_a_roll_of_the_opponent():
    """11.3-b, 9.1: the holder of the initiative is asked, and the roll still waits."""
    table = armed(active="allies", allies=("fire",), initiative="axis").order("fire", "allies-a")
    table.say("allies", "fire E5 allies-a")
    table.when("allies", "shoot")
    table.asks("axis", "9.1")

    table.when("axis", "drop-weapon axis-mg").then(GONE)
    table.asks("axis", "9.1")


def test_nobody_gives_up_a_weapon_that_is_not_his():
    """11.3-b: his own; and only what is in play."""
    table = armed(active="allies", allies=("move",))

    table.when("allies", "drop-weapon axis-mg").then_illegal("11.3")
    table.when("allies", "drop-weapon axis-a").then_illegal("11.3")
