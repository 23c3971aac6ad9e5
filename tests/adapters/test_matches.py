from __future__ import annotations

from itertools import count

import pytest

from tests.toy import TOY, Bid
from wardiary.adapters import bot_players
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import CommandIdTaken, Matches, StalePosition, StaleWindow
from wardiary.domain.diary.codec import digest
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.standing import Condition, StandingAnswer
from wardiary.domain.play.table_commands import MakeRuling
from wardiary.domain.table import events as e
from wardiary.projections.lab.strong import Thinking


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game among the registered ones."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})


def counted(start: int = 0):
    """Entropy that repeats from run to run."""
    number = count(start)
    return lambda size: b"".join(next(number).to_bytes(2, "big") for _ in range(size))[:size]


@pytest.fixture
def matches(toy: None) -> Matches:
    return open_store("memory:", clock=lambda: 1_700_000_000_000, entropy=counted())


def hand(matches: Matches, match: str, seat: str) -> tuple[str, ...]:
    return matches.view(match, seat).zone(f"{seat}-hand")


def test_a_command_sent_twice_is_stored_once(matches: Matches):
    """CD-01."""
    match = matches.new_match("toy", "plain")
    card = hand(matches, match, "red")[0]

    first = matches.command(match, "red", Bid(card), command_id="k1")
    again = matches.command(match, "red", Bid(card), command_id="k1")

    assert first == again
    assert matches.history(match).head == first.last


def test_an_id_of_another_command_is_refused_naming_that_command(matches: Matches):
    """W2: the same words in another form are the same command; others are not, legal or not."""
    match = matches.new_match("toy", "plain")
    card, other = hand(matches, match, "red")[:2]
    first = matches.command(match, "red", Bid(card), command_id="k1")

    for same in (f"bid {card}", f'{{"do":"bid","card":"{card}"}}'.encode()):
        assert first == matches.command(match, "red", same, command_id="k1")
    for another in (f"bid {other}", "resign"):
        with pytest.raises(
            CommandIdTaken, match=f"'k1' is taken .* 'bid {card}' at #{first.first}"
        ):
            matches.command(match, "red", another, command_id="k1")
    assert first.last == matches.history(match).head


def test_a_table_command_that_changes_nothing_is_not_recorded(matches: Matches):
    """8.4e: a claim of what one holds, and to agree or adopt twice."""
    match = matches.new_match("toy", "plain", holders={"red": "human", "blue": "human"})
    start = matches.history(match).head
    for seat in ("red", "blue"):
        matches.command(match, seat, Bid(hand(matches, match, seat)[0]))
    for seat, text in (("red", "claim red human"), ("host", "claim blue human")):
        with pytest.raises(Illegal, match="present table, so it is not recorded"):
            matches.command(match, seat, text)
    matches.rewind(match, "red", start)
    head = matches.head(match)

    with pytest.raises(Illegal, match="'agree-rewind 0' changes nothing"):
        matches.command(match, "red", "agree-rewind 0")
    assert head == matches.head(match)


def test_a_ruling_that_would_change_nothing_is_refused(matches: Matches):
    """W8: the same one twice; a mark taken off that is not there; what is said only is said."""
    match = matches.new_match("toy", "plain")
    card = matches.view(match, "red").zone("red-hand")[0]
    mend = e.TrackSet(track="points/red", value=1, rule="Table/Ruling")
    matches.command(match, "director", MakeRuling("a point too few", (mend,)))
    head = matches.head(match)

    for correction in (
        mend,
        e.TrackSet(track="points/blue", value=0, rule="Table/Ruling"),
        e.MarkSet(piece=card, mark="bent", value=0, rule="Table/Ruling"),
        e.PiecesShown(pieces=(card,), to=("red",), rule="Table/Ruling"),
    ):
        with pytest.raises(Illegal, match="the ruling changes nothing at the present table"):
            matches.command(match, "director", MakeRuling("once more", (correction,)))
        assert head == matches.head(match)
    matches.command(match, "director", MakeRuling("both keep the time of day", ()))
    assert "EXACT" == matches.audit(match).verdict


