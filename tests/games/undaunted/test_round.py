from __future__ import annotations

import pytest

from tests.games.undaunted.builders import (
    GAME,
    moves_of,
    opened_match,
    piece_moved,
    piece_turned,
    pieces_in,
    turn,
    verbs,
)
from wardiary.domain.games.undaunted.board import BOX
from wardiary.domain.games.undaunted.round import Bidding
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table import events as e

FOGS = tuple(f"us-fog-of-war-{number}" for number in range(1, 9))
SUPPRESSED = {"us-riflemen-a": "suppressed"}


def match_in_bidding(us: tuple[str, ...], german: tuple[str, ...], holder: str = "german"):
    """Both seats are asked to bid, with these hands."""
    match = turn(cards={"us-hand": us, "german-hand": german}, initiative=holder)

    def ask(draft: Draft) -> None:
        draft.finish()
        draft.begin(Bidding(tuple(seat for seat, hand in (("us", us), ("german", german)) if hand)))

    return match.given(ask)


def end_of_round(deck: tuple[str, ...], discard: tuple[str, ...], play: tuple[str, ...] = ()):
    """A match in which the German seat is about to end the round by passing."""
    return turn(
        "german",
        last=True,
        cards={
            "us-hand": (),
            "us-deck": deck,
            "us-discard": discard,
            "us-play": play,
            "german-hand": ("german-scouts-a-1",),
            "german-deck": tuple(f"german-fog-of-war-{number}" for number in range(2, 6)),
        },
    )


# The round


def test_in_a_round_nothing_is_played_before_both_have_bid():
    """U-ROUND-1."""
    match = opened_match()
    card = match.table.zone("us-hand")[0]

    match.when("us", f"hunker {card}").then_illegal("U-ROUND-1")
    match.when("us", "pass").then_illegal("U-ROUND-1")


def test_a_round_is_drawing_initiative_and_two_turns():
    """U-ROUND-1, U-TURN-4."""
    match = match_in_bidding(
        ("us-scouts-a-1", FOGS[0]), ("german-scouts-a-1", "german-fog-of-war-1")
    )
    match.when("us", "bid us-scouts-a-1").when("german", "bid german-scouts-a-1")
    match.when("german", "pass").when("us", "pass")

    entered = [(event.phase, event.seat) for event in match.happened(e.PhaseEntered)]
    assert entered == [("draw", ""), ("initiative", "")]
    assert match.table.round == 2
    assert pieces_in(match.table, "us-hand") == {"us-scouts-a-1", FOGS[0]}


# Drawing


def test_each_seat_draws_four_cards():
    """U-DRAW-1."""
    match = end_of_round(FOGS[:5], ()).when("german", "pass")

    assert match.table.zone("us-hand") == FOGS[:4]
    assert match.table.zone("us-deck") == FOGS[4:5]


def test_a_draw_from_an_empty_deck_first_shuffles_the_discard_pile():
    """U-DRAW-2."""
    match = end_of_round(FOGS[:2], FOGS[2:8])
    match.when("german", "pass", orders=(tuple(reversed(FOGS[2:8])),))

    assert match.table.zone("us-hand") == (*FOGS[:2], FOGS[7], FOGS[6])
    assert len(match.table.zone("us-deck")) == 4
    assert match.table.zone("us-discard") == ()
    (shuffled,) = match.happened(e.PileShuffled)
    assert (shuffled.zone, shuffled.rule) == ("us-deck", "U-DRAW-2")


def test_the_deck_is_not_renewed_before_a_card_is_needed():
    """U-DRAW-3."""
    match = end_of_round(FOGS[:4], FOGS[4:8]).when("german", "pass")

    assert match.table.zone("us-deck") == ()
    assert match.table.zone("us-discard") == FOGS[4:8]
    assert match.happened(e.PileShuffled) == ()


def test_the_play_area_is_never_shuffled_in():
    """U-DRAW-4, U-CMD-2."""
    match = turn(
        cards={
            "us-hand": ("us-platoon-sergeant-1",),
            "us-play": ("us-scouts-a-1", "us-scouts-a-2"),
            "us-discard": FOGS[:3],
        }
    )
    match.when("us", "command us-platoon-sergeant-1 2")

    (shuffled,) = match.happened(e.PileShuffled)
    assert set(shuffled.order) == set(FOGS[:3])
    assert "us-scouts-a-1" in match.table.zone("us-play")


