"""Co-keepers: nobody knows dice before ordering; peeking is refused and shown."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from dataclasses import replace as changed_game
from os import urandom
from pathlib import Path

import msgspec
import pytest
import uvicorn
from msgspec.structs import replace

from tests.diary.tamper import forged_file
from tests.servers import free_port
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.deadlines import act_on_deadlines, give_to_bot, next_due
from wardiary.adapters.keeper_service import keeper_app
from wardiary.adapters.keepers import HttpKeeper, KeeperAway, KeeperBook, KeeperRefused
from wardiary.adapters.matches import Matches
from wardiary.adapters.matches.keeping import WAITING, WaitingOrder
from wardiary.adapters.store import connect
from wardiary.domain.diary.keeping import (
    keeper_commitment,
    keeper_token,
    lock_of,
    request_of,
    share_of,
)
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.table_commands import (
    AdoptRules,
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    OpenKeeper,
    ReplaceKeeper,
)
from wardiary.projections.adjudication import audit_file
from wardiary.tools.verifier import verify


def book(name: str = "club", seed: int = 1) -> KeeperBook:
    return KeeperBook(name, connect("memory:"), lambda: 7, lambda size: bytes([seed]) * size)


def opened(*keepers: KeeperBook) -> tuple[Matches, str]:
    matches = open_store("memory:")
    holders = {"us": "bot", "german": "bot"}
    return matches, matches.new_match("undaunted", "la-raye", holders=holders, keepers=keepers)


def token_of(matches: Matches, match: str, name: str = "club") -> str:
    return keeper_token(matches.secrets(match).salt, match, name)


class Away:
    """A keeper that can be away."""

    def __init__(self, keeper: KeeperBook) -> None:
        self.keeper, self.name, self.away = keeper, keeper.name, False

    def __getattr__(self, what: str) -> object:
        if self.away:
            raise KeeperAway(self.name, "connection refused")
        return getattr(self.keeper, what)


def drawn(matches: Matches, match: str) -> list[dict[str, object]]:
    rows = [row.state for row in matches.history(match).rows if row.tag == "shares-drawn"]
    return [msgspec.json.decode(row) for row in rows]


def test_every_draw_has_a_share_of_every_keeper_and_all_is_proved_offline():
    club, friend = book("club", 1), book("friend", 2)
    matches, match = opened(club, friend)
    BotPlayers(matches).play_on(match)
    matches.disclose(match)

    draws = drawn(matches, match)

    assert [draw["place"] for draw in draws] == list(range(1, len(draws) + 1))
    assert all(set(draw["shares"]) == {"club", "friend"} for draw in draws)
    verdict = audit_file(matches.export(match), GAMES)
    assert ("EXACT", ()) == (verdict.verdict, verdict.notes)
    assert matches.audit(match).verdict == "EXACT"
    assert verify(matches.export(match))[0] == "EXACT"
    kinds = Counter(row.tag for row in matches.history(match).rows)
    assert kinds["keeper-opened"] == 2
    assert kinds["shares-drawn"] < len(matches.history(match).ends)


def test_peeking_at_a_second_order_is_refused_and_shown():
    """The host asks for one order, looks at its dice, and asks for another at the same place."""
    club = book()
    matches, match = opened(club)
    place, salt = len(drawn(matches, match)) + 1, matches.secrets(match).salt
    said = matches.history(match).said.state
    assert said is not None
    one, other = (
        request_of(salt, said.spoken("us", command).shared)
        for command in (b'{"do":"attack"}', b'{"do":"wait"}')
    )

    token = token_of(matches, match)
    first = club.share(match, place, one, token)

    assert first == club.share(match, place, one, token)
    with pytest.raises(KeeperRefused, match="answered for another order"):
        club.share(match, place, other, token)
    refused = [line for line in club.log(match) if not line.answered]
    assert [(line.place, line.request) for line in refused] == [(place, other)]
    # What he really orders next is another order: everybody sees that the keeper refuses it.
    with pytest.raises(Illegal, match="the keeper club refuses"):
        BotPlayers(matches).play_on(match)


@pytest.mark.parametrize("place", [0, 5])
def test_a_keeper_answers_place_after_place(place: int):
    club = book()
    matches, match = opened(club)
    at = len(drawn(matches, match)) + place
    if place:
        with pytest.raises(KeeperRefused, match="the next place is"):
            club.share(match, at, "a" * 64, token_of(matches, match))
    else:
        with pytest.raises(KeeperRefused, match="another order"):
            club.share(match, at, "a" * 64, token_of(matches, match))


def test_an_opened_keeper_answers_nothing_more():
    """So a host gains nothing by asking for the seed early."""
    club = book()
    matches, match = opened(club)
    club.open(match, token_of(matches, match))
    with pytest.raises(Illegal, match="its seed for this match is open"):
        BotPlayers(matches).play_on(match)
    with pytest.raises(KeeperRefused, match="committed to nothing"):
        club.share("0" * 32, 1, "a" * 64)


def test_an_order_waits_for_a_keeper_that_is_away_and_nothing_is_lost():
    away = Away(book())
    matches, match = opened(away)
    away.away = True
    with pytest.raises(KeeperAway, match="the order waits for it"):
        BotPlayers(matches).play_on(match)
    head, order = matches.history(match).head, matches.waiting(match)

    assert order is not None
    assert order.keeper == "club"
    other = next(seat for seat in ("us", "german") if seat != order.seat)
    with pytest.raises(Illegal, match=f"an order of {order.seat} waits for the keeper club"):
        matches.command(match, other, "pass")
    with pytest.raises(KeeperAway):
        matches.retry_waiting(match)
    assert matches.history(match).head == head
    away.away = False
    assert matches.retry_waiting(match) is not None
    assert matches.waiting(match) is None
    assert matches.history(match).head > head
    BotPlayers(matches).play_on(match, 5)
    assert matches.audit(match).verdict == "EXACT"


def test_a_keeper_that_is_lost_is_replaced_when_all_seats_agree():
    away = Away(book("club"))
    matches, match = opened(away)
    friend = book("friend", 3)
    replacing = ReplaceKeeper("club", "friend", matches.engage(match, friend))
    matches.command(match, "us", replacing)
    assert list(matches.history(match).said.keepers) == ["club"]
    matches.command(match, "german", replacing)
    matches.use_keepers(match, [friend])
    away.away = True

    BotPlayers(matches).play_on(match)
    matches.disclose(match)

    assert list(drawn(matches, match)[-1]["shares"]) == ["friend"]
    assert audit_file(matches.export(match), GAMES).verdict == "EXACT"
    assert "shares were not checked of club: no seed was opened" in matches.audit(match).detail
    assert matches.open_keepers(match) == ("club",)
    with pytest.raises(Illegal, match="no keeper 'club' here"):
        matches.command(match, "us", replacing)


def test_a_keeper_that_was_replaced_or_away_at_the_end_opens_its_seed_when_it_is_there_again():
    """It is asked where it was; what it answered until it was lost is checked by its seed."""
    club, second = Away(book("club")), Away(book("second", 2))
    matches, match = opened(club, second)
    with pytest.raises(Illegal, match="still runs"):
        matches.open_keepers(match)
    BotPlayers(matches).play_on(match, 6)
    before = drawn(matches, match)
    replacing = ReplaceKeeper("club", "friend", matches.engage(match, book("friend", 3)))
    for seat in ("us", "german"):
        matches.command(match, seat, replacing)
    club.away = second.away = True
    with contextlib.suppress(KeeperAway):
        BotPlayers(matches).play_on(match)
    second.away = False
    matches.retry_waiting(match)
    BotPlayers(matches).play_on(match)
    second.away = True
    matches.disclose(match)
    assert "not checked of club, second" in matches.audit(match).detail

    club.away = second.away = False
    assert matches.open_keepers(match) == ()
    assert matches.open_keepers(match) == ()

    data = matches.export(match)
    assert data.count(b"keeper-opened") == 3
    assert "not checked" not in matches.audit(match).detail
    assert (audit_file(data, GAMES).verdict, verify(data)[0]) == ("EXACT", "EXACT")

    def forge(facts: list[dict]) -> None:
        draws = [fact for fact in facts if fact["event"] == "shares-drawn"]
        draws[len(before) - 1]["shares"] |= {"club": "ab" * 32}

    forged = forged_file(data, forge, {match: matches.secrets(match).salt})
    assert audit_file(forged, GAMES).rule == verify(forged)[2] == "Diary/Chance"


def test_a_keeper_of_a_name_that_was_used_is_not_named():
    """Its shares and those of the one before could not be told apart."""
    matches, match = opened(book("club"))
    with pytest.raises(Illegal, match="club is or was a keeper"):
        matches.engage(match, book("club", 4))
    replacing = ReplaceKeeper("club", "friend", matches.engage(match, book("friend", 3)))
    for seat in ("us", "german"):
        matches.command(match, seat, replacing)
    with pytest.raises(Illegal, match="club is or was a keeper"):
        matches.command(match, "us", ReplaceKeeper("friend", "club", "ab" * 32))
    lost = Away(book("third", 5))
    lost.away = True
    with pytest.raises(Illegal, match="does not answer, so it cannot"):
        matches.engage(match, lost)


def test_engaging_a_keeper_forgets_no_address_of_the_others():
    matches, match = opened(book("club"))
    matches.use_keepers(match, [HttpKeeper("one", "http://127.0.0.1:9")])
    later = Matches(matches.store, matches.clock, matches.entropy)

    later.use_keepers(match, [HttpKeeper("two", "http://127.0.0.1:8")])

    assert later._keeper(match, "one").url == "http://127.0.0.1:9"


@pytest.mark.parametrize(("what", "rule"), [
    ("share", "Diary/Chance"), ("seed", "Diary/Commitment"),
    ("request", "Table/Keepers"), ("place", "Table/Keepers"), ("none", "Table/Keepers"),
    ("fewer", "Table/Keepers"),
])  # fmt: skip
def test_forged_shares_seeds_requests_and_places_are_named(what: str, rule: str):
    """By a host who knows every secret but the keeper's, and makes all hashes fit."""
    matches, match = opened(book(), book("friend", seed=2))
    BotPlayers(matches).play_on(match)
    matches.disclose(match)
    salt = matches.secrets(match).salt

    def forge(facts: list[dict]) -> None:
        draws = [n for n, fact in enumerate(facts) if fact["event"] == "shares-drawn"]
        fact = facts[draws[1]]
        match what:
            case "share":
                fact["shares"] |= {"club": "ab" * 32}
            case "seed":
                opened = next(one for one in facts if one["event"] == "keeper-opened")
                opened["seed"] = "ab" * 32
            case "request":
                fact["request"] = "ab" * 32
            case "place":
                fact["place"] += 1
            case "none":
                del facts[draws[1]]
            case "fewer":
                del fact["shares"]["friend"]

    forged = forged_file(matches.export(match), forge, {match: salt})
    verdict = audit_file(forged, GAMES)

    # Whether a request is that of the order, and a place the next one, is seen by deciding again.
    assert verify(forged)[0] in {"TAMPERED", "DIFFERS"}
    assert verdict.verdict in {"TAMPERED", "DIFFERS"}
    assert verdict.rule == rule or what in {"request", "place"}, verdict


