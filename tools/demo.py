"""`wardiary demo`: a whole match played, replayed, audited, branched and compared."""

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
from wardiary.tools.simulate import START_MS, seeded_entropy, ticking_clock
from wardiary.tools.views import print_board

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.projections.verdicts import Verdict

GAME, SCENARIO = "undaunted", "la-raye"
LAST_ENTRIES = 4
"""How many of the last commands are printed as sentences."""
MOST_PIECES = 8
"""How many of the differing pieces are named."""
FIRST_DICE = (0, 0, 0)
DIE = re.compile(rb'(\\"event\\":\\"dice-rolled\\",\\"faces\\":\[)(\d+)')


def demo(
    *,
    store: Annotated[
        str, Parameter(help="Keep the matches in this store; otherwise in a temporary one.")
    ] = "",
    seed: Annotated[
        int | None,
        Parameter(help="Play the same match each time; otherwise a random one."),
    ] = None,
) -> int:
    """Play, replay, audit, branch and compare a whole match."""
    with TemporaryDirectory(prefix="wardiary-demo-") as folder:
        matches = _open_store(store or str(Path(folder) / "matches.db"), seed)
        if store and matches.store.is_new:
            print(f"made a new store at {matches.store.where}", file=sys.stderr)
        good = Demonstration(matches).run()
        matches.store.close()
    return 0 if good else 1


def _open_store(store: str, seed: int | None) -> Matches:
    from wardiary.adapters.bootstrap import open_store

    if seed is None:
        return open_store(store)
    return open_store(store, clock=ticking_clock(START_MS), entropy=seeded_entropy(seed, 0))


class Demonstration:
    """The steps of the demonstration, one after the other."""

    def __init__(self, matches: Matches) -> None:
        """Work on these matches."""
        self.matches = matches
        self.out = screen()
        self.began = perf_counter()

    def run(self) -> bool:
        """Run all steps; gives whether every match was replayed exactly and audited EXACT."""
        match = self.played()
        good = [self.replayed(match), self.audited(match), self.tampered(match)]
        branch = self.branched(match)
        good += [self.replayed(branch), self.audited(branch)]
        self.compared(match, branch)
        self._title(f"Done in {perf_counter() - self.began:.1f} s")
        print("Now play yourself: wardiary new undaunted --scenario la-raye --seat german=bot")
        return all(good)

    def played(self) -> str:
        """Let two bots play a match, stored event by event."""
        self._title("Played and stored")
        match = self.matches.new_match(GAME, SCENARIO, holders={"us": "bot", "german": "bot"})
        self._play_on(match)
        history = self.matches.history(match)
        print(
            f"match {match[:12]} in {self.matches.store.where}: "
            f"{len(history.ends)} entries, {history.head} events\n"
        )
        self._show(match, history.end_at_turn(max(1, history.table.turn // 2)))
        print("\nThe end of the match in the log, every sentence with its rule:\n")
        self._print_log(match, history.ends[-LAST_ENTRIES - 1])
        self.matches.disclose(match)
        return match

    def replayed(self, match: str) -> bool:
        """Fold the stored events again, without any rules."""
        began = perf_counter()
        exact = fold_again(self.matches, match)
        rate = self.matches.history(match).head / (perf_counter() - began)
        print(f"replayed {'exactly' if exact else 'WRONGLY'}: {round(rate)} events a second")
        return exact

    def audited(self, match: str) -> bool:
        """Check every hash, die, citation and decision."""
        verdict = self.matches.audit(match)
        print_verdict(verdict)
        return verdict.verdict == "EXACT"

    def tampered(self, match: str) -> bool:
        """Change one die in a copy; the audit must find the place."""
        self._title("Exported, and one die changed in the copy")
        archive = self.matches.export(match)
        forged = DIE.sub(lambda die: die[1] + (b"1" if die[2] != b"1" else b"2"), archive, count=1)
        if forged == archive:
            print("no die was rolled in this match, so there is none to change")
            return True
        forged = _with_new_seal(forged)
        for copy in (archive, forged):
            print_verdict(_audit_copy(copy))
        return _audit_copy(forged).verdict == "TAMPERED"

    def branched(self, match: str) -> str:
        """Branch from the middle of the match, with its first dice set."""
        history = self.matches.history(match)
        turn = max(1, history.table.turn // 2)
        self._title(f"Branched from the start of turn {turn}, the first dice set to 0")
        branch = self.matches.branch(match, history.end_at_turn(turn), forced=FIRST_DICE)
        self._play_on(branch)
        return branch

    def compared(self, match: str, branch: str) -> None:
        """Print where match and branch ended, side by side."""
        from msgspec.structs import replace

        from wardiary.projections.diff import as_text, diff

        self._title("Compared")
        histories = self.matches.history(match), self.matches.history(branch)
        difference = diff(self.matches.game_of(match), *histories)
        shortened = replace(difference, pieces=difference.pieces[:MOST_PIECES])
        print(as_text(shortened, histories[0].table.seats), end="")
        print(
            f"({len(difference.pieces)} pieces differ; {len(shortened.pieces)} of them are named)"
        )

    def _title(self, words: str) -> None:
        self.out.print(f"\n[bold]== {words}[/]\n")

    def _play_on(self, match: str) -> None:
        from wardiary.adapters.bot_players import BotPlayers

        robots, commands = BotPlayers(self.matches), 0
        with progress() as bar:
            task = bar.add_task("the bots play", total=None)
            while robots.play_on(match, 10):
                commands += 10
                bar.update(task, completed=commands)
                if commands > 20_000:
                    raise BadInput("this match does not end; run the demonstration again")

    def _show(self, match: str, at: int) -> None:
        from wardiary.projections.board import board
        from wardiary.projections.clutter import without_clutter

        view = self.matches.view(match, "", at)
        print_board(without_clutter(board(view, self.matches.game_of(match))))

    def _print_log(self, match: str, after: int) -> None:
        from wardiary.projections.narrative import narrate

        for sentence in narrate(
            self.matches.game_of(match), self.matches.history(match), "", after
        ):
            self.out.print(f"  {sentence.as_text()}", markup=False)


def _with_new_seal(archive: bytes) -> bytes:
    """A changed archive with a new checksum, as a forger would make it."""
    body = archive[: archive.rindex(b"\n", 0, -1) + 1]
    return body + b'{"is":"seal","sha256":"%s"}\n' % sha256(body).hexdigest().encode()


def _audit_copy(archive: bytes) -> Verdict:
    from wardiary.domain.games import registry
    from wardiary.projections.adjudication import audit_file

    return audit_file(archive, registry.GAMES)
