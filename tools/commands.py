"""Commands from scripts: what a seat is asked, one command given, answers left standing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.context import (
    DIRECTOR,
    BadInput,
    Json,
    MatchName,
    Store,
    find,
    open_matches,
    print_result,
    role_at,
    screen,
)

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.domain.match.rewind_options import RewindRequest
    from wardiary.domain.play.prompts import Prompt
    from wardiary.domain.play.standing import Condition, StandingAnswer
    from wardiary.domain.table.table import Table

SeatName = Annotated[str, Parameter(help="The seat that speaks; director and host may too.")]
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
    desk = open_matches(store)
    named = find(desk, match)
    if seat:
        role_at(desk.history(named).table, seat)
    asked = desk.prompts(named, seat or None)
    now = desk.current(named)
    rewind = now.rewind if now.rewind and seat in ("", *now.rewind.waiting) else None
    if json:
        print_result(
            {
                "match": named,
                "head": now.table.position,
                "prompts": asked,
                "windows": {one.seat: desk.window(named, one.seat) for one in asked},
                "waiting_for": now.waiting_for,
                "rewind": rewind,
            }
        )
        return
    for prompt in asked:
        _print_prompt(prompt, desk.window(named, prompt.seat))
    if rewind:
        print(rewind_text(desk, named, rewind, seat))
    if not asked and not rewind:
        print(f"{seat or 'nobody'} is not asked anything")


def rewind_text(desk: Matches, match: str, asked: RewindRequest, role: str) -> str:
    """A request to go back in words: who asks, what lies between, and who has to answer."""
    from wardiary.projections.consent import between

    crossed = between(desk.history(match), asked.to, "" if role == DIRECTOR else role)
    what = "would come back" if crossed.redo else "would be undone"
    return (
        f"{asked.asker} asks to go back to position {asked.to}; {crossed.as_text()} {what}. "
        f"Waiting for {', '.join(asked.waiting)}: agree-rewind {asked.to} or refuse-rewind"
    )


def _print_prompt(prompt: Prompt, window: int) -> None:
    from wardiary.tools.prompt_input import written_offer

    asked = f"{prompt.seat}: {prompt.question} [{prompt.rule}]  (asked at #{window})"
    screen().print(asked, markup=False)
    for offer in prompt.offers:
        screen().print(f"  {written_offer(offer)}", markup=False)


def command(
    match: MatchName,
    seat: SeatName,
    /,
    *words: Annotated[str, Parameter(help="The command's text form, such as: attack CARD TARGET.")],
    id_: Annotated[
        str, Parameter(name="--id", help="Your own id: sent twice, it is carried out once.")
    ] = "",
    expected: Annotated[
        int | None, Parameter(help="Refuse it unless the match stands at this position.")
    ] = None,
    window: Annotated[
        int | None, Parameter(help="Refuse it unless the question of this number is still asked.")
    ] = None,
    alone: Annotated[bool, Parameter(help="Let no bot answer, before or after.")] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Give one command for a seat, then let bots answer."""
    from wardiary.adapters.bot_players import BotPlayers

    desk = open_matches(store)
    named = find(desk, match)
    said = " ".join(words)
    if not said:
        raise BadInput('say the command, such as: wardiary command MATCH us "attack CARD TARGET"')
    if not alone and expected is None and window is None and not _is_asked(desk, named, seat):
        BotPlayers(desk).play_on(named)
    answer = desk.command(
        named,
        seat,
        said.encode() if said.startswith("{") else said,
        command_id=id_,
        expected=expected,
        window=window,
        by=plays_on_as(desk.history(named).table, seat),
    )
    followed = 0 if alone else len(BotPlayers(desk).play_on(named))
    if json:
        print_result(
            {
                "match": named,
                "first": answer.first,
                "last": answer.last,
                "events": answer.events,
                "followed": followed,
                "head": desk.history(named).head,
            }
        )
        return
    print_log(desk, named, seat, answer.first - 1)


def plays_on_as(table: Table, seat: str) -> str:
    """How a command reaches a seat that has resigned and is played on at this terminal."""
    from wardiary.domain.play.resigning import stand_in

    return DIRECTOR if stand_in(table, seat) == DIRECTOR else ""


def _is_asked(desk: Matches, match: str, seat: str) -> bool:
    table = desk.history(match).table
    return seat not in table.seats or bool(desk.prompts(match, seat))


