"""Victory points counted a second time, from nothing but where pieces went (7)."""

from random import Random

import pytest

from tests.games.combat_commander.shipped import PACK
from tests.games.combat_commander.test_random_play import BOUND, opened
from tests.projections.noninterference import answer
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.play.decide import decide
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

SIGN = {"axis": 1, "allies": -1}


class Tally:
    """A second count of the victory points, Axis positive."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sheet = PACK.scenarios[table.scenario]
        self.points = table.track("vp")
        self.advances = 0

    def see(self, event: e.Event) -> None:
        before, after = self.table, evolve(self.table, event)
        if isinstance(event, e.PiecesMoved):
            for piece in event.pieces:
                self.moved(before, piece, event)
        elif isinstance(event, e.PiecesPlaced) and event.rule == "A36":
            self.points -= SIGN[event.owner]
        elif isinstance(event, e.TrackSet) and event.track.startswith("control-"):
            number = int(event.track.removeprefix("control-"))
            shift = event.value - before.track(event.track)
            self.points += shift * self.worth(before, number)
        elif isinstance(event, e.TrackSet) and event.track == "time":
            self.advances += 1
        elif isinstance(event, e.TrackSet) and event.track == "vp":
            self.said(before, event)
        self.table = after

    def moved(self, table: Table, piece: str, event: e.PiecesMoved) -> None:
        held = table.pieces[piece]
        if held.kind in PACK.units and held.zone in PACK.maps[self.sheet.map].grid:
            value = PACK.units[held.kind].points
            if event.to.startswith("casualties-"):
                doubled = self.special(table, "elimination-doubled")
                self.points -= SIGN[held.owner] * value * (2 if doubled else 1)
            elif event.to.startswith("time-"):
                doubled = self.special(table, "exit-doubled")
                self.points += SIGN[held.owner] * value * (2 if doubled else 1)
        if event.to == "objectives-open":
            for number in range(1, 6):
                value = self.value(held.kind, number)
                self.points += table.track(f"control-{number}") * value

    def said(self, table: Table, event: e.TrackSet) -> None:
        """Events and actions that simply give points (E45, E49, A38)."""
        shift = event.value - table.track("vp")
        seat = "axis" if shift > 0 else "allies"
        if event.rule == "E45":
            other = "allies" if seat == "axis" else "axis"
            self.points += SIGN[seat] * len(table.zone(f"casualties-{other}"))
        elif event.rule == "E49":
            held = [n for n in range(1, 6) if table.track(f"control-{n}") == SIGN[seat]]
            self.points += SIGN[seat] * len(held)
        elif event.rule == "A38":
            self.points += SIGN[seat] * 2

    def settle(self, *, ended: bool) -> None:
        """6.1.2: a point for the defender at each advance that did not end the game."""
        for _ in range(self.advances - int(ended)):
            for seat, sign in SIGN.items():
                if self.sheet.force(seat).attitude == "defender":
                    self.points += sign
        self.advances = 0

    def value(self, kind: str, number: int) -> int:
        chit = next(one for one in PACK.chits.values() if one.kind == kind)
        return chit.value if chit.special is None and chit.objective in (0, number) else 0

    def worth(self, table: Table, number: int) -> int:
        lying = table.zone("objectives-open")
        return sum(self.value(table.pieces[piece].kind, number) for piece in lying)

    def special(self, table: Table, name: str) -> bool:
        lying = [table.pieces[piece].kind for piece in table.zone("objectives-open")]
        return any(chit.kind in lying and chit.special == name for chit in PACK.chits.values())


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_points_come_out_the_same_when_counted_again(scenario: str, seed: int):
    """7, 7.1, 7.2.1, 7.3.3, 6.1.2, A36, A38, E45, E49: at every turn and at the end."""
    rng = Random(seed)
    outcome, chance = opened(scenario, seed)
    tally = Tally(outcome.table)
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance, outcome.prompts)
        for event in outcome.events:
            tally.see(event)
            if isinstance(event, e.PhaseEntered) and event.phase == "turn":
                tally.settle(ended=False)
                assert tally.points == tally.table.track("vp")
    result = outcome.table.result
    assert result is not None
    # 6.1.2, 7.3.2: both are looked at in an advance of time before the defender's point is paid.
    in_an_advance = result.reason == "sudden death" or "all five objectives" in result.reason
    tally.settle(ended=tally.advances > 0 and in_an_advance)

    assert tally.points == result.scores["axis"]
