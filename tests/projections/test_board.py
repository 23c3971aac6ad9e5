from __future__ import annotations

from dataclasses import replace as with_fields

import msgspec
from msgspec.structs import replace

from tests.projections.matches import Match
from tests.toy import TOY, Bid
from wardiary.domain.play.faces import (
    Component,
    CurrentValue,
    Face,
    Faces,
    Figure,
    SpaceState,
    by_kind,
)
from wardiary.domain.play.game import Layout
from wardiary.domain.table import events as e
from wardiary.domain.table.events import Item
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Result, Table
from wardiary.projections.ascii_board import draw, draw_spaces
from wardiary.projections.board import (
    Board,
    BoardPiece,
    Space,
    Stack,
    as_text,
    board,
    result_text,
)
from wardiary.projections.labels import track_label, zone_name
from wardiary.projections.redaction import DIRECTOR, view

LOOKS = {
    "axis-deck": Visibility("nobody", ordered=True, backs="top"),
    "den": Visibility("owner", "axis", count=False),
}
TITLES = {"grein": "Sgt. Grein", "line": "Line Squad", "lmg": "light MG", "holes": "Foxholes"}


def hill() -> Table:
    """Hex K8 with a leader, a demoralised squad carrying a broken gun, and foxholes."""
    opened = e.MatchOpened(
        match="", game="toy", version="1", scenario="hill", settings={}, seats=("axis", "allies"),
        visibility=LOOKS, pack="", commitment="", time=0, rule="Table/Open",
    )  # fmt: skip

    def placed(piece: str, kind: str, **more: object) -> e.Event:
        zone = more.pop("zone", "K8")
        return e.PiecesPlaced(pieces=(piece,), kind=kind, zone=zone, rule="x", **more)

    return fold(
        Table(),
        [
            opened,
            placed("g-1", "grein", owner="axis"),
            placed(
                "s-1", "line", owner="axis", face="demoralised", marks={"hits": 2, "veteran": 1}
            ),
            placed("w-1", "lmg", owner="axis", face="broken", host="s-1"),
            placed("f-1", "holes"),
            placed("a-1", "line", owner="allies", zone="K9"),
            placed("c-1", "card", zone="axis-deck", back="green"),
            placed("c-2", "card", zone="axis-deck", back="white"),
            placed("d-1", "line", zone="den", owner="axis"),
            e.TrackSet(track="control/K8", value=1, rule="x"),
            e.TrackSet(track="time", value=3, rule="x"),
            e.PhaseEntered(round=2, turn=5, phase="orders", seat="allies", rule="x"),
            e.PileShuffled(zone="axis-deck", order=("c-2", "c-1"), rule="x"),
        ],
    )


def hexes(table: Table) -> Layout:
    return Layout(
        shape="hexes",
        spaces=(("K8", 0, 0), ("K9", 0.75, 0.5), ("K10", 0, 1)),
        links=(("K8", "K9"),),
        notes={"K8": "woods"},
        rows=(("Axis cards", ("axis-deck",)), ("Unseen", ("den",))),
    )


HILL = with_fields(TOY, layout=hexes, title_of=lambda kind: TITLES.get(kind, kind))


def shown(role: str) -> Board:
    return board(view(hill(), role), HILL)


def test_a_position_reads_as_plain_text_in_a_fixed_order():
    """UI-01."""
    assert as_text(shown("allies")).splitlines() == [
        "Toy, hill, round 2, turn 5, orders, Allies to act.",
        "",
        (
            "K8 (woods): Axis: Sgt. Grein; Line Squad, demoralised, hits 2, veteran, "
            "carries light MG, broken. Foxholes. Control 1."
        ),
        "K9: Allies: Line Squad.",
        "Empty: K10.",
        "",
        "Axis cards",
        "Axis deck (2): A hidden piece with back white. 1 hidden.",
        "",
        "Unseen",
        "den, number unknown.",
        "",
        "Tracks",
        "time: 3.",
    ]


def test_a_secret_number_of_cards_is_shown_to_its_owner_only():
    assert shown("allies").rows[1].stacks[0].count is None
    assert "den (1): Axis: Line Squad." in as_text(shown("axis"))
    assert "den (1)" in as_text(shown(DIRECTOR))


