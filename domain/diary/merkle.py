"""Merkle trees as in RFC 9162: one hash for a whole list, with short proofs of what is in it.

A proof of inclusion shows that a leaf is in a list of a known root; a proof of consistency shows
that a longer list goes on from a shorter one. Both need only hashes, never the list itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of one entry of the list."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two parts of the list."""
    return sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over the hashes of all entries (RFC 9162, 2.1.1)."""
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaves[0]
    half = _half(len(leaves))
    return node_hash(root_of(leaves[:half]), root_of(leaves[half:]))


def inclusion_proof(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The hashes that lead from the leaf at an index to the root (2.1.3.1)."""
    if len(leaves) == 1:
        return []
    half = _half(len(leaves))
    if index < half:
        return [*inclusion_proof(index, leaves[:half]), root_of(leaves[half:])]
    return [*inclusion_proof(index - half, leaves[half:]), root_of(leaves[:half])]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that a leaf is at an index of the list with this size and root
    (2.1.3.2).
    """
    if not 0 <= index < size:
        return False
    place, last, hashed = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place % 2 or place == last:
            hashed = node_hash(sibling, hashed)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            hashed = node_hash(hashed, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and hashed == root


def consistency_proof(size: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The hashes that show that a list goes on from its first `size` entries (2.1.4.1)."""
    if not 0 < size < len(leaves):
        return []
    return _subproof(size, leaves, whole=True)


def _subproof(size: int, leaves: Sequence[bytes], *, whole: bool) -> list[bytes]:
    if size == len(leaves):
        return [] if whole else [root_of(leaves)]
    half = _half(len(leaves))
    if size <= half:
        return [*_subproof(size, leaves[:half], whole=whole), root_of(leaves[half:])]
    return [*_subproof(size - half, leaves[half:], whole=False), root_of(leaves[:half])]


def is_consistent(
    size: int, root: bytes, later_size: int, later_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the later list goes on from the earlier one (2.1.4.2)."""
    if size > later_size or size <= 0:
        return False
    if size == later_size:
        return not proof and root == later_root
    path = [root, *proof] if size & (size - 1) == 0 else list(proof)
    if not path:
        return False
    place, last = size - 1, later_size - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    earlier = later = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            earlier, later = node_hash(sibling, earlier), node_hash(sibling, later)
            while place and not place % 2:
                place, last = place >> 1, last >> 1
        else:
            later = node_hash(later, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and earlier == root and later == later_root


def _half(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1
