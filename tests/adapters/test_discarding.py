"""A13: an unwanted branch is discarded, and nothing else is changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toy import TOY
from wardiary.adapters.backups import _copy
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches
from wardiary.adapters.store import DiaryStore, UnknownMatch, connect
from wardiary.adapters.web.auth.keys import BranchOrigin, Keyring, MatchSettings
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.standing import StandingAnswer


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each kind of store, empty."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(tmp_path / "m.db")
    address: str = request.getfixturevalue("empty_postgres")
    return address


@pytest.fixture
def matches(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Matches]:
    """Matches over it, with the toy game."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    opened = open_store(url)
    yield opened
    opened.store.close()


def finished(matches: Matches) -> str:
    """A match that bots have played to its end."""
    match = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot"})
    BotPlayers(matches).play_on(match)
    return match


def everything(store: DiaryStore, match: str) -> list[object]:
    """All that a store has of a match in its log."""
    return [store.rows(match), store.entries(match), store.secrets(match)]


def test_discarding_removes_everything_of_a_branch_and_leaves_its_parent(matches: Matches):
    """A13: rows, entries, secrets, keys, settings and standing answers of the branch."""
    store, keyring = matches.store, Keyring(matches.store, matches.clock, matches.entropy)
    match = finished(matches)
    stored, branch = matches.branch(match, match_start(matches, match)), ""
    before = everything(store, match), everything(store, stored)
    collections = {name: store.items(name) for name in store.collections()}
    branch = matches.branch(match, match_start(matches, match))
    matches.command(branch, "host", "claim red human")
    matches.leave_standing_answers(branch, "red", [StandingAnswer("bid")])
    keyring.save_match_settings(branch, MatchSettings(public=True))
    keyring.note_branch(match, branch, BranchOrigin(match, 1, "exact", 1))
    session = keyring.new_session()
    keyring.add(session, branch, keyring.issue(branch, "seat", "red"))
    keyring.invite(branch, "blue", keyring.next_generation(branch, "blue"))
    keyring.consent(branch, "red")

    parent = matches.discard(branch)

    assert parent == match
    assert [match, stored] == store.matches()
    assert before == (everything(store, match), everything(store, stored))
    assert [] == store.entries(branch)
    for gone in (store.rows, store.secrets, store.head, matches.history):
        with pytest.raises(UnknownMatch):
            gone(branch)
    left = {name: store.items(name) for name in store.collections()}
    assert "removed" in left
    assert collections.keys() <= left.keys() <= {*collections, "removed", "sessions"}
    assert "EXACT" == matches.audit(match).verdict
    assert "EXACT" == matches.audit(stored).verdict


def match_start(matches: Matches, match: str) -> int:
    """The first position after which the match can be branched."""
    return matches.history(match).ends[0]


def test_only_a_branch_without_branches_can_be_discarded(matches: Matches):
    """A13: a match, a branch that others rest on, and one that is not there are refused."""
    match = finished(matches)
    branch = matches.branch(match, match_start(matches, match))
    leaf = matches.branch(branch, matches.history(branch).head)

    with pytest.raises(Illegal, match="is not a branch; only a branch can be discarded"):
        matches.discard(match)
    with pytest.raises(Illegal, match=f"rest on it: {leaf[:12]}; throw those away first"):
        matches.discard(branch)
    with pytest.raises(UnknownMatch):
        matches.discard("f" * 32)

    assert [match, branch, leaf] == matches.store.matches()
    matches.discard(leaf)
    matches.discard(branch)
    assert [match] == matches.store.matches()


def test_a_feed_passes_by_what_was_removed_and_gives_no_id_twice(matches: Matches):
    """A13: what follows the store goes on behind the rows that are gone."""
    match = finished(matches)
    before = matches.store.last_id()
    branch = matches.branch(match, match_start(matches, match))
    gone = matches.store.last_id()
    matches.discard(branch)
    assert (before, gone) == (matches.store.last_id(), matches.store.last_removed_id())

    other = matches.branch(match, match_start(matches, match))

    with matches.store.subscribe(before) as feed:
        number, followed, _ = next(feed)
    assert followed == other
    assert number > gone


def test_a_copy_of_a_store_knows_nothing_of_ids_that_were_removed(matches: Matches):
    """A13: the copy numbers its rows by itself, so these ids would be somebody else's."""
    match = finished(matches)
    matches.discard(matches.branch(match, match_start(matches, match)))
    copy = connect("memory:")

    _copy(matches.store, copy)

    assert [match] == copy.matches()
    assert 0 == copy.last_removed_id() < matches.store.last_removed_id()


def test_nothing_is_removed_when_a_match_was_opened_meanwhile(matches: Matches):
    """A13: another process may just have branched from the branch to be discarded."""
    match = finished(matches)
    branch = matches.branch(match, match_start(matches, match))
    opened = matches.store.last_opened()
    matches.branch(branch, matches.history(branch).head)
    before = everything(matches.store, branch)

    assert not matches.store.remove(branch, [], opened=opened)

    assert before == everything(matches.store, branch)


def test_nothing_branches_from_a_match_that_another_process_has_removed(url: str, matches: Matches):
    """A13: the process that still holds it in memory stores no branch without a parent."""
    match = finished(matches)
    branch = matches.branch(match, match_start(matches, match))
    rows, (seed, salt) = matches.store.rows(branch), matches.store.secrets(branch)
    if url == "memory:":  # No other process can have it open.
        matches.discard(branch)
    else:
        other = open_store(url)
        other.discard(branch)
        other.store.close()

    with pytest.raises(UnknownMatch):
        matches.branch(branch, match_start(matches, match))
    with pytest.raises(UnknownMatch):
        matches.store.open_match("e" * 32, rows, seed=seed, salt=salt, parent=branch)

    assert [match] == matches.store.matches()
