"""A co-keeper as a small service of its own, and its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from wardiary.tools.context import (
    OPEN_STORES,
    BadInput,
    Json,
    Store,
    find_match,
    open_matches,
    pairs,
    print_result,
)

if TYPE_CHECKING:
    from wardiary.adapters.keepers import HttpKeeper

Action = Literal["serve", "log", "engage", "open"]
Book = Annotated[
    str, Parameter(name="--book", help="The keeper's own store: a file, made if it is not there.")
]


def keeper(
    action: Annotated[
        Action,
        Parameter(
            help="`serve` answers until it is stopped; `log` shows what one was asked; `engage` "
            "has one commit itself to a match of yours, in place of one that is lost; `open` asks "
            "one for its seed that was away when the match ended."
        ),
    ],
    name: Annotated[str, Parameter(help="The keeper's name in the records.")],
    url: Annotated[str, Parameter(help="Where it answers, but for `serve`.")] = "",
    match: Annotated[str, Parameter(help="The match; for `log` its whole id.")] = "",
    /,
    *,
    book: Book = "keeper.db",
    host: Annotated[str, Parameter(help="For `serve`.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="For `serve`.")] = 8100,
    store: Store = "",
    json: Json = False,
) -> None:
    """Keep a part of the seed of others' matches, so that no host knows dice before ordering.

    A keeper commits to a seed of its own for every match, answers each place of it once, and notes
    every request. Who asks for a second order at the same place is refused, and the log shows it.
    """
    if action == "serve":
        _serve(name, book, host, port)
        return
    if not url or not match:
        raise BadInput(f"say: wardiary keeper {action} NAME URL MATCH")
    if action == "log":
        _log(name, url, match, json=json)
    elif action == "engage":
        _engage(name, url, match, store, json=json)
    else:
        _open(name, url, match, store, json=json)


def keepers_at(named: tuple[str, ...]) -> list[HttpKeeper]:
    """The keepers of --keeper NAME=URL; raises BadInput."""
    from wardiary.adapters.keepers import HttpKeeper

    urls = pairs(named, "--keeper")
    for name, url in urls.items():
        if not url.startswith(("http://", "https://")):
            raise BadInput(f"--keeper {name}={url} must name an http or https address")
    return [HttpKeeper(name, url) for name, url in urls.items()]


def _serve(name: str, book: str, host: str, port: int) -> None:
    import os

    from wardiary.adapters.clock import now_ms
    from wardiary.adapters.keeper_service import serve_keeper
    from wardiary.adapters.keepers import KeeperBook
    from wardiary.adapters.store import connect

    store = connect(book)
    OPEN_STORES.callback(store.close)
    print(f"keeper {name} answers on http://{host}:{port}", flush=True)
    serve_keeper(KeeperBook(name, store, now_ms, os.urandom), host, port)


def _engage(name: str, url: str, match: str, store: str, *, json: bool) -> None:
    matches = open_matches(store)
    found = find_match(matches, match)
    (keeper,) = keepers_at((f"{name}={url}",))
    commitment = matches.engage(found, keeper)
    if json:
        print_result({"keeper": name, "match": found, "commitment": commitment})
        return
    lost = ", ".join(matches.history(found).said.keepers) or "it has none"
    print(f"{name} has committed to {commitment}")
    print(f"every seat now says: replace-keeper LOST {name} {commitment}  (keepers: {lost})")


def _open(name: str, url: str, match: str, store: str, *, json: bool) -> None:
    matches = open_matches(store)
    found = find_match(matches, match)
    if name not in (committed := matches.history(found).said.committed):
        known = ", ".join(committed) or "none"
        raise BadInput(f"match {found[:8]} had no keeper {name!r}; there are: {known}")
    matches.use_keepers(found, keepers_at((f"{name}={url}",)))
    lacking = matches.open_keepers(found)
    if json:
        print_result({"match": found, "lacking": lacking})
    elif lacking:
        print(f"no seed was told by: {', '.join(lacking)}")
    else:
        print("the seeds of all keepers of this match are open")


def _log(name: str, url: str, match: str, *, json: bool) -> None:
    from wardiary.adapters.keepers import HttpKeeper

    lines = HttpKeeper(name, url).log(match)
    if json:
        print_result({"keeper": name, "match": match, "asked": lines})
        return
    for line in lines:
        place = f" place {line.place}, {line.request[:12]}" if line.place else ""
        print(f"{line.what}{place}: {'answered' if line.answered else 'REFUSED: ' + line.why}")
