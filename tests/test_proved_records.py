"""Forgeries of records that are proved in every way: `audit` and the verifier name each alike."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache

import pytest

from tests.diary.tamper import Facts, forged_file
from tests.recordings.proved import ProvedMatch, played, secret
from tests.recordings.record import HERE
from tests.test_keys import sealed_with
from tests.test_tampering import sealed_again
from wardiary.adapters.signatures import SigningKey, is_signed
from wardiary.domain.clocks.durations import DAY
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.signing import order_message
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.table_commands import GrantTime, MissDeadline
from wardiary.projections.adjudication import audit_file
from wardiary.tools.verifier import verify

PROVED = sorted(HERE.glob("*-proved-*.jsonl.gz"))
THIEF = SigningKey(secret("thief"))


@cache
def kept(name: str = "undaunted") -> bytes:
    (path,) = [path for path in PROVED if path.name.startswith(name)]
    return gzip.decompress(path.read_bytes())


def salts(data: bytes) -> dict[str, bytes]:
    """What a host knows."""
    archive = read(data)
    last = json.loads(archive.stored()[-2].state)
    rows = [json.loads(row.state) for row in archive.stored()]
    opened = next((fact for fact in rows if fact["event"] == "seed-revealed"), last)
    return {archive.match: bytes.fromhex(opened["salt"])}


def forged(change: Callable[[list[Facts]], object], data: bytes | None = None) -> bytes:
    """All hashes made to fit; the heads that were countersigned are left out."""
    record = data or kept()
    return forged_file(record, change, salts(record))


def seen_lines(data: bytes) -> list[bytes]:
    return [line for line in data.split(b"\n") if b'"is":"seen"' in line]


def named(data: bytes, heads: list[bytes] | None = None) -> tuple[str, str, str]:
    """What both say of a file: the same verdict, and by which rules they say it."""
    audited = audit_file(data, GAMES, heads=heads or [], check=is_signed)
    verdict, position, rule, why = verify(data, [head.hex() for head in heads or []])

    assert audited.verdict == verdict, (audited, why)
    # Rules of the game, which only the audit asks, may find it before what follows from it.
    assert audited.position <= position, (audited, position, why)
    return verdict, audited.rule, rule


def orders(facts: list[Facts]) -> list[Facts]:
    return [fact for fact in facts if fact["event"] == "command-accepted" and fact.get("signature")]


def first(facts: list[Facts], event: str, **fields: object) -> Facts:
    return next(
        fact
        for fact in facts
        if fact["event"] == event and all(fact.get(name) == one for name, one in fields.items())
    )


@pytest.mark.parametrize("path", PROVED, ids=lambda path: path.name)
def test_a_proved_recording_is_exact_signatures_shares_and_heads_included(path: object):
    data = gzip.decompress(path.read_bytes())  # type: ignore[attr-defined]

    verdict = audit_file(data, GAMES, check=is_signed)

    assert ("EXACT", ()) == (verdict.verdict, verdict.notes)
    assert verify(data)[0] == "EXACT"
    assert "heads were countersigned by" in verdict.detail
    assert "signed were" in verdict.detail
    kinds = {row.tag for row in read(data).stored()}
    assert kinds >= {
        "shares-drawn", "keepers-named", "keeper-opened", "key-named", "share-opened", "rewound",
        "table-cleared", "seed-revealed",
    }  # fmt: skip


def test_it_is_played_again_byte_for_byte():
    """The order of a rules version is what it was, with its shares, keys and requests."""
    assert played("undaunted", "la-raye").archive() == kept()


def resign(facts: list[Facts]) -> None:
    """The host puts another order there and signs it with a key of his own."""
    fact = orders(facts)[5]
    raw = json.dumps(fact["command"], sort_keys=True, separators=(",", ":")).encode()
    match = facts[0]["match"]
    message = order_message(match, fact["seat"], bytes.fromhex(fact["prev"]), raw)
    fact["signature"] = THIEF.sign(message)


def name_thief(facts: list[Facts]) -> None:
    """As before, and the seat is said to have named the host's key."""
    resign(facts)
    first(facts, "seat-claimed", seat=orders(facts)[5]["seat"])["key"] = THIEF.public


