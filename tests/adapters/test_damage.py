"""Damage in one match: the others are well, and it can be looked at up to its last whole entry."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.contract.stores import in_new_schema
from tests.toy import TOY, Bid
from wardiary.adapters.backups import back_up, prove
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import LostRaces, Matches, StandingDamaged
from wardiary.adapters.store import MatchDamaged, PositionConflict, UnknownMatch
from wardiary.domain.diary.archive import read
from wardiary.domain.games import registry
from wardiary.domain.play.standing import StandingAnswer


class Damaged(NamedTuple):
    """A store with a damaged match (`hurt`), a branch of it, and one that is well."""

    open: Callable[[], Matches]
    sql: Callable[[str], None]
    hurt: str
    branch: str
    well: str
    ends: list[int]


def bid(matches: Matches, match: str, seat: str) -> None:
    matches.command(match, seat, Bid(matches.view(match, seat).zone(f"{seat}-hand")[0]))


@pytest.fixture(params=["sqlite", "postgres"])
def damaged(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Damaged]:
    """A store of either kind, closed after use, and what executes SQL in it behind its back."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    if request.param == "sqlite":
        url, execute = str(tmp_path / "m.db"), on_sqlite(tmp_path / "m.db")
    else:
        url = in_new_schema(request.getfixturevalue("postgres_url"))
        execute = on_postgres(url)
    opened: list[Matches] = []

    def fresh() -> Matches:
        opened.append(open_store(url))
        return opened[-1]

    matches = fresh()
    hurt, well = (matches.new_match("toy", "plain") for _ in range(2))
    for seat in ("red", "blue"):
        bid(matches, hurt, seat)
    bid(matches, well, "red")
    bid(matches, hurt, "red")
    ends = list(matches.history(hurt).ends)
    branch = matches.branch(hurt, ends[1])
    yield Damaged(fresh, execute, hurt, branch, well, ends)
    for opened_store in opened:
        opened_store.store.close()


def on_sqlite(file: Path) -> Callable[[str], None]:
    def execute(statement: str) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(statement)

    return execute


def on_postgres(url: str) -> Callable[[str], None]:
    base, _, schema = url.rpartition("schema=")

    def execute(statement: str) -> None:
        with psycopg.connect(base.rstrip("?&"), autocommit=True) as database:
            database.execute(f"SET search_path TO {schema}")  # type: ignore[arg-type]
            database.execute(statement.replace("X'00'", "'\\x00'"))  # type: ignore[arg-type]

    return execute


ROW = "originator_id = '{hurt}' AND originator_version = {place}"
ENTRY = "match_id = '{hurt}' AND first_position = {place}"
# What is done to the store, and the position that must be named: the first row of an entry.
DAMAGES = {
    "a hole": f"DELETE FROM stored_events WHERE {ROW}",
    "bad JSON": f"UPDATE stored_events SET state = X'00' WHERE {ROW}",
    "another tag": f"UPDATE stored_events SET topic = 'dragon' WHERE {ROW}",
    "no rows from there on": (
        "DELETE FROM stored_events WHERE originator_id = '{hurt}' AND originator_version >= {place}"
    ),
    "rows without an entry": f"DELETE FROM entries WHERE {ENTRY}",
    "other checksums": f"UPDATE entries SET sums = X'00' WHERE {ENTRY}",
    "an entry that ends elsewhere": f"UPDATE entries SET last_position = 9999 WHERE {ENTRY}",
}
ON_SQLITE = {
    "a text for bytes": f"UPDATE stored_events SET state = CAST(state AS TEXT) WHERE {ROW}",
    "a number for bytes": f"UPDATE stored_events SET state = 5 WHERE {ROW}",
    "bytes for a text": f"UPDATE stored_events SET topic = X'FF00' WHERE {ROW}",
    "a text that is none": f"UPDATE stored_events SET topic = CAST(X'FF00' AS TEXT) WHERE {ROW}",
    "a text for a number": f"UPDATE stored_events SET originator_version = 'x' WHERE {ROW}",
    "a fraction for a number": f"UPDATE stored_events SET originator_version = 1.5 WHERE {ROW}",
    "a match of another name": f"UPDATE stored_events SET originator_id = 'z' WHERE {ROW}",
    "a text for checksums": f"UPDATE entries SET sums = 'sums' WHERE {ENTRY}",
    "a text for an entry's position": f"UPDATE entries SET first_position = 'x' WHERE {ENTRY}",
}


def hurt_at(damaged: Damaged, statement: str, place: int) -> None:
    damaged.sql(statement.format(hurt=damaged.hurt, place=place))


