"""What the games together need the table to say, said in its vocabulary, a small table each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace as with_fields

import msgspec
import pytest
from msgspec.structs import replace

from tests.scenario import Scenario
from tests.toy import TOY
from wardiary.domain.diary.codec import decode, encode
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Table, pieces_on
from wardiary.projections.redaction import DIRECTOR, SPECTATOR, redact_entry, view

R = "X1"
SEATS = ("red", "blue")


class Situation:
    """A table set up by effects on a draft, with what each role may see of it."""

    def __init__(self, seats: Sequence[str] = SEATS, **looks: Visibility) -> None:
        hidden = {zone.replace("_", "-"): look for zone, look in looks.items()}
        opened = e.MatchOpened(
            match="", game="x", version="1", scenario="", settings={}, seats=tuple(seats),
            visibility=hidden, pack="", commitment="", time=0, rule="Table/Open",
        )  # fmt: skip
        self.before = evolve(Table(), opened)
        self.events: tuple[e.Event, ...] = ()
        self.table = self.before

    def does(
        self, action: Callable[[Draft], None], faces: Sequence[int] = (), **orders: Sequence[str]
    ) -> Situation:
        """Carry out effects on the table so far."""
        self.before = self.table
        draft = Draft(self.table, ScriptedChance(faces, list(orders.values())))
        action(draft)
        self.table, self.events = draft.table, tuple(draft.events)
        again = fold(self.before, [decode(encode(event)) for event in self.events])
        assert again == self.table, "the stored events fold into the same table"
        return self

    def told(self, role: str) -> list[e.Event]:
        """The last events as a role may see them."""
        return list(redact_entry(self.before, self.events, role))

    def seen(self, role: str) -> Table:
        """The table as a role sees it."""
        return view(self.table, role)


def assert_same_for(role: str, left: Situation, other: Situation) -> None:
    """A role gets the same bytes of both situations."""
    encoded = msgspec.json.Encoder(order="sorted").encode

    assert [encode(event) for event in left.told(role)] == [encode(x) for x in other.told(role)]
    assert encoded(left.seen(role)) == encoded(other.seen(role))


# Seats and sides


def test_one_seat_can_own_pieces_of_two_nationalities():
    """The side is part of the printed kind; the owner is the seat."""
    situation = Situation(("axis", "allies")).does(
        lambda draft: (
            draft.place("de-squad-1", "german-squad", "K8", owner="axis", rule=R),
            draft.place("it-squad-1", "italian-squad", "K8", owner="axis", rule=R),
        )
    )

    owners = {situation.table.piece(piece).owner for piece in situation.table.zone("K8")}
    assert owners == {"axis"}
    assert {one.kind for one in situation.seen("allies").pieces.values()} == {
        "german-squad",
        "italian-squad",
    }


@pytest.mark.parametrize("number", range(2, 7))
def test_two_to_six_seats_each_with_a_hand_that_only_it_sees(number: int):
    seats = tuple(f"seat-{n}" for n in range(number))
    looks = {f"{seat}_hand".replace("-", "_"): Visibility("owner", seat) for seat in seats}
    situation = Situation(seats, **looks)
    for seat in seats:
        situation.does(
            lambda draft, seat=seat: draft.place(f"card-{seat}", "card", f"{seat}-hand", rule=R)
        )

    situation.table = replace(situation.table, known={})
    for seat in seats:
        named = [p for p in situation.seen(seat).pieces if p.startswith("card")]
        assert named == [f"card-{seat}"]
    assert not any(p.startswith("card") for p in situation.seen(SPECTATOR).pieces)


# Secret choices, partial reveals, cups and piles


def dealt(seats: Sequence[str] = SEATS) -> Situation:
    """Red and blue each hold two cards from a shuffled deck."""
    situation = Situation(
        seats,
        red_hand=Visibility("owner", "red"),
        blue_hand=Visibility("owner", "blue"),
        red_bid=Visibility("owner", "red"),
        blue_bid=Visibility("owner", "blue"),
        deck=Visibility("nobody", ordered=True),
    )
    cards = ("c-1", "c-2", "c-3", "c-4", "c-5")
    situation.does(
        lambda draft: (draft.place(cards, "card", "deck", rule=R), draft.shuffle("deck", rule=R)),
        order=cards,
    )
    return situation.does(
        lambda draft: (
            draft.draw("deck", "red-hand", 2, rule=R),
            draft.draw("deck", "blue-hand", 2, rule=R),
        )
    )


def test_secret_choices_are_made_apart_and_opened_together():
    situation, other = dealt(), dealt()
    situation.does(lambda draft: draft.move("c-1", "red-bid", rule=R))
    other.does(lambda draft: draft.move("c-2", "red-bid", rule=R))
    assert_same_for("blue", situation, other)
    assert_same_for(SPECTATOR, situation, other)
    situation.does(lambda draft: draft.move("c-3", "blue-bid", rule=R))

    situation.does(lambda draft: draft.show(("c-1", "c-3"), SEATS, rule=R))

    for role in (*SEATS, SPECTATOR):
        (visible,) = situation.told(role)
        assert isinstance(visible, e.PiecesShown)
        assert visible.pieces == ("c-1", "c-3")
        assert situation.seen(role).zone("red-bid") == ("c-1",)


def test_the_chosen_end_of_a_card_is_public_but_its_number_is_not():
    """The chosen end is an open marker on the card; the card itself stays hidden."""

    def chosen(card: str) -> Situation:
        situation = dealt()
        return situation.does(
            lambda draft: (
                draft.move(card, "red-bid", rule=R),
                draft.place("end-red", "upper-end", "red-declared", owner="red", rule=R),
            )
        )

    assert_same_for("blue", chosen("c-1"), chosen("c-2"))
    seen = chosen("c-1").seen("blue")
    assert seen.piece("end-red").kind == "upper-end"
    assert seen.zone("red-bid") == ("?red-bid/0",)


def test_a_random_pick_from_the_other_hand_is_a_recorded_number():
    """The thief and the robbed know which card it is; a third seat and a spectator do not."""
    situation = dealt(("red", "blue", "green"))

    def steal(draft: Draft) -> None:
        picked = draft.pick("red", "blue-hand", "steal", rule=R)
        draft.move(picked, "red-hand", rule=R)

    situation.does(steal, faces=(2,))

    for role, card in (("red", "c-4"), ("blue", "c-4"), ("green", "?"), (SPECTATOR, "?")):
        roll, moved = situation.told(role)
        assert isinstance(roll, e.DiceRolled)
        assert (roll.pool, roll.faces) == ("1 of 2", (2,))
        assert moved == e.PiecesMoved(pieces=(card,), to="red-hand", rule=R)
    assert situation.table.zone("red-hand") == ("c-1", "c-2", "c-4")


def cup(order: tuple[str, ...]) -> Situation:
    """Objective counters in a cup that nobody looks into."""
    situation = Situation(cup=Visibility("nobody"), axis_secret=Visibility("owner", "red"))
    names = tuple(sorted(order))
    return situation.does(
        lambda draft: (
            draft.place(names, "objective", "cup", rule=R),
            draft.shuffle("cup", rule=R),
        ),
        order=order,
    )


def test_only_the_seat_that_draws_from_a_hidden_cup_sees_the_piece():
    situation, other = cup(("o-1", "o-2", "o-3")), cup(("o-3", "o-2", "o-1"))
    for item in (situation, other):
        item.does(lambda draft: draft.draw("cup", "axis-secret", 1, rule=R))

    assert_same_for("blue", situation, other)
    assert situation.seen("red").zone("axis-secret") == ("o-1",)
    assert situation.seen("blue").zone("axis-secret") == ("?axis-secret/0",)
    assert situation.seen("red").zone("cup") == ("?cup/0", "?cup/1")
    situation.does(lambda draft: draft.draw("cup", "open-objectives", 1, rule=R))
    assert situation.seen("blue").zone("open-objectives") == ("o-2",)


def test_the_back_of_a_reordered_top_card_shows_its_colour_and_no_more():
    def pile(order: tuple[str, ...]) -> Situation:
        situation = Situation(deck=Visibility("nobody", ordered=True, backs="top"))
        return situation.does(
            lambda draft: (
                draft.place(("g-1", "g-2"), "green", "deck", back="green", rule=R),
                draft.place(("w-1", "w-2"), "white", "deck", back="white", rule=R),
                draft.shuffle("deck", rule=R),
            ),
            order=order,
        )

    top_green = pile(("g-1", "w-1", "g-2", "w-2"))
    assert_same_for("blue", top_green, pile(("g-2", "w-2", "w-1", "g-1")))
    assert [top_green.seen("red").piece(p).back for p in top_green.seen("red").zone("deck")] == [
        "green", "", "", "",
    ]  # fmt: skip
    top_green.does(lambda draft: draft.move("w-1", "deck", at=0, rule=R))
    seen = top_green.seen("red")
    assert seen.piece(seen.zone("deck")[0]).back == "white"
    assert seen.piece(seen.zone("deck")[0]).kind == "hidden"


# Cards as dice, rolls voided


@pytest.mark.parametrize(
    ("why", "pool", "faces"),
    [
        ("fire attack", "2d6", (4, 3)),
        ("random hex", "hex", (7,)),
        ("artillery drift", "drift", (5, 2)),
    ],
)
def test_a_card_turned_up_is_read_for_whatever_it_was_turned_up_for(
    why: str, pool: str, faces: tuple[int, ...]
):
    situation = Situation(deck=Visibility("nobody", ordered=True))
    situation.does(
        lambda draft: (
            draft.place(("f-1", "f-2"), "fate", "deck", rule=R),
            draft.shuffle("deck", rule=R),
        )
    )

    def turn_up(draft: Draft) -> None:
        draft.draw("deck", "discards", 1, rule="1.9")
        draft.record(e.DiceRolled(seat="red", purpose=why, pool=pool, faces=faces, rule="1.9"))

    situation.does(turn_up)

    for role in (*SEATS, SPECTATOR):
        moved, rolled = situation.told(role)
        assert isinstance(moved, e.PiecesMoved)
        assert moved.pieces == ("f-1",)
        assert rolled == situation.events[1]


def test_a_card_turned_up_as_an_event_is_carried_out_without_a_roll():
    situation = Situation(deck=Visibility("nobody", ordered=True))
    situation.does(
        lambda draft: (
            draft.place("f-1", "fate", "deck", rule=R),
            draft.shuffle("deck", rule=R),
            draft.draw("deck", "discards", 1, rule="8.1"),
            draft.track("sudden-death", 1, rule="E42"),
        )
    )

    assert not [event for event in situation.events if isinstance(event, e.DiceRolled)]
    assert situation.seen("blue").track("sudden-death") == 1


def test_a_roll_that_is_cancelled_and_rolled_again_stays_in_the_log():
    """The second roll is another event, which counts; the first stays in the log."""
    situation = Situation()

    def roll_twice(draft: Draft) -> None:
        draft.roll("red", "fire", dice=2, rule="1.9")
        draft.move("initiative", "blue-initiative", rule="1.9.2")
        faces = draft.roll("red", "fire", dice=2, rule="1.9.2")
        draft.total("fire", [("dice", sum(faces), "1.9")], rule="1.9")

    situation.does(lambda draft: draft.place("initiative", "card", "red-initiative", rule=R))
    situation.does(roll_twice, faces=(6, 6, 1, 2))

    rolled = [event.faces for event in situation.told("blue") if isinstance(event, e.DiceRolled)]
    assert rolled == [(6, 6), (1, 2)]
    (total,) = [event for event in situation.told("blue") if isinstance(event, e.TotalComputed)]
    assert total.total == 3


# Places and pieces


def test_units_inside_and_outside_a_town_share_one_space():
    situation = Situation().does(
        lambda draft: (
            draft.place("town", "town", "space-4", rule=R),
            draft.place("a-1", "infantry", "space-4", owner="red", host="town", rule=R),
            draft.place("a-2", "infantry", "space-4", owner="blue", rule=R),
        )
    )

    inside = pieces_on(situation.table, "town")
    assert inside == ("a-1",)
    assert set(situation.table.zone("space-4")) - set(inside) == {"town", "a-2"}
    situation.does(lambda draft: draft.move("a-1", "space-4", rule=R))
    assert pieces_on(situation.seen("blue"), "town") == ()
    assert situation.told("blue") == list(situation.events)


def test_attached_and_passenger_pieces_move_with_their_host():
    situation = Situation().does(
        lambda draft: (
            draft.place("truck", "truck", "A1", owner="red", rule=R),
            draft.place("squad", "squad", "A1", owner="red", host="truck", rule=R),
            draft.place("gun", "gun", "A1", owner="red", host="squad", rule=R),
        )
    )

    def drive(draft: Draft) -> None:
        draft.move("truck", "A2", rule=R)
        draft.move("squad", "A2", host="truck", rule=R)
        draft.move("gun", "A2", host="squad", rule=R)

    situation.does(drive)

    assert situation.table.zone("A2") == ("truck", "squad", "gun")
    assert pieces_on(situation.table, "truck") == ("squad",)
    assert situation.seen("blue").piece("gun").host == "squad"


def test_a_vehicle_faces_one_way_and_is_turned():
    situation = Situation().does(
        lambda draft: draft.place("tank", "tank", "B2", face="north", rule=R)
    )

    situation.does(lambda draft: draft.turn("tank", "north-east", rule=R))

    assert situation.told(SPECTATOR) == [e.PieceTurned(piece="tank", face="north-east", rule=R)]
    assert situation.seen("blue").piece("tank").face == "north-east"


def test_two_units_assault_one_hex_from_their_own():
    """The assault is a mark on each; the hex they share is the battle's."""
    situation = Situation().does(
        lambda draft: (
            draft.place("d-1", "squad", "C3", owner="blue", rule=R),
            draft.place(("a-1", "a-2"), "squad", "C2", owner="red", rule=R),
        )
    )

    situation.does(
        lambda draft: [
            (draft.move(unit, "C3", rule=R), draft.mark(unit, "assaulting", until="step", rule=R))
            for unit in ("a-1", "a-2")
        ]
    )

    seen = situation.seen("blue")
    assert [piece for piece in seen.zone("C3") if seen.mark(piece, "assaulting")] == ["a-1", "a-2"]


