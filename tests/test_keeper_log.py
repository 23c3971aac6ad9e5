"""A keeper's log against the record: what was asked and never recorded was peeking."""

from __future__ import annotations

import contextlib

from msgspec.structs import replace

from tests.test_keepers import book, opened
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.keepers import KeeperBook, KeeperRefused
from wardiary.adapters.matches import Matches
from wardiary.domain.diary.keeping import keeper_token
from wardiary.projections.keeper_log import AskedLine, KeeperLog, hold_against


def played(keeper: KeeperBook, orders: int = 8) -> tuple[Matches, str]:
    matches, match = opened(keeper)
    BotPlayers(matches).play_on(match, orders)
    return matches, match


def log_of(keeper: KeeperBook, match: str) -> KeeperLog:
    return KeeperLog(keeper.name, match, tuple(keeper.log(match)))


def found(matches: Matches, match: str, log: KeeperLog) -> list[tuple[str, bool]]:
    return [(one.why, one.proved) for one in hold_against(matches.history(match), log)]


def test_an_honest_log_and_its_record_say_the_same():
    club = book()
    matches, match = played(club)

    assert found(matches, match, log_of(club, match)) == []


def test_an_order_that_was_asked_for_and_never_given_is_found_when_the_match_is_over():
    club = book()
    matches, match = opened(club)
    BotPlayers(matches).play_on(match)
    place = matches.history(match).said.places + 1
    club.share(match, place, "ab" * 32, keeper_token(matches.secrets(match).salt, match, "club"))

    ((why, proved),) = found(matches, match, log_of(club, match))

    assert proved
    assert f"answered an order at place {place} that the record does not hold" in why


def test_while_the_match_runs_it_may_be_an_order_that_waits():
    club = book()
    matches, match = played(club)
    place = matches.history(match).said.places + 1
    club.share(match, place, "ab" * 32, keeper_token(matches.secrets(match).salt, match, "club"))

    assert [proved for _, proved in found(matches, match, log_of(club, match))] == [False]


def test_a_second_order_that_was_refused_is_told():
    club = book()
    matches, match = played(club)
    token = keeper_token(matches.secrets(match).salt, match, "club")
    with contextlib.suppress(KeeperRefused):
        club.share(match, 1, "ab" * 32, token)

    ((why, proved),) = found(matches, match, log_of(club, match))

    assert proved
    assert "somebody tried to peek" in why


def test_a_record_that_was_drawn_with_other_requests_than_the_log_holds_is_found():
    """A host who had the seed, or made a record of his own."""
    club = book()
    matches, match = played(club, 30)
    log = log_of(club, match)
    shares = [n for n, line in enumerate(log.asked) if line.what == "share"]

    without = replace(log, asked=tuple(line for line in log.asked if line.place != 2))
    other = list(log.asked)
    other[shares[1]] = replace(other[shares[1]], request="ab" * 32)

    assert found(matches, match, without) == [("club has never answered place 2", True)]
    ((why, proved),) = found(matches, match, replace(log, asked=tuple(other)))
    assert proved
    assert "what it would bring was known beforehand" in why


def test_what_was_asked_after_the_seed_was_open_is_told():
    club = book()
    matches, match = played(club)
    log = log_of(club, match)
    early = replace(log, asked=(AskedLine("open"), *log.asked[:1]))

    assert all("since it opened its seed" in why for why, _ in found(matches, match, early))


def test_a_log_of_another_match_is_refused():
    club = book()
    matches, match = played(club)
    ((why, proved),) = found(matches, match, replace(log_of(club, match), match="0" * 32))
    assert proved
    assert "this log is of the match 000000000000" in why
