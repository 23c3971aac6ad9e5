"""The service of a co-keeper: four addresses over its book, in plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
import uvicorn
from litestar import Litestar, Response, post
from litestar.params import JSONBody
from msgspec import Meta

from wardiary.adapters.keepers import KeeperBook, KeeperRefused

Id = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


Lock = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Secret = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class ForCommitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a commitment; `lock` is the hash of the token that the host will show."""

    match: Id
    lock: Lock


class OfMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which match is asked about, with the host's token."""

    match: Id
    token: Secret = ""


class ForShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a share."""

    match: Id
    place: Annotated[int, Meta(ge=1, le=2**53)]
    request: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    token: Secret = ""


def keeper_app(book: KeeperBook) -> Litestar:
    """The service over a keeper's book. A refusal is answered with 409 and its sentence."""

    @post("/commit", status_code=200, sync_to_thread=True)
    def commit(data: JSONBody[ForCommitment]) -> Response[str]:
        return _answer(lambda: book.commit(data.match, data.lock))

    @post("/share", status_code=200, sync_to_thread=True)
    def share(data: JSONBody[ForShare]) -> Response[str]:
        return _answer(lambda: book.share(data.match, data.place, data.request, data.token))

    @post("/open", status_code=200, sync_to_thread=True)
    def opened(data: JSONBody[OfMatch]) -> Response[str]:
        return _answer(lambda: book.open(data.match, data.token))

    @post("/log", status_code=200, sync_to_thread=True)
    def log(data: JSONBody[OfMatch]) -> Response[str]:
        return _answer(lambda: msgspec.json.encode(book.log(data.match)).decode())

    return Litestar([commit, share, opened, log], openapi_config=None)


def _answer(ask: Callable[[], str]) -> Response[str]:
    try:
        return Response(ask(), media_type="text/plain")
    except KeeperRefused as refused:
        return Response(str(refused), status_code=409, media_type="text/plain")


def serve_keeper(book: KeeperBook, host: str, port: int) -> None:
    """Serve a keeper until it is stopped."""
    uvicorn.run(keeper_app(book), host=host, port=port, log_level="warning")