@pytest.mark.parametrize("end", ["step", "phase", "round"])
def test_hits_and_statuses_lapse_when_they_say(end: str):
    situation = Situation().does(
        lambda draft: (
            draft.place("u-1", "squad", "A1", marks={"hits": 2}, rule=R),
            draft.mark("u-1", "pinned", until=end, rule=R),
            draft.mark("u-1", "fired", until="turn", rule=R),
        )
    )

    situation.does(lambda draft: draft.expire_marks(end, rule="3.1"))

    assert situation.events == (e.MarkSet(piece="u-1", mark="pinned", value=0, rule="3.1"),)
    assert situation.table.piece("u-1").marks == {"hits": 2, "fired": 1}
    assert situation.table.piece("u-1").until == {"fired": "turn"}


def test_a_doomed_piece_still_fights_and_a_removed_one_does_not():
    situation = Situation().does(lambda draft: draft.place(("u-1", "u-2"), "squad", "A1", rule=R))

    situation.does(
        lambda draft: (
            draft.mark("u-1", "doomed", until="phase", rule=R),
            draft.move("u-2", "removed", rule=R),
        )
    )

    assert situation.table.zone("A1") == ("u-1",)
    assert situation.seen("blue").mark("u-1", "doomed") == 1
    situation.does(
        lambda draft: (draft.expire_marks("phase", rule=R), draft.move("u-1", "removed", rule=R))
    )
    assert situation.table.zone("removed") == ("u-2", "u-1")


