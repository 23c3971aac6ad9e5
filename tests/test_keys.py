"""Signed orders and countersigned heads: nobody orders for a seat, nobody rewrites what it saw."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.diary.tamper import Facts, forged_file
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import NoKey, SigningKey, is_signed, read_key
from wardiary.domain.diary.signing import head_message, order_message
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.table_commands import ChangeKey, ClaimSeat, Resign
from wardiary.projections.adjudication import audit_file
from wardiary.projections.redaction import redact_entry
from wardiary.projections.verdicts import Verdict
from wardiary.tools.verifier import verify

US, GERMAN, THIEF = (SigningKey(bytes([n]) * 32) for n in (1, 2, 3))


class Signed:
    """A match in which both seats have keys."""

    def __init__(self) -> None:
        self.matches: Matches = open_store("memory:")
        self.id = self.matches.new_match("undaunted", "la-raye")
        self.keys = {"us": US, "german": GERMAN}
        for seat, key in self.keys.items():
            self.matches.command(self.id, seat, ClaimSeat(seat, "human", key=key.public))

    def give(self, seat: str, command: Command, key: SigningKey | None = None) -> None:
        message = self.matches.order_to_sign(self.id, seat, command)
        signature = (key or self.keys[seat]).sign(message)
        self.matches.command(self.id, seat, command, signature=signature)

    def play(self, orders: int = 6) -> Signed:
        """What the sensible bot would order, signed."""
        bots = BotPlayers(self.matches)
        for _ in range(orders):
            now = self.matches.current(self.id)
            prompt = now.prompts[0]
            game = self.matches.game_of(self.id)
            self.give(prompt.seat, bots.choose(game, now.table, prompt, "bot"))
        return self

    def next_order(self) -> tuple[str, Command]:
        now = self.matches.current(self.id)
        bots = BotPlayers(self.matches)
        game = self.matches.game_of(self.id)
        return now.prompts[0].seat, bots.choose(game, now.table, now.prompts[0], "bot")

    def seen(self, seat: str) -> None:
        position, head = self.matches.head(self.id)
        message = head_message(self.id, seat, position, bytes.fromhex(head))
        self.matches.countersign(self.id, seat, position, head, self.keys[seat].sign(message))

    def archive(self) -> bytes:
        return self.matches.export(self.id, secrets=True)

    def forged(self, change: Callable[[list[Facts]], object]) -> bytes:
        """By a host who knows every secret and makes all hashes fit; heads seen are left out."""
        salt = self.matches.secrets(self.id).salt
        return forged_file(self.archive(), change, {self.id: salt})


def judged(data: bytes) -> Verdict:
    return audit_file(data, GAMES, check=is_signed)


@pytest.fixture(scope="module")
def match() -> Signed:
    return Signed().play()


def test_signed_orders_are_proved_and_counted(match: Signed):
    verdict = judged(match.archive())

    assert ("EXACT", ()) == (verdict.verdict, verdict.notes)
    assert verify(match.archive())[0] == "EXACT"
    assert "signed were" in verdict.detail
    assert "orders of us" in verdict.detail
    unchecked = audit_file(match.archive(), GAMES)
    assert unchecked.notes == ("signatures were counted, but not checked",)
    assert match.matches.audit(match.id).verdict == "EXACT"


@pytest.mark.parametrize("by", ["", "standing", "bot", "director"])
def test_nobody_orders_for_a_seat_without_its_key(match: Signed, by: str):
    seat, command = match.next_order()
    with pytest.raises(Illegal, match=r"signed|signature|resigned"):
        match.matches.command(match.id, seat, command, by=by)
    with pytest.raises(Illegal, match="is not that of"):
        match.give(seat, command, THIEF)


def test_a_signature_holds_for_one_order_at_one_place_of_one_match(match: Signed):
    """Neither another order, nor a later place, another match or seat."""
    seat, command = match.next_order()
    key, head = match.keys[seat], bytes.fromhex(match.matches.head(match.id)[1])
    raw = match.matches.order_to_sign(match.id, seat, command)
    signature = key.sign(raw)
    order = raw[raw.index(head) + 32 :]

    assert raw == order_message(match.id, seat, head, order)
    assert is_signed(key.public, raw, signature)
    for other in (
        order_message(match.id, seat, head, order[:-1]),
        order_message(match.id, seat, bytes(32), order),
        order_message("0" * 32, seat, head, order),
        order_message(match.id, "x", head, order),
    ):
        assert not is_signed(key.public, other, signature)
    assert not is_signed(THIEF.public, raw, signature)
    assert not is_signed("zz", raw, signature)


def at_order(number: int, change: Callable[[Facts], object]) -> Callable[[list[Facts]], object]:
    def forge(facts: list[Facts]) -> None:
        orders = [fact for fact in facts if fact.get("signature")]
        change(orders[number])

    return forge


FORGERIES: dict[str, Callable[[list[Facts]], object]] = {
    "another key's signature": at_order(1, lambda fact: fact.update(signature="ab" * 64)),
    "no signature": at_order(1, lambda fact: fact.pop("signature")),
    "said to be a standing answer": at_order(
        1, lambda fact: (fact.pop("signature"), fact.update(by="standing"))
    ),
    "another time before it": lambda facts: facts[0].update(time=7),
    "another id before it": at_order(0, lambda fact: fact.update(id="x")),
    "another key at the claim": lambda facts: next(
        fact for fact in facts if fact["event"] == "seat-claimed"
    ).update(key=THIEF.public),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_host_with_all_secrets_cannot_forge_reorder_or_move_a_signed_order(
    match: Signed, what: str
):
    """What comes before an order is signed with it: not even a time can be changed."""
    verdict = judged(match.forged(FORGERIES[what]))

    assert verdict.verdict == "DIFFERS" == verify(match.forged(FORGERIES[what]))[0]
    assert verdict.rule in {"Table/Keys", "Table/Command", "Table/Claim"}


def test_an_order_of_one_branch_cannot_be_moved_to_another(match: Signed):
    """Spliced from another match with the same seats and keys."""
    other = Signed().play(2)
    theirs = [
        json.loads(row.state)
        for row in other.matches.history(other.id).rows
        if b'"signature"' in row.state
    ]

    def splice(facts: list[Facts]) -> None:
        place = next(n for n, fact in enumerate(facts) if fact.get("signature"))
        facts[place]["signature"] = theirs[0]["signature"]

    assert judged(match.forged(splice)).rule == "Table/Keys"


def test_the_others_see_that_an_order_was_signed_but_not_what_it_hides(match: Signed):
    """A signature over a hidden choice would tell which of a few it was."""
    line = match.matches.history(match.id)
    hidden = shown = 0
    for entry in line.entries():
        events = [event for _, event in line.events(entry.first - 1, entry.last)]
        opener = next(iter(redact_entry(line.table_at(entry.first - 1), events, "us")))
        if events[0].__struct_config__.tag != "command-accepted" or events[0].seat != "german":
            continue
        told = opener.command == events[0].command
        assert told == (opener.signature == events[0].signature)
        hidden, shown = hidden + (not told), shown + told
    assert hidden


def test_a_key_is_changed_by_the_old_one_or_by_consent_and_everybody_sees_it():
    match = Signed()
    with pytest.raises(Illegal, match="another is named with change-key"):
        match.matches.command(match.id, "host", ClaimSeat("us", "human", key=THIEF.public))
    with pytest.raises(Illegal, match="must be signed"):
        match.matches.command(match.id, "us", ChangeKey("us", THIEF.public))
    with pytest.raises(Illegal, match="64 lower hex digits"):
        match.give("us", ChangeKey("us", "zz"))
    with pytest.raises(Illegal, match="no seat"):
        match.matches.command(match.id, "host", ChangeKey("us", THIEF.public))

    other = SigningKey(b"4" * 32)
    match.give("us", ChangeKey("us", other.public))
    match.keys["us"] = other
    match.give("us", ChangeKey("german", THIEF.public))

    assert match.matches.history(match.id).said.keys == {
        "us": other.public, "german": THIEF.public,
    }  # fmt: skip
    match.keys["german"] = THIEF
    match.play(2)
    assert judged(match.archive()).verdict == "EXACT"
    assert sum(b"key-named" in row.state for row in match.matches.history(match.id).rows) == 2


def test_a_seat_without_a_key_orders_as_before_and_signs_nothing():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye")

    with pytest.raises(Illegal, match="has named no key"):
        matches.command(match, "us", Resign(), signature="ab" * 64)
    with pytest.raises(Illegal, match="has no key yet"):
        matches.command(match, "us", ChangeKey("us", US.public))
    matches.command(match, "us", Resign())
    assert "signed" not in matches.audit(match).detail


# Countersigned heads


def test_a_countersigned_head_binds_the_host():
    """The record goes with the heads that seats have seen; a rewritten one contradicts them."""
    match = Signed().play(2)
    match.seen("us")
    match.play(2)
    match.seen("german")
    archive = match.archive()

    verdict = judged(archive)
    assert verdict.verdict == "EXACT"
    assert "heads were countersigned by german at" in verdict.detail
    assert '"format":2' in archive.decode().split("\n", 1)[0]
    seen = [line for line in archive.split(b"\n") if b'"is":"seen"' in line]
    rewritten = match.forged(lambda facts: facts[1].update(rule="U-SETUP-1"))
    contradicted = sealed_with(rewritten, seen)

    found = judged(contradicted)
    assert verify(archive)[0] == "EXACT"
    assert verify(contradicted)[::2] == ("TAMPERED", "Diary/Head")

    assert ("TAMPERED", "Diary/Head") == (found.verdict, found.rule)
    assert "was rewritten" in found.detail


def sealed_with(data: bytes, seen: list[bytes]) -> bytes:
    """A file with heads that were seen put back in."""
    from tests.test_tampering import sealed_again

    body = data.split(b"\n")[:-2]
    body[0] = body[0].replace(b'"format":1', b'"format":2')
    return sealed_again(b"\n".join([*body, *seen, b'{"is":"seal"}', b""]))


def test_a_head_that_the_seats_key_has_not_signed_is_found():
    match = Signed().play(1)
    match.seen("us")
    archive = match.archive()
    (seen,) = [line for line in archive.split(b"\n") if b'"is":"seen"' in line]
    forged = sealed_with(match.forged(lambda facts: None), [
        seen.replace(json.loads(seen)["signature"].encode(), b"ab" * 64)
    ])  # fmt: skip

    verdict = judged(forged)

    assert ("TAMPERED", "Diary/Head") == (verdict.verdict, verdict.rule)
    assert "has not signed" in verdict.detail


def test_a_head_that_the_match_never_had_is_not_countersigned():
    match = Signed()
    position, head = match.matches.head(match.id)
    for at, noted, signature, why in (
        (position, "0" * 64, "", "if you noted"),
        (position - 1, head, "", "no entry of this match ends"),
        (position, head, "ab" * 64, "not a signature"),
        (position, head, "", "not a signature"),
    ):
        with pytest.raises(Illegal, match=why):
            match.matches.countersign(match.id, "us", at, noted, signature)


def test_heads_seen_go_along_to_another_store_and_into_copies_of_seats():
    match = Signed().play(1)
    match.seen("us")
    there = open_store("memory:")
    there.import_archive(match.archive())

    assert "countersigned by us" in there.audit(match.id).detail
    copy = audit_file(match.matches.export(match.id, "german"), GAMES, check=is_signed)
    assert copy.verdict == "EXACT"


def test_key_files_are_read_or_refused(tmp_path: Path):
    path = tmp_path / "key"
    path.write_text(US.text)
    assert read_key(path).public == US.public
    for broken in ("", "wardiary-key-1 zz", US.text.replace("1", "g"), US.text[:-3]):
        path.write_text(broken)
        with pytest.raises(NoKey):
            read_key(path)