def test_the_same_view_gives_the_same_bytes():
    encode = msgspec.json.Encoder(order="deterministic").encode

    assert encode(shown("axis")) == encode(shown("axis"))
    assert msgspec.json.decode(encode(shown("axis")), type=Board) == shown("axis")


def test_zones_that_are_not_in_the_layout_are_listed_beside_the_board():
    match = Match()
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))

    (beside,) = board(view(match.line.table, "blue"), TOY).rows

    assert [(stack.zone, stack.count, stack.hidden) for stack in beside.stacks] == [
        ("blue-hand", 3, 0),
        ("deck", 4, 4),
        ("red-bid", 1, 1),
        ("red-hand", 2, 2),
    ]


def test_the_plain_text_has_the_result():
    table = replace(hill(), result=Result(("axis",), "surrender", {"axis": 9, "allies": 2}))

    text = as_text(board(view(table, ""), HILL))

    assert text.endswith("Axis won: surrender (Allies 2, Axis 9).\n")


def test_hexes_are_drawn_apart_with_owner_and_state_in_words():
    """UI-03: nothing is shown by colour alone."""
    drawn = draw(shown("allies"), 60).splitlines()

    assert drawn == [
        "Toy | hill | round 2 | turn 5 | orders | Allies to act",
        "+-------------------------+",
        "|K8  woods  control 1     |",
        "|Axis Sgt. Grein          |",
        "|Axis Line Squad,         |",
        "|  demoralised, hits 2,   +-------------------------+",
        "|  veteran                |K9                       |",
        "|+Axis light MG, broken   |Allies Line Squad        |",
        "|Foxholes                 |                         |",
        "+-------------------------+                         |",
        "|K10                      |                         |",
        "|                         |                         |",
        "|                         |                         |",
        "|                         +-------------------------+",
        "|                         |",
        "|                         |",
        "|                         |",
        "+-------------------------+",
        "Axis cards:",
        "  Axis deck (2): a hidden piece with back white; 1 hidden",
        "Unseen:",
        "  den (?): number unknown",
        "time: 3",
    ]


def test_half_offset_bricks_and_squares_do_not_overlap():
    spaces = (("1A", 0.0, 0.0), ("2A", 1.0, 0.0), ("3B", 0.5, 1.0), ("4B", 1.5, 1.0))
    bricks = with_fields(HILL, layout=lambda _: Layout(shape="bricks", spaces=spaces))

    drawn = draw(board(view(hill(), "axis"), bricks), 60)

    assert all(drawn.count(zone) == 1 for zone, _, _ in spaces)


def test_a_tableau_without_spaces_is_drawn_as_rows():
    drawn = draw(board(view(Match().line.table, "red"), TOY))

    assert "Red hand (3): card (x3)" in drawn
    assert "Blue hand (3): 3 hidden" in drawn


def test_a_track_of_a_map_edge_is_not_listed_at_the_space_behind_it():
    edge = e.TrackSet(track="control/K9/K8", value=2, rule="x")

    shown_ = board(view(fold(hill(), [edge]), "axis"), HILL)

    assert [space.tracks for space in shown_.spaces] == [{"control": 1}, {}, {}]
    assert "control K9/K8: 2." in as_text(shown_)


def test_a_map_that_is_too_wide_is_sketched_and_its_pieces_are_listed():
    """UI-01: every state is written in words below the sketch."""
    here = BoardPiece("tank-1", "Tank", "tank", owner="red", marks={"hits": 2})
    stacks = [_stack_at(f"S{n}", here if n == 4 else None) for n in range(15)]
    spaces = tuple(
        Space(stack.zone, n * 0.75, n % 2 / 2, "woods, hill", {}, stack)
        for n, stack in enumerate(stacks)
    )
    position_board = replace(board(hill(), TOY), seats=("red", "blue"), spaces=spaces, rows=())

    sketch = draw_spaces(position_board, 100)

    assert max(map(len, sketch.splitlines())) <= 100
    assert "Re1!" in sketch
    assert "S4 (woods, hill): Red: Tank, hits 2." in sketch


def _stack_at(zone: str, piece: BoardPiece | None) -> Stack:
    pieces = (piece,) if piece else ()
    return Stack(zone, zone, len(pieces), pieces, 0, ordered=False)


