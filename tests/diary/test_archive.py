from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import msgspec
import pytest

from tests.diary.toy_match import PACK, SALTS, SECRETS, ToyMatch
from tests.toy import SEATS, TOY
from wardiary.domain.diary.archive import ArchiveDamaged, ArchiveError, parse, read
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.diary.chain import GENESIS, commitment, entry_hash, leaf, leaves, salt_at
from wardiary.domain.play.table_commands import Disclose, Resign
from wardiary.projections.adjudication import audit_file
from wardiary.projections.redaction import redact


def full(match: ToyMatch, **seeds: bytes) -> bytes:
    return b"".join(write_full(match.line, pack=PACK, salts=match.salts, seeds=seeds))


def seats(match: ToyMatch, role: str) -> bytes:
    return b"".join(write_seat(match.line, role, redact, pack=PACK, salts=match.salts))


@pytest.fixture(scope="module")
def played() -> ToyMatch:
    return ToyMatch().play_out()


def test_a_full_archive_gives_back_the_rows_byte_for_byte(played: ToyMatch):
    archive = read(full(played))

    assert tuple(played.line.rows) == archive.stored()
    assert played.head == archive.entries[-1].head
    assert (PACK, "toy", "full", "") == (archive.pack, archive.game, archive.kind, archive.role)


def test_writing_an_archive_that_was_read_gives_the_same_file(played: ToyMatch):
    """VM-07"""
    data = full(played)
    again = ToyMatch()
    again.line = type(played.line)(read(data).stored())

    assert data == full(again)


def test_bytes_stored_in_an_older_form_are_never_rewritten(played: ToyMatch):
    """VM-07"""
    match = ToyMatch()
    row = match.line.rows[1]
    older = json.dumps(json.loads(row.state), separators=(", ", ": ")).encode()
    match.line.rows[1] = msgspec.structs.replace(row, state=older)

    archive = read(full(match))

    assert older == archive.rows[1].state
    assert leaf(salt_at(SECRETS.salt, 2), older) == archive.rows[1].leaf


def test_a_file_is_verified_by_a_few_lines_that_know_nothing_of_this_library(played: ToyMatch):
    """The lines are those of domain/diary/README.md."""
    head, leaves, data = bytes(32), [], full(played)
    for text in data.splitlines():
        line = json.loads(text)
        if line["is"] == "row":
            state = line["state"].encode()
            proof = sha256(b"\0" + bytes.fromhex(line["salt"]) + state).digest()
            assert proof.hex() == line["leaf"]
            event = json.loads(state)
            assert event.get("prev", head.hex()) == head.hex()
            leaves.append(proof)
        elif line["is"] == "entry":
            head = sha256(b"\1" + head + b"".join(leaves)).digest()
            assert head.hex() == line["head"]
            leaves = []
    seal = json.loads(data.splitlines()[-1])
    assert sha256(data[: data.rindex(b"\n", 0, -1) + 1]).hexdigest() == seal["sha256"]
    assert played.head == head


def test_secrets_are_written_when_the_caller_says_so_or_the_match_has_disclosed_them():
    match = ToyMatch()
    assert {} == read(full(match)).secrets
    assert SECRETS.seed == read(full(match, **{match.id: SECRETS.seed})).secrets[match.id].seed

    match.give("red", Resign())
    match.give("host", Disclose())

    opened = read(full(match)).secrets[match.id]
    assert (SECRETS.seed, SECRETS.salt) == (opened.seed, opened.salt)


def test_a_branch_takes_its_parents_rows_along_each_with_its_own_match():
    match = ToyMatch()
    match.bid_both()
    branch = match.branch(match.line.ends[2], "b" * 32)
    branch.bid_both()

    archive = read(full(branch, **{branch.id: branch.secrets.seed}))

    at = match.line.ends[2]
    parted = archive.by_match()
    assert [match.id, branch.id] == list(parted)
    assert tuple(match.line.rows[:at]) == parted[match.id]
    assert [branch.id] == list(archive.secrets)
    assert SECRETS.seed.hex().encode() not in full(branch)


def test_a_cut_file_is_called_truncated_with_the_place(played: ToyMatch):
    """SC-07"""
    data = full(played)
    for part in range(50):
        cut = part * (len(data) - 2) // 49
        with pytest.raises(ArchiveDamaged, match=f"truncated at byte {cut}$"):
            read(data[:cut])
    read(data)


