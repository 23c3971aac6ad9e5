from __future__ import annotations

import re

import pytest

from tests.tools.conftest import Run


def cards(wardiary: Run, match: str) -> list[str]:
    """The cards that the US may bid."""
    (prompt,) = wardiary("prompts", match, "--seat", "us", "--json").document["prompts"]
    return prompt["offers"][0]["slots"][0]["candidates"]


def test_prompts_lists_all_possible_answers(wardiary: Run, running: str):
    assert len(cards(wardiary, running)) == 4
    assert "bid CARD(4) [U-INIT-1]" in " ".join(wardiary("prompts", running).out.split())
    assert "there are: us, german" in wardiary("prompts", running, "--seat", "french").err


def test_a_command_is_carried_out_and_the_bots_go_on(wardiary: Run, running: str):
    card = cards(wardiary, running)[0]

    result = wardiary("command", running, "us", f"bid {card}", "--json").document

    assert result["followed"] >= 1
    assert result["head"] > result["last"]
    assert result["events"][0]["command"] == {"card": card, "do": "bid"}


def test_with_alone_no_bot_answers_a_command(wardiary: Run, running: str):
    card = cards(wardiary, running)[0]

    result = wardiary("command", running, "us", "bid", card, "--alone", "--json").document

    assert (result["followed"], result["head"]) == (0, result["last"])


def test_a_command_may_be_json(wardiary: Run, running: str):
    card = cards(wardiary, running)[0]

    assert wardiary("command", running, "us", f'{{"do":"bid","card":"{card}"}}').code == 0


def test_a_command_sent_twice_under_one_id_is_carried_out_once(wardiary: Run, running: str):
    """CD-01."""
    words = ("command", running, "us", "bid", cards(wardiary, running)[0], "--id", "k1", "--alone")
    first = wardiary(*words, "--json").document

    again = wardiary(*words, "--json").document

    assert (again["first"], again["last"]) == (first["first"], first["last"])


def test_another_command_under_a_used_id_is_refused_in_a_sentence(wardiary: Run, running: str):
    """W2."""
    card, other = cards(wardiary, running)[:2]
    assert 0 == wardiary("command", running, "us", "bid", card, "--id", "k1", "--alone").code

    result = wardiary("command", running, "us", "bid", other, "--id", "k1", "--alone")

    assert 2 == result.code
    assert f"the id 'k1' is taken by another command, 'bid {card}' at #" in result.err


def test_a_command_for_an_older_position_is_refused(wardiary: Run, running: str):
    """RD-09."""
    card = cards(wardiary, running)[0]

    result = wardiary("command", running, "us", "bid", card, "--expected", "1")

    assert result.code == 2
    assert "built on #1" in result.err


def test_a_command_says_which_question_it_answers(wardiary: Run, running: str):
    """W10: `prompts` prints the number of each question; an answer to another one is refused."""
    card = cards(wardiary, running)[0]
    asked = wardiary("prompts", running, "--json").document["windows"]["us"]

    assert f"(asked at #{asked})" in wardiary("prompts", running, "--seat", "us").out
    result = wardiary("command", running, "us", "bid", card, "--window", "1")
    assert (2, True) == (result.code, "the question of #1 is over" in result.err)
    assert 0 == wardiary("command", running, "us", "bid", card, "--window", str(asked)).code


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "say the command"),
        (("dance",), "there is no command 'dance'"),
        (("bid",), "right is: bid CARD"),
        (("pass",), "first both seats bid for the initiative [U-ROUND-1]"),
        (("bid", "german-scouts-a-1"), "[U-INIT-1]"),
        (('{"do":',), "this is not a command: Input data was truncated"),
        (("[1]",), "there is no command '[1]'"),
        (
            ('{"do":"bid"}',),
            "this is not a command of undaunted: Object missing required field `card`",
        ),
        (('{"do":"claim"}',), "this is not a command of the table: Object missing required field"),
        (('{"do":"fly"}',), "this is not a command of undaunted: Invalid value 'fly'"),
        (("bid", "\udcff"), "printable letters"),
    ],
)
def test_a_refusal_is_printed_with_its_rule(
    wardiary: Run, running: str, words: tuple[str, ...], expected: str
):
    before = wardiary("head", running).out

    result = wardiary("command", running, "us", *words, "--alone")

    assert result.code == 2
    assert expected in result.err
    assert wardiary("head", running).out == before


def test_a_standing_answer_is_given_as_soon_as_the_seat_is_asked(wardiary: Run):
    seats = ("--seat", "us=human", "--seat", "german=human")
    match = wardiary("new", "undaunted", "--scenario", "la-raye", *seats, "--json").document[
        "match"
    ]
    card = cards(wardiary, match)[1]

    left = wardiary("stand", match, "us", "bid", "--slot", f"card={card}", "--until-round", "1")

    assert left.out == f"1. bid, whenever it is possible, card: {card}, until round 1\n"
    wardiary("command", match, "german", "bid", hand(wardiary, match, "german")[0])
    log = wardiary("log", match, "--seat", "us").out
    assert "US: bid " in log
    assert "(by standing answer)" in log
    assert "standing" not in wardiary("log", match, "--seat", "german").out