EVERY_DAMAGE = [
    *(("sqlite", name) for name in DAMAGES | ON_SQLITE),
    *(("postgres", name) for name in DAMAGES),
]
"""Each kind of store with the damages that it can have: Postgres keeps the types of its columns."""


@pytest.mark.parametrize(("damaged", "name"), EVERY_DAMAGE, indirect=["damaged"])
def test_a_damaged_row_leaves_what_is_before_it_and_every_other_match(damaged: Damaged, name: str):
    """A5: show, export and branch up to the last whole entry; commands refuse in one sentence."""
    place, whole = damaged.ends[-2] + 1, damaged.ends[-2]
    hurt_at(damaged, (DAMAGES | ON_SQLITE)[name], place)
    matches = damaged.open()

    damage = matches.damage(damaged.hurt)

    assert damage is not None
    assert (place, whole, whole) == (
        damage.position,
        damage.whole,
        matches.history(damaged.hurt).head,
    )
    assert f"is damaged at position {place}" in str(damage)
    assert matches.view(damaged.hurt, "red").position == whole
    archive = read(matches.export(damaged.hurt))
    assert (whole, whole) == (archive.rows[-1].position, archive.parts[damaged.hurt].last)
    assert matches.history(matches.branch(damaged.hurt, whole)).head > whole
    for command in ("resign", "bid x"):
        with pytest.raises(MatchDamaged, match="wardiary salvage"):
            matches.command(damaged.hurt, "red", command)
    with pytest.raises(MatchDamaged):
        matches.leave_standing_answers(damaged.hurt, "red", [StandingAnswer("bid")])
    assert set(matches.store.matches()) >= {damaged.hurt, damaged.branch, damaged.well}
    for other in (damaged.well, damaged.branch):
        assert matches.damage(other) is None
        bid(matches, other, "blue")


def test_rows_that_vanish_are_noticed_by_a_process_that_holds_the_match(damaged: Damaged):
    """A6: the last entry's rows are gone, its row in `entries` is not."""
    matches = damaged.open()
    assert matches.damage(damaged.hurt) is None
    hurt_at(damaged, DAMAGES["no rows from there on"], damaged.ends[-1])

    with pytest.raises(MatchDamaged, match=f"at position {damaged.ends[-1]}: the row is missing"):
        bid(matches, damaged.hurt, "blue")


def test_a_command_whose_entry_is_lost_is_reported_as_damage_not_as_a_database_error(
    damaged: Damaged,
):
    """A6: sent again under its id it cannot be answered, and a new one cannot be stored."""
    matches = damaged.open()
    card = matches.view(damaged.hurt, "blue").zone("blue-hand")[0]
    answer = matches.command(damaged.hurt, "blue", Bid(card), command_id="mine")
    hurt_at(damaged, DAMAGES["no rows from there on"], answer.first)
    matches = damaged.open()

    for command_id in ("mine", "another"):
        with pytest.raises(MatchDamaged, match=f"damaged at position {answer.first}: the row is"):
            matches.command(damaged.hurt, "blue", Bid(card), command_id=command_id)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM stored_events WHERE originator_id = '{hurt}'",
        "DELETE FROM entries WHERE match_id = '{hurt}'",
        f"DELETE FROM stored_events WHERE {ROW}",
        f"UPDATE stored_events SET state = X'00' WHERE {ROW}",
    ],
)
def test_a_match_of_which_nothing_is_whole_is_named_and_the_others_are_well(
    damaged: Damaged, statement: str
):
    """A5"""
    hurt_at(damaged, statement, 1)
    matches = damaged.open()

    assert damaged.hurt in matches.store.matches()
    for look in (matches.history, matches.damage, matches.export, matches.head):
        with pytest.raises(MatchDamaged, match="nothing of it can be read"):
            look(damaged.hurt)
    with pytest.raises(MatchDamaged, match="what it branches from cannot be read"):
        matches.history(damaged.branch)
    assert matches.branches(damaged.hurt) == [(damaged.branch, damaged.ends[1])]
    bid(matches, damaged.well, "blue")
    with pytest.raises(UnknownMatch):
        matches.damage("0" * 32)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM secrets WHERE match_id = '{hurt}'",
        "UPDATE secrets SET seed = X'00' WHERE match_id = '{hurt}'",
        "UPDATE secrets SET salt = seed WHERE match_id = '{hurt}'",
    ],
)
def test_a_match_without_its_secrets_can_be_looked_at_but_not_proved(
    damaged: Damaged, statement: str
):
    """A5"""
    hurt_at(damaged, statement, 0)
    matches = damaged.open()

    assert damaged.hurt in matches.store.matches()
    assert matches.view(damaged.hurt, "red").position == damaged.ends[-1]
    for refused in (matches.export, matches.head):
        with pytest.raises(MatchDamaged, match="its seed and salt are missing or not those"):
            refused(damaged.hurt)
    with pytest.raises(MatchDamaged, match="shown, but not exported"):
        bid(matches, damaged.hurt, "blue")
    bid(matches, damaged.well, "blue")