def test_the_deck_is_renewed_in_the_middle_of_drawing_four_cards():
    """UN-09: U-DRAW-2, U-DRAW-4: 2, then the shuffled discard pile, then 2 more."""
    match = turn(
        "german",
        last=True,
        cards={"us-hand": (), "us-deck": FOGS[:2], "us-discard": FOGS[2:7]},
    )
    order = tuple(reversed(FOGS[2:7]))
    match.when("german", "pass", orders=(order,))

    assert match.table.zone("us-hand") == (*FOGS[:2], *order[:2])
    assert e.PileShuffled(zone="us-deck", order=order, rule="U-DRAW-2") in match.events


# Initiative


def test_a_bid_stays_unseen_until_both_are_made():
    """U-INIT-1."""
    match = opened_match()
    card = match.table.zone("us-hand")[0]

    match.when("us", f"bid {card}").then(piece_moved(card, "us-bid", "U-INIT-1"))

    assert not match.table.knows("german", card)
    match.then_does_not_ask("us")
    assert verbs(match.then_asks("german")) == {"bid"}


def test_only_a_card_of_the_seats_hand_can_be_bid():
    """U-INIT-1."""
    match = opened_match()

    match.when("us", f"bid {match.table.zone('german-hand')[0]}").then_illegal("U-INIT-1")


def test_the_higher_initiative_takes_the_marker_and_both_bids_are_discarded():
    """U-INIT-2, U-INIT-4."""
    match = match_in_bidding(
        ("us-squad-leader-a-1", FOGS[0]), ("german-scouts-a-1", "german-fog-of-war-1")
    )
    match.when("us", "bid us-squad-leader-a-1").when("german", "bid german-scouts-a-1")

    match.then(
        piece_moved("german-scouts-a-1", "german-bid", "U-INIT-1"),
        e.PiecesShown(pieces=("us-squad-leader-a-1",), to=("us", "german"), rule="U-INIT-1"),
        e.PiecesShown(pieces=("german-scouts-a-1",), to=("us", "german"), rule="U-INIT-1"),
        piece_moved("initiative", "us-reserve", "U-INIT-2"),
        piece_moved("us-squad-leader-a-1", "us-discard", "U-INIT-4"),
        piece_moved("german-scouts-a-1", "german-discard", "U-INIT-4"),
        e.PhaseEntered(round=1, turn=1, phase="turn", seat="us", rule="U-TURN-1"),
    )
    assert match.table.knows("german", "us-squad-leader-a-1")


@pytest.mark.parametrize("holder", ["us", "german"])
def test_on_a_tie_the_holder_keeps_the_marker(holder: str):
    """U-INIT-3."""
    match = match_in_bidding(
        ("us-scouts-a-1", FOGS[0]), ("german-scouts-a-1", "german-fog-of-war-1"), holder
    )
    match.when("us", "bid us-scouts-a-1").when("german", "bid german-scouts-a-1")

    assert match.table.zone_of("initiative") == f"{holder}-reserve"
    assert match.table.seat == holder


def test_fog_of_war_may_be_bid_and_goes_to_the_discard_pile():
    """U-INIT-5, U-FOGC-2."""
    match = match_in_bidding(
        ("us-scouts-a-1", FOGS[0]), ("german-scouts-a-1", "german-fog-of-war-1")
    )
    match.when("us", f"bid {FOGS[0]}").when("german", "bid german-fog-of-war-1")

    assert FOGS[0] in match.table.zone("us-discard")


def test_a_seat_without_cards_does_not_bid_and_loses_to_any_bid():
    """U-INIT-2; U-Q07."""
    match = match_in_bidding(("us-scouts-a-1", FOGS[0]), ())
    match.then_does_not_ask("german")

    match.when("us", f"bid {FOGS[0]}")

    assert match.table.zone_of("initiative") == "us-reserve"


# Turns


def test_the_holder_of_the_marker_plays_first():
    """U-TURN-1."""
    match = turn("german", cards={"us-hand": FOGS[:1], "german-hand": ("german-scouts-a-1",)})

    match.when("us", "pass").then_illegal("Table/Turn")
    match.when("german", "pass")
    match.then_asks("us")


def test_only_a_card_of_the_seats_hand_can_be_played():
    """U-TURN-1."""
    match = turn(cards={"us-hand": FOGS[:1], "german-hand": ("german-scouts-a-1",)})

    match.when("us", "hunker german-scouts-a-1").then_illegal("U-TURN-1")
    match.when("us", "hunker us-riflemen-a-3").then_illegal("U-TURN-1")
    match.when("us", f"bid {FOGS[0]}").then_illegal("U-TURN-1")


