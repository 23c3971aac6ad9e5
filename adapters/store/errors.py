"""What the store answers when it cannot do what was asked: one clear sentence each."""

from wardiary.domain.table.errors import WardiaryError


class StoreError(WardiaryError):
    """Anything the store refuses; its text says what, where, and what would be right."""


class PositionGap(StoreError):
    """Rows of one entry were not numbered one after the other from the expected position."""

    def __init__(self, match: str, expected: int, positions: list[int]) -> None:
        self.match, self.expected, self.positions = match, expected, positions
        super().__init__(
            f"match {match}: an entry's rows are numbered {expected}, {expected + 1} and so on "
            f"without a gap, but these are numbered {positions}"
        )


class PositionConflict(StoreError):
    """Another entry was stored first at the expected position; decide again on fresh rows."""

    def __init__(self, match: str, expected: int, actual: int) -> None:
        self.match, self.expected, self.actual = match, expected, actual
        super().__init__(
            f"match {match}: the entry follows position {expected}, but the match is at "
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


class MatchDamaged(StoreError):
    """Something that is stored of one match is missing or not what was stored; others are well.

    `position` is where, `whole` up to where the match can be shown: 0 when nothing of it can. It
    can be exported and branched, too, when it is `proved`: when its salt is not lost. `newer` says
    that it is no damage: a later release has written there.
    """

    def __init__(
        self,
        match: str,
        position: int,
        why: str,
        whole: int = 0,
        *,
        newer: bool = False,
        proved: bool = True,
    ) -> None:
        self.match, self.position, self.why = match, position, why
        self.whole, self.newer, self.proved = whole, newer, proved
        super().__init__(f"{self.what}; {self._left()}; {self._remedy()}")

    @property
    def what(self) -> str:
        """What is wrong, and where."""
        if self.newer:
            return f"match {self.match[:12]} was played on in a newer wardiary: {self.why}"
        return f"match {self.match[:12]} is damaged at position {self.position}: {self.why}"

    @property
    def short(self) -> str:
        """The same in two or three words, for lists."""
        return "goes on in a newer wardiary" if self.newer else f"DAMAGED at #{self.position}"

    def _left(self) -> str:
        if not self.whole:
            return "nothing of it can be read"
        if not self.proved:
            return f"up to {self.whole} it can be shown, but not exported or branched"
        return f"up to {self.whole} it can be shown, exported and branched"

    def _remedy(self) -> str:
        if self.newer:
            return "update wardiary to play it on"
        salvage = f", or `wardiary salvage {self.match[:8]} -o FILE` writes what is whole"
        return f"restore a backup to play it on{salvage if self.whole and self.proved else ''}"


class MatchInPart(MatchDamaged):
    """Only the beginning of a match was imported; the rest of it is somewhere else."""

    @property
    def what(self) -> str:
        """How much of it there is, and why."""
        return f"match {self.match[:12]} is here only in part, up to {self.whole}: {self.why}"

    @property
    def short(self) -> str:
        """The same in a few words, for lists."""
        return f"a part, up to #{self.whole}"

    def _remedy(self) -> str:
        return "import all of it to play it on, or play on a branch of it"


class UnknownPack(StoreError):
    """No pack of that digest is in this store."""

    def __init__(self, digest: str, where: str) -> None:
        self.digest, self.where = digest, where
        super().__init__(f"no pack {digest!r} in {where}; packs are stored with their match")


class WriteFailed(StoreError):
    """The entry was not written, no part of it: repair the cause and send it again.

    `reason` is one of "disk full", "read-only", "locked", "corrupted", "damaged", "cannot be
    opened", "connection lost", "closed", or the number of the database's own error.
    """

    def __init__(self, reason: str, where: str) -> None:
        self.reason, self.where = reason, where
        super().__init__(f"not recorded: {reason} ({where}); {_remedy(reason)}")


class ReadFailed(StoreError):
    """The store could not be read; `reason` as in NotRecorded, or "too new"."""

    def __init__(self, reason: str, where: str) -> None:
        self.reason, self.where = reason, where
        super().__init__(f"not readable: {reason} ({where}); {_remedy(reason)}")


class NoStore(ReadFailed):
    """There is no store where one was looked for."""

    def __init__(self, where: str) -> None:
        super().__init__("there is none", where)


class SchemaTooNew(ReadFailed):
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
    "damaged": "a table of the store is missing or not as it was made; restore a backup",
    "cannot be opened": "check the address, and that it is a wardiary store",
    "there is none": "check the path; `wardiary new`, `import`, `restore` and `serve` make a store",
    "read-only with entries beside it": (
        "its -wal file holds entries; copy all its files to a folder that can be written"
    ),
    "closed": "connect to it again",
    "connection lost": "try again under the same command id, a command cannot happen twice",
}