Lines = list[bytes]
CHANGES: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "a row dropped": (lambda lines: lines[:5] + lines[6:], "row 4 should be here"),
    "two rows swapped": (
        lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]],
        "row 3 should be here",
    ),
    "a row twice": (lambda lines: [*lines[:5], *lines[4:]], "row 4 should be here"),
    "another format": (
        lambda lines: [lines[0].replace(b":1", b":3"), *lines[1:]],
        "written by a newer wardiary \\(format 3; this one reads 2\\)",
    ),
    "two seals": (lambda lines: [*lines, lines[-1]], "cannot be here"),
    "no pack": (lambda lines: [lines[0], *lines[2:]], "cannot be here"),
    "another game": (
        lambda lines: [lines[0].replace(b'"toy"', b'"tog"'), *lines[1:]],
        "a match of toy",
    ),
    "other spaces": (
        lambda lines: [line.replace(b'":', b'": ') for line in lines],
        "canonical form",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused_with_the_line_that_is_wrong(played: ToyMatch, name: str):
    change, why = CHANGES[name]
    lines = change(full(played).splitlines())

    with pytest.raises(ArchiveError, match=why):
        read(b"\n".join(lines) + b"\n")


@pytest.mark.parametrize("name", ["../" * 11, "\u00e9" * 32, "A" * 32, "a" * 31])
def test_a_match_id_has_hexadecimal_digits_only(played: ToyMatch, name: str):
    """Ids are looked up, hashed and made into names of files."""
    data = full(played).decode()

    for forged in (data.replace(played.id, name, 1), data.replace(played.id, name)):
        with pytest.raises(ArchiveError, match="32 hexadecimal digits"):
            parse(forged.encode())
    verdict = audit_file(data.replace(played.id, name).encode(), {"toy": TOY})
    assert ("DAMAGED", "Diary/Archive") == (verdict.verdict, verdict.rule)


def test_a_file_with_a_wrong_seal_is_refused_but_can_be_examined(played: ToyMatch):
    data = bytearray(full(played))
    place = data.rindex(b'"head":"') + 8
    data[place] = ord("0") if data[place] != ord("0") else ord("1")

    with pytest.raises(ArchiveError, match="seal: a byte before it was changed"):
        read(bytes(data))
    assert not parse(bytes(data)).whole


@pytest.mark.parametrize("role", [*SEATS, ""])
def test_a_seats_archive_holds_no_salt_of_a_hidden_row_and_no_match_salt(role: str):
    match = ToyMatch()
    match.bid_both()

    data = seats(match, role)
    archive = read(data)

    hidden = [row for row in archive.rows if not row.salt]
    assert hidden
    for row in hidden:
        assert salt_at(SECRETS.salt, row.position).hex().encode() not in data
        assert row.state != match.line.rows[row.position - 1].state
    assert SECRETS.salt.hex().encode() not in data
    assert SECRETS.seed.hex().encode() not in data


def test_a_seats_archive_verifies_as_a_chain():
    match = ToyMatch()
    match.bid_both()
    archive = read(seats(match, "red"))

    prev = GENESIS
    for entry in archive.entries:
        prev = entry_hash(prev, [row.leaf for row in archive.rows[entry.first - 1 : entry.last]])
        assert prev == entry.head
    assert match.head == prev


def test_two_matches_that_differ_in_hidden_cards_give_a_seat_the_same_words():
    """SL-05"""
    first, other = ToyMatch(), ToyMatch()
    first.bid_both()
    other.bid_both()
    other.rename(other.unseen_swap("red"))

    visible = [row.state for row in read(seats(first, "red")).rows]

    assert visible == [row.state for row in read(seats(other, "red")).rows]


def test_where_the_number_of_events_is_secret_a_seats_copy_has_only_the_heads():
    """SL-07"""
    quiet = ToyMatch(secret_track=True)
    before = len(read(seats(quiet, "blue")).rows)
    quiet.sneak("red")

    mine, theirs = read(seats(quiet, "red")), read(seats(quiet, "blue"))

    assert theirs.is_redacted
    assert not mine.is_redacted
    assert before + 2 == len(theirs.rows)
    assert list(range(1, before + 3)) == [row.position for row in theirs.rows]
    assert quiet.head == theirs.entries[-1].head


def test_an_archive_is_not_written_with_another_pack_or_without_a_salt(played: ToyMatch):
    with pytest.raises(ArchiveError, match="not the pack"):
        list(write_full(played.line, pack=b"{}  ", salts=SALTS))
    with pytest.raises(ArchiveError, match="its salt is not given"):
        list(write_full(played.line, pack=PACK, salts={}))
    with pytest.raises(ArchiveError, match="'green' has no seat here"):
        list(write_seat(played.line, "green", redact, pack=PACK, salts=SALTS))


def test_the_commitment_of_the_first_row_binds_the_secrets(played: ToyMatch):
    opened = msgspec.json.decode(played.line.rows[0].state)

    assert commitment(played.id, SECRETS.seed, SECRETS.salt) == opened["commitment"]


def test_leaves_of_many_rows_are_those_of_each(played: ToyMatch):
    rows = played.line.rows
    row_hashes = [leaf(salt_at(SECRETS.salt, row.position), row.state) for row in rows]

    assert row_hashes == leaves(SECRETS.salt, rows)
