"""Standing answers in words, the same on the page, in a mail and at the terminal."""

from __future__ import annotations

import pytest

from wardiary.adapters.bootstrap import open_store
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.standing import Condition, StandingAnswer
from wardiary.projections.naming import Names
from wardiary.projections.standing_words import read_standing, standing_text, words_of

GAME = registry.game("combat-commander")
FACT = min(GAME.facts)
ANSWERS = (
    StandingAnswer("pass"),
    StandingAnswer("pass", until_turn=4),
    StandingAnswer("pass", until_round=3, late=True),
    StandingAnswer("pass", when=(Condition(FACT, "at-least", 8), Condition(FACT, "is-not", "x"))),
    StandingAnswer("choose", slots={"option": ("unit-a", "unit-b", 3)}),
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_is_said_of_an_answer_is_read_as_that_answer(answer: StandingAnswer):
    rule = next(iter(GAME.rules))
    for one in (answer, StandingAnswer(answer.verb, rule, answer.when, answer.slots)):
        if set(one.slots) <= set(GAME.verbs[one.verb].__struct_fields__):
            assert one == read_standing(standing_text(one), GAME)
            if not one.slots and not one.when:
                assert one == read_standing(standing_text(one).upper(), GAME)


def test_the_parts_stand_in_any_order_and_case():
    rule = next(iter(GAME.rules))
    wanted = StandingAnswer("pass", rule, (Condition(FACT, "at-most", 6),), until_turn=4, late=True)

    said = f"Pass, until turn 4, when it is late, if {FACT} is at most 6, when asked about {rule}."
    assert wanted == read_standing(said, GAME)


@pytest.mark.parametrize(("text", "why"), [
    ("", "is written"),
    ("dance", "no command 'dance'"),
    ("pass, tomorrow", "'tomorrow' is not understood"),
    ("pass, if moon is at least 3", "no fact 'moon'"),
    ("pass, when asked Q99", "no rule 'Q99'"),
    ("pass, colour: red", "no slot of pass 'colour'"),
])  # fmt: skip
def test_what_means_nothing_is_refused_with_the_right_form(text: str, why: str):
    with pytest.raises(Illegal, match=why):
        read_standing(text, GAME)


def test_pieces_commands_and_questions_have_the_names_that_are_shown():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye")
    game, view = matches.game_of(match), matches.view(match, "us")
    prompts = matches.prompts(match, "us")
    words = words_of(Names(game, view, "us"), prompts)
    card = next(iter(prompts[0].offers[0].slots[0].candidates))
    name = next((name for name, piece in words.items() if piece == card), str(card))

    rule = prompts[0].rule
    said = f"bid, when asked \N{LEFT DOUBLE QUOTATION MARK}{prompts[0].question}"
    said += f"\N{RIGHT DOUBLE QUOTATION MARK}, card: {name}"
    assert StandingAnswer("bid", rule, slots={"card": (card,)}) == read_standing(said, game, words)
    # Nothing that the seat does not know has a name here.
    hidden = matches.history(match).table.zone("german-hand")
    assert not set(hidden) & set(words.values())