def test_zones_of_a_side_begin_with_its_name():
    """8.11b: as at the table, whichever end of the id names the side."""
    seats = ("us", "german", "german-two")

    assert "German deck" == zone_name("german-deck", seats)
    assert "US discard top" == zone_name("us-discard-top", seats)
    assert "German hand" == zone_name("hand-german", seats)
    assert "German Two hand" == zone_name("german-two-hand", seats)
    assert "chit cup" == zone_name("chit-cup", seats)
    assert "17B" == zone_name("17B", seats)


def test_a_result_says_seats_by_their_names():
    """8.11b: "us resigned" is no sentence for players."""
    seats = ("us", "german")

    assert "German won: US resigned." == result_text(Result(("german",), "us resigned", {}), seats)
    assert "A draw: nobody is left." == result_text(Result((), "nobody is left", {}), seats)


def test_a_track_is_called_what_its_game_calls_it_and_else_by_its_name():
    """Everywhere the same: in the drawing, as text and for the page."""
    game = with_fields(
        HILL, track_title=lambda table, track: {"time": "Time of day"}.get(track, "")
    )
    labelled = board(view(hill(), "axis"), game)

    assert labelled.track_labels == {"control/K8": "control K8", "time": "Time of day"}
    assert "Time of day: 3." in as_text(labelled)
    assert "Time of day: 3" in draw(labelled, 60)


def test_a_track_that_is_named_after_a_seat_says_whose_it_is():
    table = fold(hill(), [e.TrackSet(track="morale/axis", value=7, rule="x")])

    assert track_label(HILL, table, "morale/axis") == "morale of Axis"


# What components print


def printed_faces() -> Faces:
    """Squads print firepower 5, a leader prints nothing; a squad's demoralised side prints 2."""

    def components(_: object) -> dict[str, Component]:
        squad = tuple(
            Face(name, "Line Squad", figures=(Figure("Firepower", number, "Its strength.", "3"),))
            for name, number in (("", 5), ("demoralised", 2))
        )
        return by_kind(Component("line", "counter", squad))

    def values(_: Table, piece: str) -> tuple[CurrentValue, ...]:
        number = {"s-1": 3, "a-1": 5, "d-1": 4}.get(piece)
        items = (Item("printed", number or 0, "3"),)
        return (CurrentValue("Firepower", number, items),) if number else ()

    def state(_: Table, zone: str) -> SpaceState:
        cover = (CurrentValue("Cover", 3, (Item("foxholes", 3, "F102"),)),)
        return SpaceState("axis", cover) if zone == "K8" else SpaceState()

    return Faces(components, values, state=state)


PRINTED = with_fields(HILL, faces=printed_faces())


def test_a_piece_tells_its_present_values_where_they_are_not_the_printed_ones():
    table = replace(hill(), pack="any")

    spaces = board(table, PRINTED).spaces
    pieces = {piece.id: piece for space in spaces for piece in space.stack.pieces}

    assert [3] == [value.value for value in pieces["s-1"].values]
    assert () == pieces["a-1"].values
    assert "counter" == pieces["s-1"].shape


def test_pieces_in_hand_show_what_is_printed_on_them():
    table = replace(hill(), pack="any")

    position_board = board(view(table, "axis"), PRINTED)

    (den,) = [stack for row in position_board.rows for stack in row.stacks if stack.zone == "den"]
    assert ["Firepower 5"] == [piece.prints for piece in den.pieces]
    assert "Line Squad [Firepower 5]" in as_text(position_board)
    assert [""] * 3 == [piece.prints for piece in position_board.spaces[0].stack.pieces][:3]


def test_a_space_tells_who_controls_it_and_its_present_values():
    table = replace(hill(), pack="any")

    position_board = board(table, PRINTED)

    assert ("axis", 3) == (
        position_board.spaces[0].stack.control,
        position_board.spaces[0].stack.values[0].value,
    )
    assert "Cover 3." in as_text(position_board)


def test_without_a_pack_nothing_printed_is_shown():
    position_board = board(hill(), PRINTED)

    assert () == position_board.spaces[0].stack.values
    assert [()] * 4 == [piece.values for piece in position_board.spaces[0].stack.pieces]