def out_of_supply(table: Table, piece: str) -> bool:
    """Derived: no friendly road next to it; nothing of the kind is stored."""
    return table.track(f"control/{table.zone_of(piece)}") != 1


def test_a_derived_status_follows_the_table_and_a_stored_one_stays():
    situation = Situation().does(
        lambda draft: (
            draft.place("u-1", "squad", "A1", rule=R),
            draft.mark("u-1", "unsupplied", rule=R),
            draft.track("control/A1", 1, rule=R),
        )
    )
    assert not out_of_supply(situation.table, "u-1")

    situation.does(lambda draft: draft.track("control/A1", 2, rule=R))

    assert out_of_supply(situation.seen("blue"), "u-1")
    assert situation.table.mark("u-1", "unsupplied") == 1
    assert [e.tag_of(event) for event in situation.events] == ["track-set"]


def test_spaces_and_edges_are_controlled():
    """An edge is a zone named by both hexes; who controls a space is a track or a marker in it."""
    situation = Situation().does(
        lambda draft: (
            draft.track("control/A1", 1, rule=R),
            draft.place("wire-1", "wire", "A1/A2", owner="blue", rule=R),
            draft.track("control/A1/A2", 2, rule=R),
        )
    )

    seen = situation.seen("red")
    assert (seen.track("control/A1"), seen.track("control/A1/A2")) == (1, 2)
    assert seen.zone("A1/A2") == ("wire-1",)