def test_secrets_that_the_match_has_disclosed_are_taken_from_there(damaged: Damaged):
    matches = damaged.open()
    matches.command(damaged.hurt, "red", "resign")
    matches.disclose(damaged.hurt)
    hurt_at(damaged, "DELETE FROM secrets WHERE match_id = '{hurt}'", 0)

    assert damaged.hurt in read(damaged.open().export(damaged.hurt)).secrets


def test_a_lost_shipped_pack_is_replaced_and_a_lost_owners_pack_is_not(damaged: Damaged):
    """A5"""
    matches = damaged.open()
    owners_match = matches.new_match("toy", "plain", pack={"mine.toml": b"mine = 1"})
    damaged.sql("DELETE FROM packs")
    matches = damaged.open()

    damage = matches.damage(damaged.hurt)
    assert damage is not None
    assert "pack" in damage.why
    assert read(matches.export(damaged.hurt)).pack
    with pytest.raises(MatchDamaged):
        bid(matches, damaged.hurt, "blue")
    with pytest.raises(MatchDamaged, match="nothing of it can be read"):
        matches.history(owners_match)


def test_standing_answers_that_are_damaged_are_named_and_stop_nobody(damaged: Damaged):
    """A5"""
    damaged.sql(f"INSERT INTO kept VALUES ('standing', '{damaged.well}/red', X'00')")
    matches = damaged.open()

    with pytest.raises(StandingDamaged, match=f"wardiary stand {damaged.well[:8]} red --clear"):
        matches.standing_answers(damaged.well, "red")
    assert matches.give_standing_answer(damaged.well) is None
    bid(matches, damaged.well, "blue")
    matches.leave_standing_answers(damaged.well, "red", [])
    assert matches.standing_answers(damaged.well, "red") == []


def test_a_backup_holds_whole_matches_and_names_damaged_ones(damaged: Damaged, tmp_path: Path):
    place = damaged.ends[-2] + 1
    hurt_at(damaged, DAMAGES["a hole"], place)
    copy = tmp_path / "copy.db"

    damages = back_up(damaged.open().store, copy)

    store = open_store(f"{copy}?mode=ro").store
    wrong = [
        (match, verdict.position) for match, verdict in prove(store) if verdict.verdict != "EXACT"
    ]
    assert {damaged.hurt, damaged.branch, damaged.well} == set(store.matches())
    assert [(damaged.hurt, place)] == wrong + [
        (damage.match, damage.position) for damage in damages
    ]
    store.close()


def test_an_event_of_a_newer_release_is_not_damage(damaged: Damaged):
    """A11: up to it all is shown and exported; it is not played on."""
    store = damaged.open().store
    place = damaged.ends[-1] + 1
    newer = b'{"command":{"do":"x"},"event":"dragon-flew","rule":"New/1"}'
    rows = [
        type(row)(place + n, tag, state)
        for n, (row, tag, state) in enumerate(
            zip(
                store.rows(damaged.hurt),
                ("dragon-flew", "paused"),
                (newer, b'{"event":"paused","rule":"x","steps":[]}'),
                strict=False,
            )
        )
    ]
    store.append(damaged.hurt, rows, expected=place - 1)
    matches = damaged.open()

    damage = matches.damage(damaged.hurt)

    assert damage is not None
    assert damage.newer
    assert "newer wardiary" in str(damage)
    assert "does not know the event 'dragon-flew'" in str(damage)
    assert read(matches.export(damaged.hurt)).rows[-1].position == place - 1
    with pytest.raises(MatchDamaged, match="update wardiary to play it on"):
        bid(matches, damaged.hurt, "blue")
    bid(matches, damaged.well, "blue")


def test_after_eight_lost_races_a_command_says_what_to_do(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
):
    """8.10c"""
    matches = damaged.open()
    tries = []

    def refuse(match: str, rows: object, *, expected: int, **more: object) -> None:
        tries.append(expected)
        raise PositionConflict(match, expected, expected + 1)

    monkeypatch.setattr(matches.store, "append", refuse)

    with pytest.raises(
        LostRaces, match=r"not recorded: 8 times .* look at it and send yours again"
    ):
        bid(matches, damaged.well, "blue")
    assert len(tries) == 8