def test_shares_follow_their_published_vector():
    """domain/play/README.md gives the derivation."""
    seed, match = bytes(range(32)), "a" * 32

    request = request_of(bytes(32), b"s" * 32)

    assert (
        keeper_commitment(match, "club", seed)
        == "21add872acb2aabdaaad4a1fdc725bc6634b505acb281a4c35dac5643d53de20"
    )
    assert request == "95eb52f07b7fa8a31d8415640b1bdaf760b655fbcc63188a37e0d6687888a0d5"
    assert (
        share_of(seed, match, 1, request)
        == "83477564f82c98824417a11984275070d980f67b3ad09bacae44e4fc0f42036f"
    )
    assert share_of(seed, match, 2, request) != share_of(seed, match, 1, request)


def test_a_keeper_is_asked_over_http():
    keeper, port = book(), free_port()
    server = uvicorn.Server(
        uvicorn.Config(keeper_app(keeper), host="127.0.0.1", port=port, log_level="warning")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        pass
    there = HttpKeeper("club", f"http://127.0.0.1:{port}")
    try:
        matches, match = opened(there)
        BotPlayers(matches).play_on(match, 8)
        assert matches.audit(match).verdict == "EXACT"
        with pytest.raises(KeeperRefused, match="another order"):
            there.share(match, 1, "a" * 64, token_of(matches, match))
        assert [line.answered for line in there.log(match)][-1] is False
    finally:
        server.should_exit = True
        thread.join(10)
    with pytest.raises(KeeperAway, match="does not answer"):
        there.share(match, 1, "a" * 64)


def test_an_order_that_opens_a_keeper_early_or_with_another_seed_is_refused():
    matches, match = opened(book())
    with pytest.raises(Illegal, match="still runs"):
        matches.command(match, "host", OpenKeeper("club", "00" * 32))
    with pytest.raises(Illegal, match="the host opens"):
        matches.command(match, "us", OpenKeeper("club", "00" * 32))


class Overheard(Away):
    """A keeper that notes what it is told."""

    def __init__(self, keeper: KeeperBook) -> None:
        super().__init__(keeper)
        self.told: list[tuple[object, ...]] = []

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        self.told.append((match, place, request))
        return self.keeper.share(match, place, request, token)


def test_a_keeper_is_told_nothing_but_a_place_and_a_blinded_request():
    """It has no record, hand, order or seed of the host, and cannot try out which order it is."""
    overheard = Overheard(book())
    matches, match = opened(overheard)
    before = matches.history(match)
    said, head = before.said.state, before.head
    assert said is not None
    BotPlayers(matches).play_on(match)

    orders = [
        (event.seat, bytes(event.command))
        for _, event in matches.history(match).events(head)
        if event.__struct_config__.tag == "command-accepted"
    ]
    tried = {request_of(bytes(32), said.spoken(seat, order).shared) for seat, order in orders}

    assert len(overheard.told) >= 2
    assert all(set(told) == {match, place, told[2]} for place, told in enumerate(overheard.told, 1))
    assert not tried & {told[2] for told in overheard.told}


# Who may ask a keeper, and several processes


def test_only_who_opened_the_match_asks_a_keeper_or_opens_its_seed():
    """Else anybody could close a keeper by asking for its seed, and nobody could play on."""
    club = book()
    matches, match = opened(club)
    for token in ("", "ab" * 32):
        with pytest.raises(KeeperRefused, match="only who hosts this match"):
            club.open(match, token)
        with pytest.raises(KeeperRefused, match="only who hosts this match"):
            club.share(match, 2, "ab" * 32, token)
    with pytest.raises(KeeperRefused, match="another host has engaged it"):
        club.commit(match, lock_of("ab" * 32))

    BotPlayers(matches).play_on(match, 5)

    refused = [line.why for line in club.log(match) if not line.answered]
    assert ["only who hosts this match may ask it"] * 4 == refused


def test_a_keeper_that_replaces_another_is_asked_by_the_host_that_engaged_it_alone():
    """The first who shows a token is not its host for that: he could close it, or spend a place."""
    friend = book("friend", 3)
    friend.commit("a" * 32, lock_of("11" * 32))

    for ask in (
        lambda token: friend.share("a" * 32, 4, "cd" * 32, token),
        lambda token: friend.open("a" * 32, token),
    ):
        with pytest.raises(KeeperRefused, match="only who hosts"):
            ask("22" * 32)
    friend.share("a" * 32, 4, "cd" * 32, "11" * 32)
    assert friend.open("a" * 32, "11" * 32) == "03" * 32


def test_a_keeper_is_not_filled_up_by_strangers(monkeypatch: pytest.MonkeyPatch):
    """Neither with matches that it is to take on, nor with requests that it refuses."""
    monkeypatch.setattr("wardiary.adapters.keepers.COMMITS_A_DAY", 3)
    friend, token, reads = book("friend", 3), "11" * 32, []
    for number in range(3):
        friend.commit(f"{number:032x}", lock_of(token))
    with pytest.raises(KeeperRefused, match="3 matches today; ask again tomorrow"):
        friend.commit("a" * 32, lock_of(token))
    match, items = "0" * 32, friend._store.items
    monkeypatch.setattr(friend._store, "items", lambda name: reads.append(name) or items(name))

    for number in range(100):
        with pytest.raises(KeeperRefused):
            friend.share(match, 1, f"{number:064x}", "22" * 32)
    friend.share(match, 1, "ab" * 32, token)
    with pytest.raises(KeeperRefused, match="another order"):
        friend.share(match, 1, "cd" * 32, token)

    assert len(reads) <= 1
    noted = friend.log(match)
    assert len(noted) == 1 + 20 + 2
    assert [line.answered for line in noted[-2:]] == [True, False]


def test_processes_that_keep_the_same_book_answer_a_place_once(tmp_path: Path):
    """Two that are asked at the same moment for different orders: one of them refuses."""
    where, match, token = str(tmp_path / "book.db"), "a" * 32, "11" * 32
    books = [KeeperBook("club", connect(where), lambda: 7, urandom) for _ in range(2)]
    assert books[0].commit(match, lock_of(token)) == books[1].commit(match, lock_of(token))
    outcomes: list[str] = []

    def ask(number: int) -> None:
        try:
            books[number % 2].share(match, 1, f"{number:064x}", token)
        except KeeperRefused as refused:
            outcomes.append(str(refused))
        else:
            outcomes.append("answered")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert outcomes.count("answered") == 1
    assert all("another order" in one for one in outcomes if one != "answered")
    assert len(books[0].log(match)) == len(outcomes) + 2
    for kept in books:
        kept._store.close()


def test_openings_are_numbered_once_by_all_processes_of_a_store(tmp_path: Path):
    stores = [open_store(str(tmp_path / "m.db"), create=True) for _ in range(2)]
    settings = {"openings": "numbered"}
    numbers: list[int] = []

    def open_some(matches: Matches) -> None:
        for _ in range(5):
            match = matches.new_match("undaunted", "la-raye", settings=settings)
            numbers.append(matches.history(match).event(1).opening)

    threads = [threading.Thread(target=open_some, args=(matches,)) for matches in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(numbers) == list(range(1, 11))
    for matches in stores:
        matches.store.close()


def test_a_waiting_order_that_the_rules_refuse_by_now_waits_no_more():
    away = Away(book())
    matches, match = opened(away)
    away.away = True
    with pytest.raises(KeeperAway):
        BotPlayers(matches).play_on(match)
    order = matches.waiting(match)
    assert order is not None
    matches.command(match, order.seat, "resign")

    with pytest.raises(Illegal):
        matches.command(match, order.seat, order.command.encode())

    assert matches.waiting(match) is None


def test_an_order_that_another_process_has_given_is_not_given_twice():
    """Both have read it as waiting; the second finds the table changed, or its receipt."""
    away = Away(book())
    matches, match = opened(away)
    away.away = True
    with pytest.raises(KeeperAway):
        BotPlayers(matches).play_on(match)
    order = matches.waiting(match)
    away.away = False
    matches.retry_waiting(match)
    head = matches.history(match).head

    matches.store.put(WAITING, match, msgspec.json.encode(order))
    matches.retry_waiting(match)

    assert matches.history(match).head == head
    assert matches.waiting(match) is None


# What may happen while an order waits


def waiting_match() -> tuple[Matches, str, Away, WaitingOrder]:
    """Of two keepers the second is away; the first has answered for the order that waits."""
    away = Away(book("friend", 2))
    matches, match = opened(book("club", 1), away)
    away.away = True
    with pytest.raises(KeeperAway):
        BotPlayers(matches).play_on(match)
    order = matches.waiting(match)
    assert order is not None
    return matches, match, away, order


def assert_goes_on(matches: Matches, match: str, away: Away) -> None:
    away.away = False
    assert matches.retry_waiting(match) is not None
    assert matches.waiting(match) is None
    BotPlayers(matches).play_on(match, 3)
    assert matches.audit(match).verdict == "EXACT"


def test_while_an_order_waits_nothing_else_asks_the_keepers_for_its_place():
    """A rewind by consent shuffles; asked for it a keeper could never answer for the order."""
    away = Away(book("friend", 2))
    matches, match = opened(book("club", 1), away)
    end = matches.history(match).head
    bots = BotPlayers(matches)
    bots.play_on(match, 6)
    away.away = True
    with pytest.raises(KeeperAway):
        bots.play_on(match)
    order = matches.waiting(match)
    assert order is not None
    matches.command(match, "us", AskRewind(end))

    with pytest.raises(Illegal, match=f"an order of {order.seat} waits for dice; what needs dice"):
        matches.command(match, "german", AgreeRewind(end))

    assert matches.waiting(match) == order
    assert_goes_on(matches, match, away)


def test_while_an_order_waits_nothing_changes_what_its_dice_are_drawn_from():
    matches, match, away, order = waiting_match()
    ruling = b'{"do":"rule","reason":"so be it","corrections":[]}'
    with pytest.raises(Illegal, match=f"an order of {order.seat} waits for dice; what changes"):
        matches.command(match, "director", ruling)
    matches.command(match, "host", ClaimSeat(order.seat, "bot:strong"))
    assert_goes_on(matches, match, away)


def test_an_order_that_waits_for_a_table_that_is_gone_waits_no_more():
    matches, match, away, order = waiting_match()
    matches.command(match, order.seat, "resign")
    away.away = False

    with pytest.raises(Illegal, match="the match is over"):
        matches.retry_waiting(match)

    assert matches.waiting(match) is None


def test_an_order_still_waits_when_other_rules_are_adopted_and_is_then_judged_by_them(
    monkeypatch: pytest.MonkeyPatch,
):
    """Else its place would be spent at the keepers that have answered for it."""
    matches, match, away, _ = waiting_match()
    game = changed_game(matches.game_of(match), version="99", former_versions=("1",))
    monkeypatch.setattr(matches, "game_of", lambda _: game)
    matches._cache.get(match).game = game
    for seat in ("us", "german"):
        matches.command(match, seat, AdoptRules("99"))
    assert matches.history(match).table.version == "99"
    away.away = False

    result = matches.retry_waiting(match)

    assert result is not None
    assert matches.waiting(match) is None
    BotPlayers(matches).play_on(match, 3)


def test_an_order_is_noted_before_any_keeper_is_asked_for_it():
    """So when the process dies after an answer, no other order is given for the place."""
    away = Away(book())
    matches, match = opened(away)
    seen: list[object] = []

    class Dies(Exception):
        pass

    def share(*asked: object) -> str:
        seen.append(matches.waiting(match))
        away.keeper.share(*asked)  # type: ignore[arg-type]
        raise Dies

    away.share = share  # type: ignore[attr-defined]
    with pytest.raises(Dies):
        BotPlayers(matches).play_on(match)
    del away.share  # type: ignore[attr-defined]

    assert seen[0] == matches.waiting(match)
    assert seen[0] is not None
    assert_goes_on(matches, match, away)


def waits_with_clocks() -> tuple[Matches, str, list[int], int, Away]:
    """A match of two persons with a day a move, whose keeper is away: its time, and when the order
    that waits was given.
    """
    now = [1_700_000_000_000]
    matches, away = open_store("memory:", clock=lambda: now[0]), Away(book())
    match = matches.new_match(
        "undaunted",
        "la-raye",
        holders={"us": "human", "german": "human"},
        settings={"clock": "1d", "late": "forfeit"},
        keepers=[away],
    )
    away.away = True
    bots, game = BotPlayers(matches), matches.game_of(match)
    while matches.waiting(match) is None:
        now[0] += 1000
        state = matches.current(match)
        prompt = state.prompts[0]
        chosen = bots.choose(game, state.table, prompt, "bot")
        with contextlib.suppress(KeeperAway):
            matches.command(match, prompt.seat, chosen)
    return matches, match, now, now[0], away


def test_a_seat_is_not_late_while_others_hold_its_dice_back():
    """Nor is who is asked after it: the time for which it waited is given back."""
    day = 86_400_000
    matches, match, now, given, away = waits_with_clocks()
    now[0] += 3 * day

    assert not act_on_deadlines(matches, match)
    with pytest.raises(Illegal, match="has not passed"):
        give_to_bot(matches, match, matches.waiting(match).seat)
    due = next_due(matches, match)
    assert due is None or due > now[0]
    away.away = False
    result = matches.retry_waiting(match)

    assert result is not None
    line = matches.history(match)
    assert line.event(result.first).time == given
    assert not act_on_deadlines(matches, match)
    assert line.table.result is None
    for seat in line.clocks.running:
        assert day <= line.clocks.deadline(seat) - now[0] <= day + 60_000
    now[0] += 2 * day
    assert act_on_deadlines(matches, match), "and then they are late as ever"
    assert matches.audit(match).verdict == "EXACT"


def test_what_stood_is_given_back_once_also_after_a_crash():
    """Whoever is asked then loses nothing by an order that waited for somebody else."""
    matches, match, now, _, away = waits_with_clocks()
    now[0] += 3 * 86_400_000
    away.away = False
    order = matches.waiting(match)
    result = matches.retry_waiting(match)
    head = matches.history(match).head
    assert head > result.last
    matches.store.put(WAITING, match, msgspec.json.encode(order))

    assert matches.retry_waiting(match).last == result.last

    assert matches.waiting(match) is None
    assert matches.history(match).head == head


def test_a_seat_that_holds_back_its_own_dice_is_late_as_ever():
    """Else it wins on time, or plays no more, by closing its page."""
    order = WaitingOrder("red", "{}", "id", "", "", "seat-red")

    assert order.holds_itself_back(("red", "blue"))
    assert not replace(order, keeper="seat-blue").holds_itself_back(("red", "blue"))
    assert not replace(order, keeper="club").holds_itself_back(("red", "blue"))


def test_what_cannot_be_written_down_is_refused_also_while_an_order_waits():
    matches, match, _, order = waiting_match()

    with pytest.raises(Illegal, match="write printable letters"):
        matches.command(match, order.seat, "bid \udcff")

    assert matches.waiting(match) == order


def test_an_order_that_waits_and_is_signed_again_waits_with_its_new_signature():
    """What is recorded meanwhile changes what a signature is made over."""
    matches, match, away, order = waiting_match()
    by_hand = replace(order, signature="old", at=order.at)
    matches.store.put(WAITING, match, msgspec.json.encode(by_hand))

    with pytest.raises(KeeperAway):
        matches.command(match, order.seat, order.command.encode(), command_id=order.id, by=order.by)

    assert (matches.waiting(match).signature, away.away) == ("", True)
    assert matches.waiting(match).time == order.time
