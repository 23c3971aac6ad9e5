"""The lines of a message's text: as plain text has them, and as HTML shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

import msgspec
from bs4 import BeautifulSoup, Comment
from bs4.element import NavigableString, Tag

from wardiary.adapters.mail.characters import plain

_MARK = re.compile(r"^(?:\s?[>|])+\s?")
_SIGNATURE = "--"
_BLOCKS = re.compile(
    r"address|article|blockquote|body|br|center|d[dlt]|div|fieldset|footer|form|h[1-6r]|header"
    r"|html|li|main|ol|p|pre|section|table|t[dhr]|ul"
)
_NEVER_SHOWN = re.compile(r"head|script|style|template|title|noscript")
_HIDING = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|font-size:[01](?:px|pt)?(?:;|$)|opacity:0(?:;|$)"
    r"|(?:^|;)color:(?:#fff(?:fff)?|white|transparent)(?:;|$)"
)


class Line(msgspec.Struct, frozen=True):
    """A line of a message: its text in plain characters, and how it is shown.

    A `quoted` line is marked as somebody else's words; a `hidden` one is not seen by who reads
    the message in a mail program.
    """

    text: str
    quoted: bool = False
    hidden: bool = False


def text_lines(text: str, *, flowed: bool = False, delete_space: bool = False) -> list[Line]:
    """The lines of a plain text, up to the mark of a signature.

    `flowed` joins what the sender's program has broken (RFC 3676), `delete_space` without the
    space at the break.
    """
    lines: list[Line] = []
    for raw in _joined(text, delete_space) if flowed else text.splitlines():
        mark = _MARK.match(raw)
        lines.append(Line(plain(raw[mark.end() if mark else 0 :]).strip(), quoted=bool(mark)))
    return list(takewhile(_before_signature, lines))


def _before_signature(line: Line) -> bool:
    return line.quoted or line.text != _SIGNATURE


def _joined(text: str, delete_space: bool) -> Iterator[str]:
    """Lines joined where a space at their end says that they go on."""
    begun = ""
    for line in text.splitlines():
        if _MARK.match(line) or line == "-- ":
            yield from (begun, line) if begun else (line,)
            begun = ""
            continue
        stuffed = line.removeprefix(" ")
        if line.endswith(" "):
            begun += stuffed[:-1] if delete_space else stuffed
        else:
            yield begun + stuffed
            begun = ""
    if begun:
        yield begun


def html_lines(html: str) -> list[Line]:
    """The lines that a mail program shows of HTML; block quotes are quoted, tricks are hidden."""
    soup = BeautifulSoup(html, "html.parser")
    lines: list[Line] = []
    for text, quoted, hidden in _broken(_pieces(soup)):
        marked = _MARK.match(text)
        shown = plain(text[marked.end() if marked else 0 :]).strip()
        lines.append(Line(shown, quoted or bool(marked), hidden))
    return list(takewhile(_before_signature, lines))


_Piece = tuple[str, bool, bool]


def _pieces(soup: BeautifulSoup) -> Iterator[_Piece]:
    """Texts in order, each with whether it is quoted and hidden; a newline where a block ends."""
    open_tags: list[tuple[Tag, bool, bool]] = []
    todo: list[Tag | NavigableString | None] = [soup]
    quoted = hidden = False
    while todo:
        node = todo.pop()
        if node is None:
            tag, quoted, hidden = open_tags.pop()
            if _BLOCKS.fullmatch(tag.name):
                yield "\n", quoted, hidden
        elif isinstance(node, Tag):
            if _NEVER_SHOWN.fullmatch(node.name):
                continue
            open_tags.append((node, quoted, hidden))
            if _BLOCKS.fullmatch(node.name):
                yield "\n", quoted, hidden
            quoted = quoted or node.name == "blockquote"
            hidden = hidden or _hides(node)
            todo += [None, *reversed([*node.children])]  # type: ignore[list-item]
        elif not isinstance(node, Comment):
            yield str(node).replace("\n", " "), quoted, hidden


def _hides(tag: Tag) -> bool:
    style = str(tag.get("style") or "").lower().replace(" ", "").replace("!important", "")
    return bool(_HIDING.search(style)) or tag.has_attr("hidden")


def _broken(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Pieces joined into lines: a line ends at a newline, or where what it is changes."""
    line, quoted, hidden = "", False, False
    for text, now_quoted, now_hidden in pieces:
        if text == "\n" or (now_quoted, now_hidden) != (quoted, hidden):
            if line.strip():
                yield line, quoted, hidden
            line, quoted, hidden = "", now_quoted, now_hidden
        if text != "\n":
            line += text
    if line.strip():
        yield line, quoted, hidden