def test_tracks_stand_for_a_seat_a_team_or_the_table():
    situation = Situation(("us", "uk", "de", "it")).does(
        lambda draft: (
            draft.track("morale/us", 5, rule=R),
            draft.track("morale/uk", 4, rule=R),
            draft.track("victory/allies", 9, rule=R),
            draft.track("time", 3, rule=R),
        )
    )
    situation.does(lambda draft: draft.track("time", 3, rule=R))

    assert situation.events == ()
    assert situation.seen("it").tracks == situation.table.tracks
    assert situation.table.track("morale/de") == 0


def test_reinforcements_wait_off_the_map_by_turn():
    situation = Situation().does(
        lambda draft: (
            draft.place(("r-1", "r-2"), "squad", "turn-3", owner="red", rule=R),
            draft.place("r-3", "squad", "turn-5", owner="red", rule=R),
            draft.enter("orders", "red", rule=R, round=1, turn=3),
        )
    )

    situation.does(
        lambda draft: draft.move(draft.table.zone(f"turn-{draft.table.turn}"), "E10", rule=R)
    )

    assert situation.seen("blue").zone("E10") == ("r-1", "r-2")
    assert situation.seen("blue").zone("turn-5") == ("r-3",)


def test_one_piece_is_replaced_by_two_that_inherit_its_marks():
    situation = Situation().does(
        lambda draft: (
            draft.place("squad-1", "squad", "A1", owner="red", face="demoralised", rule=R),
            draft.mark("squad-1", "suppressed", rule=R),
            draft.mark("squad-1", "fired", until="turn", rule=R),
        )
    )

    def split(draft: Draft) -> None:
        old = draft.table.piece("squad-1")
        draft.place(("team-1", "team-2"), "team", old.zone, owner=old.owner, face=old.face, rule=R)
        for team in ("team-1", "team-2"):
            for mark, value in old.marks.items():
                draft.mark(team, mark, value, until=old.until.get(mark, ""), rule=R)
        draft.move("squad-1", "box", rule=R)

    situation.does(split)

    old = situation.table.piece("squad-1")
    for team in ("team-1", "team-2"):
        new = situation.seen("blue").piece(team)
        assert (new.marks, new.until, new.face, new.zone) == (old.marks, old.until, old.face, "A1")
    assert situation.table.zone("box") == ("squad-1",)