def test_a_turn_ends_when_its_seat_passes_and_hand_and_play_area_are_discarded():
    """U-TURN-2, U-TURN-3, U-FOG-3."""
    match = turn(cards={"us-hand": (FOGS[0], "us-scouts-a-1"), "us-play": ("us-scouts-b-1",)})

    match.when("us", "pass").then(
        piece_moved("us-scouts-b-1", "us-discard", "U-TURN-3"),
        piece_moved((FOGS[0], "us-scouts-a-1"), "us-discard", "U-TURN-3"),
        e.PhaseEntered(round=1, turn=1, phase="turn", seat="german", rule="U-TURN-1"),
    )
    assert match.table.zone("us-hand") == ()


def test_cards_that_were_not_played_are_discarded_unseen():
    """U-TURN-3; U-Q06."""
    match = turn(cards={"us-hand": ("us-scouts-a-1",), "us-play": ("us-scouts-b-1",)})
    match.when("us", "pass")

    assert match.table.knows("german", "us-scouts-b-1")
    assert not match.table.knows("german", "us-scouts-a-1")


def test_a_turn_ends_by_itself_with_the_last_card():
    """U-TURN-2."""
    match = turn(cards={"us-hand": ("us-scouts-a-1",), "german-hand": ("german-scouts-a-1",)})

    match.when("us", "conceal us-scouts-a-1")

    match.then_asks("german")


def test_a_seat_that_holds_only_fog_of_war_is_asked_as_well():
    """U-TURN-2, U-FOG-1."""
    match = turn(cards={"us-hand": FOGS[:2]})

    assert verbs(match.then_asks("us")) == {"pass"}


def test_nothing_is_kept_for_the_next_round():
    """U-TURN-4."""
    match = end_of_round(FOGS[:4], ())
    match.when("german", "pass")

    assert match.table.zone("us-hand") == FOGS[:4]
    assert "german-scouts-a-1" not in match.table.zone("german-hand")


def test_a_card_gives_one_of_its_actions_only():
    """U-TURN-5."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1", "us-riflemen-b-1")})
    match.when("us", "move us-riflemen-a-1 2B")

    match.when("us", "attack us-riflemen-a-1 german-scouts-a").then_illegal("U-TURN-1")
    match.when("us", "scout us-riflemen-b-1 2B").then_illegal("U-TURN-5")


# Fog of War


def test_fog_of_war_cannot_be_played():
    """U-FOG-1, U-FOGC-2."""
    match = turn(cards={"us-hand": FOGS[:1]})

    match.when("us", f"move {FOGS[0]} 2B").then_illegal("U-FOG-1")
    match.when("us", f"rally {FOGS[0]}").then_illegal("U-FOG-1")


def test_fog_of_war_cannot_hunker_down():
    """U-HUNK-3."""
    match = turn(cards={"us-hand": FOGS[:1]})

    match.when("us", f"hunker {FOGS[0]}").then_illegal("U-HUNK-3")


# Suppression


def test_a_suppressed_unit_takes_no_action():
    """U-SUPP-1, U-CNTR-3; U-Q11: support is lost too."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1",)}, faces=SUPPRESSED)

    assert verbs(match.then_asks("us")) == {"rally", "hunker", "pass"}
    match.when("us", "attack us-riflemen-a-1 german-scouts-a").then_illegal("U-SUPP-1")
    match.when("us", "control us-riflemen-a-1").then_illegal("U-SUPP-1")


def test_using_a_card_of_a_suppressed_unit_turns_it_ready_instead():
    """U-SUPP-2."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1", FOGS[0])}, faces=SUPPRESSED)

    match.when("us", "rally us-riflemen-a-1").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        piece_turned("us-riflemen-a", "ready", "U-SUPP-2"),
    )
    assert match.table.zone_of("us-riflemen-a") == "17B"


def test_a_ready_unit_has_nothing_to_rally():
    """U-SUPP-2."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1", "us-platoon-sergeant-1")})

    match.when("us", "rally us-riflemen-a-1").then_illegal("U-SUPP-2")
    match.when("us", "rally us-platoon-sergeant-1").then_illegal("U-SUPP-2")


