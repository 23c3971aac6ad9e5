"""The content that is shipped, read once for all tests of this game."""

from collections.abc import Mapping
from pathlib import Path

import wardiary.domain.games.combat_commander as game
from wardiary.domain.games.combat_commander.pack.reader import read_pack

FOLDER = Path(str(game.__file__)).parent / "content"


def files() -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(FOLDER.glob("*.toml"))}


def changed(name: str, old: str, new: str) -> Mapping[str, bytes]:
    """The shipped files with one text changed in one of them."""
    content = files()
    text = content[name].decode()
    assert text.count(old) >= 1
    return {**content, name: text.replace(old, new, 1).encode()}


PACK = read_pack(files())
