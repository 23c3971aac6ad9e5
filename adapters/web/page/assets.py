"""The files of the page and the shell that loads them, with tags so that browsers fetch each once.

Nothing here depends on who asks: no secret can be in it, and every cache may keep it.
"""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from wardiary.adapters.web.problems import Refused

KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}
SHELL = "index.html"
KEEP = "no-cache"
"""A browser may keep a file, but asks each time whether it is still the same."""


class Asset(msgspec.Struct, frozen=True):
    """A file of the page: plain, packed, what it is, and a tag of its content."""

    plain: bytes
    packed: bytes
    kind: str
    tag: str


@cache
def assets() -> dict[str, Asset]:
    """The files of the page by name."""
    found = {}
    for entry in resources.files(__package__).iterdir():
        kind = KINDS.get(entry.name.rpartition(".")[2])
        if kind is not None and entry.is_file():
            plain = entry.read_bytes()
            tag = f'"{sha256(plain).hexdigest()[:20]}"'
            found[entry.name] = Asset(plain, gzip.compress(plain, 9, mtime=0), kind, tag)
    return found


@get(["/", "/join", "/m/{match:str}"], sync_to_thread=False, include_in_schema=False)
def shell(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The shell of every page; what it shows is fetched over the API."""
    return _sent(request, assets()[SHELL])


@get("/page/{name:str}", sync_to_thread=False, include_in_schema=False)
def page_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    asset = assets().get(name)
    if asset is None:
        raise Refused(404, "no such file")
    return _sent(request, asset)


def _sent(request: Request[Any, Any, Any], asset: Asset) -> Response[bytes]:
    headers = {"etag": asset.tag, "cache-control": KEEP, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(asset.packed if packed else asset.plain, headers=headers, media_type=asset.kind)


PAGE_ROUTES = (shell, page_file)
