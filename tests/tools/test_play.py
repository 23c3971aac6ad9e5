from __future__ import annotations

import re

import pytest

from tests.tools.conftest import Run
from wardiary.domain.games.registry import game


def title_of(card: str) -> str:
    """What is printed on a card of Undaunted, by its id."""
    return game("undaunted").title_of(card.partition("-")[2].rpartition("-")[0])


def test_a_person_plays_by_number_and_the_bot_answers(wardiary: Run, running: str):
    result = wardiary("play", running, typed="1\n1\nquit\n")

    assert result.code == 0
    assert "1  Bid a card for the initiative, card (4) [U-INIT-1]" in result.out
    assert re.search(r"US: bid [A-Z][\w ]+ for the initiative\.", result.out)
    assert "German makes a sealed choice." in result.out
    assert "left at position" in result.out


def test_a_person_may_type_the_text_form(wardiary: Run, running: str):
    (prompt,) = wardiary("prompts", running, "--seat", "us", "--json").document["prompts"]
    card = prompt["offers"][0]["slots"][0]["candidates"][2]

    result = wardiary("play", running, typed=f"bid {card}\nquit\n")

    assert f"US: bid {title_of(card)} for the initiative." in result.out


def test_a_slot_may_be_answered_by_name_and_wrong_answers_are_asked_again(
    wardiary: Run, running: str
):
    (prompt,) = wardiary("prompts", running, "--seat", "us", "--json").document["prompts"]
    card = prompt["offers"][0]["slots"][0]["candidates"][0]

    result = wardiary("play", running, typed=f"7\n1\n9\n1\n{card}\nquit\n")

    assert "there is no offer 7; there are 1 to 1" in result.out
    assert "'9' is none of the 4 candidates for card" in result.out
    assert f"US: bid {title_of(card)} for the initiative." in result.out


def test_what_an_offer_would_mean_is_told_before_it_is_given(wardiary: Run, running: str):
    """Issue 10.3: `look`, `why`, `hint` and `text` change nothing."""
    typed = "look 1\n1\nhint\ntext\nwhy scouts a\nquit\n"

    result = wardiary("play", running, typed=typed)

    assert "moves" in result.out
    assert "The bot would: bid " in result.out
    assert "1  bid CARD(4) [U-INIT-1]" in result.out
    assert "left at position" in result.out


def test_help_show_log_and_offers_change_nothing(wardiary: Run, running: str):
    before = wardiary("head", running, "--json").document["position"]
    wardiary("play", running, typed="quit\n")
    opened = wardiary("head", running, "--json").document["position"]

    result = wardiary("play", running, typed="?\nshow\nlog\noffers\n\ndance\nquit\n")

    assert "take up that offer" in result.out
    assert "[U-SETUP-2]" in result.out
    assert "there is no command 'dance'" in result.out
    assert before <= opened
    assert wardiary("head", running, "--json").document["position"] == opened


def test_undo_undoes_the_last_action(wardiary: Run, running: str):
    result = wardiary("play", running, typed="1\n1\nundo\nquit\n")

    assert "The table goes back to position" in result.out
    assert wardiary("audit", running).code == 0


def test_undo_before_any_action_says_that_there_is_none(wardiary: Run, running: str):
    assert "no action of yours to take back" in wardiary("play", running, typed="undo\nquit\n").out


def test_the_end_of_input_leaves_play_like_quit(wardiary: Run, running: str):
    result = wardiary("play", running, typed="")

    assert (result.code, result.err) == (0, "")
    assert "everything is stored already" in result.out


def test_a_resigned_match_is_over_and_its_seed_opened(wardiary: Run, running: str):
    result = wardiary("play", running, typed="resign\n")

    assert "German won: US resigned" in result.out
    assert "seed and salt are open now" in result.out
    assert "Diary" not in wardiary("audit", running).out
    assert "Seed and salt are opened" in wardiary("log", running).out


def test_two_people_take_turns_at_one_terminal_and_agree_to_a_rewind(wardiary: Run):
    """Open seats are taken. Each person sits down, bids, and one undoes the bid."""
    match = wardiary("new", "undaunted", "--scenario", "la-raye", "--json").document["match"]

    result = wardiary("play", match, typed="\n1\n1\n\n1\n1\n\nundo\nyes\nquit\n")

    assert "now us: press Enter when nobody else looks" in result.out
    assert "now german: press Enter when nobody else looks" in result.out
    assert "go back to position" in result.out
    assert wardiary("matches", "--json").document["matches"][0]["seats"] == {
        "us": "human",
        "german": "human",
    }


def test_the_next_person_at_the_terminal_sees_what_happened_and_no_other_hand(wardiary: Run):
    match = wardiary("new", "undaunted", "--scenario", "la-raye", "--json").document["match"]
    (prompt,) = wardiary("prompts", match, "--seat", "us", "--json").document["prompts"]
    hand = prompt["offers"][0]["slots"][0]["candidates"]

    result = wardiary("play", match, typed="\n1\n1\n\nquit\n")

    _, before, after = result.out.split("press Enter when nobody else looks")
    assert all(title_of(card) in before for card in hand)
    assert "US: bid" not in after
    assert "US makes a sealed choice." in after


def test_one_of_two_people_waits_for_the_other(wardiary: Run):
    match = wardiary("new", "undaunted", "--scenario", "la-raye", "--json").document["match"]

    result = wardiary("play", match, "--seat", "us", typed="1\n1\n")

    assert "waiting for german" in result.out


def test_a_bots_seat_is_not_taken_by_accident(wardiary: Run, running: str):
    result = wardiary("play", running, "--seat", "german")

    assert result.code == 2
    assert "claim german human" in result.err


def test_a_match_of_bots_is_played_to_its_end(wardiary: Run):
    seats = ("--seat", "us=bot", "--seat", "german=bot")
    match = wardiary("new", "undaunted", "--scenario", "la-raye", *seats, "--json").document[
        "match"
    ]

    result = wardiary("play", match)

    assert " won: " in result.out
    assert wardiary("audit", match).code == 0


def test_every_command_works_in_the_middle_of_an_answer(wardiary: Run, running: str):
    """C6: help, looking, and giving the answer up, at "card: number?" as at the prompt."""
    at = wardiary("play", running, typed="quit\n").out.count("Undaunted: Normandy |")

    result = wardiary("play", running, typed="1\n?\nshow\nlog\noffers\nback\n1\nquit\n")

    assert "take up that offer" in result.out
    assert result.out.count("Undaunted: Normandy |") == at + 1
    assert "[U-SETUP-2]" in result.out
    assert result.out.count("1  Bid a card for the initiative, card (4) [U-INIT-1]") == 2
    assert result.out.rstrip().endswith("everything is stored already")
    assert "none of the" not in result.out


def test_undo_and_resign_work_in_the_middle_of_an_answer(wardiary: Run, running: str):
    """C6: the answer that was begun is dropped."""
    assert "no action of yours to take back" in wardiary("play", running, typed="1\nundo\n").out
    assert "German won: US resigned" in wardiary("play", running, typed="1\nresign\n").out


def test_ctrl_c_says_the_same_as_the_end_of_the_input(
    wardiary: Run, running: str, monkeypatch: pytest.MonkeyPatch
):
    """C11: and nothing is a fault."""
    ended = wardiary("play", running, typed="")

    def interrupted(question: str) -> str:
        print(question, end="")
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    stopped = wardiary("play", running)

    assert (stopped.code, stopped.err) == (0, "")
    assert ended.out.splitlines()[-1] == stopped.out.splitlines()[-1]
    assert stopped.out.endswith("left; everything is stored already\n")
