"""`wardiary game check`: plays a registered game at random and reports what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App, Parameter

from wardiary.tools.context import BadInput, Json, print_result, progress

if TYPE_CHECKING:
    from wardiary.domain.play.game import Game, Opening

game = App(name="game", help="Check a game as it is registered.")

CHECKS = {
    "plays": "both bots play every match to its end or its bound",
    "proofs": "every match replays to the same table and is audited EXACT",
    "rules": "every cited rule is in the rulebook",
    "offers": "every offer that is chosen is accepted",
    "facts": "every fact of a prompt or an offer is in Game.facts",
    "secrets": "swapping hidden pieces changes nothing that a seat can see",
}
MOST_PRINTED = 20
"""How many findings are printed for people; with --json all that are kept."""
MOST_KEPT = 200
"""How many findings a report keeps."""
WIDTH = 100


class Finding(msgspec.Struct, frozen=True):
    """Something wrong: which check found it, in which match and where, and what it is."""

    check: str
    scenario: str
    match: int
    position: int
    detail: str


class Report(msgspec.Struct, frozen=True):
    """The result of checking a game; a good game has no findings. Uncited rules are not a fault."""

    game: str
    matches: int
    positions: int
    findings: tuple[Finding, ...]
    never_cited: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


@game.command
def check(
    name: Annotated[str, Parameter(help="The game's name, as `wardiary games` lists it.")],
    /,
    *,
    number: Annotated[int, Parameter(name=("-n", "--number"), help="Matches; 6 unless given.")] = 6,
    bound: Annotated[int, Parameter(help="Commands of a match at most; 200 unless given.")] = 200,
    seed: Annotated[int, Parameter(help="The same seed plays the same matches.")] = 1,
    json: Json = False,
) -> int:
    """Check a game: play it at random, prove each match, and look at its rules, offers and secrets.

    Games of other distributions are found by their entry point. Scenarios and seatings take turns.
    Exit code 1 when anything is wrong.
    """
    from wardiary.domain.games import registry

    if number < 1 or bound < 1:
        raise BadInput("-n and --bound must be at least 1")
    report = check_game(registry.game(name), number, bound, seed)
    if json:
        print_result({"good": report.good, **msgspec.structs.asdict(report)})
    else:
        print(as_text(report), end="")
    return 0 if report.good else 1


def check_game(rules: Game, number: int, bound: int, seed: int) -> Report:
    """Play and prove a number of matches of a registered game; raises PackError for a bad pack."""
    from wardiary.tools.position_checks import openings, play

    findings: dict[tuple[str, str], Finding] = {}
    cited: set[str] = set()
    positions = 0
    seatings = openings(rules)
    with progress() as bar:
        task = bar.add_task(f"checking {rules.name}", total=number)
        for match in range(number):
            pack, opening = seatings[match % len(seatings)]
            rng = Random(f"{seed} {match}")  # noqa: S311 (Random play needs no secret numbers.)
            for at in play(rules, pack, opening, rng, bound):
                cited |= at.cited
                positions += 1
                for kind, detail in at.faults:
                    finding = Finding(kind, opening.scenario, match, at.position, detail)
                    findings.setdefault((kind, detail), finding)
            for kind, detail in _prove(rules.name, opening, match, bound, seed):
                finding = Finding(kind, opening.scenario, match, 0, detail)
                findings.setdefault((kind, detail), finding)
            bar.advance(task)
    never = tuple(rule for rule in rules.rules if rule not in cited)
    return Report(rules.name, number, positions, tuple(findings.values())[:MOST_KEPT], never)


def _prove(name: str, opening: Opening, match: int, bound: int, seed: int) -> list[tuple[str, str]]:
    """What is wrong when both bots play a match that is stored, replayed and audited."""
    from wardiary.tools.simulate import Plan, play_one

    plan = Plan(name, (opening.scenario,), opening.seats, ("random", "bot"), seed, bound)
    played = play_one(plan, match)
    if not played.events or played.ended == "stuck":
        return [("plays", played.detail or "nobody is asked, and the match is not over")]
    if not played.replayed:
        return [("proofs", "the stored rows do not replay to the table that was played on")]
    return [] if played.audited else [("proofs", played.detail)]


def as_text(report: Report) -> str:
    """The report as text: a line for each check, then the findings, then the rules never cited."""
    counts = Counter(finding.check for finding in report.findings)
    lines = [f"{report.game}: {report.matches} matches, {report.positions} positions"]
    for kind, what in CHECKS.items():
        state = f"{counts[kind]} wrong" if counts[kind] else "good"
        lines.append(f"  {kind:8} {state:10} {what}")
    lines += [
        f"{finding.check}: {finding.detail} (match {finding.match} of {finding.scenario}"
        + (f", position {finding.position})" if finding.position else ")")
        for finding in report.findings[:MOST_PRINTED]
    ]
    if len(report.findings) > MOST_PRINTED:
        lines.append(f"and {len(report.findings) - MOST_PRINTED} more")
    lines += _never_cited(report.never_cited)
    return "\n".join(lines) + "\n"


def _never_cited(rules: Sequence[str]) -> list[str]:
    words = f"never cited in these matches: {', '.join(rules)}"
    return wrap(words, WIDTH, subsequent_indent="  ", break_on_hyphens=False) if rules else []
