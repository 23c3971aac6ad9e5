"""A list of heads that a club makes public: JSON Lines, each one head of a match, never rewritten.

The root of its Merkle tree stands for all of it, in one line that can be posted or mailed. Byte for
byte in README.md here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.merkle import (
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    root_of,
)
from wardiary.domain.table.errors import WardiaryError


class HeadListError(WardiaryError):
    """A list of heads, or a proof from one, that is not what it should be."""


class NotedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a match at a position."""

    match: str
    position: int
    head: str


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That a head is in the list of a size and root, at an index; hashes in hex."""

    noted: NotedHead
    index: int
    size: int
    root: str
    path: tuple[str, ...]


class Growth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That a list of a size and root goes on from an earlier one."""

    size: int
    root: str
    later_size: int
    later_root: str
    path: tuple[str, ...]


_HEAD = msgspec.json.Decoder(NotedHead)


class HeadList:
    """The heads of a public list, in order."""

    def __init__(self, heads: Iterable[NotedHead] = ()) -> None:
        """The heads that it begins with."""
        self.heads = list(heads)

    @property
    def lines(self) -> bytes:
        """The list as a file."""
        return b"".join(ENCODER.encode(noted) + b"\n" for noted in self.heads)

    def leaves(self, size: int | None = None) -> list[bytes]:
        """The leaves of the tree over the first heads, all unless a size is given."""
        return [leaf_hash(ENCODER.encode(noted)) for noted in self.heads[:size]]

    def root(self, size: int | None = None) -> str:
        """The root over the first heads, in hex."""
        return root_of(self.leaves(size)).hex()

    def add(self, noted: Iterable[NotedHead]) -> int:
        """Add the heads that are not there yet; gives how many."""
        known = {(one.match, one.position): one for one in self.heads}
        fresh = []
        for one in noted:
            before = known.setdefault((one.match, one.position), one)
            if before.head != one.head:
                why = f"had the head {before.head} at {one.position}, and has {one.head} now"
                raise HeadListError(f"match {one.match} {why}: it was rewritten")
            if before is one:
                fresh.append(one)
        self.heads += fresh
        return len(fresh)

    def of(self, match: str) -> list[NotedHead]:
        """The heads of one match."""
        return [noted for noted in self.heads if noted.match == match]

    def proof(self, match: str, position: int | None = None) -> Proof:
        """That the latest head of a match, or that at a position, is in this list."""
        fitting = [
            index
            for index, noted in enumerate(self.heads)
            if noted.match == match and position in {None, noted.position}
        ]
        if not fitting:
            raise HeadListError(f"the list has no such head of match {match}")
        index, leaves = fitting[-1], self.leaves()
        path = tuple(step.hex() for step in inclusion_proof(index, leaves))
        return Proof(self.heads[index], index, len(leaves), root_of(leaves).hex(), path)

    def growth(self, size: int) -> Growth:
        """That this list goes on from its first `size` heads."""
        leaves = self.leaves()
        if not 0 < size <= len(leaves):
            raise HeadListError(f"the list has {len(leaves)} heads, not {size}")
        path = tuple(step.hex() for step in consistency_proof(size, leaves))
        return Growth(size, self.root(size), len(leaves), root_of(leaves).hex(), path)


def read_heads(data: bytes) -> HeadList:
    """The list in a file; raises HeadListError with the line that is none."""
    heads = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            noted = _HEAD.decode(line)
            right = len(bytes.fromhex(noted.head)) == 32 and ENCODER.encode(noted) == line
        except (msgspec.MsgspecError, ValueError):
            right = False
        if not right:
            raise HeadListError(f"line {number} of the list is not a head as it was written")
        heads.append(noted)
    return HeadList(heads)


def check_proof(proof: Proof) -> bool:
    """Whether a proof shows that its head is in a list of its size and root."""
    leaf, path = leaf_hash(ENCODER.encode(proof.noted)), _hashes(proof.path)
    return is_included(leaf, proof.index, proof.size, path, bytes.fromhex(proof.root))


def check_growth(growth: Growth) -> bool:
    """Whether a proof shows that the later list goes on from the earlier one."""
    earlier, later = bytes.fromhex(growth.root), bytes.fromhex(growth.later_root)
    return is_consistent(growth.size, earlier, growth.later_size, later, _hashes(growth.path))


def _hashes(path: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(step) for step in path]
