"""Shares of the seats in the dice: sealed when they are claimed, opened when all are sealed."""

from __future__ import annotations

import pytest

from tests.test_grinding import HostedMatch, random_bytes
from tests.toy import SEATS, Roll
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.said import seal_of_share
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.commands import Illegal, from_text, to_text
from wardiary.domain.play.table_commands import (
    TABLE_VERBS,
    AskRewind,
    ClaimSeat,
    OpenShare,
    Resign,
)
from wardiary.projections.adjudication import audit_file

SHARES = {seat: random_bytes(seat).hex() for seat in SEATS}


def opened() -> HostedMatch:
    return HostedMatch(Secrets(bytes(range(32)), bytes(32)), 2, "seats")


def seal(seat: str) -> str:
    return seal_of_share("c" * 32, seat, SHARES[seat])


def sealed(*seats: str) -> HostedMatch:
    match = opened()
    for seat in seats:
        match.give(seat, ClaimSeat(seat, "human", seal(seat)))
    return match


def test_nothing_is_asked_before_every_share_is_open():
    match = sealed(*SEATS)
    for command in (Roll(), Resign()):
        with pytest.raises(Illegal, match=r"share|nothing is dealt"):
            match.give("red", command)
    provisional = match.line.table.zones

    match.give("red", OpenShare(SHARES["red"]))
    events = match.give("blue", OpenShare(SHARES["blue"]))

    assert {"share-opened", "table-cleared"} <= {e.__struct_config__.tag for e in events}
    assert provisional != match.line.table.zones
    assert sorted(provisional["deck"] + provisional["red-hand"] + provisional["blue-hand"]) == (
        sorted(match.line.table.pieces)
    )
    match.give("red", Roll())


@pytest.mark.parametrize(("seat", "command", "why"), [
    ("red", OpenShare("x" * 32), "not the share"),
    ("red", OpenShare("x"), "32 to 128"),
    ("red", OpenShare("x" * 32 + "\n"), "32 to 128"),
    ("host", OpenShare("x" * 32), "no seat"),
    ("red", ClaimSeat("red", "human", "x"), "64 lower hex digits"),
])  # fmt: skip
def test_what_is_no_share_or_another_one_is_refused(seat: str, command: object, why: str):
    match = sealed(*SEATS)
    with pytest.raises(Illegal, match=why):
        match.give(seat, command)


def test_no_share_is_opened_before_all_are_sealed_nor_sealed_after_one_is_open():
    match = sealed("red")
    with pytest.raises(Illegal, match="blue must be claimed"):
        match.give("red", OpenShare(SHARES["red"]))

    match = sealed(*SEATS)
    match.give("red", OpenShare(SHARES["red"]))
    with pytest.raises(Illegal, match="red has opened a share"):
        match.give("blue", ClaimSeat("blue", "human", "a" * 64))
    with pytest.raises(Illegal, match="open already"):
        match.give("red", OpenShare(SHARES["red"]))


def test_bots_add_no_share():
    match = sealed("red")
    match.give("host", ClaimSeat("blue", "bot"))
    match.give("red", OpenShare(SHARES["red"]))

    match.give("red", Roll())


def test_a_match_of_bots_alone_begins_when_the_last_is_seated():
    match = opened()
    for seat in SEATS:
        match.give("host", ClaimSeat(seat, "bot"))

    match.give("red", Roll())


def test_the_table_never_goes_back_to_before_the_deal():
    match = sealed(*SEATS)
    before = match.line.head
    for seat in SEATS:
        match.give(seat, OpenShare(SHARES[seat]))
    match.give("red", Roll())
    with pytest.raises(Illegal, match="before that nothing was dealt"):
        match.give("red", AskRewind(before))


def test_every_dice_of_the_match_hang_on_every_share():
    """Another share of blue brings another deal and another roll of red."""
    tables = set()
    for blue in ("1" * 32, "2" * 32):
        match = sealed("red")
        match.give("blue", ClaimSeat("blue", "human", seal_of_share("c" * 32, "blue", blue)))
        match.give("red", OpenShare(SHARES["red"]))
        match.give("blue", OpenShare(blue))
        said = match.line.said.state
        assert said is not None
        tables.add((match.line.table.zone("deck"), said.of_seat(0)))

    assert len(tables) == 2


def test_a_claim_without_a_seal_is_written_as_before():
    assert "claim us human" == to_text(ClaimSeat("us", "human"))
    assert "claim us -" == to_text(ClaimSeat("us", ""))
    assert ClaimSeat("us", "human") == from_text("claim us human", TABLE_VERBS)
    assert f"claim us human {'a' * 64}" == to_text(ClaimSeat("us", "human", "a" * 64))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_with_shares_is_played_out_and_proved(name: str):
    """Every game can be set up again; the archive is exact, and says who shared."""
    matches = open_store("memory:")
    game = GAMES[name]
    match = matches.new_match(name, _first_scenario(name), settings={"seed": "seats"})
    seats = matches.history(match).table.seats
    assert matches.prompts(match) == ()
    assert BotPlayers(matches).play_on(match) == []
    for seat in seats:
        share = random_bytes(seat).hex()
        matches.command(match, seat, ClaimSeat(seat, "human", seal_of_share(match, seat, share)))
    for seat in seats:
        matches.command(match, seat, OpenShare(random_bytes(seat).hex()))
    for seat in seats:
        matches.command(match, seat, ClaimSeat(seat, "bot"))
    BotPlayers(matches).play_on(match, 30)

    assert "EXACT" == matches.audit(match).verdict
    verdict = audit_file(matches.export(match, secrets=True), {name: game})
    assert ("EXACT", ()) == (verdict.verdict, verdict.notes)


def _first_scenario(name: str) -> str:
    from wardiary.domain.games import registry

    game = GAMES[name]
    return game.scenarios(game.read_pack(registry.packaged(name)))[0].id


def test_openings_are_numbered_where_the_club_wants_it():
    matches = open_store("memory:")

    def number(scenario: str, **settings: str) -> int:
        match = matches.new_match("undaunted", scenario, settings=settings)
        return matches.history(match).event(1).opening

    assert [1, 2] == [number("la-raye", openings="numbered") for _ in range(2)]
    assert 0 == number("la-raye")
    assert [1] == [number("signal-hill", openings="numbered")]
    assert 3 == number("la-raye", openings="numbered")
