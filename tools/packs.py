"""Packs: an owner's own cards, maps and scenarios, checked before a match is opened with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from wardiary.tools.context import BadInput, Json, print_result

if TYPE_CHECKING:
    from wardiary.domain.play.game import Game, ScenarioInfo

pack = App(name="pack", help="Check an owner's own pack of cards, maps and scenarios.")


def files_of(folder: str) -> dict[str, bytes]:
    """The TOML files of a pack's folder by their path in it; raises BadInput without any."""
    root = Path(folder).expanduser()
    if not root.is_dir():
        raise BadInput(f"no folder {folder!r}; a pack is a folder of TOML files")
    paths = sorted(path for path in root.rglob("*.toml") if path.is_file())
    if not paths:
        raise BadInput(f"no TOML files in {folder!r}; a pack is a folder of TOML files")
    try:
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    except OSError as error:
        raise BadInput(f"cannot read {error.filename}: {error.strerror}") from None


@pack.command
def check(
    folder: Annotated[str, Parameter(help="The folder that holds the pack's TOML files.")],
    /,
    *,
    game: Annotated[
        str, Parameter(help="The game it is for; found by its file names unless given.")
    ] = "",
    json: Json = False,
) -> None:
    """Check a pack: every file is read, and every scenario set up with every seating.

    The first fault is printed with its file, its place, what it says there, and what was expected.
    """
    from wardiary.domain.games import registry

    files = files_of(folder)
    rules = registry.game(game or _guess_game(files))
    cards = rules.scenarios(rules.read_pack(files))
    for card in cards:
        for seats in card.seats:
            _set_up(rules, files, card, seats)
    if json:
        listed: dict[str, Any] = {"game": rules.name, "scenarios": [card.id for card in cards]}
        print_result({"pack": folder, "files": len(files), **listed})
        return
    titles = ", ".join(f"{card.id} ({card.title})" for card in cards)
    print(f"a good pack for {rules.name}: {len(files)} files, scenarios {titles}")


def _guess_game(files: dict[str, bytes]) -> str:
    """The game whose own pack shares most file names with this one."""
    from wardiary.domain.games import registry

    shared = {name: len(set(files) & set(registry.packaged(name))) for name in registry.names()}
    best = max(shared, key=lambda name: shared[name])
    if not shared[best]:
        known = ", ".join(registry.names())
        raise BadInput(f"cannot tell which game this pack is for; say --game and one of: {known}")
    return best


def _set_up(
    rules: Game, files: dict[str, bytes], card: ScenarioInfo, seats: tuple[str, ...]
) -> None:
    """Set the scenario up on a scratch table; raises BadInput when the rules cannot."""
    from wardiary.adapters.bootstrap import open_store
    from wardiary.domain.play.commands import Illegal
    from wardiary.domain.table.errors import ImpossibleEvent

    try:
        open_store("memory:").new_match(rules.name, card.id, seats=seats, pack=files)
    except (Illegal, ImpossibleEvent, KeyError, ValueError, AssertionError) as error:
        raise BadInput(
            f"scenario {card.id} cannot be set up for {', '.join(seats)}: "
            f"{str(error) or type(error).__name__}"
        ) from None
