"""Standing answers in words: the same on the page, in a mail and at the terminal.

    pass, when asked O22, if firepower is at most 6, until turn 4
    fire, whenever it is possible, target: de-squad-2, else de-squad-5, when it is late

The parts stand in any order after the verb and are separated by commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Candidate, Prompt
from wardiary.domain.play.standing import StandingAnswer, check_answerable
from wardiary.domain.table.pieces import is_hidden
from wardiary.projections.labels import plain
from wardiary.projections.naming import Names
from wardiary.projections.offers import verb_text

COMPARISONS = {"is": "is", "is-not": "is not", "at-least": "is at least", "at-most": "is at most"}
ALWAYS, WHEN_LATE = "whenever it is possible", "when it is late"
FORM = (
    "VERB, when asked RULE, if FACT is at least 8, SLOT: FIRST, else SECOND, until turn 4, "
    f"{WHEN_LATE}"
)
_COMPARED = re.compile(r"if (.+?) (is at least|is at most|is not|is) (\S+)", re.IGNORECASE)
_UNTIL = re.compile(r"until (turn|round) (\d{1,4})")
_ASKED = re.compile(r"when asked (?:about )?(.+)", re.IGNORECASE)
_COMMA = re.compile(r",(?![^\N{LEFT DOUBLE QUOTATION MARK}]*\N{RIGHT DOUBLE QUOTATION MARK})")
"""A comma that is not in a question between quotation marks."""
_SLOT = re.compile(r"([\w -]+?): (\S.*)")
_QUOTES = "\"'\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"

Named = Callable[[Candidate], str]


def standing_text(answer: StandingAnswer, name: Named = str) -> str:
    """An answer as a sentence; `name` says what pieces and spaces are called."""
    parts = [answer.verb, f"when asked {answer.rule}" if answer.rule else ALWAYS]
    parts += [
        f"if {plain(one.fact)} {COMPARISONS[one.how]} {name(one.value)}" for one in answer.when
    ]
    parts += [
        f"{plain(slot)}: {', else '.join(name(one) for one in candidates)}"
        for slot, candidates in answer.slots.items()
    ]
    parts += [f"until turn {answer.until_turn}"] if answer.until_turn else []
    parts += [f"until round {answer.until_round}"] if answer.until_round else []
    parts += [WHEN_LATE] if answer.late else []
    return ", ".join(parts)


def read_standing(text: str, game: Game, words: Mapping[str, str] | None = None) -> StandingAnswer:
    """The standing answer that a sentence means; raises Illegal, with the right form.

    `words` gives for names of pieces and spaces, and questions, in small letters what they are.
    """
    verb, *parts = _parts(text)
    verb = (words or {}).get(verb.lower(), verb.lower())
    values: dict[str, Any] = {"verb": verb, "when": [], "slots": {}}
    for part in parts:
        _read_part(part, values, game, words or {})
    answer = msgspec.convert(values, StandingAnswer)
    check_answerable([answer], game)
    return answer


def words_of(names: Names, prompts: Iterable[Prompt] = ()) -> dict[str, str]:
    """What pieces, commands and questions are called, in small letters, where a name is of one.

    `names` are those by a seat's own view, so that no hidden piece has one; `prompts` are those of
    the seat.
    """
    found = dict[str, list[str]]()
    for piece in names.table.pieces:
        if not is_hidden(piece):
            found.setdefault(names.of(piece).lower(), []).append(piece)
    words = {name: pieces[0] for name, pieces in found.items() if len(pieces) == 1}
    labels = {verb_text(names, verb).lower(): verb for verb in names.game.verbs}
    questions = {names.text(prompt.question).lower(): prompt.rule for prompt in prompts}
    return words | labels | questions


def _parts(text: str) -> Iterator[str]:
    """The parts of a sentence; what begins with "else" belongs to the part before."""
    whole = ""
    for piece in _COMMA.split(text.strip().rstrip(".")):
        if piece.strip().lower().startswith("else "):
            whole += f",{piece}"
            continue
        if whole:
            yield whole
        whole = piece.strip()
    if not whole:
        raise Illegal("Table/Standing", f"a standing answer is written: {FORM}")
    yield whole


def _read_part(part: str, values: dict[str, Any], game: Game, words: Mapping[str, str]) -> None:
    low = part.lower()
    if low in (ALWAYS, "always"):
        return
    if low == WHEN_LATE:
        values["late"] = True
    elif found := _UNTIL.fullmatch(low):
        values[f"until_{found[1]}"] = int(found[2])
    elif found := _COMPARED.fullmatch(part):
        values["when"].append(_condition(found, game, words))
    elif found := _ASKED.fullmatch(part):
        values["rule"] = _rule(found[1].strip(_QUOTES), game, words)
    elif found := _SLOT.fullmatch(part):
        wanted = found[2].split(", else ")
        slot = _spelled(found[1], _slots(game, values["verb"]))
        values["slots"][slot] = [_candidate(one, words) for one in wanted]
    else:
        raise Illegal("Table/Standing", f"{part!r} is not understood; it is written: {FORM}")


def _condition(found: re.Match[str], game: Game, words: Mapping[str, str]) -> dict[str, object]:
    how = next(name for name, said in COMPARISONS.items() if said == found[2].lower())
    fact = _spelled(found[1], game.facts)
    return {"fact": fact, "how": how, "value": _candidate(found[3], words)}


def _rule(text: str, game: Game, words: Mapping[str, str]) -> str:
    return words.get(text.lower(), _spelled(text, game.rules))


def _slots(game: Game, verb: str) -> tuple[str, ...]:
    kind = game.verbs.get(verb)
    return kind.__struct_fields__ if kind else ()


def _spelled(text: str, known: Any) -> str:
    """A word as the game spells it, whatever its case and its dashes."""
    wanted = _bare(text)
    return next((name for name in known if _bare(name) == wanted), text.strip())


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def _candidate(text: str, words: Mapping[str, str]) -> Candidate:
    word = text.strip().strip(_QUOTES)
    if word.lstrip("-").isdigit():
        return int(word)
    return words.get(word.lower(), word)