def print_log(desk: Matches, match: str, role: str, after: int) -> None:
    """Print what happened after a position as a role may know it; the host may know everything."""
    from wardiary.projections.narrative import narrate

    out, line = screen(), desk.history(match)
    eyes = role if role in ("", *line.table.seats) else DIRECTOR
    for sentence in narrate(desk.game_of(match), line, eyes, after):
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
    """Ask to put the table back to an earlier position, or one that was undone.

    Your own last actions are undone at once. Past a roll, a reveal or another seat's act every seat
    has to agree (`wardiary command MATCH SEAT agree-rewind`); bots do. What was undone stays in the
    log, and may be returned to in the same way while nothing is played.
    """
    from wardiary.adapters.bot_players import BotPlayers
    from wardiary.domain.match.rewind_options import rewind_option

    desk = open_matches(store)
    named = find(desk, match)
    before = desk.history(named).head
    meets = rewind_option(desk.history(named), seat, to)
    desk.rewind(named, seat, to)
    BotPlayers(desk).play_on(named)
    now = desk.current(named)
    if json:
        print_result(
            {
                "match": named,
                "to": to,
                "agreed": now.rewind is None,
                "why": meets.why,
                "waiting_for": now.rewind.waiting if now.rewind else (),
                "head": now.table.position,
            }
        )
        return
    print_log(desk, named, seat, before)
    if now.rewind:
        others = ", ".join(now.rewind.waiting)
        print(f"{meets.why}: {others} is asked, and agrees with the command agree-rewind {to}")


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
            help='"FACT at-least 8" (is, is-not, at-least, at-most) on what the prompt tells.',
            consume_multiple=False,
        ),
    ] = (),
    slot: Annotated[
        tuple[str, ...], Parameter(help="NAME=FIRST,SECOND: what to fill a slot with, best first.")
    ] = (),
    until_turn: Annotated[int, Parameter(help="It lapses after this turn.")] = 0,
    until_round: Annotated[int, Parameter(help="It lapses after this round.")] = 0,
    clear: Annotated[bool, Parameter(help="Take all answers of the seat back first.")] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Leave standing answers for a seat, or list them.

    They are sealed: kept outside the log, seen by nobody else, tried in the order in which they
    were left, and given as soon as the seat is asked.
    """
    from wardiary.domain.play.standing import StandingAnswer

    desk = open_matches(store)
    named = find(desk, match)
    if role_at(desk.history(named).table, seat) not in desk.history(named).table.seats:
        raise BadInput(f"{seat} holds no seat, so it is never asked")
    answers = [] if clear else desk.standing_answers(named, seat)
    if verb:
        slots = dict(map(_slot, slot))
        conditions = tuple(_condition(one) for one in when)
        answers.append(StandingAnswer(verb, rule, conditions, slots, until_turn, until_round))
    if verb or clear:
        desk.leave_standing_answers(named, seat, answers)
    if json:
        print_result({"match": named, "seat": seat, "answers": answers})
        return
    for number, answer in enumerate(answers, 1):
        print(f"{number}. {_said(answer)}")
    if not answers:
        print(f"{seat} has left no standing answers")


def _slot(given: str) -> tuple[str, tuple[str | int, ...]]:
    name, sign, values = given.partition("=")
    if not sign:
        raise BadInput(f"--slot {given!r} must be written NAME=FIRST,SECOND")
    return name, tuple(_candidate(one) for one in values.split(",") if one)


def _condition(given: str) -> Condition:
    from wardiary.domain.play.standing import Condition

    words = given.split()
    if len(words) != 3 or words[1] not in COMPARISONS:
        raise BadInput(f"--when {given!r} must be written FACT {'|'.join(COMPARISONS)} VALUE")
    fact, how, value = words
    shape: dict[str, Any] = {"fact": fact, "how": how, "value": _candidate(value)}
    return Condition(**shape)


def _candidate(word: str) -> str | int:
    return int(word) if word.lstrip("-").isdigit() else word


def _said(answer: StandingAnswer) -> str:
    words = [answer.verb]
    words += [f"{name}={','.join(map(str, of))}" for name, of in answer.slots.items()]
    words += [f"under {answer.rule}"] if answer.rule else []
    words += [f"when {one.fact} {one.how} {one.value}" for one in answer.when]
    words += [f"until turn {answer.until_turn}"] if answer.until_turn else []
    words += [f"until round {answer.until_round}"] if answer.until_round else []
    return " ".join(words)
