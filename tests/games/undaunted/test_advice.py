"""Why a card, counter or tile cannot do what one would expect of it, told without trying."""

from __future__ import annotations

from tests.games.undaunted.builders import GAME, turn
from tests.scenario import Scenario

ENEMIES = tuple(f"german-{unit}-{squad}" for unit in ("riflemen", "scouts") for squad in "ab")
ARMS = ("mortar", "machine-gunners-a", "sniper")


def reasons(match: Scenario, token: str, seat: str = "us") -> dict[str, str]:
    """What a thing cannot do, with the rule."""
    return {reason.what: reason.rule for reason in GAME.why_not(match.table, seat, token)}


def test_a_card_tells_which_of_its_actions_have_no_object():
    """U-ATK-2, U-ATK-4, U-RECON-3, U-FOG-1: no enemy, no target marker, no Fog of War in hand."""
    cards = ("riflemen-a", "mortar", "machine-gunners-a", "sniper", "platoon-guide", "scouts-a")
    hand = {"us-hand": tuple(f"us-{card}-1" for card in cards)}
    places = dict.fromkeys(ENEMIES, "box") | {f"us-{arm}": "17B" for arm in ARMS}
    match = turn(cards=hand, at=places)

    assert [reasons(match, card) for card in hand["us-hand"]] == [
        {"attack": "U-ATK-2"},
        {"blast": "U-ATK-4"},
        {"attack": "U-ATK-2", "suppress": "U-ATK-2"},
        {"attack": "U-ATK-2"},
        {},
        {"attack": "U-ATK-2", "recon": "U-RECON-3"},
    ]
    assert {"play it": "U-FOG-1"} == reasons(turn(), "us-fog-of-war-8")


def test_a_card_whose_actions_are_all_possible_has_nothing_to_tell():
    """U-TURN-5: nor is anything told to the other seat, of hidden cards least of all."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1",)})

    assert {} == reasons(match, "us-riflemen-a-1")
    assert {} == reasons(match, "us-riflemen-a-1", "german")


def test_a_suppressed_unit_does_not_act():
    """U-SUPP-1: its card and its counter tell the same."""
    faces = {"us-riflemen-a": "suppressed"}
    match = turn(cards={"us-hand": ("us-riflemen-a-1",)}, faces=faces)

    assert {"act": "U-SUPP-1"} == reasons(match, "us-riflemen-a-1")
    assert {"act": "U-SUPP-1", "scout": "U-TURN-5"} == reasons(match, "us-riflemen-a")


def test_a_counter_tells_what_its_cards_do_not_print_and_whether_one_is_held():
    """U-TURN-1, U-TURN-5."""
    match = turn(cards={"us-hand": ("us-scouts-a-1",)}, at=dict.fromkeys(ENEMIES, "box"))
    unprinted = {"move": "U-TURN-5", "control": "U-TURN-5"}

    here = {"attack": "U-ATK-2", "recon": "U-RECON-3"}
    assert here | unprinted == reasons(match, "us-scouts-a")
    assert {"act": "U-TURN-1"} | unprinted == reasons(match, "us-scouts-b")
    assert {} == reasons(match, "german-scouts-a")


def test_a_tile_tells_why_one_neither_moves_there_nor_controls_it():
    """U-MOVE-2, U-CTRL-3."""
    match = turn(at={"german-riflemen-a": "16B", "german-riflemen-b": "17B"})

    assert {"move there": "U-MOVE-2", "control it": "U-CTRL-3"} == reasons(match, "16B")
    assert {"control it": "U-CTRL-3"} == reasons(match, "17B")
    assert {} == reasons(match, "2B")
    assert {} == reasons(match, "box")