def test_a_suppressed_unit_may_hunker_down_and_stays_suppressed():
    """U-SUPP-3."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1", FOGS[0])}, faces=SUPPRESSED)

    match.when("us", "hunker us-riflemen-a-1")
    assert moves_of(match) == [(("us-riflemen-a-1",), "us-supply", "U-HUNK-1")]
    assert match.table.piece("us-riflemen-a").face == "suppressed"


def test_once_a_unit_is_ready_again_its_further_cards_act_as_usual():
    """U-SUPP-4."""
    hand = ("us-riflemen-a-1", "us-riflemen-a-2", FOGS[0])
    match = turn(cards={"us-hand": hand}, faces=SUPPRESSED)
    match.when("us", "rally us-riflemen-a-1")

    match.when("us", "attack us-riflemen-a-2 german-scouts-a", dice=(1,))

    assert match.refused is None


# Spawning and hunkering down


def test_a_card_first_places_its_counter_on_the_spawn_marker():
    """U-SPAWN-1, U-SPAWN-2, U-REMV-1, U-REMV-2: it was elsewhere before, and suppressed."""
    match = turn(
        cards={"us-hand": ("us-riflemen-a-1", FOGS[0])},
        at={"us-riflemen-a": "us-reserve"},
        faces=SUPPRESSED,
    )
    match.given(lambda draft: draft.turn("us-riflemen-a", "ready", rule="U-SPAWN-1"))

    match.when("us", "move us-riflemen-a-1 2B").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        piece_moved("us-riflemen-a", "17B", "U-SPAWN-1"),
        piece_moved("us-riflemen-a", "2B", "U-MOVE-1"),
    )


def test_the_action_goes_on_from_the_spawn_marker():
    """U-SPAWN-2: range 2 from 17B to 5B, cover 1, base 5."""
    match = turn(
        cards={"us-hand": ("us-riflemen-a-1", FOGS[0])}, at={"us-riflemen-a": "us-reserve"}
    )
    match.when("us", "attack us-riflemen-a-1 german-scouts-a", dice=(7,))

    (total,) = match.happened(e.TotalComputed)
    assert [(item.name, item.value) for item in total.items] == [
        ("base defence", 5),
        ("cover", 1),
        ("range", 2),
    ]


def test_hunkering_down_places_no_counter():
    """U-SPAWN-3."""
    match = turn(
        cards={"us-hand": ("us-riflemen-a-1", FOGS[0])}, at={"us-riflemen-a": "us-reserve"}
    )
    match.when("us", "hunker us-riflemen-a-1")

    assert match.table.zone_of("us-riflemen-a") == "us-reserve"


def test_a_card_that_hunkers_down_returns_to_the_supply():
    """U-HUNK-1."""
    match = turn(cards={"us-hand": ("us-riflemen-a-1", FOGS[0])})
    before = len(match.table.zone("us-supply"))
    match.when("us", "hunker us-riflemen-a-1")

    assert moves_of(match) == [(("us-riflemen-a-1",), "us-supply", "U-HUNK-1")]
    assert len(match.table.zone("us-supply")) == before + 1


@pytest.mark.parametrize(
    ("card", "supply", "place"),
    [
        ("us-riflemen-a-1", (FOGS[1], "us-riflemen-a-2", "us-scouts-a-1"), 2),
        ("us-platoon-sergeant-1", (FOGS[1], "us-riflemen-a-2"), 1),
        ("us-scouts-b-2", (FOGS[1], "us-riflemen-a-2", "us-scouts-a-1"), 3),
        ("us-platoon-guide-1", ("us-riflemen-a-2", "us-scouts-a-1"), 0),
    ],
)
def test_the_supply_stays_sorted_when_a_card_hunkers_down(
    card: str, supply: tuple[str, ...], place: int
):
    """V13: U-SETUP-9: the card goes behind its like, or where its title belongs."""
    match = turn(cards={"us-hand": (card, FOGS[0]), "us-supply": supply})
    match.when("us", f"hunker {card}")

    assert match.table.zone("us-supply") == (*supply[:place], card, *supply[place:])


def test_cards_that_bolster_may_hunker_down_too():
    """U-HUNK-2."""
    match = turn(cards={"us-hand": ("us-platoon-sergeant-1", FOGS[0])})
    match.when("us", "hunker us-platoon-sergeant-1")

    assert match.table.zone_of("us-platoon-sergeant-1") == "us-supply"


def test_a_unit_without_a_spawn_marker_can_only_hunker_down_or_bid():
    """U-SPAWN-1; U-Q12: the German sniper has no marker on Signal Hill."""
    match = turn(
        "german",
        scenario="signal-hill",
        cards={"german-hand": ("german-sniper-1", "german-fog-of-war-1")},
        at={"german-sniper": "german-reserve"},
    )
    prompt = prompt_for(GAME.prompts(match.table), "german")
    assert prompt is not None

    assert verbs(prompt) == {"hunker", "pass"}
    match.when("german", "stalk german-sniper-1 -").then_illegal("U-SPAWN-1")


def test_a_command_card_places_no_counter_and_is_never_suppressed():
    """U-CARD-5; U-Q30."""
    match = turn(cards={"us-hand": ("us-platoon-sergeant-1", FOGS[0])}, faces=SUPPRESSED)

    match.when("us", "bolster us-platoon-sergeant-1 -").then(
        piece_moved("us-platoon-sergeant-1", "us-play", "U-TURN-1")
    )
    assert match.table.zone_of("us-platoon-sergeant-1") != BOX
