"""A person at the terminal: sees the table, is asked, picks or types an answer, until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.adapters.sentences import one_line
from wardiary.domain.table.errors import WardiaryError
from wardiary.tools.commands import print_log, rewind_text, stand_in_role
from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    find_match,
    open_matches,
    progress,
    role_at,
    screen,
)
from wardiary.tools.signing import SignWith, countersign_last, signature_of
from wardiary.tools.views import print_board

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wardiary.adapters.matches import Matches
    from wardiary.domain.play.prompts import Prompt
    from wardiary.tools.look_ahead import LookAhead
    from wardiary.tools.prompt_input import PromptReader

HELP = """\
  a number   take up that offer; what it leaves open is asked next
  a command  its text form, such as the one beside each number
  show       draw the table          log        tell what happened so far
  offers     list the offers again   undo       ask to take your last act back
  text       the offers in the form in which they may be typed
  look N     what an offer would mean: totals, chances, costs
  why NAME   why a card, counter or space of yours cannot do more
  hint       advice, and what the bot would do
  ? NAME     what a card, counter or space prints, and what its numbers are now
  resign     give the match up       quit       leave; everything is stored already
  back       drop the answer that was begun; the rest works at every question"""
LEAVING = ("quit", "exit", "q")
LEFT = "left; everything is stored already"


class QuitPlaying(WardiaryError):
    """The person wants to leave the terminal."""


class OtherAnswer(WardiaryError):
    """The person has typed another answer in the middle of one."""


AT_ONCE = 25
"""How many bot commands are played between two updates of the progress bar."""
BOUND = 100_000
"""After how many questions the terminal gives up on a match that does not end."""


def play(
    match: MatchName,
    /,
    *,
    seat: Annotated[str, Parameter(help="The seat you play; it is taken if it is open.")] = "",
    sign: SignWith = "",
    store: Store = "",
) -> None:
    """Play a match in the terminal, against bots or each other.

    Bots answer at once. Without --seat every seat that no bot holds is played here in turn; a match
    of bots alone is played to its end. At the prompt `?` tells what can be typed.
    """
    matches = open_matches(store)
    match_id = find_match(matches, match)
    table = matches.history(match_id).table
    if seat and role_at(table, seat) not in table.seats:
        raise BadInput(f"{seat} is not a seat to play; there are: {', '.join(table.seats)}")
    try:
        PlaySession(matches, match_id, _take_seats(matches, match_id, seat), sign).play()
    except (EOFError, KeyboardInterrupt):
        print(f"\n{LEFT}")


def _take_seats(matches: Matches, match: str, seat: str) -> tuple[str, ...]:
    """The seats that are played here; open ones are taken."""
    from wardiary.adapters.bot_players import BOT_HOLDERS
    from wardiary.domain.play.table_commands import HOST, ClaimSeat

    table = matches.history(match).table
    if seat and table.holders.get(seat) in BOT_HOLDERS:
        raise BadInput(
            f"{seat} is held by a bot; take it with: command MATCH host claim {seat} human"
        )
    mine = (
        (seat,)
        if seat
        else tuple(
            open_seat
            for open_seat in table.seats
            if table.holders.get(open_seat) not in BOT_HOLDERS
        )
    )
    for open_seat in mine:
        if not table.holders.get(open_seat) and table.result is None:
            matches.command(match, HOST, ClaimSeat(open_seat, "human"))
    return mine


class PlaySession:
    """One person, or several in turn, playing a match at this terminal."""

    def __init__(self, matches: Matches, match: str, mine: tuple[str, ...], sign: str = "") -> None:
        """Play the seats `mine` of a match; `sign` is the file of the key that they have named."""
        from wardiary.adapters.bot_players import BotPlayers

        self.matches, self.sign = matches, sign
        self.match = match
        self.mine = mine
        self.robots = BotPlayers(matches)
        self.shown_until = dict.fromkeys(("", *mine), matches.history(match).head)
        self.window = 0
        self.looking = mine[0] if len(mine) == 1 else ""
        self.out = screen()

    def play(self) -> None:
        """Ask until the match is over, someone else has to answer, or the person leaves."""
        self._go_on()
        self._look(self.looking)
        for _ in range(BOUND):
            history = self.matches.history(self.match)
            if history.table.result is not None:
                return self._finished()
            try:
                if not self._rewind_asked() and not self._asked_here():
                    waited = self._waited()
                    return print(f"waiting for {waited or 'nobody'}; come back with wardiary play")
            except QuitPlaying:
                return print(f"left at position {history.head}; everything is stored already")
        return None

    def _asked_here(self) -> bool:
        """Ask the first seat that is asked and played here; False when there is none."""
        prompt = next(
            (prompt_asked for prompt_asked in self._asked() if prompt_asked.seat in self.mine), None
        )
        if prompt:
            self._turn(prompt)
        return prompt is not None

    def _asked(self) -> tuple[Prompt, ...]:
        return self.matches.prompts(self.match)

    def _go_on(self) -> None:
        """Let the bots answer, and open seed and salt of a match that has ended."""
        with progress() as bar:
            task = bar.add_task("the bots play", total=None)
            while answers := self.robots.play_on(self.match, AT_ONCE):
                bar.update(task, advance=len(answers))
        table = self.matches.history(self.match).table
        if table.result is not None and not self._is_disclosed():
            self.matches.disclose(self.match)

    def _is_disclosed(self) -> bool:
        rows = self.matches.store.rows(self.match)
        from wardiary.domain.diary.codec import kind_of

        return any(kind_of(row) == "seed-revealed" for row in rows)

    def _turn(self, prompt: Prompt) -> None:
        """Ask one question until it is answered; raises QuitPlaying."""
        if prompt.seat != self.looking:
            self._hand_over(prompt.seat)
        self._offers(prompt)
        self.window = self.matches.window(self.match, prompt.seat)
        at = self.matches.history(self.match).head
        while at == self.matches.history(self.match).head:
            try:
                self._answer(prompt, self._ask(prompt.seat, f"{prompt.seat}> ", prompt))
            except BadInput as error:
                print(one_line(str(error), paths=True))

    def _ask(self, seat: str, question: str, prompt: Prompt | None = None) -> str:
        """The typed answer to a question, after all looking commands; raises QuitPlaying."""
        while True:
            typed = input(question).strip()
            match typed.lower():
                case "?" | "help":
                    print(HELP)
                case word if word.startswith(("? ", "help ")):
                    self._explain(seat, typed.partition(" ")[2].strip())
                case "show":
                    self._show(seat)
                case "log":
                    print_log(self.matches, self.match, seat, 0)
                case "offers" if prompt:
                    self._offers(prompt)
                case _ if prompt and self._looks_ahead(prompt, typed):
                    pass
                case word if word in LEAVING:
                    raise QuitPlaying
                case _:
                    return typed

    def _ask_slot(self, prompt: Prompt, question: str) -> str:
        """The typed part of an answer; raises OtherAnswer when it is another answer."""
        typed = self._ask(prompt.seat, question, prompt)
        if typed.lower() in ("undo", "resign", "back"):
            raise OtherAnswer(typed)
        return typed

    def _offers(self, prompt: Prompt) -> None:
        self.out.print()
        self._print(self._ahead(prompt).question())

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.print(line, markup=False, highlight=False)

    def _ahead(self, prompt: Prompt) -> LookAhead:
        from wardiary.tools.look_ahead import LookAhead

        return LookAhead(self.matches, self.match, prompt)

    def _reader(self, prompt: Prompt) -> PromptReader:
        return self._ahead(prompt).reader(lambda question: self._ask_slot(prompt, question))

    def _looks_ahead(self, prompt: Prompt, typed: str) -> bool:
        """Carry out a looking command about the question; False when it is none."""
        word, _, words = typed.partition(" ")
        ahead = self._ahead(prompt)
        match word.lower():
            case "text" if not words:
                self._print(ahead.as_text())
            case "hint" if not words:
                self._print(ahead.hint(self.robots.rng))
            case "why" if words:
                self._print(ahead.why_not(words.strip()))
            case "look" if words:
                self._look_ahead(prompt, words.strip())
            case _:
                return False
        return True

    def _look_ahead(self, prompt: Prompt, typed: str) -> None:
        """Print what a command would mean, without giving it."""
        try:
            self._print(self._ahead(prompt).look(self._reader(prompt).command(prompt, typed)))
        except BadInput as error:
            print(one_line(str(error), paths=True))

    def _answer(self, prompt: Prompt, typed: str) -> None:
        try:
            self._carry_out(prompt, typed)
        except OtherAnswer as other:
            self._carry_out(prompt, str(other))

    def _carry_out(self, prompt: Prompt, typed: str) -> None:
        match typed.lower():
            case "" | "back":
                pass
            case "undo":
                self._give(prompt.seat, f"ask-rewind {self._before_last_act(prompt.seat)}")
            case _:
                self._take_up(prompt, typed)

    def _take_up(self, prompt: Prompt, typed: str) -> None:
        self._give(prompt.seat, self._reader(prompt).command(prompt, typed))

    def _give(self, seat: str, command: object) -> None:
        """Give a command, let the bots go on, and print what happened."""
        from wardiary.adapters.matches import StaleWindow
        from wardiary.domain.play.commands import Command, Illegal

        assert isinstance(command, (Command, str))
        try:
            by = stand_in_role(self.matches.history(self.match).table, seat)
            window = self.window if isinstance(command, Command) else None
            signature = signature_of(self.matches, self.match, seat, command, self.sign)
            self.matches.command(
                self.match, seat, command, window=window, by=by, signature=signature
            )
            countersign_last(self.matches, self.match, seat, self.sign)
        except (Illegal, StaleWindow) as error:
            raise BadInput(str(error)) from None
        self._go_on()
        self._look(seat)

    def _hand_over(self, seat: str) -> None:
        """Let the next person sit down, so that nobody sees another's hand."""
        typed = input(f"\nnow {seat}: press Enter when nobody else looks ")
        if typed.strip().lower() in LEAVING:
            raise QuitPlaying
        self.out.clear()
        self.looking = seat
        self._look(seat)

    def _look(self, seat: str) -> None:
        """Print for a seat what happened since it last looked, and draw the table as it sees it."""
        after, self.shown_until[seat] = (
            self.shown_until[seat],
            self.matches.history(self.match).head,
        )
        print_log(self.matches, self.match, seat, after)
        self._show(seat)

    def _before_last_act(self, seat: str) -> int:
        """The position before the seat's last action that can be undone; prints who must agree."""
        from wardiary.domain.match.rewind_options import rewind_options

        options = rewind_options(self.matches.history(self.match), seat, most=1)
        if not options:
            raise BadInput("there is no action of yours to take back")
        if options[0].consent:
            print(f"{options[0].why}, so {' and '.join(options[0].consent)} must agree")
        return options[0].to

    def _waited(self) -> str:
        """The seats that have to answer, marking those that are asked to agree to a rewind."""
        now = self.matches.current(self.match)
        consenting = now.rewind.waiting if now.rewind else ()
        return ", ".join(
            f"{seat} (to agree to going back)" if seat in consenting else seat
            for seat in now.waiting_for
        )

    def _rewind_asked(self) -> bool:
        """Ask a seat played here for its consent to a rewind; True when it has answered."""
        request = self.matches.current(self.match).rewind
        for seat in self.mine if request else ():
            if request and seat in request.waiting:
                print(rewind_text(self.matches, self.match, request, seat))
                yes = self._yes_or_no(seat, f"{seat}> go back to position {request.to}? (yes/no) ")
                self._give(seat, f"agree-rewind {request.to}" if yes else "refuse-rewind")
                return True
        return False

    def _yes_or_no(self, seat: str, question: str) -> bool:
        while (typed := self._ask(seat, question).lower()) not in ("y", "yes", "n", "no"):
            print(one_line(f"{typed!r} is neither yes nor no"))
        return typed in ("y", "yes")

    def _show(self, seat: str) -> None:
        from wardiary.projections.board import board
        from wardiary.projections.clutter import without_clutter

        view = self.matches.view(self.match, seat)
        print_board(without_clutter(board(view, self.matches.game_of(self.match))))

    def _explain(self, seat: str, words: str) -> None:
        """Print what a card, counter or space says, as the seat sees it."""
        from wardiary.projections.faces import explain

        lines = explain(
            self.matches.view(self.match, seat), self.matches.game_of(self.match), words
        )
        for line in lines or [one_line(f"nothing here is called {words!r}")]:
            self.out.print(line, markup=False, highlight=False)

    def _finished(self) -> None:
        print(f"seed and salt are open now; check it all with: wardiary audit {self.match[:8]}")
