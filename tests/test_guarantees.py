"""The table of what is proved, cell by cell: attacks, each with the outcome that the table says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.test_grinding import HostedMatch, random_bytes
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.diary.chain import Secrets
from wardiary.projections.guarantees import (
    ACTS,
    GUARANTEES,
    MEASURES,
    PEOPLE,
    Guarantee,
    as_markdown,
    guarantee,
)

ROOT = Path(__file__).resolve().parent.parent


def test_there_is_one_cell_for_everybody_and_everything():
    cells = [(cell.who, cell.act) for cell in GUARANTEES]

    assert sorted(cells) == sorted((who, act) for who in PEOPLE for act in ACTS)
    assert {cell.measure for cell in GUARANTEES} - {""} == MEASURES.keys()
    assert all(bool(cell.better) == bool(cell.measure) for cell in GUARANTEES)


@pytest.mark.parametrize("cell", GUARANTEES, ids=lambda cell: f"{cell.who} {cell.act}")
def test_every_cell_is_an_attack_that_a_test_carries_out(cell: Guarantee):
    for attack in filter(None, (cell.attack, cell.better_attack)):
        file, _, name = attack.partition("::")
        tree = ast.parse((ROOT / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert bool(cell.better) == bool(cell.better_attack)


def test_the_readme_holds_the_table():
    assert as_markdown() in (ROOT / "README.md").read_text()
    for name, text in MEASURES.items():
        assert f"* *{name}*: {text}." in (ROOT / "README.md").read_text()


# What is only promised: the attack succeeds, and the record is exact.


def test_a_host_knows_his_roll_before_he_orders_it():
    match = HostedMatch(Secrets(random_bytes("host"), bytes(32)), 2)

    foretold = match.copy().attack()

    assert foretold == match.attack()
    assert guarantee("host", "know dice").outcome == "promised"


def test_a_host_opens_again_until_it_suits():
    """Of 40 openings one has a six; nothing in its record tells of the others."""
    dice = [
        HostedMatch(Secrets(random_bytes(number), bytes(32)), 2).attack() for number in range(40)
    ]

    assert max(dice) == 6
    assert guarantee("host", "choose the opening").outcome == "promised"


def test_a_host_sees_every_hand():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye")
    hidden = matches.view(match, "us").zone("german-hand")

    seen = matches.history(match).table.zone("german-hand")

    assert len(seen) == len(hidden) > 0
    assert not set(seen) & set(hidden)
    assert guarantee("host", "see a hand").text == "promised"


def test_a_host_orders_for_a_seat_without_a_key():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye", holders={"us": "human", "german": "human"})
    (prompt,) = matches.prompts(match, "german")
    command = BotPlayers(matches).choose(
        matches.game_of(match), matches.history(match).table, prompt, "bot"
    )

    matches.command(match, "german", command)

    assert matches.audit(match).verdict == "EXACT"
    assert guarantee("host", "forge an order").outcome == "promised"


def test_host_and_players_together_make_any_record_that_the_rules_allow():
    """They play it again in secret, and keep what they like; it is exact."""
    records = []
    for _ in range(2):
        matches = open_store("memory:")
        match = matches.new_match("undaunted", "la-raye", holders={"us": "bot", "german": "bot"})
        BotPlayers(matches).play_on(match, 10)
        records.append(matches.head(match)[1])
        assert matches.audit(match).verdict == "EXACT"

    assert len(set(records)) == 2
    assert {guarantee("both", act).outcome for act in ACTS} == {"promised"}


# What a player who does not host cannot do


def test_no_seat_is_given_the_seed():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye", holders={"us": "bot", "german": "bot"})
    BotPlayers(matches).play_on(match, 10)
    secrets = matches.secrets(match)

    for seat in ("us", "german", ""):
        copy = matches.export(match, seat)
        assert b'"is":"secrets"' not in copy
        assert secrets.seed.hex().encode() not in copy
        assert secrets.salt.hex().encode() not in copy
    assert guarantee("player", "know dice").text == "prevented"
