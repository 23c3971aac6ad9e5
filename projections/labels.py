"""The names of seats, zones, pieces and states for people, the same everywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from wardiary.domain.play.game import Game
from wardiary.domain.table.pieces import Piece, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.text import escape_controls

_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z0-9])")
_FIRST_LETTER = re.compile(r"^[a-z]")


def seat_name(seat: Seat) -> str:
    """A seat for people: "german" is German, "us" is US, "" is nobody."""
    if not seat:
        return "nobody"
    words = escape_controls(seat).split("-")
    return " ".join(word.upper() if len(word) <= 2 else word.capitalize() for word in words)


def zone_name(zone: Zone, seats: Iterable[Seat]) -> str:
    """A zone for people: "us-hand" is "US hand", "hand-axis" is "Axis hand", "17B" stays.

    `seats` are those of the match: a zone that is named after one of them begins with its name.
    """
    for seat in sorted(seats, key=len, reverse=True):
        rest = zone.removeprefix(f"{seat}-").removesuffix(f"-{seat}")
        if rest != zone:
            return f"{seat_name(seat)} {_HYPHEN.sub(' ', escape_controls(rest))}"
    return _HYPHEN.sub(" ", escape_controls(zone))


def plain(word: str) -> str:
    """A face, mark, phase or purpose for people."""
    return escape_controls(word).replace("-", " ")


def title_of(game: Game, table: Table, kind: str) -> str:
    """The title of a kind of piece, as the match's pack prints it."""
    return escape_controls(game.piece_title(table, kind))


def piece_title(game: Game, table: Table, piece: Piece) -> str:
    """The title of a piece: that of the face it shows, where its faces have titles of their own."""
    component = game.components(table).get(piece.kind)
    if component is not None:
        titles = {face.title for face in component.faces}
        if len(titles) > 1 and any(face.name == piece.face for face in component.faces):
            return escape_controls(component.face(piece.face).title)
    return title_of(game, table, piece.kind)


def zone_label(game: Game, table: Table, zone: Zone) -> str:
    """A zone for people: as its game calls it, else by its own name."""
    return zone_title(game, table, zone) or zone_name(zone, table.seats)


def zone_title(game: Game, table: Table, word: str) -> str:
    """What a game calls a zone or another word of its commands; "" where it says nothing, or where
    the match's pack is not available.
    """
    return escape_controls(game.zone_title(table, word)) if table.pack is not None else ""


def track_label(game: Game, table: Table, track: str) -> str:
    """A track for people: as its game labels it, else its name, "points/us" as "points of US"."""
    label = game.track_title(table, track)
    if label:
        return escape_controls(label)
    front, _, seat = track.rpartition("/")
    if front and seat in table.seats:
        return f"{plain(front)} of {seat_name(seat)}"
    return plain(track).replace("/", " ", 1)


def track_labels(game: Game, table: Table) -> dict[str, str]:
    """The labels of all tracks of a table, by the names of the tracks."""
    return {track: track_label(game, table, track) for track in sorted(table.tracks)}


def piece_name(game: Game, table: Table, piece: Piece) -> str:
    """A piece with its owner, such as "German Riflemen A"; without it where it wears the colours of
    a nation, by which one knows whose it is.
    """
    title = piece_title(game, table, piece)
    printed = game.components(table).get(piece.kind)
    family = printed.face(piece.face).family if printed else ""
    owner = seat_name(piece.owner) if piece.owner and not family else ""
    return title if not owner or title.lower().startswith(owner.lower()) else f"{owner} {title}"


def states(face: str, marks: Mapping[str, int]) -> list[str]:
    """The face and marks of a piece as words; a mark of 1 comes without its number."""
    words = [plain(face)] if face else []
    return words + [
        plain(mark) if value == 1 else f"{plain(mark)} {value}"
        for mark, value in sorted(marks.items())
    ]


def counted(names: Iterable[str]) -> list[str]:
    """Equal names once, with their number: "Rifle squad (x3)"."""
    return [name if n == 1 else f"{name} (x{n})" for name, n in Counter(names).items()]


def cards(number: int) -> str:
    """Pieces that may not be named: "a card", "3 cards"."""
    return "a card" if number == 1 else f"{number} cards"


def listing(words: Sequence[str]) -> str:
    """Words joined by commas and "and"; "nothing" when there are none."""
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(words: str) -> str:
    """Words with a capital first letter."""
    return _FIRST_LETTER.sub(lambda first: first[0].upper(), words.strip())


def sentence(words: str) -> str:
    """Words as a sentence, with a capital first letter and a full stop."""
    begun = capital(words)
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
