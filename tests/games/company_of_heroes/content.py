"""The shipped content of Company of Heroes, and versions of it with something changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import wardiary.domain.games.company_of_heroes as game
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.pack.reader import read_pack


def content_files() -> dict[str, bytes]:
    """The files of the shipped content by name."""
    folder = Path(str(game.__file__)).parent / "content"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}


def content_with(*changes: tuple[str, str, str]) -> Mapping[str, bytes]:
    """The shipped files with texts replaced: each change is a file, an old text and a new one."""
    content = content_files()
    for name, old, new in changes:
        text = content[name].decode()
        assert old in text, f"{old!r} is not in {name}"
        content[name] = text.replace(old, new, 1).encode()
    return content


PACK: CompanyOfHeroesPack = read_pack(content_files())
