"""For scripts: what a seat is asked, giving a command, rewinds, and standing answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.context import (
    DIRECTOR,
    BadInput,
    Json,
    MatchName,
    Store,
    find_match,
    open_matches,
    print_result,
    role_at,
    screen,
)
from wardiary.tools.signing import SignWith, countersign_last, signature_of

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.domain.match.rewind_options import RewindRequest
    from wardiary.domain.play.prompts import Prompt
    from wardiary.domain.play.standing import Condition
    from wardiary.domain.table.table import Table

SeatName = Annotated[str, Parameter(help="The seat that gives the command, or director or host.")]
COMPARISONS = ("is", "is-not", "at-least", "at-most")


def prompts(
    match: MatchName,
    /,
    *,
    seat: Annotated[str, Parameter(help="Only what this seat is asked.")] = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """List what is asked now, and what may be answered."""
    matches = open_matches(store)
    match_id = find_match(matches, match)
    if seat:
        role_at(matches.history(match_id).table, seat)
    shown_prompts = matches.prompts(match_id, seat or None)
    current = matches.current(match_id)
    rewind = current.rewind if current.rewind and seat in ("", *current.rewind.waiting) else None
    if json:
        print_result(
            {
                "match": match_id,
                "head": current.table.position,
                "prompts": shown_prompts,
                "windows": {
                    prompt_shown.seat: matches.window(match_id, prompt_shown.seat)
                    for prompt_shown in shown_prompts
                },
                "waiting_for": current.waiting_for,
                "rewind": rewind,
            }
        )
        return
    for prompt in shown_prompts:
        _print_prompt(prompt, matches.window(match_id, prompt.seat))
    if rewind:
        print(rewind_text(matches, match_id, rewind, seat))
    if not shown_prompts and not rewind:
        print(f"{seat or 'nobody'} is not asked anything")


def rewind_text(matches: Matches, match: str, request: RewindRequest, role: str) -> str:
    """A rewind request in words: who asks, what it would undo, and who has to answer."""
    from wardiary.projections.consent import between

    crossed = between(matches.history(match), request.to, "" if role == DIRECTOR else role)
    what = "would come back" if crossed.redo else "would be undone"
    return (
        f"{request.asker} asks to go back to position {request.to}; {crossed.as_text()} {what}. "
        f"Waiting for {', '.join(request.waiting)}: agree-rewind {request.to} or refuse-rewind"
    )


def _print_prompt(prompt: Prompt, window: int) -> None:
    from wardiary.tools.prompt_input import offer_text

    question = f"{prompt.seat}: {prompt.question} [{prompt.rule}]  (asked at #{window})"
    screen().print(question, markup=False)
    for offer in prompt.offers:
        screen().print(f"  {offer_text(offer)}", markup=False)


def command(
    match: MatchName,
    seat: SeatName,
    /,
    *words: Annotated[str, Parameter(help="The command's text form, such as: attack CARD TARGET.")],
    id_: Annotated[
        str, Parameter(name="--id", help="Your own id: a command sent twice is carried out once.")
    ] = "",
    expected: Annotated[
        int | None, Parameter(help="Refuse it unless the match is at this position.")
    ] = None,
    window: Annotated[
        int | None, Parameter(help="Refuse it unless the question of this number is still asked.")
    ] = None,
    alone: Annotated[bool, Parameter(help="Let no bot answer, before or after.")] = False,
    sign: SignWith = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Give one command for a seat, then let bots answer."""
    from wardiary.adapters.bot_players import BotPlayers

    matches = open_matches(store)
    match_id = find_match(matches, match)
    text = " ".join(words)
    if not text:
        raise BadInput('say the command, such as: wardiary command MATCH us "attack CARD TARGET"')
    if not alone and expected is None and window is None and not _is_asked(matches, match_id, seat):
        BotPlayers(matches).play_on(match_id)
    given = text.encode() if text.startswith("{") else text
    answer = matches.command(
        match_id,
        seat,
        given,
        command_id=id_,
        expected=expected,
        window=window,
        by=stand_in_role(matches.history(match_id).table, seat),
        signature=signature_of(matches, match_id, seat, given, sign),
    )
    countersign_last(matches, match_id, seat, sign)
    followed = 0 if alone else len(BotPlayers(matches).play_on(match_id))
    if json:
        print_result(
            {
                "match": match_id,
                "first": answer.first,
                "last": answer.last,
                "events": answer.events,
                "followed": followed,
                "head": matches.history(match_id).head,
            }
        )
        return
    print_log(matches, match_id, seat, answer.first - 1)


def stand_in_role(table: Table, seat: str) -> str:
    """The `by` of a command for a resigned seat that the director plays at this terminal."""
    from wardiary.domain.play.resigning import stand_in

    return DIRECTOR if stand_in(table, seat) == DIRECTOR else ""


def _is_asked(matches: Matches, match: str, seat: str) -> bool:
    table = matches.history(match).table
    return seat not in table.seats or bool(matches.prompts(match, seat))


