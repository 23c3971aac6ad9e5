"""Redis as views and feeds: each entry once, from any process, and rebuilt beside the old views."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count

import pytest
from eventsourcing.tests.persistence import TrackingRecorderTestCase

from tests.servers import ValkeyServer
from tests.toy import TOY, Bid
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.redis import Lost, RedisUnavailable, Views, ViewUpdate
from wardiary.adapters.store.tracking import AlreadyTracked, Tracking, TrackingRecorder
from wardiary.adapters.web.api.entries import EntryFeed
from wardiary.adapters.web.workers.projector import NAME, Projector, rebuild
from wardiary.domain.games import registry


class TestTracking(TrackingRecorderTestCase):
    """The suite that eventsourcing ships for its own recorders."""

    @pytest.fixture(autouse=True)
    def valkey(self, empty_valkey: str) -> Iterator[None]:
        self.views = Views(empty_valkey)
        yield
        self.views.close()

    def create_recorder(self) -> TrackingRecorder:
        return self.views


del TrackingRecorderTestCase


@pytest.fixture
def views(empty_valkey: str) -> Iterator[Views]:
    """A build of its own in an empty Valkey."""
    opened = Views(empty_valkey)
    yield opened
    opened.close()


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> Matches:
    """The toy game over a store in memory."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    return open_store("memory:")


def tracking(number: int) -> Tracking:
    """The tracking of one notification."""
    return Tracking(application_name=NAME, notification_id=number)


def projector(matches: Matches, views: Views) -> Projector:
    """A projector whose summaries give the position of the match."""
    return Projector(
        matches, EntryFeed(matches), views, lambda match: b"%d" % matches.history(match).head
    )


def play(matches: Matches, match: str) -> None:
    """Both seats bid."""
    for seat in ("red", "blue"):
        matches.command(match, seat, Bid(matches.view(match, seat).zone(f"{seat}-hand")[0]))


def test_an_entry_sent_to_redis_several_times_is_stored_once(views: Views):
    views.write(tracking(7), "m", 5, b"{}", [ViewUpdate("red", 0, b"one")])

    with pytest.raises(AlreadyTracked):
        views.write(tracking(7), "m", 5, b"{}", [ViewUpdate("red", 0, b"one")])

    assert [b"one"] == [entry.data for entry in views.read("m", "red", 0, 10)]
    assert 7 == views.max_tracking_id(NAME)


def test_of_many_writers_at_once_one_wins_each_entry(views: Views):
    refused: list[int] = []
    numbers = count(1)

    def write() -> None:
        for number in range(1, 101):
            try:
                line = ViewUpdate("red", number - 1, b"%d" % next(numbers))
                views.write(tracking(number), "m", number, b"{}", [line])
            except AlreadyTracked:
                refused.append(number)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    entries = views.read("m", "red", 0, 1000)
    positions = [entry.position for entry in entries]
    assert sorted(set(positions)) == positions
    assert len(entries) + len(refused) == 400


def test_each_role_has_its_own_redacted_stream_in_redis(views: Views, matches: Matches):
    match = matches.new_match("toy", "plain")
    card = matches.view(match, "red").zone("red-hand")[0]
    matches.command(match, "red", Bid(card))

    projector(matches, views).catch_up()

    sent = {role: views.read(match, role, 0, 10)[-1].data for role in ("red", "blue", "")}
    assert f'"card":"{card}"'.encode() in sent["red"]
    assert card.encode() not in sent["blue"] + sent[""]
    assert [] == views.read(match, "director", 0, 10)


def test_rows_that_are_read_back_follow_without_a_gap(views: Views, matches: Matches):
    match = matches.new_match("toy", "plain")
    play(matches, match)

    projector(matches, views).catch_up()

    entries = views.read(match, "red", 0, 100)
    assert matches.history(match).ends == [entry.position for entry in entries]
    assert [0, *matches.history(match).ends[:-1]] == [entry.after for entry in entries]
    assert [b"%d" % matches.history(match).head] == views.summaries([match])


def test_a_projector_goes_on_where_another_left_off(views: Views, matches: Matches):
    match = matches.new_match("toy", "plain")
    projector(matches, views).catch_up()
    play(matches, match)

    projector(matches, views).catch_up()

    assert matches.history(match).ends == [
        entry.position for entry in views.read(match, "", 0, 100)
    ]


def test_views_ahead_of_the_store_are_rebuilt(views: Views, matches: Matches):
    """The store was restored from a backup."""
    match = matches.new_match("toy", "plain")
    views.write(tracking(1_000_000), match, 999, b"{}", [ViewUpdate("red", 0, b"another history")])

    projector(matches, views).catch_up()

    assert matches.history(match).ends == [
        entry.position for entry in views.read(match, "red", 0, 10)
    ]


