"""A person at the terminal: sees the table, is asked, picks or types an answer, until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.domain.errors import WardiaryError
from wardiary.tools.commands import plays_on_as, print_log, rewind_text
from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    find,
    open_matches,
    progress,
    role_at,
    screen,
)
from wardiary.tools.prompt_input import PromptReader, menu
from wardiary.tools.views import print_board, uncluttered

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.domain.play.prompts import Prompt

HELP = """\
  a number   take up that offer; what it leaves open is asked next
  a command  its text form, such as the one beside each number
  show       draw the table          log        tell what happened so far
  offers     list the offers again   undo       ask to take your last act back
  ? NAME     what a card, counter or space prints, and what its numbers are now
  resign     give the match up       quit       leave; everything is stored already
  back       drop the answer that was begun; the rest works at every question"""
LEAVING = ("quit", "exit", "q")
LEFT = "left; everything is stored already"


class Leaving(WardiaryError):
    """The person wants to go."""


class Instead(WardiaryError):
    """In the middle of an answer the person has typed another one."""


AT_ONCE = 25
"""Commands of bots between two looks at the bar."""
BOUND = 100_000
"""Commands after which the terminal gives up on a match that does not end."""


def play(
    match: MatchName,
    /,
    *,
    seat: Annotated[str, Parameter(help="The seat you play; it is taken if it is open.")] = "",
    store: Store = "",
) -> None:
    """Play a match in the terminal, against bots or each other.

    Bots answer at once. Without --seat every seat that no bot holds is played here in turn; a match
    of bots alone is played to its end. At the prompt `?` tells what can be typed.
    """
    desk = open_matches(store)
    named = find(desk, match)
    table = desk.history(named).table
    if seat and role_at(table, seat) not in table.seats:
        raise BadInput(f"{seat} is no seat to play; there are: {', '.join(table.seats)}")
    try:
        PlaySession(desk, named, _mine(desk, named, seat)).play()
    except (EOFError, KeyboardInterrupt):
        print(f"\n{LEFT}")


def _mine(desk: Matches, match: str, seat: str) -> tuple[str, ...]:
    """The seats that are played here; those that stood open are taken."""
    from wardiary.adapters.bot_players import BOT_HOLDERS
    from wardiary.domain.play.table_commands import HOST, ClaimSeat

    table = desk.history(match).table
    if seat and table.holders.get(seat) in BOT_HOLDERS:
        raise BadInput(
            f"{seat} is held by a bot; take it with: command MATCH host claim {seat} human"
        )
    mine = (
        (seat,)
        if seat
        else tuple(one for one in table.seats if table.holders.get(one) not in BOT_HOLDERS)
    )
    for one in mine:
        if not table.holders.get(one) and table.result is None:
            desk.command(match, HOST, ClaimSeat(one, "human"))
    return mine


class PlaySession:
    """One person, or several in turn, at one match."""

    def __init__(self, desk: Matches, match: str, mine: tuple[str, ...]) -> None:
        """Play the seats `mine` of a match."""
        from wardiary.adapters.bot_players import BotPlayers

        self.desk = desk
        self.match = match
        self.mine = mine
        self.robots = BotPlayers(desk)
        self.told = dict.fromkeys(("", *mine), desk.history(match).head)
        self.window = 0
        self.looking = mine[0] if len(mine) == 1 else ""
        self.out = screen()

    def play(self) -> None:
        """Ask until the match is over, someone who is not here is waited for, or one leaves."""
        self._go_on()
        self._look(self.looking)
        for _ in range(BOUND):
            line = self.desk.history(self.match)
            if line.table.result is not None:
                return self._finished()
            try:
                if not self._rewind_asked() and not self._asked_here():
                    waited = self._waited()
                    return print(f"waiting for {waited or 'nobody'}; come back with wardiary play")
            except Leaving:
                return print(f"left at position {line.head}; everything is stored already")
        return None

    def _asked_here(self) -> bool:
        """Ask the first seat that is asked and played here; False when there is none."""
        prompt = next((one for one in self._asked() if one.seat in self.mine), None)
        if prompt:
            self._turn(prompt)
        return prompt is not None

    def _asked(self) -> tuple[Prompt, ...]:
        return self.desk.prompts(self.match)

    def _go_on(self) -> None:
        """Let the bots answer, and close a match that has ended by opening its secrets."""
        with progress() as bar:
            task = bar.add_task("the bots play", total=None)
            while given := self.robots.play_on(self.match, AT_ONCE):
                bar.update(task, advance=len(given))
        table = self.desk.history(self.match).table
        if table.result is not None and not self._is_disclosed():
            self.desk.disclose(self.match)

    def _is_disclosed(self) -> bool:
        own = self.desk.store.rows(self.match)
        from wardiary.domain.diary.codec import kind_of

        return any(kind_of(row) == "seed-revealed" for row in own)

    def _turn(self, prompt: Prompt) -> None:
        """Ask one question until it is answered; raises Leaving."""
        if prompt.seat != self.looking:
            self._hand_over(prompt.seat)
        self._offers(prompt)
        self.window = self.desk.window(self.match, prompt.seat)
        at = self.desk.history(self.match).head
        while at == self.desk.history(self.match).head:
            try:
                self._answer(prompt, self._ask(prompt.seat, f"{prompt.seat}> ", prompt))
            except BadInput as error:
                print(error)

    def _ask(self, seat: str, question: str, prompt: Prompt | None = None) -> str:
        """What is typed at a question, once all that only looks was done; raises Leaving."""
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
                    print_log(self.desk, self.match, seat, 0)
                case "offers" if prompt:
                    self._offers(prompt)
                case word if word in LEAVING:
                    raise Leaving
                case _:
                    return typed

    def _ask_slot(self, prompt: Prompt, question: str) -> str:
        """What is typed for a part of an answer; raises Instead when it is another answer."""
        typed = self._ask(prompt.seat, question, prompt)
        if typed.lower() in ("undo", "resign", "back"):
            raise Instead(typed)
        return typed

    def _offers(self, prompt: Prompt) -> None:
        self.out.print(f"\n[bold]{prompt.seat}[/]  {prompt.question or 'What do you do?'}")
        for line in menu(prompt):
            self.out.print(line, markup=False)

    def _answer(self, prompt: Prompt, typed: str) -> None:
        try:
            self._heed(prompt, typed)
        except Instead as other:
            self._heed(prompt, str(other))

    def _heed(self, prompt: Prompt, typed: str) -> None:
        match typed.lower():
            case "" | "back":
                pass
            case "undo":
                self._give(prompt.seat, f"ask-rewind {self._before_last_act(prompt.seat)}")
            case _:
                self._take_up(prompt, typed)

    def _take_up(self, prompt: Prompt, typed: str) -> None:
        view = self.desk.view(self.match, prompt.seat)
        picker = PromptReader(
            self.desk.game_of(self.match), view, lambda asked: self._ask_slot(prompt, asked), print
        )
        self._give(prompt.seat, picker.command(prompt, typed))

    def _give(self, seat: str, command: object) -> None:
        """Give a command, let the bots go on, and tell what came of it."""
        from wardiary.adapters.matches import StaleWindow
        from wardiary.domain.play.commands import Command, Illegal

        assert isinstance(command, (Command, str))
        try:
            by = plays_on_as(self.desk.history(self.match).table, seat)
            window = self.window if isinstance(command, Command) else None
            self.desk.command(self.match, seat, command, window=window, by=by)
        except (Illegal, StaleWindow) as error:
            raise BadInput(str(error)) from None
        self._go_on()
        self._look(seat)

    def _hand_over(self, seat: str) -> None:
        """Let the next person sit down: nobody is to see another's hand."""
        typed = input(f"\nnow {seat}: press Enter when nobody else looks ")
        if typed.strip().lower() in LEAVING:
            raise Leaving
        self.out.clear()
        self.looking = seat
        self._look(seat)

    def _look(self, seat: str) -> None:
        """Tell a seat what happened since it last looked, and draw the table as it sees it."""
        after, self.told[seat] = self.told[seat], self.desk.history(self.match).head
        print_log(self.desk, self.match, seat, after)
        self._show(seat)

    def _before_last_act(self, seat: str) -> int:
        """The position before the seat's last act that can be taken back; says what that meets."""
        from wardiary.domain.match.rewind_options import rewind_options

        found = rewind_options(self.desk.history(self.match), seat, most=1)
        if not found:
            raise BadInput("there is no action of yours to take back")
        if found[0].consent:
            print(f"{found[0].why}, so {' and '.join(found[0].consent)} must agree")
        return found[0].to

    def _waited(self) -> str:
        """Who is waited for, and for what when it is consent."""
        now = self.desk.current(self.match)
        consenting = now.rewind.waiting if now.rewind else ()
        return ", ".join(
            f"{seat} (to agree to going back)" if seat in consenting else seat
            for seat in now.waiting_for
        )

    def _rewind_asked(self) -> bool:
        """Ask a seat played here for its consent to a rewind; True when it has answered."""
        asked = self.desk.current(self.match).rewind
        for seat in self.mine if asked else ():
            if asked and seat in asked.waiting:
                print(rewind_text(self.desk, self.match, asked, seat))
                yes = self._yes_or_no(seat, f"{seat}> go back to position {asked.to}? (yes/no) ")
                self._give(seat, f"agree-rewind {asked.to}" if yes else "refuse-rewind")
                return True
        return False

    def _yes_or_no(self, seat: str, question: str) -> bool:
        while (typed := self._ask(seat, question).lower()) not in ("y", "yes", "n", "no"):
            print(f"{typed!r} is neither yes nor no")
        return typed in ("y", "yes")

    def _show(self, seat: str) -> None:
        from wardiary.projections.board import board

        view = self.desk.view(self.match, seat)
        print_board(uncluttered(board(view, self.desk.game_of(self.match))))

    def _explain(self, seat: str, words: str) -> None:
        """Tell what a card, counter or space prints, as the seat sees it."""
        from wardiary.projections.faces import explain

        lines = explain(self.desk.view(self.match, seat), self.desk.game_of(self.match), words)
        for line in lines or [f"nothing here is called {words!r}"]:
            self.out.print(line, markup=False, highlight=False)

    def _finished(self) -> None:
        print(f"seed and salt are open now; check it all with: wardiary audit {self.match[:8]}")