def test_table_talk_does_not_keep_the_other_seat_from_playing(matches: Matches):
    """8.4e: seats claimed again and again, rewinds asked for and taken back, all in between."""
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))
    matches.rewind(match, "red", start)  # Its own plain act: at once.
    looked = matches.history(match).head
    for number in range(20):
        holder = ("bot", "human")[number % 2]
        matches.command(match, "red", f"claim red {holder}")

    answer = matches.command(match, "blue", Bid(hand(matches, match, "blue")[0]), expected=looked)

    assert answer.first > looked + 20


def test_a_seat_that_does_not_know_of_a_rewind_request_is_stopped_once_before_it_plays_on(
    matches: Matches,
):
    """8.4e: to be asked is news; to be asked again is none."""
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    for seat in ("red", "blue"):
        matches.command(match, seat, Bid(hand(matches, match, seat)[0]))
    bid = Bid(hand(matches, match, "blue")[0])
    unasked = matches.history(match).head
    matches.rewind(match, "red", start)
    with pytest.raises(StalePosition):
        matches.command(match, "blue", bid, expected=unasked)

    looked = matches.history(match).head
    matches.command(match, "red", "refuse-rewind")
    matches.rewind(match, "red", start)

    assert matches.command(match, "blue", bid, expected=looked)


def test_a_bot_gives_no_answer_for_a_seat_that_was_taken_from_it(matches: Matches):
    """8.4e: who holds the sender's own seat is no table talk."""
    match = matches.new_match("toy", "plain", holders={"red": "bot"})
    looked = matches.history(match).head
    matches.command(match, "host", "claim red human")

    with pytest.raises(StalePosition):
        matches.command(match, "red", Bid(hand(matches, match, "red")[0]), expected=looked)
    with pytest.raises(StalePosition):
        matches.command(match, "blue", Bid(hand(matches, match, "blue")[0]), expected=looked - 1)


def test_ids_of_commands_are_each_seats_own(matches: Matches):
    """CD-01: nobody uses up, or finds out, the ids of another."""
    match = matches.new_match("toy", "plain")

    for seat in ("red", "blue"):
        card = hand(matches, match, seat)[0]
        answer = matches.command(match, seat, Bid(card), command_id="k1")
        assert answer == matches.command(match, seat, Bid(card), command_id="k1")


def test_a_pass_that_was_written_before_an_undo_is_stale_after_it(matches: Matches):
    """UB-05."""
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))
    written_for = matches.history(match).head
    matches.rewind(match, "red", start)
    head = matches.head(match)

    blue = Bid(hand(matches, match, "blue")[0])
    with pytest.raises(StalePosition, match=f"position changed at #{written_for + 1}"):
        matches.command(match, "blue", blue, expected=written_for)

    assert head == matches.head(match)


def test_an_exact_branch_is_not_opened_while_its_parent_runs(matches: Matches):
    """Its salt would open the real cards that it was dealt."""
    match = matches.new_match("toy", "plain")
    exact = matches.branch(match, matches.history(match).head)
    further = matches.branch(exact, matches.history(exact).head)
    dealt = matches.branch(match, matches.history(match).head, seat="red")
    for branch in (exact, further, dealt):
        matches.command(branch, "red", "resign")

    for branch in (exact, further):
        with pytest.raises(Illegal, match="still runs"):
            matches.disclose(branch)
    matches.disclose(dealt)
    matches.command(match, "red", "resign")
    for branch in (exact, further):
        matches.disclose(branch)


def test_a_bot_that_takes_over_a_seat_is_not_stopped_by_an_old_rewind_request(matches: Matches):
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    for seat in ("red", "blue"):
        matches.command(match, seat, Bid(hand(matches, match, seat)[0]))
    matches.rewind(match, "red", start)
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))

    matches.command(match, "host", "claim blue bot")
    BotPlayers(matches).play_on(match)

    assert "blue" not in [prompt.seat for prompt in matches.prompts(match)]
    assert not any(isinstance(event, e.Rewound) for _, event in matches.history(match).events())


