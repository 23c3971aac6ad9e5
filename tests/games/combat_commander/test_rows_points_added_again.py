"""Victory points added up again from what happened, by other means than the game's own (7)."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.combat_commander.shipped import PACK
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

SIGN = {"axis": 1, "allies": -1}
BOUND = 20_000


class Ledger:
    """Points as a scorer beside the table would book them, Axis positive.

    It looks at where pieces went and which tracks changed, never at who moved the marker or why;
    only for the two events that pay by counting (E45, E49) it checks the step that was made.
    """

    def __init__(self, table: Table) -> None:
        self.points = table.track("vp")
        sheet = table.pack.scenarios[table.scenario]
        self.defenders = sum(
            SIGN[seat] for seat in SEATS if sheet.force(seat).attitude == "defender"
        )

    def book(self, before: Table, event: e.Event) -> None:
        """One event."""
        if isinstance(event, e.PiecesMoved):
            for piece in event.pieces:
                self._moved(before, piece, event)
        elif isinstance(event, e.TrackSet) and event.track.startswith("control-"):
            number = int(event.track[-1])
            self.points += (event.value - before.track(event.track)) * self._worth(before, number)
        elif isinstance(event, e.TrackSet) and event.track == "time":
            self.points += self.defenders * (event.value - before.track("time"))
        elif isinstance(event, e.TrackSet) and event.track == "vp":
            self._counted(before, event)
        elif isinstance(event, e.MatchEnded) and event.rule in ("6.3.2", "7.3.2", "9.2"):
            # An advance of time that ends the game is not paid any more.
            if event.reason == "sudden death" or event.rule == "7.3.2":
                self.points -= self.defenders

    def _moved(self, table: Table, piece: str, event: e.PiecesMoved) -> None:
        held, pack = table.pieces[piece], table.pack
        owner = SIGN.get(held.owner, 0)
        if piece.startswith("chit-") and event.to == "objectives-open":
            chit = pack.chits[piece[-1].upper()]
            for number in range(1, 6):
                if chit.objective in (0, number):
                    self.points += table.track(f"control-{number}") * chit.value
        elif event.rule == "A36" and event.to.startswith("discard-"):
            self.points -= owner
        elif event.rule == "A38" and event.to.startswith("discard-"):
            self.points += 2 * owner
        elif held.kind in pack.units and not held.zone.startswith(("time-", "casualties-", "box")):
            card = pack.units[held.kind]
            worth = {"squad": 2, "team": 1, "hero": 0}.get(card.type, 1 + card.normal.command)
            if event.to.startswith("casualties-"):
                self.points -= owner * worth * self._factor(table, "elimination-doubled")
            elif event.to.startswith("time-"):
                self.points += owner * worth * self._factor(table, "exit-doubled")

    def _counted(self, table: Table, event: e.TrackSet) -> None:
        step = event.value - table.track("vp")
        seat = "axis" if step > 0 else "allies"
        if event.rule == "E45":
            enemy = "allies" if seat == "axis" else "axis"
            assert abs(step) == len(table.zone(f"casualties-{enemy}"))
            self.points += step
        elif event.rule == "E49":
            held = [table.track(f"control-{number}") for number in range(1, 6)]
            assert abs(step) == held.count(SIGN[seat])
            self.points += step

    @staticmethod
    def _factor(table: Table, special: str) -> int:
        lying = table.zone("objectives-open")
        return 2 if any(table.pieces[piece].kind == f"special-{special}" for piece in lying) else 1

    @staticmethod
    def _worth(table: Table, number: int) -> int:
        chits = [table.pack.chits[piece[-1].upper()] for piece in table.zone("objectives-open")]
        return sum(chit.value for chit in chits if chit.objective in (0, number))


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2])
def test_the_victory_marker_stands_where_a_second_count_ends(scenario: str, seed: int):
    """4.1.1, 6.1.2, 7.1, 7.2.1, 7.3.3, A36, A38, E45, E49: whenever a turn is asked for."""
    rng = Random(f"{scenario} {seed}")
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    outcome = set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance)
    ledger = None
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        if prompt.rule == "5" and ledger is None:
            ledger = Ledger(outcome.table)
        if prompt.rule == "5" and ledger is not None:
            assert ledger.points == outcome.table.track("vp")
        table = outcome.table
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)
        for event in outcome.events:
            if ledger is not None:
                ledger.book(table, event)
            table = evolve(table, event)

    assert outcome.table.result is not None
    assert ledger is not None
    assert ledger.points == outcome.table.track("vp")