def test_an_emptied_redis_is_written_again_from_the_beginning(views: Views, matches: Matches):
    """A8: an act in one match does not make the build look whole while all others are missing."""
    quiet, busy = matches.new_match("toy", "plain"), matches.new_match("toy", "plain")
    play(matches, quiet)
    writer = projector(matches, views)
    seen = writer.catch_up()
    views.client.flushall()
    play(matches, busy)

    with matches.store.subscribe(seen) as feed:
        (number, _, position) = next(
            event for event in feed if matches.history(busy).is_end(event[2])
        )
    with pytest.raises(Lost):
        writer.take(number, busy, position)
    nothing = views.max_tracking_id(NAME)
    writer.catch_up()

    assert nothing is None
    for match in (quiet, busy):
        ends = [event.position for event in views.read(match, "red", 0, 100)]
        assert matches.history(match).ends == ends
    assert matches.store.last_id() == views.max_tracking_id(NAME)


def test_a_redis_that_came_back_with_an_older_copy_is_written_on_from_there(views: Views):
    """A8: a copy of a moment ago is on the disk; what was written since is missing."""
    views.write(tracking(1), "m", 5, b"{}", [ViewUpdate("red", 0, b"one")])

    with pytest.raises(Lost):
        views.write(tracking(3), "m", 9, b"{}", [ViewUpdate("red", 7, b"three")], after=2)

    assert [b"one"] == [entry.data for entry in views.read("m", "red", 0, 10)]
    assert 1 == views.max_tracking_id(NAME)


def test_views_of_another_store_are_not_continued(views: Views, matches: Matches):
    """A8: they have come less far than this store, and yet nothing in them is of it."""
    match = matches.new_match("toy", "plain")
    play(matches, match)
    views.begin("the mark of another store")
    views.write(tracking(3), "theirs", 3, b"{}", [ViewUpdate("red", 0, b"theirs")])

    projector(matches, views).catch_up()

    assert [] == views.read("theirs", "red", 0, 10)
    assert matches.history(match).ends == [
        entry.position for entry in views.read(match, "red", 0, 100)
    ]


def test_a_discarded_branch_is_removed_from_redis_without_writing_the_rest_again(
    views: Views, matches: Matches
):
    """A13: then the views are ahead of the last row of the store, though it is the same store."""
    match = matches.new_match("toy", "plain")
    branch = matches.branch(match, matches.history(match).head, seat="red")
    reached = projector(matches, views).catch_up()
    generation = views.generation()

    matches.discard(branch)
    views.forget(branch)

    assert [] == views.read(branch, "red", 0, 9)
    assert [None] == views.summaries([branch])
    assert reached > matches.store.last_id()
    assert reached == projector(matches, views).catch_up()
    play(matches, match)
    projector(matches, views).catch_up()
    assert generation == views.generation()
    assert views.read(match, "red", 0, 99)[-1].position == matches.history(match).head


def test_a_build_beside_the_one_that_is_read_is_switched_to(views: Views, matches: Matches):
    match = matches.new_match("toy", "plain")
    projector(matches, views).catch_up()
    reader = Views(views.url)
    views.write(tracking(10**6), match, 10**6, b"wrong", [ViewUpdate("red", 0, b"wrong")])

    build = rebuild(matches, EntryFeed(matches), views, lambda match: b"right")

    assert (1, True) == (build, reader.refresh())
    assert [b"right"] == reader.summaries([match])
    assert matches.history(match).ends == [
        entry.position for entry in reader.read(match, "red", 0, 10)
    ]
    assert [] == Views(views.url, build=0).read(match, "red", 0, 10)
    reader.close()


def test_one_leads_until_its_lease_runs_out(views: Views):
    assert views.lead("one", 60_000)
    assert views.lead("one", 60_000)
    assert not views.lead("two", 60_000)

    views.retire("one")

    assert views.lead("two", 60_000)


def test_two_schemas_can_be_used_side_by_side_in_one_database(empty_valkey: str):
    old, new = Views(empty_valkey, schema=1), Views(empty_valkey, schema=2)
    old.write(tracking(1), "m", 5, b"old", [ViewUpdate("red", 0, b"old")])
    new.write(tracking(1), "m", 5, b"new", [ViewUpdate("red", 0, b"new")])

    assert ([b"old"], [b"new"]) == (old.summaries(["m"]), new.summaries(["m"]))
    old.close()
    new.close()


def test_a_lost_redis_is_reported_and_used_again_when_it_is_back(restartable_valkey: ValkeyServer):
    views = Views(restartable_valkey.url)
    views.write(tracking(1), "m", 5, b"{}", [ViewUpdate("red", 0, b"one")])
    restartable_valkey.kill()

    with pytest.raises(RedisUnavailable):
        views.read("m", "red", 0, 10)

    restartable_valkey.start()
    views.write(tracking(2), "m", 8, b"{}", [ViewUpdate("red", 5, b"two")])
    assert [b"one", b"two"] == [entry.data for entry in views.read("m", "red", 0, 10)]
    views.close()