def test_a_command_for_an_older_position_is_refused_with_both_named(matches: Matches):
    """UB-05, RD-09."""
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))

    head = matches.head(match)
    offer = f"send again on #{start + 3}, or try it in a branch that leaves at #{start}"
    with pytest.raises(StalePosition, match=f"built on #{start}.*is at #{start + 3}.*{offer}"):
        matches.command(match, "blue", Bid(hand(matches, match, "blue")[0]), expected=start)
    assert head == matches.head(match)
    branch = matches.branch(match, start)
    assert matches.command(branch, "blue", Bid(hand(matches, branch, "blue")[0])).events
    assert head == matches.head(match)


def test_an_answer_says_which_question_it_answers(matches: Matches):
    """W10: what others answer meanwhile does not hinder it; a later question refuses it."""
    match = matches.new_match("toy", "plain")
    asked = {seat: matches.window(match, seat) for seat in ("red", "blue")}
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]), window=asked["red"])
    assert (0, asked["blue"]) == (matches.window(match, "red"), matches.window(match, "blue"))
    card = hand(matches, match, "blue")[0]
    matches.command(match, "blue", Bid(card), window=asked["blue"], command_id="k")
    head = matches.head(match)

    later = Bid(hand(matches, match, "blue")[0])
    now = matches.window(match, "blue")
    assert matches.history(match).head == now
    over = f"the question of #{asked['blue']} is over; what is asked now was asked at #{now}"
    with pytest.raises(StaleWindow, match=over):
        matches.command(match, "blue", later, window=asked["blue"])
    assert head == matches.head(match)
    again = matches.command(match, "blue", Bid(card), window=asked["blue"], command_id="k")
    assert again.last == matches.history(match).head
    matches.command(match, "blue", later)
    with pytest.raises(StaleWindow, match="nothing is asked of you now"):
        matches.command(match, "blue", later, window=now)


def test_a_question_gets_a_new_number_after_a_ruling_and_after_a_rewind(matches: Matches):
    """W10: though it reads the same; and every reader counts it alike."""
    match = matches.new_match("toy", "plain")
    first = matches.window(match, "blue")
    matches.command(match, "host", "claim red human")
    assert first == matches.window(match, "blue")
    mend = e.TrackSet(track="points/red", value=1, rule="Table/Ruling")
    matches.command(match, "director", MakeRuling("a point too few", (mend,)))
    ruled = matches.window(match, "blue")
    start = matches.history(match).head
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))
    matches.rewind(match, "red", start)
    back = matches.window(match, "blue")

    assert first < ruled == start < back == matches.history(match).head
    other = Matches(matches.store, matches.clock, matches.entropy)
    assert back == other.window(match, "blue")


def test_reading_never_moves_the_head(matches: Matches):
    """RD-05."""
    match = matches.new_match("toy", "plain")
    head, before = matches.history(match).head, digest(matches.history(match).table)

    list(matches.events(match, "red"))
    matches.view(match, "red", at=1)

    assert (head, before) == (matches.history(match).head, digest(matches.history(match).table))


def test_a_past_view_is_the_view_that_was_shown_at_that_time(matches: Matches):
    """RD-03."""
    match = matches.new_match("toy", "plain")
    then, at = matches.view(match, "red"), matches.history(match).head
    for seat in ("red", "blue"):
        matches.command(match, seat, Bid(hand(matches, match, seat)[0]))

    assert then == matches.view(match, "red", at=at)


def test_another_process_is_caught_up_with(matches: Matches):
    """CD-03: the loser's command is judged again on the present table."""
    match = matches.new_match("toy", "plain")
    other = Matches(matches.store, matches.clock, matches.entropy)
    card = hand(matches, match, "red")[0]
    other.command(match, "red", Bid(card))

    with pytest.raises(Illegal, match="red is not asked"):
        matches.command(match, "red", Bid(card))


def test_two_bots_play_to_the_end_and_a_fresh_load_folds_the_same(matches: Matches):
    match = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot:random"})

    BotPlayers(matches).play_on(match)
    matches.disclose(match)

    fresh = Matches(matches.store, matches.clock, matches.entropy)
    assert fresh.history(match).table.result is not None
    assert digest(fresh.history(match).table) == digest(matches.history(match).table)