def print_log(matches: Matches, match: str, role: str, after: int) -> None:
    """Print the log after a position as a role may read it; the host may read everything."""
    from wardiary.projections.narrative import narrate

    out, history = screen(), matches.history(match)
    eyes = role if role in ("", *history.table.seats) else DIRECTOR
    for sentence in narrate(matches.game_of(match), history, eyes, after):
        out.print(sentence.as_text(), markup=False)


def rewind(
    match: MatchName,
    seat: SeatName,
    to: Annotated[int, Parameter(help="The position, where an entry closes, to go back to.")],
    /,
    *,
    json: Json = False,
    store: Store = "",
) -> None:
    """Ask to go back to an earlier position, or to one that was undone.

    Your own last actions are undone at once. Past a roll, a reveal or another seat's action every
    seat has to agree (`wardiary command MATCH SEAT agree-rewind`); bots do. What was undone stays
    in the log, and can be returned to in the same way while nothing is played.
    """
    from wardiary.adapters.bot_players import BotPlayers
    from wardiary.domain.match.rewind_options import rewind_option

    matches = open_matches(store)
    match_id = find_match(matches, match)
    before = matches.history(match_id).head
    option = rewind_option(matches.history(match_id), seat, to)
    matches.rewind(match_id, seat, to)
    BotPlayers(matches).play_on(match_id)
    current = matches.current(match_id)
    if json:
        print_result(
            {
                "match": match_id,
                "to": to,
                "agreed": current.rewind is None,
                "why": option.why,
                "waiting_for": current.rewind.waiting if current.rewind else (),
                "head": current.table.position,
            }
        )
        return
    print_log(matches, match_id, seat, before)
    if current.rewind:
        others = ", ".join(current.rewind.waiting)
        print(f"{option.why}: {others} is asked, and can agree with the command agree-rewind {to}")


def stand(
    match: MatchName,
    seat: Annotated[str, Parameter(help="The seat that leaves the answer.")],
    verb: Annotated[str, Parameter(help="The verb to answer with; none lists them.")] = "",
    /,
    *,
    rule: Annotated[str, Parameter(help="Only when asked under this rule.")] = "",
    when: Annotated[
        tuple[str, ...],
        Parameter(
            help='"FACT at-least 8" (is, is-not, at-least, at-most) on facts of the prompt.',
            consume_multiple=False,
        ),
    ] = (),
    slot: Annotated[
        tuple[str, ...], Parameter(help="NAME=FIRST,SECOND: what to fill a slot with, best first.")
    ] = (),
    until_turn: Annotated[int, Parameter(help="It expires after this turn.")] = 0,
    until_round: Annotated[int, Parameter(help="It expires after this round.")] = 0,
    say: Annotated[
        tuple[str, ...],
        Parameter(
            help='Or a whole answer in words: "pass, when asked O22, if firepower is at most 6".',
            consume_multiple=False,
        ),
    ] = (),
    late: Annotated[bool, Parameter(help="Only when the seat's deadline has passed.")] = False,
    clear: Annotated[bool, Parameter(help="First withdraw all answers of the seat.")] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Leave standing answers for a seat, or list them.

    They are secret: kept outside the log, seen by nobody else, tried in the order in which they
    were left, and given as soon as the seat is asked.
    """
    from wardiary.domain.play.standing import StandingAnswer
    from wardiary.projections.naming import Names
    from wardiary.projections.standing_words import read_standing, standing_text, words_of

    matches = open_matches(store)
    match_id = find_match(matches, match)
    if role_at(matches.history(match_id).table, seat) not in matches.history(match_id).table.seats:
        raise BadInput(f"{seat} is not a seat, so it is never asked")
    answers = [] if clear else matches.standing_answers(match_id, seat)
    if verb:
        slots = dict(map(_parse_slot, slot))
        conditions = tuple(_parse_condition(condition) for condition in when)
        answers.append(StandingAnswer(verb, rule, conditions, slots, until_turn, until_round, late))
    game, view = matches.game_of(match_id), matches.view(match_id, seat)
    asked = matches.prompts(match_id, seat)
    answers += [
        read_standing(words, game, words_of(Names(game, view, seat), asked)) for words in say
    ]
    if verb or clear or say:
        matches.leave_standing_answers(match_id, seat, answers)
    if json:
        print_result({"match": match_id, "seat": seat, "answers": answers})
        return
    for number, answer in enumerate(answers, 1):
        print(f"{number}. {standing_text(answer)}")
    if not answers:
        print(f"{seat} has left no standing answers")


def _parse_slot(text: str) -> tuple[str, tuple[str | int, ...]]:
    name, sign, values = text.partition("=")
    if not sign:
        raise BadInput(f"--slot {text!r} must be written NAME=FIRST,SECOND")
    return name, tuple(_parse_candidate(candidate) for candidate in values.split(",") if candidate)


def _parse_condition(text: str) -> Condition:
    from wardiary.domain.play.standing import Condition

    words = text.split()
    if len(words) != 3 or words[1] not in COMPARISONS:
        raise BadInput(f"--when {text!r} must be written FACT {'|'.join(COMPARISONS)} VALUE")
    fact, how, value = words
    shape: dict[str, Any] = {"fact": fact, "how": how, "value": _parse_candidate(value)}
    return Condition(**shape)


def _parse_candidate(word: str) -> str | int:
    return int(word) if word.lstrip("-").isdigit() else word
