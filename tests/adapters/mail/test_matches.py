"""Matches played by mails alone, through real sockets: the same as the same matches by commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest

from tests.adapters.mail.hosting import Host, hosting, until, with_limits
from tests.mail_servers import MailboxServer, Relay
from wardiary.adapters.bootstrap import open_store
from wardiary.domain.games import registry
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table import events as e
from wardiary.tools.simulate import seeded_entropy, ticking_clock

REACTIONS = 15
"""Orders of a turn that one seat acts in and the other may answer."""


def order_of(host: Host, match: str, prompt: Prompt, rng: Random) -> str:
    """A random command of the seat that is asked, as text."""
    return to_text(random_command(prompt, host.matches.game_of(match).verbs, rng.randrange))


def happened(host_matches: object, match: str) -> list[object]:
    """All that happened but ids and times."""
    history = host_matches.history(match)  # type: ignore[attr-defined]
    events = [event for _, event in history.events(0, history.head)]
    told = []
    for event in events:
        if isinstance(event, e.CommandAccepted):
            told.append((event.seat, bytes(event.command)))
        elif not isinstance(event, (e.MatchOpened, e.SeatClaimed)):
            told.append(event)
    return told


def play(
    host: Host, match: str, choose: Callable[[Prompt], str], *, orders: int = 0
) -> list[tuple[str, str]]:
    """Answer every notice by mail, until the match is over or so many orders were given."""
    given: list[tuple[str, str]] = []
    while prompts := host.matches.prompts(match):
        if orders and len(given) == orders:
            break
        prompt = prompts[0]
        line = choose(prompt)
        said = host.answer(host.notice(match, prompt.seat), line)
        assert said["Subject"].endswith("EXECUTE"), said.as_string()
        given.append((prompt.seat, line))
    return given


def sensible(host: Host, match: str, rng: Random) -> Callable[[Prompt], str]:
    """What the sensible bot orders, who brings a match to its end soon."""
    game = host.matches.game_of(match)

    def choose(prompt: Prompt) -> str:
        view = host.matches.view(match, prompt.seat)
        return to_text(game.policy(view, prompt, rng.randrange))

    return choose


def test_a_whole_match_by_mails_through_sockets_equals_the_one_by_commands(relay: Relay):
    """Issue 13: from the first notice to the last, which says that the match is over; notices by
    SMTP, answers by LMTP; every event is the same but for ids and times.
    """
    with hosting(relay, change=with_limits(messages_a_day=10_000)) as host:
        other = open_store("memory:", clock=ticking_clock(0), entropy=seeded_entropy(7, 0))
        host.matches.entropy = seeded_entropy(7, 0)
        seats = {"us": "mira@example.net", "german": "jonas@ferro.example"}
        match = host.open("undaunted", "signal-hill", **seats)
        twin = other.new_match("undaunted", "signal-hill", holders=dict.fromkeys(seats, "human"))
        given = play(host, match, sensible(host, match, Random(7)))
        for seat, line in given:
            other.command(twin, seat, line)
        until(lambda: all(is_over(relay, address) for address in seats.values()))

        assert 20 < len(given) < 100
        assert not any("resign" in line for _, line in given)
        assert host.matches.history(match).table.result is not None
        assert happened(host.matches, match) == happened(other, twin)


def is_over(relay: Relay, address: str) -> bool:
    return any("The match is over." in mail.as_string() for mail in relay.mails(address))


def test_a_turn_with_reactions_is_played_from_a_mailbox(relay: Relay, mailbox: MailboxServer):
    """Issue 13.7: Combat Commander. The allies move on their turn, the axis fires at them by mail
    while they do, and the allies go on.
    """
    with hosting(relay, mailbox) as host:
        rules = registry.game("combat-commander")
        scenario = rules.scenarios(rules.read_pack(registry.packaged("combat-commander")))[0].id
        seats = {"axis": "mira@example.net", "allies": "jonas@ferro.example"}
        host.matches.entropy = seeded_entropy(7, 0)
        match = host.open("combat-commander", scenario, **seats)
        choose = sensible(host, match, Random(3))
        set_up(host, match, choose)
        given = play(host, match, choose, orders=REACTIONS)
        accepted = happened(host.matches, match)

    by = [(seat, line.partition(" ")[0]) for seat, line in given]
    reaction = by.index(("axis", "watch"))
    assert by[reaction - 1] == ("allies", "step")
    assert ("axis", "shoot") in by[reaction:]
    assert ("allies", "defend") in by[reaction:]
    assert any(isinstance(event, e.DiceRolled) for event in accepted)


def set_up(host: Host, match: str, choose: Callable[[Prompt], str]) -> None:
    """Place what a scenario places, by commands: until a seat has its turn."""
    while not host.matches.history(match).table.turn:
        (prompt, *others) = host.matches.prompts(match)
        assert not others
        host.matches.command(match, prompt.seat, choose(prompt))


@pytest.mark.parametrize("matches", [500])
def test_with_500_matches_waiting_a_notice_leaves_within_a_second(relay: Relay, matches: int):
    """Issue 13: from the entry to the relay, while all others wait for their players."""
    seats = {"us": "mira@example.net", "german": "jonas@ferro.example"}
    with hosting(relay) as host:
        for _ in range(matches - 1):
            other = host.matches.new_match("undaunted", "la-raye")
            host.matches.store.put("followed", other, b"1")
            host.matches.store.put("mail-addresses", f"{other}/us", b"mira@example.net")
        match = host.open("undaunted", "la-raye", **seats)
        rng = Random(1)
        for seat in seats:
            host.notice(match, seat)
        took = []
        for number in range(12):
            seat = host.matches.prompts(match)[0].seat
            prompt = host.matches.prompts(match, seat)[0]
            host.matches.command(
                match, seat, order_of(host, match, prompt, rng), command_id=f"mail-{number}"
            )
            began = time.monotonic()
            asked = host.matches.prompts(match)[0].seat
            host.notice(match, asked)
            took.append(time.monotonic() - began)

    assert sorted(took)[len(took) // 2] < 1.0
