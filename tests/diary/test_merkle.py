"""Lists of heads and their proofs, as RFC 9162 has them."""

from __future__ import annotations

from hashlib import sha256

import pytest

from wardiary.domain.diary.head_list import (
    HeadList,
    HeadListError,
    NotedHead,
    check_growth,
    check_proof,
    read_heads,
)
from wardiary.domain.diary.merkle import (
    EMPTY,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    root_of,
)

INPUTS = [
    bytes.fromhex(text)
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
LEAVES = [leaf_hash(data) for data in INPUTS]


def test_roots_are_those_of_the_published_vectors_of_certificate_transparency():
    roots = [root_of(LEAVES[:size]).hex() for size in (1, 2, 3, 8)]

    assert [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ] == roots
    assert sha256(b"").digest() == EMPTY == root_of([])


@pytest.mark.parametrize("size", range(1, 18))
def test_every_leaf_is_proved_to_be_in_its_list_and_nothing_else_is(size: int):
    leaves = [leaf_hash(bytes([n])) for n in range(size)]
    root = root_of(leaves)
    for index, leaf in enumerate(leaves):
        proof = inclusion_proof(index, leaves)
        assert is_included(leaf, index, size, proof, root)
        assert not is_included(leaf_hash(b"x"), index, size, proof, root)
        assert not is_included(leaf, (index + 1) % (size + 1), size, proof, root)
        assert not is_included(leaf, index, size, [*proof, root], root)
        assert not proof or not is_included(leaf, index, size, proof[:-1], root)


@pytest.mark.parametrize("size", range(1, 18))
def test_every_list_is_proved_to_go_on_from_each_of_its_beginnings(size: int):
    leaves = [leaf_hash(bytes([n])) for n in range(size)]
    for earlier in range(1, size + 1):
        proof, first = consistency_proof(earlier, leaves), root_of(leaves[:earlier])
        rewritten = [leaf_hash(b"x"), *leaves[1:]]
        assert is_consistent(earlier, first, size, root_of(leaves), proof)
        assert not is_consistent(
            earlier, root_of(rewritten[:earlier]), size, root_of(leaves), proof
        )
        assert not is_consistent(earlier, first, size, root_of(rewritten), proof)
        assert earlier == size or not is_consistent(earlier, first, size, root_of(leaves), [])


def noted(match: str, position: int, head: str = "a") -> NotedHead:
    return NotedHead(match * 32, position, head * 64)


def test_a_head_is_noted_once_and_a_rewritten_one_is_refused():
    listed = HeadList()

    assert listed.add([noted("a", 4), noted("b", 9)]) == 2
    assert listed.add([noted("a", 4), noted("a", 7)]) == 1
    with pytest.raises(HeadListError, match="it was rewritten"):
        listed.add([noted("a", 4, "b")])
    assert read_heads(listed.lines).heads == listed.heads
    with pytest.raises(HeadListError, match="line 2"):
        read_heads(listed.lines.replace(b'"position":9', b'"position": 9'))


def test_proofs_of_a_list_hold_and_forged_ones_do_not():
    listed = HeadList([noted("abcdef"[n % 6], n) for n in range(1, 12)])

    proof, growth = listed.proof("b" * 32), listed.growth(5)

    assert check_proof(proof)
    assert check_growth(growth)
    assert proof.noted.position == 7
    assert listed.proof("b" * 32, 1).noted.position == 1
    from msgspec.structs import replace

    assert not check_proof(replace(proof, noted=replace(proof.noted, head="b" * 64)))
    assert not check_growth(replace(growth, root="b" * 64))
    with pytest.raises(HeadListError, match="no such head"):
        listed.proof("z" * 32)
    with pytest.raises(HeadListError, match="11 heads, not 12"):
        listed.growth(12)
