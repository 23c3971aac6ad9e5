"""The games that can be played here, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable

from wardiary.domain.play.game import Game
from wardiary.domain.table.errors import WardiaryError

# A game adds itself here once its folder is complete: its name, and the package it lives in. Then
# `python -m wardiary.tools.listing` renews the listing of all games beside this file.
ENTRIES: tuple[tuple[str, str], ...] = (
    ("undaunted", "wardiary.domain.games.undaunted"),
    ("combat-commander", "wardiary.domain.games.combat_commander"),
    ("combat-soldiers", "wardiary.domain.games.combat_soldiers"),
    ("nuts", "wardiary.domain.games.nuts"),
    ("company-of-heroes", "wardiary.domain.games.company_of_heroes"),
)

GROUP = "wardiary.games"
"""The entry points by which other distributions register a game: its name, and its `GAME`."""


class UnknownGame(WardiaryError, LookupError):
    """There is no game of this name; the message lists those there are."""


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """Where the `GAME` of every game is: those of this house, then what others have installed.

    Another distribution cannot take the name of a game that is there.
    """
    own = [EntryPoint(name, f"{package}.game:GAME", GROUP) for name, package in ENTRIES]
    others = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return {one.name: one for one in reversed([*own, *others])}


@cache
def names() -> tuple[str, ...]:
    """The names of all games: those of this house in their order, then the installed ones.

    An installed one that cannot be loaded is left out, for it must not keep others from playing.
    """
    own = [name for name, _ in ENTRIES]
    return (*own, *(name for name in sorted(set(_installed()) - set(own)) if _loads(name)))


def _loads(name: str) -> bool:
    try:
        game(name)
    except UnknownGame:
        return False
    return True


@cache
def game(name: str) -> Game:
    """The game of this name; raises UnknownGame, also for one that cannot be loaded."""
    entry = _entry(name)
    try:
        loaded = entry.load()
    except Exception as error:
        raise UnknownGame(f"game {name!r} cannot be loaded from {entry.value}: {error}") from error
    if not isinstance(loaded, Game) or loaded.name != name:
        raise UnknownGame(f"{entry.value} is no Game called {name!r}")
    return loaded


@cache
def packaged(name: str) -> Mapping[str, bytes]:
    """The content files shipped with a game, by their path in its pack; raises UnknownGame.

    They are in the folder `content` of the package that holds the game's module, if there is one.
    """
    package = _entry(name).module.rpartition(".")[0]
    content = resources.files(package) / "content" if package else None
    return dict(sorted(_files(content, ""))) if content and content.is_dir() else {}


def _entry(name: str) -> EntryPoint:
    found = _installed().get(name)
    if found is None:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    return found


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield f"{path}{entry.name}", entry.read_bytes()


class _Games(Mapping[str, Game]):
    """All games by name, each loaded when it is looked up."""

    def __getitem__(self, name: str) -> Game:
        return game(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


GAMES: Mapping[str, Game] = _Games()
