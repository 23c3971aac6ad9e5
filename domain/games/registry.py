"""The games that can be played here, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable

from wardiary.domain.errors import WardiaryError
from wardiary.domain.play.game import Game

# A game adds itself here once its folder is complete: its name, and the package it lives in.
ENTRIES: tuple[tuple[str, str], ...] = (
    ("undaunted", "wardiary.domain.games.undaunted"),
    ("combat-commander", "wardiary.domain.games.combat_commander"),
    ("combat-soldiers", "wardiary.domain.games.combat_soldiers"),
)


class UnknownGame(WardiaryError, LookupError):
    """There is no game of this name; the message lists those there are."""


def names() -> tuple[str, ...]:
    """The names of all games, in the order in which they came to live here."""
    return tuple(name for name, _ in ENTRIES)


@cache
def game(name: str) -> Game:
    """The game of this name; raises UnknownGame."""
    loaded: Game = import_module(f"{_package(name)}.game").GAME
    return loaded


@cache
def packaged(name: str) -> Mapping[str, bytes]:
    """The content files shipped with a game, by their path in its pack; raises UnknownGame."""
    return dict(sorted(_files(resources.files(_package(name)) / "content", "")))


def _package(name: str) -> str:
    for known, package in ENTRIES:
        if known == name:
            return package
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names())}")


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
        return len(ENTRIES)


GAMES: Mapping[str, Game] = _Games()