def order_from_elsewhere(facts: list[Facts]) -> None:
    """An order that the seat has signed in a branch, or at another place."""
    mine = orders(facts)
    other = next(one for one in mine[6:] if one["seat"] == mine[5]["seat"])
    mine[5]["command"], mine[5]["signature"] = other["command"], other["signature"]


FORGERIES: dict[str, tuple[Callable[[list[Facts]], object], tuple[str, str, str]]] = {
    "re-signed by the host": (resign, ("DIFFERS", "Table/Keys", "Table/Keys")),
    "re-signed, and the key named": (name_thief, ("DIFFERS", "Table/Claim", "Table/Keys")),
    "spliced from another place": (
        order_from_elsewhere, ("DIFFERS", "Table/Keys", "Table/Keys"),
    ),
    "signature taken off": (
        lambda facts: orders(facts)[5].pop("signature"), ("DIFFERS", "Table/Keys", "Table/Keys"),
    ),
    "re-hashed with another time": (
        lambda facts: orders(facts)[5].update(time=1), ("DIFFERS", "Table/Keys", "Table/Keys"),
    ),
    "re-hashed with another die": (
        lambda facts: first(facts, "dice-rolled").update(
            faces=[10 - face for face in first(facts, "dice-rolled")["faces"]]
        ), ("DIFFERS", "U-ATK-8", "Diary/Chance"),
    ),
    "re-hashed with another deal": (
        lambda facts: first(facts, "pile-shuffled")["order"].reverse(),
        ("DIFFERS", "U-SETUP-8", "Diary/Chance"),
    ),
    "another share of a seat": (
        lambda facts: first(facts, "share-opened").update(share="0" * 64),
        ("DIFFERS", "Table/Shares", "Table/Shares"),
    ),
    "another answer of a keeper": (
        lambda facts: first(facts, "shares-drawn")["shares"].update(club="0" * 64),
        ("TAMPERED", "Diary/Chance", "Diary/Chance"),
    ),
    "another seed of a keeper": (
        lambda facts: first(facts, "keeper-opened").update(seed="0" * 64),
        ("TAMPERED", "Diary/Commitment", "Diary/Commitment"),
    ),
    "another seed": (
        lambda facts: first(facts, "seed-revealed").update(seed="0" * 64),
        ("TAMPERED", "Diary/Commitment", "Diary/Commitment"),
    ),
    "with another pack": (
        lambda facts: facts[0].update(pack="0" * 64),
        ("TAMPERED", "Diary/Archive", "Diary/Archive"),
    ),
    "under another version": (
        lambda facts: [fact.update(version="0.9.9") for fact in facts if "version" in fact],
        ("DIFFERS", "Table/Keys", "Table/Keys"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_by_the_host_is_named_for_what_it_is(what: str):
    change, found = FORGERIES[what]

    assert named(forged(change)) == found


@pytest.mark.parametrize("what", FORGERIES)
def test_with_the_heads_that_were_countersigned_the_record_was_rewritten(what: str):
    """Whatever was changed before the head that a seat has seen."""
    change, _ = FORGERIES[what]
    contradicted = sealed_with(forged(change), seen_lines(kept()))

    # A file that holds another pack than its first row names is refused before its heads.
    rule = "Diary/Archive" if what == "with another pack" else "Diary/Head"
    assert named(contradicted) == ("TAMPERED", rule, rule)


def test_a_record_cut_off_with_all_its_heads_rewritten_is_found_by_a_countersignature():
    whole = kept()
    ends = [entry["last"] for entry in map(json.loads, whole.split(b"\n")[:-1])
            if entry["is"] == "entry"]  # fmt: skip
    heads = {entry["last"]: entry["head"] for entry in map(json.loads, whole.split(b"\n")[:-1])
             if entry["is"] == "entry"}  # fmt: skip
    at = ends[len(ends) // 2]
    short = forged(lambda facts: facts.__delitem__(slice(at, None)))

    assert named(short)[0] == "EXACT"
    assert named(sealed_with(short, seen_lines(whole))) == ("TAMPERED", "Diary/Head", "Diary/Head")
    later = bytes.fromhex(heads[ends[-3]])
    assert named(short, [later]) == ("TAMPERED", "Diary/Head", "Diary/Head")
    earlier = bytes.fromhex(heads[ends[10]])
    assert named(short, [earlier])[0] == "EXACT"


def test_rows_of_a_branch_or_of_another_match_are_named():
    whole, other = kept(), ProvedMatch("undaunted", "la-raye").play(4)
    branch = other.matches.branch(other.id, other.matches.head(other.id)[0])
    theirs = other.matches.export(branch)
    rows = [line for line in theirs.split(b"\n") if b'"is":"row"' in line]
    mine = whole.split(b"\n")
    places = [n for n, line in enumerate(mine) if b'"is":"row"' in line]
    mine[places[len(rows) - 1]] = rows[-1]

    assert named(sealed_again(b"\n".join(mine)))[0] == "TAMPERED"


def test_another_pack_is_named_as_such():
    whole = kept()
    lines = whole.split(b"\n")
    packed = json.loads(lines[1])
    packed["sealed"] = packed["sealed"].replace("la-raye", "la-rage", 1)
    lines[1] = json.dumps(
        packed, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    other = sealed_again(b"\n".join(lines))

    assert named(other)[0] == "TAMPERED"


@pytest.mark.parametrize("by", ["bot", "director", "late"])
@pytest.mark.parametrize("verb", ["", "resign"])
def test_the_last_order_is_not_said_to_be_given_for_the_seat(by: str, verb: str):
    """A bot or director orders for a seat that has resigned, a deadline for one that missed it."""
    playing = ProvedMatch("undaunted", "la-raye").play(6)
    salt = {playing.id: playing.matches.secrets(playing.id).salt}

    def give(facts: list[Facts]) -> None:
        order = orders(facts)[-1]
        del order["signature"]
        order["by"] = by
        if verb:
            order["command"] = {"do": verb}
            at = facts.index(order) + 1
            others = [seat for seat in playing.seats if seat != order["seat"]]
            ended = {
                "event": "match-ended",
                "winners": others,
                "scores": {},
                "rule": "Table/Resign",
            }
            facts[at:] = [ended | {"reason": f"{order['seat']} resigned"}]

    data = forged_file(playing.archive(), give, salt)

    verdict, position, rule, _ = verify(data)
    assert (verdict, rule) == ("DIFFERS", "Table/Keys")
    assert (
        position
        == [row.position for row in read(data).stored() if row.tag == "command-accepted"][-1]
    )
    audited = audit_file(data, GAMES, check=is_signed)
    assert (audited.verdict, audited.position) == ("DIFFERS", position), audited


def test_who_was_granted_time_after_a_missed_deadline_does_not_lose_by_it():
    """A host cannot resign for a seat that has the time which the record says it was granted."""
    playing = ProvedMatch("undaunted", "la-raye", clock="1d a move", late="forfeit").play(6)
    matches, match = playing.matches, playing.id
    late = matches.clock() + 2 * DAY
    matches.clock = lambda: late
    seat = matches.current(match).prompts[0].seat
    matches.command(match, "host", MissDeadline(seat))
    missed = resigned_by_the_host(playing, seat)
    matches.command(match, "director", GrantTime(seat, "24h"))
    granted = resigned_by_the_host(playing, seat)

    assert verify(missed)[2] != "Table/Keys"
    assert verify(granted)[::2] == ("DIFFERS", "Table/Keys")
    assert audit_file(granted, GAMES, check=is_signed).verdict == "DIFFERS"


def resigned_by_the_host(playing: ProvedMatch, seat: str) -> bytes:
    """The record with one more entry: an order that was not signed resigns for a late seat."""
    salt = {playing.id: playing.matches.secrets(playing.id).salt}

    def give(facts: list[Facts]) -> None:
        given = {**orders(facts)[-1], "seat": seat, "by": "late", "command": {"do": "resign"}}
        given.pop("signature", None)
        others = [other for other in playing.seats if other != seat]
        ended = {"event": "match-ended", "winners": others, "scores": {}, "rule": "Table/Resign"}
        facts += [given, ended | {"reason": f"{seat} resigned"}]

    return forged_file(playing.archive(), give, salt)
