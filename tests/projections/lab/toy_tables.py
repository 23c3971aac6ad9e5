"""Tables of the toy game: one just set up, and endings that take one bid of each seat."""

from __future__ import annotations

from msgspec.structs import replace

from tests.toy import TOY
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.table.table import Table
from wardiary.tools.position_checks import blank_table

TOY_OPENING = Opening("plain", ("red", "blue"), {"target": 2})


def toy_table(seed: int = 1) -> Table:
    chance = SeededChance(bytes([seed]) * 32, "0" * 32, bytes(32), b"")
    table = set_up_table(TOY, blank_table(TOY, None, TOY_OPENING), TOY_OPENING, chance).table
    return replace(table, pack={})


def one_card_each(red: str, blue: str) -> Table:
    """A table at which one point is missing, and each seat has one card."""
    table = toy_table()
    zones = {"red-hand": (red,), "blue-hand": (blue,)}
    zones["deck"] = tuple(piece for piece in table.pieces if piece not in (red, blue))
    pieces = {
        piece: replace(table.pieces[piece], zone=zone)
        for zone, content in zones.items()
        for piece in content
    }
    return replace(
        table, zones=zones, pieces=pieces, tracks={"points/red": 1, "points/blue": 1}, known={}
    )
