"""The page's files and its shell, each with a tag of its content, so that it is fetched once.

Nothing here depends on who asks: no secret can be in it, and every cache may keep it. Modules are
sent without their comments and indentation, and of the symbols only those that are asked for, so
that the first view of a match is small.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.runtime import AnyRequest

SHELL, ICON = "index.html", "icon.svg"
TYPES = {
    "css": "text/css",
    "html": "text/html",
    "ico": "image/x-icon",
    "js": "text/javascript",
    "json": "application/json",
    "md": "text/plain",
    "mjs": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
LONGEST_NAME = 200
PACKED_ALREADY = ("ico", "png", "woff2")
SPRITE = "symbols.svg"
FOREIGN = "uplot"
"""The chart library is sent unchanged."""
COMMENT = re.compile(
    rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL
)
INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)
"""No template of ours goes over several lines."""
SYMBOL = re.compile(rb'<symbol id="([^"]+)".*?</symbol>\n?', re.DOTALL)
Names = Annotated[
    str | None, QueryParameter(max_length=4000, description="only these symbols, with commas")
]


class Asset(msgspec.Struct, frozen=True):
    """A file of the page: plain, packed ("" when that gains nothing), what it is, and its tag."""

    plain: bytes
    packed: bytes
    kind: str
    tag: str


_MADE: dict[str, Asset] = {}


def asset(name: str) -> Asset:
    """A file of the page by its path; raises Refused (404) for what is no part of it."""
    resource: Traversable = resources.files(__package__)
    ending = name.rpartition(".")[2]
    for part in name.split("/"):
        if not part or part.startswith(".") or "\\" in part:
            raise Refused(404, "no such file")
        resource = resource / part
    if len(name) > LONGEST_NAME or ending not in TYPES or not resource.is_file():
        raise Refused(404, "no such file")
    plain = resource.read_bytes()
    tag = f'"{sha256(plain).hexdigest()[:20]}"'
    stored = _MADE.get(name)
    if stored is None or stored.tag != tag:
        if ending == "js" and not name.startswith(FOREIGN):
            plain = INDENTATION.sub(b"", COMMENT.sub(b"", plain))
        packed = b"" if ending in PACKED_ALREADY else gzip.compress(plain, 9, mtime=0)
        stored = _MADE[name] = Asset(plain, packed, TYPES[ending], tag)
    return stored


def sprite(names: str) -> Asset:
    """The symbols of these names, with commas between them; unknown ones are left out."""
    return _sprite(asset(SPRITE).plain, frozenset(names.encode().split(b",")))


@lru_cache(maxsize=64)
def _sprite(whole: bytes, names: frozenset[bytes]) -> Asset:
    plain = SYMBOL.sub(lambda symbol: symbol[0] if symbol[1] in names else b"", whole)
    tag = f'"{sha256(plain).hexdigest()[:20]}"'
    return Asset(plain, gzip.compress(plain, 9, mtime=0), TYPES["svg"], tag)


def sent(request: AnyRequest, page_file: Asset) -> Response[bytes]:
    """A file as a response; empty when the browser has the same one already."""
    headers = {"ETag": page_file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if page_file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=page_file.kind)
    if page_file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(page_file.packed, headers=headers, media_type=page_file.kind)
    return Response(page_file.plain, headers=headers, media_type=page_file.kind)


class PageController(Controller):
    """The page and its files."""

    include_in_schema = False

    @get(["/", "/join", "/m/{match:str}", "/learn/{game:str}"], sync_to_thread=False)
    def shell(self, request: AnyRequest) -> Response[bytes]:
        """The shell of every page; what it shows is asked of the API."""
        return sent(request, asset(SHELL))

    @get("/page/{name:path}", sync_to_thread=True)
    def file(
        self, request: AnyRequest, name: FromPath[str], names: Names = None
    ) -> Response[bytes]:
        """A file of the page; of its symbols only those named, if any are."""
        file_name = name.lstrip("/")
        if names is not None and file_name == SPRITE:
            return sent(request, sprite(names))
        return sent(request, asset(file_name))

    @get("/favicon.ico", sync_to_thread=True)
    def icon(self, request: AnyRequest) -> Response[bytes]:
        """The icon that browsers ask for by themselves."""
        return sent(request, asset(ICON))
