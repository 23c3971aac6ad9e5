"""The command `wardiary`: listings of games and matches are printed at once, all else is loaded.

To make a listing, games and their content must be loaded, which takes many times as long as Python
itself. The games that wardiary ships are written down in `domain/games/listing.json` instead (see
`listing.py`; a test compares the two), and the matches were listed before, if nothing has changed
since (see `kept_listing.py`). Nothing but the standard library is imported here.
"""

from __future__ import annotations

import os
import sys

from wardiary.tools.other_games import has_games_of_others

PLAIN, JSON = ["games"], ["games", "--json"]
MATCHES = (["matches"], ["matches", "--json"])


def main() -> int:
    """Run one command and give its exit code, as `wardiary.tools.cli.main` does."""
    words = sys.argv[1:]
    if words in (PLAIN, JSON) and not has_games_of_others():
        from wardiary.tools.listing import as_json, as_text, shipped

        games = as_json(shipped()) if words == JSON else as_text(shipped())
        return _print(f"{games}\n")
    if words in MATCHES:
        from wardiary.tools.kept_listing import default_store, kept_listing, listing_key

        store = os.environ.get("WARDIARY_STORE") or default_store()
        listing = kept_listing(store, listing_key(store, json="--json" in words))
        if listing is not None:
            return _print(listing)
    from wardiary.tools.cli import main as run

    return run(words)


def _print(output: str) -> int:
    try:
        print(output, end="", flush=True)
    except BrokenPipeError:  # The reader of a pipe has left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
