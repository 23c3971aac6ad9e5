"""Victory points counted a second time in two ways, from where pieces went and tracks changed (7).

Written from the rules, not from the game; neither looks at who moved the victory marker or why.
"""

from __future__ import annotations

from tests.games.combat_commander.builders import PACK
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

SIGN = {"axis": 1, "allies": -1}


class PointsByUnit:
    """Victory points counted with the points printed on units, Axis positive.

    `points` is complete once `count_advances` has been called.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sheet = PACK.scenarios[table.scenario]
        self.points = table.track("vp")
        self.advances = 0

    def count(self, event: e.Event) -> None:
        """Count an event."""
        before, after = self.table, evolve(self.table, event)
        if isinstance(event, e.PiecesMoved):
            for piece in event.pieces:
                self._add_moved(before, piece, event)
        elif isinstance(event, e.PiecesPlaced) and event.rule == "A36":
            self.points -= SIGN[event.owner]
        elif isinstance(event, e.TrackSet) and event.track.startswith("control-"):
            number = int(event.track.removeprefix("control-"))
            shift = event.value - before.track(event.track)
            self.points += shift * self._worth(before, number)
        elif isinstance(event, e.TrackSet) and event.track == "time":
            self.advances += 1
        elif isinstance(event, e.TrackSet) and event.track == "vp":
            self._add_scored(before, event)
        self.table = after

    def _add_moved(self, table: Table, piece: str, event: e.PiecesMoved) -> None:
        held = table.pieces[piece]
        if held.kind in PACK.units and held.zone in PACK.maps[self.sheet.map].grid:
            value = PACK.units[held.kind].points
            if event.to.startswith("casualties-"):
                doubled = self._special(table, "elimination-doubled")
                self.points -= SIGN[held.owner] * value * (2 if doubled else 1)
            elif event.to.startswith("time-"):
                doubled = self._special(table, "exit-doubled")
                self.points += SIGN[held.owner] * value * (2 if doubled else 1)
        if event.to == "objectives-open":
            for number in range(1, 6):
                value = self._value(held.kind, number)
                self.points += table.track(f"control-{number}") * value

    def _add_scored(self, table: Table, event: e.TrackSet) -> None:
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

    def count_advances(self, *, ended: bool) -> None:
        """6.1.2: a point for the defender at each advance that did not end the game."""
        for _ in range(self.advances - int(ended)):
            for seat, sign in SIGN.items():
                if self.sheet.force(seat).attitude == "defender":
                    self.points += sign
        self.advances = 0

    def _value(self, kind: str, number: int) -> int:
        chit = next(chit for chit in PACK.chits.values() if chit.kind == kind)
        return chit.value if chit.special is None and chit.objective in (0, number) else 0

    def _worth(self, table: Table, number: int) -> int:
        in_play = table.zone("objectives-open")
        return sum(self._value(table.pieces[piece].kind, number) for piece in in_play)

    def _special(self, table: Table, name: str) -> bool:
        in_play = [table.pieces[piece].kind for piece in table.zone("objectives-open")]
        return any(chit.kind in in_play and chit.special == name for chit in PACK.chits.values())


class PointsByType:
    """Victory points counted with the values of unit types (7.1), Axis positive.

    It looks at where pieces went and which tracks changed, never at who moved the marker or why;
    only for the two events that pay by counting (E45, E49) it checks the step that was made.
    """

    def __init__(self, table: Table) -> None:
        self.points = table.track("vp")
        sheet = table.pack.scenarios[table.scenario]
        self.defenders = sum(
            SIGN[seat] for seat in SEATS if sheet.force(seat).attitude == "defender"
        )

    def count(self, before: Table, event: e.Event) -> None:
        """Count an event."""
        if isinstance(event, e.PiecesMoved):
            for piece in event.pieces:
                self._add_moved(before, piece, event)
        elif isinstance(event, e.TrackSet) and event.track.startswith("control-"):
            number = int(event.track[-1])
            self.points += (event.value - before.track(event.track)) * self._worth(before, number)
        elif isinstance(event, e.TrackSet) and event.track == "time":
            self.points += self.defenders * (event.value - before.track("time"))
        elif isinstance(event, e.TrackSet) and event.track == "vp":
            self._add_scored(before, event)
        elif isinstance(event, e.MatchEnded) and event.rule in ("6.3.2", "7.3.2", "9.2"):
            # An advance of time that ends the game scores nothing.
            if event.reason == "sudden death" or event.rule == "7.3.2":
                self.points -= self.defenders

    def _add_moved(self, table: Table, piece: str, event: e.PiecesMoved) -> None:
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

    def _add_scored(self, table: Table, event: e.TrackSet) -> None:
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
        in_play = table.zone("objectives-open")
        return (
            2 if any(table.pieces[piece].kind == f"special-{special}" for piece in in_play) else 1
        )

    @staticmethod
    def _worth(table: Table, number: int) -> int:
        chits = [table.pack.chits[piece[-1].upper()] for piece in table.zone("objectives-open")]
        return sum(chit.value for chit in chits if chit.objective in (0, number))
