"""3.3, 11 Faces of control markers, and of the marks that units and towns bear."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.nuts.faces.cards import SIDE_NAMES
from wardiary.domain.play.faces import Component, Face, Text

MARKS = {
    "hit": (
        "Hits",
        "damage",
        "Hits since its last check; as many as its cohesion destroy it.",
        "N-11d",
    ),
    "doomed": (
        "Destroyed",
        "doomed",
        "Removed when this fire is over; it still answers.",
        "N-10.3m",
    ),
    "out-of-supply": (
        "Out of supply",
        "out-of-supply",
        "It may not attack, and moves one space.",
        "N-12.3a",
    ),
    "moved": ("Moved", "moving", "Spaces that it has moved in this turn.", "N-9.1a"),
    "sideways": ("Has attacked", "sideways", "It has attacked in this turn.", "N-10.1d"),
    "halted": ("Halted", "halted", "It may not move any more in this phase.", "N-9.0a"),
    "silent": (
        "Silent",
        "suppressed",
        "It does not fire in this combat phase.",
        "N-17.BoundaryConfusion",
    ),
    "doubled": ("Salvoes", "doubled", "It fires its value so many times.", "N-17.ScreaminMeemies"),
    "joined": ("Dropped in", "airborne", "It attacks beyond the limit.", "N-17.VanDerHeydte"),
    "attached": (
        "Attached",
        "attached",
        "It takes hits with a formation.",
        "N-17.ArmoredEngineers",
    ),
    "blown": (
        "Bridge blown",
        "charge",
        "Its bridge is gone for the whole game.",
        "N-17.BridgeDemolition",
    ),
    "soaked": ("Hits taken", "damage", "Hits that the town has taken in this battle.", "N-4.31j"),
    "failed": (
        "Failed its check",
        "rout",
        "Lost in the checks of this turn.",
        "N-17.Reconstitution",
    ),
    "entered": ("Entered", "spawn", "The turn of the last American entry here.", "N-8.3f"),
    "forced": ("Forced", "spawn", "The turn in which an entry was last forced here.", "N-8.3d"),
    "lost": (
        "Lost",
        "rout",
        "The turn in which an American unit was last lost here.",
        "N-17.BugoutConfusion",
    ),
    "reforming": ("May reform", "recover", "It may come back in the first turn.", "N-15.4a"),
}
"""The marks: title, picture, meaning and rule."""


def components_of() -> Iterator[Component]:
    """Control markers, and every mark."""
    faces = tuple(
        Face(
            side,
            f"{name} control",
            family=side,
            symbol="controlled",
            texts=(Text("This side was the last in the space.", "N-3.3d"),),
        )
        for side, name in SIDE_NAMES.items()
    )
    yield Component("control", "marker", faces)
    for kind, (title, symbol, meaning, rule) in MARKS.items():
        yield Component(
            kind, "marker", (Face("", title, symbol=symbol, texts=(Text(meaning, rule),)),)
        )