# Forced plays and nested interruptions


class Say(Command, frozen=True, tag="say"):
    """Answer the step that asks."""

    word: str


class Ask(Step, frozen=True, tag="ask"):
    """Asks its seat a number of times; each answer may be broken into by the other seat."""

    seat: str
    left: int
    depth: int

    def prompts(self, table: Table) -> Prompts:
        if not self.left:
            return ()
        return (Prompt(self.seat, (Offer("say", (choice_slot("word", ("go", "break")),), R),), R),)

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        assert isinstance(command, Say)
        draft.track(f"said/{self.depth}", draft.table.track(f"said/{self.depth}") + 1, rule=R)
        draft.change(left=self.left - 1)
        if command.word == "break":
            draft.begin(Ask("blue" if seat == "red" else "red", 2, self.depth + 1))

    def resume(self, draft: Draft) -> None:
        draft.finish()
        if self.depth == 0:
            draft.end_match(("red",), "done", {}, rule=R)


NESTING = with_fields(TOY, commands=(Say,), steps=(Ask,))


def asked(game: Game, table: Table) -> list[str]:
    return [prompt.seat for prompt in game.prompts(table)]


def test_interruptions_nest_and_each_resumes_exactly_where_it_was():
    """Between all commands the table is rebuilt from its stored events."""
    situation = Situation()
    match = Scenario(NESTING, situation.table).given(lambda draft: draft.begin(Ask("red", 2, 0)))
    order = []
    for word in ("break", "break", "go", "go", "go", "go"):
        (seat,) = asked(NESTING, match.table)
        order.append((seat, len(NESTING.open_steps(match.table))))
        before = match.table
        match.when(seat, Say(word))
        assert fold(before, [decode(encode(event)) for event in match.events]) == match.table

    assert order == [("red", 1), ("blue", 2), ("red", 3), ("red", 3), ("blue", 2), ("red", 1)]
    assert match.table.result is not None
    assert match.table.tracks == {"said/0": 2, "said/1": 2, "said/2": 2}


