"""Running the service: serve, keys, backup and restore."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    Json,
    Store,
    find_match,
    open_matches,
    print_result,
    progress,
)
from wardiary.tools.keeper import keepers_at

if TYPE_CHECKING:
    from wardiary.adapters.store import MatchDamaged

GRACE_SECONDS = 5
LAST_PORT = 65535


def serve(
    *,
    host: Annotated[
        str, Parameter(env_var="WARDIARY_HOST", help="Address to listen on (127.0.0.1).")
    ] = "127.0.0.1",
    port: Annotated[
        int, Parameter(env_var="WARDIARY_PORT", help="Port to listen on (8000); 0: any free one.")
    ] = 8000,
    rate: Annotated[
        float,
        Parameter(
            env_var="WARDIARY_RATE", help="Requests a second for each caller (20); 0: any number."
        ),
    ] = 20.0,
    redis: Annotated[
        str, Parameter(env_var="REDIS_URL", help="A Redis or Valkey for the live feeds.")
    ] = "",
    namespace: Annotated[
        str, Parameter(env_var="REDIS_NAMESPACE", help="The prefix of its keys (wardiary).")
    ] = "wardiary",
    keeper: Annotated[
        tuple[str, ...],
        Parameter(
            env_var="WARDIARY_KEEPERS",
            help="NAME=URL: a co-keeper that matches may be opened with, once for each.",
        ),
    ] = (),
    json_log: Annotated[
        bool, Parameter(env_var="WARDIARY_JSON_LOG", help="Log one JSON object a line.")
    ] = False,
    store: Store = "",
) -> None:
    """Serve matches over HTTP, with live feeds and a page.

    With SQLite one process serves, with Postgres any number do. Ctrl-C or SIGTERM stops it after it
    has finished the requests it began.
    """
    from wardiary.adapters.web.app import Options, create_app
    from wardiary.adapters.web.serving import listen, run, to_log

    to_log(json=json_log)
    if not 0 <= port <= LAST_PORT:
        raise BadInput(f"there is no port {port}; give one from 1 to {LAST_PORT}, or 0 for any")
    try:
        listener = listen(host, port)
    except OSError as error:
        raise BadInput(f"cannot listen on port {port} of {host}: {error}") from error
    matches = open_matches(store, create=True)
    keepers = {one.name: one.url for one in keepers_at(keeper)}
    app = create_app(matches, Options(rate, redis, namespace, keepers))
    address = f"[{host}]" if ":" in host else host
    bound = listener.getsockname()[1]
    print(f"wardiary serves {matches.store.where} on http://{address}:{bound}/", flush=True)
    run(app, listener, GRACE_SECONDS)


def key(
    match: Annotated[str, Parameter(help="The match; leave it out for the whole service.")] = "",
    /,
    *,
    seat: Annotated[str, Parameter(help="The seat to invite to; else the director's key.")] = "",
    public: Annotated[bool, Parameter(help="Let the lobby list the match.")] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Make a key to a seat, a match or the whole service.

    For a seat it is an invitation, for a match the director's key. It is printed only now; the
    store keeps only its hash. After this, a match that was opened at the command line can be played
    over the service.
    """
    from wardiary.adapters.web.auth.trust import operators_card
    from wardiary.adapters.web.service import Service

    matches = open_matches(store)
    service = Service(matches)
    if not match:
        made = {"administrator": service.keyring.issue("", "administrator")}
    else:
        match_id = find_match(matches, match)
        if service.keyring.match_settings(match_id) is None:
            card = operators_card(matches, service.keyring, match_id, public=public)
            service.keyring.save_match_settings(match_id, card)
        made = _make_key(service, match_id, seat)
    if json:
        print_result(made)
        return
    for kind, secret in made.items():
        print(f"{kind}: {secret}")


def _make_key(service: object, match: str, seat: str) -> dict[str, str]:
    from wardiary.adapters.web.service import Service

    assert isinstance(service, Service)
    if not seat:
        return {"match": match, "director": service.keyring.issue(match, "director")}
    seats = service.matches.history(match).table.seats
    if seat not in seats:
        raise BadInput(f"no seat {seat!r} here; there are: {', '.join(seats)}")
    return {"match": match, "invitation": f"/join#{service.invite(match, seat)}"}


def views(
    *,
    redis: Annotated[
        str, Parameter(env_var="REDIS_URL", help="The Redis or Valkey that holds them.")
    ],
    namespace: Annotated[
        str, Parameter(env_var="REDIS_NAMESPACE", help="The prefix of its keys (wardiary).")
    ] = "wardiary",
    store: Store = "",
) -> None:
    """Rebuild the views in Redis, and switch over to them.

    They are built beside the present ones, so the service can run meanwhile.
    """
    from wardiary.adapters.redis import RedisUnavailable, Views
    from wardiary.adapters.web.service import Service
    from wardiary.adapters.web.workers.projector import rebuild

    matches = open_matches(store)
    service = Service(matches)
    built = Views(redis, namespace)
    try:
        number = rebuild(matches, service.entries, built, service.public_summary)
    except RedisUnavailable as error:
        raise BadInput(f"Redis does not answer: {error}") from None
    finally:
        built.close()
    print(f"build {number} holds {len(matches.store.matches())} matches and is read now")


def backup(file: Path, /, *, json: Json = False, store: Store = "") -> int:
    """Write a store into one file while it is in use, and prove the copy by its chain of hashes.

    Parameters
    ----------
    file
        The file to write; one that is there is replaced once the new one is whole.
    """
    from wardiary.adapters.backups import back_up

    matches = open_matches(store)
    try:
        damages = back_up(matches.store, file)
    except OSError as error:
        raise BadInput(f"cannot write {file}: {error.strerror}") from None
    return _print_proof(f"{file}?mode=ro", f"backed up to {file}", damages, json=json)


def restore(file: Path, /, *, json: Json = False, store: Store = "") -> int:
    """Put a backup into an empty store, and prove it by its chain of hashes.

    Parameters
    ----------
    file
        A file that `wardiary backup` wrote.
    """
    from wardiary.adapters.backups import restore as restored
    from wardiary.tools.kept_listing import default_store

    if not file.is_file():
        raise BadInput(f"there is no backup {file}")
    matches = open_matches(store, create=True)
    damages = restored(file, matches.store)
    done = f"restored into {matches.store.where}"
    return _print_proof(store or default_store(), done, damages, json=json)


def _print_proof(store: str, done: str, damages: list[MatchDamaged], *, json: bool) -> int:
    from wardiary.adapters.backups import prove
    from wardiary.adapters.sentences import one_line

    matches = open_matches(store)
    wrong = [
        {"match": damage.match, "position": damage.position, "why": damage.why}
        for damage in damages
    ]
    with progress() as bar:
        task = bar.add_task("proving", total=None)
        for match, verdict in prove(matches.store):
            bar.advance(task)
            if verdict.verdict != "EXACT":
                wrong.append({"match": match, "position": verdict.position, "why": verdict.detail})
    number = len(matches.store.matches())
    if json:
        print_result({"matches": number, "wrong": wrong})
    else:
        print(f"{done}: {number} matches, {'each' if not wrong else 'NOT each'} with a whole chain")
        for fault in wrong:
            print(f"  {fault['match']} at {fault['position']}: {one_line(str(fault['why']))}")
    return 1 if wrong else 0
