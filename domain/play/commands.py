"""Commands: what a seat may ask for, and how it is written as one line of text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, get_origin

import msgspec

from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.text import with_controls


class Illegal(WardiaryError):
    """A command that the rules refuse. Nothing is recorded.

    `rule` is the citation, `why` one sentence for the player.
    """

    def __init__(self, rule: str, why: str) -> None:
        """Say which rule refuses, and why."""
        super().__init__(f"{why} [{rule}]")
        self.rule = rule
        self.why = why


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Something a seat asks for: the tag is its verb, the fields are its slots in the text's order.

    Other seats are shown only that a `sealed` command was given, never its verb or slots. `says` is
    the command in plain words, as an order with its slots: "attack {target} with {card}". What is
    in square brackets is left out where its slot is empty.
    """

    sealed: ClassVar[bool] = False
    says: ClassVar[str] = ""


def verb_of(command: Command | type[Command]) -> str:
    """The verb of a command, as typed by a player."""
    verb: str = command.__struct_config__.tag  # type: ignore[assignment]  # Ours are all words.
    return verb


def refuse_controls(value: Any, what: str) -> None:
    """Raise Illegal when a text in a Struct, list or dictionary holds a control character.

    Such a character could forge a line of the log, or speak to a reader's terminal.
    """
    for place, escaped in with_controls(msgspec.to_builtins(value), what):
        raise Illegal(
            "Table/Words",
            f"{place} holds a control character: {escaped!r}; write printable letters",
        )


NONE = "-"


def to_text(command: Command) -> str:
    """The command as a line: the verb and its slots in order, lists joined by commas.

    Slots at the end that may be left out are, where they are empty.

    >>> to_text(Attack("rifle-a-2", "ger-scout-b"))
    'attack rifle-a-2 ger-scout-b'
    """
    words = [verb_of(command)]
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, tuple):
            words.append(",".join(str(candidate) for candidate in value) or NONE)
        else:
            words.append(NONE if value == "" else str(value))
    optional = command.__struct_defaults__
    while optional and words[-1] == NONE and optional[-1] == "":
        words, optional = words[:-1], optional[:-1]
    return " ".join(words)


def from_text(text: str, verbs: Mapping[str, type[Command]]) -> Command:
    """The command that a line of text means; raises Illegal, with the correct form."""
    words = text.split()
    if not words:
        raise Illegal("Table/Words", "there is no command in an empty line")
    kind = verbs.get(words[0].lower())
    if kind is None:
        known = ", ".join(sorted(verbs))
        raise Illegal("Table/Words", f"there is no command {words[0]!r}; there are: {known}")
    fields = _fields(kind)
    if len(words) - 1 > len(fields):
        raise Illegal("Table/Words", f"too many words; right is: {usage(kind)}")
    values = {
        field.name: _value(field.type, word) for field, word in zip(fields, words[1:], strict=False)
    }
    try:
        return msgspec.convert({"do": verb_of(kind), **values}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Illegal("Table/Words", f"{error}; right is: {usage(kind)}") from None


def usage(kind: type[Command]) -> str:
    """How a command is written, such as "attack CARD TARGET"."""
    fields = _fields(kind)
    return " ".join([verb_of(kind), *(field.name.upper() for field in fields)])


def _value(kind: Any, word: str) -> Any:
    if get_origin(kind) is tuple:
        return () if word == NONE else tuple(word.split(","))
    return "" if word == NONE else word


@cache
def _fields(kind: type[Command]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a command; to ask msgspec takes as long as to judge one."""
    return msgspec.structs.fields(kind)
