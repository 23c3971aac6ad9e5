"""What the store answers when it cannot do what was asked: one clear sentence each."""

from wardiary.domain.errors import WardiaryError


class StoreError(WardiaryError):
    """Anything the store refuses; its text says what, where, and what would be right."""


class Misnumbered(StoreError):
    """Rows of one entry were not numbered one after the other from the expected position."""

    def __init__(self, match: str, expected: int, positions: list[int]) -> None:
        self.match, self.expected, self.positions = match, expected, positions
        super().__init__(
            f"match {match}: an entry's rows are numbered {expected}, {expected + 1} and so on "
            f"without a gap, but these are numbered {positions}"
        )


class Conflict(StoreError):
    """Another entry was stored first at the expected position; decide again on fresh rows."""

    def __init__(self, match: str, expected: int, actual: int) -> None:
        self.match, self.expected, self.actual = match, expected, actual
        super().__init__(
            f"match {match}: the entry follows position {expected}, but the match stands at "
            f"{actual}; read the rows after {expected} and decide again"
        )


class DuplicateCommand(StoreError):
    """This command id was stored before; its entry is the answer, nothing was written now."""

    def __init__(self, match: str, command_id: str, first: int, last: int) -> None:
        self.match, self.command_id, self.first, self.last = match, command_id, first, last
        super().__init__(
            f"match {match}: command {command_id} was already carried out as positions "
            f"{first} to {last}; a new command needs a new id"
        )


class UnknownMatch(StoreError):
    """No match of that id is in this store."""

    def __init__(self, match: str, where: str) -> None:
        self.match, self.where = match, where
        super().__init__(f"no match {match!r} in {where}; a match id is 32 hexadecimal digits")


class UnknownPack(StoreError):
    """No pack of that digest is in this store."""

    def __init__(self, digest: str, where: str) -> None:
        self.digest, self.where = digest, where
        super().__init__(f"no pack {digest!r} in {where}; packs are stored with their match")


class NotRecorded(StoreError):
    """The entry was not written, no part of it: repair the cause and send it again.

    `reason` is one of "disk full", "read-only", "locked", "corrupted", "cannot be opened",
    "connection lost", "closed", or the database's own words.
    """

    def __init__(self, reason: str, where: str) -> None:
        self.reason, self.where = reason, where
        super().__init__(f"not recorded: {reason} ({where}); {_remedy(reason)}")


class NotReadable(StoreError):
    """The store could not be read; `reason` as in NotRecorded, or "too new"."""

    def __init__(self, reason: str, where: str) -> None:
        self.reason, self.where = reason, where
        super().__init__(f"not readable: {reason} ({where}); {_remedy(reason)}")


class TooNew(NotReadable):
    """A later release wrote this store; an older one must not touch it."""

    def __init__(self, found: int, known: int, where: str) -> None:
        self.found, self.known = found, known
        super().__init__(f"too new (schema {found}, this release knows {known})", where)


def _remedy(reason: str) -> str:
    return _REMEDIES.get(reason, "see the reason, then try again")


_REMEDIES = {
    "disk full": "free some space and try again",
    "read-only": "make the file and its folder writable and try again",
    "locked": "another program holds the store; try again when it has finished",
    "corrupted": "restore the file from a copy or an archive",
    "cannot be opened": "check the address, and that it is a wardiary store",
    "closed": "connect to it again",
    "connection lost": "try again under the same command id, a command cannot happen twice",
}
