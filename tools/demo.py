"""The main job from nothing: a whole match played, replayed, audited, branched and compared."""

from __future__ import annotations

import re
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.audit import print_verdict
from wardiary.tools.context import BadInput, progress, screen
from wardiary.tools.refold import fold_again
from wardiary.tools.simulate import START_MS, drawn_from, seconds_from
from wardiary.tools.views import print_board, uncluttered

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.projections.verdicts import Verdict

GAME, SCENARIO = "undaunted", "la-raye"
LAST_ENTRIES = 4
"""So many of the last commands are told in sentences."""
PIECES_TOLD = 8
"""So many of the pieces that lie otherwise are named."""
LAID_DOWN = (0, 0, 0)
DIE = re.compile(rb'(\\"event\\":\\"dice-rolled\\",\\"faces\\":\[)(\d+)')


def demo(
    *,
    store: Annotated[
        str, Parameter(help="Keep the matches in this store; a passing one unless given.")
    ] = "",
    seed: Annotated[
        int | None,
        Parameter(help="Play the same match each time; by the system's chance unless given."),
    ] = None,
) -> int:
    """Play, replay, audit, branch and compare a whole match."""
    with TemporaryDirectory(prefix="wardiary-demo-") as folder:
        desk = _desk(store or str(Path(folder) / "matches.db"), seed)
        if store and desk.store.is_new:
            print(f"made a new store at {desk.store.where}", file=sys.stderr)
        good = Demonstration(desk).run()
        desk.store.close()
    return 0 if good else 1


def _desk(store: str, seed: int | None) -> Matches:
    from wardiary.adapters.bootstrap import open_store

    if seed is None:
        return open_store(store)
    return open_store(store, clock=seconds_from(START_MS), entropy=drawn_from(seed, 0))


class Demonstration:
    """The steps of the demonstration, each on what the one before has left."""

    def __init__(self, desk: Matches) -> None:
        """Play on an open desk."""
        self.desk = desk
        self.out = screen()
        self.began = perf_counter()

    def run(self) -> bool:
        """Do all of it; whether every match was replayed exactly and audited EXACT."""
        match = self.played()
        good = [self.replayed(match), self.audited(match), self.tampered(match)]
        branch = self.branched(match)
        good += [self.replayed(branch), self.audited(branch)]
        self.compared(match, branch)
        self._title(f"Done in {perf_counter() - self.began:.1f} s")
        print("Now play yourself: wardiary new undaunted --scenario la-raye --seat german=bot")
        return all(good)

    def played(self) -> str:
        """A match of two bots, stored event by event."""
        self._title("Played and stored")
        match = self.desk.new_match(GAME, SCENARIO, holders={"us": "bot", "german": "bot"})
        self._play_on(match)
        line = self.desk.history(match)
        print(
            f"match {match[:12]} in {self.desk.store.where}: "
            f"{len(line.ends)} entries, {line.head} events\n"
        )
        self._show(match, line.end_at_turn(max(1, line.table.turn // 2)))
        print("\nThe end of the match, as the diary tells it, every sentence with its rule:\n")
        self._tell(match, line.ends[-LAST_ENTRIES - 1])
        self.desk.disclose(match)
        return match

    def replayed(self, match: str) -> bool:
        """The stored facts folded again, without any rules."""
        began = perf_counter()
        exact = fold_again(self.desk, match)
        rate = self.desk.history(match).head / (perf_counter() - began)
        print(f"replayed {'exactly' if exact else 'WRONGLY'}: {round(rate)} events a second")
        return exact

    def audited(self, match: str) -> bool:
        """Every hash, die, citation and decision checked."""
        verdict = self.desk.audit(match)
        print_verdict(verdict)
        return verdict.verdict == "EXACT"

    def tampered(self, match: str) -> bool:
        """A copy with one die changed; the audit must find the place."""
        self._title("Exported, and one die changed in the copy")
        archive = self.desk.export(match)
        forged = DIE.sub(lambda die: die[1] + (b"1" if die[2] != b"1" else b"2"), archive, count=1)
        if forged == archive:
            print("no die was rolled in this match, so there is none to change")
            return True
        forged = _sealed_again(forged)
        for copy in (archive, forged):
            print_verdict(_audit_copy(copy))
        return _audit_copy(forged).verdict == "TAMPERED"

    def branched(self, match: str) -> str:
        """A branch from the middle of the match, with its first dice set."""
        line = self.desk.history(match)
        turn = max(1, line.table.turn // 2)
        self._title(f"Branched from the start of turn {turn}, the first dice set to 0")
        branch = self.desk.branch(match, line.end_at_turn(turn), forced=LAID_DOWN)
        self._play_on(branch)
        return branch

    def compared(self, match: str, branch: str) -> None:
        """Where the two lines ended, side by side."""
        from msgspec.structs import replace

        from wardiary.projections.diff import as_text, diff

        self._title("Compared")
        lines = self.desk.history(match), self.desk.history(branch)
        found = diff(self.desk.game_of(match), *lines)
        few = replace(found, pieces=found.pieces[:PIECES_TOLD])
        print(as_text(few, lines[0].table.seats), end="")
        print(f"({len(found.pieces)} pieces lie otherwise; {len(few.pieces)} of them are named)")

    def _title(self, words: str) -> None:
        self.out.print(f"\n[bold]== {words}[/]\n")

    def _play_on(self, match: str) -> None:
        from wardiary.adapters.bot_players import BotPlayers

        robots, commands = BotPlayers(self.desk), 0
        with progress() as bar:
            task = bar.add_task("the bots play", total=None)
            while robots.play_on(match, 10):
                commands += 10
                bar.update(task, completed=commands)
                if commands > 20_000:
                    raise BadInput("this match does not end; run the demonstration again")

    def _show(self, match: str, at: int) -> None:
        from wardiary.projections.board import board

        view = self.desk.view(match, "", at)
        print_board(uncluttered(board(view, self.desk.game_of(match))))

    def _tell(self, match: str, after: int) -> None:
        from wardiary.projections.narrative import narrate

        for sentence in narrate(self.desk.game_of(match), self.desk.history(match), "", after):
            self.out.print(f"  {sentence.as_text()}", markup=False)


def _sealed_again(archive: bytes) -> bytes:
    """A changed archive with the checksum of its content, as a forger would leave it."""
    body = archive[: archive.rindex(b"\n", 0, -1) + 1]
    return body + b'{"is":"seal","sha256":"%s"}\n' % sha256(body).hexdigest().encode()


def _audit_copy(archive: bytes) -> Verdict:
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file

    return audit_file(archive, registry.GAMES)