def test_a_strong_bot_thinks_over_every_order_and_its_match_is_proved(matches: Matches):
    match = matches.new_match("toy", "plain", holders={"red": "bot:strong", "blue": "bot"})
    thoughts: list[Thinking] = []

    def thinking() -> Thinking:
        thoughts.append(Thinking(samples=6, orders=2))
        return thoughts[-1]

    BotPlayers(matches, thinking).play_on(match)
    given = [event for _, event in matches.events(match, "red")]
    matches.disclose(match)

    bids = [event for event in given if isinstance(event, e.CommandAccepted)]
    assert len(thoughts) == sum(bid.seat == "red" for bid in bids) > 0
    assert "EXACT" == matches.audit(match).verdict


def test_a_strong_bot_is_content_with_a_second(monkeypatch: pytest.MonkeyPatch):
    """It has samples left then, and gives the best order so far."""
    times = iter((10.0, 10.5, 11.0))
    monkeypatch.setattr(bot_players, "monotonic", lambda: next(times))
    thought = bot_players.thinking_a_second()

    assert (False, True) == (thought.enough(), thought.enough())


def test_a_standing_answer_is_given_and_looks_like_any_other(matches: Matches):
    match = matches.new_match("toy", "plain")
    matches.leave_standing_answers(
        match, "red", [StandingAnswer("bid", slots={"card": hand(matches, match, "red")})]
    )

    BotPlayers(matches).play_on(match)

    (_, visible), *_ = list(matches.events(match, "blue", after=matches.history(match).ends[0]))
    assert isinstance(visible, e.CommandAccepted)
    assert ("", "") == (visible.by, visible.id)


def test_a_condition_on_a_fact_that_is_not_there_never_holds():
    assert not Condition("firepower", "at-least", 8).holds({})
    assert Condition("firepower", "at-least", 8).holds({"firepower": 9})


def test_branches_of_branches_share_their_past(matches: Matches):
    match = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot"})
    BotPlayers(matches).play_on(match)
    ends = matches.history(match).ends

    child = matches.branch(match, ends[3], forced=(6, 6))
    BotPlayers(matches).play_on(child)
    grandchild = matches.branch(child, matches.history(child).ends[4])

    fresh = Matches(matches.store, matches.clock, matches.entropy)
    assert fresh.history(grandchild).rows[: ends[3]] == matches.history(match).rows[: ends[3]]
    assert [(child, ends[3])] == matches.branches(match)
    rolls = [
        event
        for _, event in fresh.history(child).events(ends[3])
        if isinstance(event, e.DiceRolled)
    ]
    assert rolls[0].forced
    assert rolls[0].faces == (6,)


def test_a_fresh_load_folds_a_rewind_the_same(matches: Matches):
    """The rewind goes back to a table that is itself only being read."""
    match = matches.new_match("toy", "plain")
    start = matches.history(match).head
    matches.command(match, "red", Bid(hand(matches, match, "red")[0]))
    matches.rewind(match, "red", start)

    fresh = Matches(matches.store, matches.clock, matches.entropy)

    assert any(isinstance(event, e.Rewound) for _, event in matches.history(match).events())
    assert digest(matches.history(match).table) == digest(fresh.history(match).table)


def test_nothing_is_opened_or_shown_for_a_name_that_is_not_a_seat(matches: Matches):
    """What comes from outside as a seat must never mean "all of it"."""
    match = matches.new_match("toy", "plain")
    head = matches.history(match).head

    for name in ("exact", "director", "", "mallory"):
        with pytest.raises(Illegal, match="has no seat"):
            matches.branch(match, head, seat=name)
    for name in ("exact", "mallory", "host"):
        with pytest.raises(Illegal, match="has no seat"):
            matches.view(match, name)
        with pytest.raises(Illegal, match="has no seat"):
            list(matches.events(match, name))


@pytest.mark.parametrize("holders", [{"green": "human"}, {"red": "Jo"}])
def test_no_match_is_opened_for_holders_that_it_cannot_have(
    matches: Matches, holders: dict[str, str]
):
    with pytest.raises(Illegal):
        matches.new_match("toy", "plain", holders=holders)

    assert matches.store.matches() == []


def test_a_setting_is_kept_as_the_game_writes_it(matches: Matches):
    match = matches.new_match("toy", "plain", settings={"target": True})

    opened = matches.history(match).event(1)
    assert isinstance(opened, e.MatchOpened)
    assert repr({"target": 1}) == repr(opened.settings)