def hand(wardiary: Run, match: str, seat: str) -> list[str]:
    (prompt,) = wardiary("prompts", match, "--seat", seat, "--json").document["prompts"]
    return prompt["offers"][0]["slots"][0]["candidates"]


def test_standing_answers_are_listed_added_and_withdrawn(wardiary: Run, running: str):
    wardiary("stand", running, "us", "pass", "--until-turn", "2")
    wardiary("stand", running, "us", "hunker", "--rule", "U-TURN-1")

    assert wardiary("stand", running, "us").out.splitlines() == [
        "1. pass, whenever it is possible, until turn 2",
        "2. hunker, when asked U-TURN-1",
    ]
    wardiary("stand", running, "us", "--clear")
    assert wardiary("stand", running, "us", "--json").document["answers"] == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("french",), "no seat 'french'"),
        (("director",), "is not a seat"),
        (("us", "dance"), "there is no command 'dance'"),
        (("us", "pass", "--when", "firepower is big and strong"), "must be written FACT"),
        (("us", "bid", "--slot", "card"), "must be written NAME="),
    ],
)
def test_a_standing_answer_that_makes_no_sense_is_refused(
    wardiary: Run, running: str, words: tuple[str, ...], expected: str
):
    result = wardiary("stand", running, *words)

    assert result.code == 2
    assert expected in result.err


def test_a_rewind_needs_consent_and_bots_give_it(wardiary: Run, running: str):
    start = wardiary("head", running, "--json").document["position"]
    wardiary("command", running, "us", "bid", cards(wardiary, running)[0], "--alone")

    result = wardiary("rewind", running, "us", start, "--json").document

    assert result["agreed"]
    assert len(cards(wardiary, running)) == 4
    assert "(undone)" in wardiary("log", running).out
    assert wardiary("audit", running).code == 0


def test_a_rewind_past_another_persons_act_waits_for_that_person(wardiary: Run):
    """UB-01, W3: everybody who looks sees what the rewind would undo."""
    seats = ("--seat", "us=human", "--seat", "german=human")
    match = wardiary("new", "undaunted", "--scenario", "la-raye", *seats, "--json").document[
        "match"
    ]
    start = wardiary("head", match, "--json").document["position"]
    for seat in ("us", "german"):
        wardiary("command", match, seat, "bid", hand(wardiary, match, seat)[0])

    asked = wardiary("rewind", match, "us", start)

    assert "german acted after it: german is asked" in asked.out
    answer = wardiary("prompts", match, "--seat", "german").out
    assert f"us asks to go back to position {start}; 1 action of US, 1 action of German" in answer
    assert re.search("waiting for .*german", wardiary("matches").out)
    listed = wardiary("prompts", match, "--json").document
    assert ["german"] == listed["rewind"]["waiting"]
    assert "german" in listed["waiting_for"]
    assert wardiary("command", match, "german", f"agree-rewind {start}").code == 0
    assert len(hand(wardiary, match, "us")) == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rule", "U-TURN-99"), "there is no rule 'U-TURN-99'; of "),
        (("--rule", "U-TURN-99"), "the nearest are: U-TURN-"),
        (("--when", "firepwr is 8"), "there is no fact 'firepwr'; there are: none"),
        (("--slot", "crad=x"), "there is no slot of bid 'crad'; there are: card"),
    ],
)
def test_a_standing_answer_that_could_never_be_given_is_refused(
    wardiary: Run, running: str, words: tuple[str, ...], sentence: str
):
    """C7: with the rules, facts and slots that there are."""
    result = wardiary("stand", running, "us", "bid", *words)

    assert result.code == 2
    assert sentence in result.err
    assert "us has left no standing answers\n" == wardiary("stand", running, "us").out


def test_facts_of_a_game_are_listed_if_it_has_any(wardiary: Run):
    """C7: a slip in a fact of Combat Commander."""
    match = wardiary("new", "combat-commander", "--scenario", "cc-h1", "--json").document["match"]

    result = wardiary("stand", match, "axis", "pass", "--when", "fire-power at-least 8")
    good = wardiary("stand", match, "axis", "pass", "--when", "firepower at-least 8")

    assert result.code == 2
    assert "there is no fact 'fire-power'; there are: action, " in result.err
    assert "firepower, firers, hex" in result.err
    assert "1. pass, whenever it is possible, if firepower is at least 8\n" == good.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("us", "bid\x1b[2J x"), "there is no command"),
        (("us", "bid", "x\x1b]0;y"), "the command.card holds a control character"),
        (("us", "bid", "x", "--id", "a\nb"), "the command's id holds a control character"),
        (
            ("director", '{"do": "rule", "reason": "fine\\nUS: resigns"}'),
            "the command.reason holds",
        ),
        (("director", '{"do": "rule", "reason": "\\u202efine"}'), "the command.reason holds"),
    ],
)
def test_control_characters_in_what_a_person_says_are_refused(
    wardiary: Run, running: str, words: tuple[str, ...], sentence: str
):
    """X1: they could forge a line of the log or speak to a terminal; nothing is recorded."""
    before = wardiary("head", running).out

    result = wardiary("command", running, *words)

    assert result.code == 2
    assert sentence in result.err
    assert result.err.removesuffix("\n").isprintable()
    assert before == wardiary("head", running).out