class Forced(Step, frozen=True, tag="forced"):
    """A card that must be played at once when it is drawn; nobody is asked."""

    card: str

    def resume(self, draft: Draft) -> None:
        draft.finish()
        draft.move(self.card, "played", rule="4.2")
        draft.track("weather", 2, rule="4.2")


class Draw(Step, frozen=True, tag="draw"):
    """Asks for a draw; a storm card interrupts the drawing and is played at once."""

    def prompts(self, table: Table) -> Prompts:
        return (Prompt("red", (Offer("say", (choice_slot("word", ("draw",)),), R),), R),)

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        (card,) = draft.draw("deck", "red-hand", 1, rule=R)
        if draft.table.piece(card).kind == "storm":
            draft.begin(Forced(card))


def test_a_card_that_must_be_played_at_once_is_and_others_are_not_known():
    situation = Situation(
        deck=Visibility("nobody", ordered=True), red_hand=Visibility("owner", "red")
    )
    situation.does(
        lambda draft: (
            draft.place("c-1", "card", "deck", rule=R),
            draft.place("c-2", "storm", "deck", rule=R),
            draft.shuffle("deck", rule=R),
        )
    )
    game = with_fields(NESTING, steps=(Draw, Forced))
    match = Scenario(game, situation.table).given(lambda draft: draft.begin(Draw()))

    quiet = list(redact_entry(match.table, match.when("red", Say("draw")).events, "blue"))
    assert [e.tag_of(event) for event in quiet] == ["pieces-moved", "entry-closed"]
    assert quiet[0] == e.PiecesMoved(pieces=("?",), to="red-hand", rule=R)

    match.when("red", Say("draw"))
    assert match.table.zone("played") == ("c-2",)
    assert view(match.table, "blue").zone("red-hand") == ("?red-hand/0",)
    assert asked(game, match.table) == ["red"]


def test_the_director_looks_at_a_hidden_card_and_the_seats_learn_that_only():
    """SL-03."""
    situation = dealt()
    situation.does(lambda draft: draft.show("c-3", (DIRECTOR,), rule="Table/Ruling"))

    for role in ("red", SPECTATOR):
        assert situation.told(role) == [
            e.PiecesShown(pieces=("?",), to=(DIRECTOR,), rule="Table/Ruling")
        ]
    assert situation.told(DIRECTOR) == list(situation.events)
    assert "c-3" not in situation.seen("red").pieces
