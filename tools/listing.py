"""The games as `wardiary games` lists them: `python -m wardiary.tools.listing` writes them down.

`domain/games/listing.json` holds what is listed of the games that wardiary ships, so that they can
be listed without loading them. A test says when it is out of date.
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from wardiary.domain.play.game import Game
    from wardiary.domain.table.events import Scalar

    Listed = dict[str, Any]


def listing_file() -> str:
    """Where the listing of the shipped games is."""
    return os.path.join(sys.modules["wardiary"].__path__[0], "domain", "games", "listing.json")  # noqa: PTH118 (pathlib takes longer to load than all of this.)


def shipped() -> list[Listed]:
    """The shipped games, as they were written down."""
    with open(listing_file(), encoding="utf-8") as file:  # noqa: PTH123
        games: list[Listed] = json.load(file)
    return games


def listed(names: Iterable[str]) -> list[Listed]:
    """What is listed of some games, from the games themselves."""
    from wardiary.domain.games import registry

    return [_listed(registry.game(name)) for name in names]


def _listed(game: Game) -> Listed:
    from wardiary.domain.games import registry

    cards = game.scenarios(game.read_pack(registry.packaged(game.name)))
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "scenarios": [
            {"id": card.id, "title": card.title, "seats": [list(seats) for seats in card.seats]}
            for card in cards
        ],
        "settings": [
            {
                "name": setting.name,
                "choices": [setting_text(choice) for choice in setting.choices],
                "default": setting_text(setting.default),
                "about": setting.about,
                "rule": setting.rule,
            }
            for setting in game.all_settings
        ],
    }


def setting_text(value: Scalar) -> str:
    """A setting's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_json(games: list[Listed]) -> str:
    """The listing for scripts."""
    return json.dumps({"games": [_document(game) for game in games]}, separators=(",", ":"))


def _document(game: Listed) -> Listed:
    seatings = [seats for card in game["scenarios"] for seats in card["seats"]]
    return {
        "name": game["name"],
        "version": game["version"],
        "seats": list(dict.fromkeys(seat for seats in seatings for seat in seats)),
        "scenarios": [card["id"] for card in game["scenarios"]],
    }


def as_text(games: list[Listed]) -> str:
    """The listing for people."""
    return "\n".join(line for game in games for line in _lines(game))


def _lines(game: Listed) -> list[str]:
    lines = [f"{game['name']}  {game['title']}, rules version {game['version']}"]
    for card in game["scenarios"]:
        seats = " or ".join(", ".join(seating) for seating in card["seats"])
        lines.append(f"  {card['id']:24} {card['title']} ({seats})")
    for setting in game["settings"]:
        choices = " | ".join(setting["choices"]) or "TEXT"
        description = f"{choices} (default {setting['default']})"
        lines.append(
            f"  --set {setting['name']}={description}: {setting['about']} [{setting['rule']}]"
        )
    return lines


def main() -> int:
    """Write the listing of the shipped games."""
    from wardiary.domain.games import registry

    games = listed(name for name, _ in registry.ENTRIES)
    with open(listing_file(), "w", encoding="utf-8") as file:  # noqa: PTH123
        json.dump(games, file, indent=1, ensure_ascii=False)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
