"""Random play to the end: no dead end, no piece gained or lost, and every total computed twice."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.combat_commander import independent_totals as second
from tests.games.combat_commander.builders import PACK
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.diary.codec import decode, encode
from wardiary.domain.games.combat_commander.bot.policy import policy
from wardiary.domain.games.combat_commander.components.printed import (
    HAND_SIZE,
    CombatCommanderPack,
    map_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.games.combat_commander.table.zones import SEATS, deck, discards, hand
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

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
def test_victory_points_equal_an_independent_count(scenario: str, seed: int):
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


BOUND = 20_000


KNOWN = {*GAME.rules, *TABLE_RULES}


def check(table: Table, event: e.Event, kinds: Counter[str]) -> None:
    """What must hold after every single event."""
    assert event.rule in KNOWN, event
    if isinstance(event, e.PiecesPlaced):
        kinds.update({event.kind: len(event.pieces)})
    if isinstance(event, e.PiecesMoved | e.PileShuffled):
        for seat in SEATS:
            piles = (deck(seat), hand(seat), discards(seat))
            assert sum(len(table.zone(pile)) for pile in piles) == 72


def opened(scenario: str, seed: int) -> tuple[Outcome, SeededChance]:
    chance = SeededChance(Random(seed).randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    return set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance), chance


@given(st.sampled_from(sorted(PACK.scenarios)), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_random_play_ends_and_keeps_all_pieces(scenario: str, seed: int):
    """SL-02: every offer filled at random is accepted (G-literal), 72 cards, all counters there."""
    rng = Random(seed)
    outcome, chance = opened(scenario, seed)
    table = outcome.table
    kinds = Counter(piece.kind for piece in table.pieces.values())
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        before = outcome.table
        outcome = decide(GAME, before, prompt.seat, command, chance, outcome.prompts)
        table = before
        for event in outcome.events:
            table = evolve(table, event)
            check(table, event, kinds)
            assert decode(encode(event)) == event
        assert table == outcome.table
    assert outcome.table.result is not None
    assert kinds == Counter(piece.kind for piece in outcome.table.pieces.values())
    assert sorted(piece for lying in outcome.table.zones.values() for piece in lying) == sorted(
        outcome.table.pieces
    )


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
def test_the_bot_plays_from_its_own_view_to_the_end(scenario: str):
    """What it says is always on offer, although it sees hidden pieces as such only."""
    rng = Random(scenario)
    outcome, chance = opened(scenario, 7)
    for _ in range(BOUND):
        if outcome.table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        seen = view(outcome.table, prompt.seat)
        command = policy(seen, prompt, rng.randrange)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance, outcome.prompts)

    assert outcome.table.result is not None


def test_open_steps_are_stored_and_read_again():
    """Every prompt is asked from the steps as stored; fields survive the way through bytes."""
    outcome, chance = opened("cc-h3", 3)
    rng = Random(3)
    for _ in range(400):
        if outcome.table.result is not None:
            break
        steps = GAME.open_steps(outcome.table)
        assert msgspec.json.encode(steps, order="sorted") == bytes(outcome.table.steps)
        prompt = rng.choice(outcome.prompts)
        assert GAME.prompts(outcome.table) == outcome.prompts
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance)


def counters_are_in_order(table: Table) -> None:
    """8.1.1, 11.2, 11.3, 13.3, E44.1: who carries what, and who may be marked."""
    grid, pieces = map_of(table).grid, table.pieces
    carried: set[str] = set()
    for piece in pieces.values():
        if piece.kind in table.pack.weapons:
            if piece.zone in grid or piece.zone.startswith("time-"):
                assert pieces[piece.host].zone == piece.zone, piece
                assert piece.host not in carried, piece
                carried.add(piece.host)
            if piece.zone.startswith("time-"):
                assert piece.face == "working", piece
        if piece.kind in table.pack.units:
            assert set(piece.marks) <= {"suppressed", "veteran"}, piece
            assert all(value in (0, 1) for value in piece.marks.values()), piece
            if piece.zone not in grid:
                assert not any(piece.marks.values()), piece
            if piece.zone.startswith("time-"):
                assert piece.face == "normal", piece
            hero = table.pack.units[piece.kind].type == "hero"
            assert not (hero and piece.zone.startswith(("time-", "casualties-"))), piece
    for seat in SEATS:
        assert len(table.zone(f"artillery-{seat}")) <= 1


MEN = {"squad": 4, "team": 2, "leader": 1, "hero": 1}


WORKS = {"foxholes", "trench", "mines", "bunker", "pillbox", "wire"}


def units_at(table: Table, zone: str) -> list[str]:
    return [piece for piece in table.zone(zone) if table.pieces[piece].kind in table.pack.units]


def hexes_are_in_order(table: Table) -> None:
    """8.1, 8.2, T79, T89, F100.3: what may be together in a hex."""
    sheet, pieces = map_of(table), table.pieces
    for each in sheet.grid:
        lying = [pieces[piece] for piece in table.zone(each)]
        works = [piece for piece in lying if piece.kind in WORKS]
        clouds = [
            piece for piece in lying if piece.id.startswith("smoke-") and piece.face == "smoke"
        ]
        fires = [
            piece for piece in lying if piece.id.startswith("smoke-") and piece.face == "blaze"
        ]
        units = units_at(table, each)
        assert max(len(works), len(clouds), len(fires)) <= 1, each
        if sheet.is_wet(each):
            assert not works, each
            assert not clouds, each
            assert not fires, each
        if fires:
            assert not works, each
            assert not clouds, each
            assert not units, each
        owners = {pieces[unit].owner for unit in units}
        assert len(owners) <= 1, each  # O16.4: a melee would have been fought.
        assert sum(MEN[table.pack.units[pieces[unit].kind].type] for unit in units) <= 7, each


SIDE = {1: "axis", -1: "allies"}


def sides_are_in_order(table: Table, passed: str) -> None:
    """1.1, 4.2, 5.4, 7.3.1: a full hand after a player's turn, nobody beaten, objectives taken."""
    sheet = scenario_of(table)
    if passed:
        size = HAND_SIZE[sheet.force(passed).attitude]
        assert len(table.zone(f"hand-{passed}")) == size
    for seat in SEATS:
        assert len(table.zone(f"casualties-{seat}")) < table.track(f"surrender-{seat}")
        assert table.zone(f"deck-{seat}"), seat  # An empty deck would have been shuffled.
    for number, hexes in map_of(table).objectives.items():
        there = [unit for hex_label in hexes for unit in units_at(table, hex_label)]
        owners = {table.pieces[one].owner for one in there}
        if len(owners) == 1:
            assert SIDE.get(table.track(f"control-{number}"), "") == owners.pop()


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2])
def test_limits_marks_and_control_hold_at_the_start_of_every_turn(scenario: str, seed: int):
    """O14.1-a, 8.1, 8.2, 11.2, 13.3, O16.4: marks of the last turn gone, limits kept."""
    rng = Random(f"{scenario} always {seed}")
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    pack: CombatCommanderPack = PACK
    outcome = set_up_table(GAME, blank_table(GAME, pack, opening), opening, chance)
    turns, passed, last = 0, "", -1
    for _ in range(BOUND):
        table = outcome.table
        if table.result is not None:
            break
        steps = GAME.open_steps(table)
        if len(steps) == 1 and isinstance(steps[0], Turn) and table.turn != last:
            hexes_are_in_order(table)
            counters_are_in_order(table)
            sides_are_in_order(table, passed)
            turns, passed, last = turns + 1, table.seat, table.turn
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)

    assert outcome.table.result is not None
    assert turns > 3


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
        """Count an event."""
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
def test_the_victory_marker_equals_an_independent_ledger(scenario: str, seed: int):
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


def compare(table: Table, event: e.TotalComputed, seen: Counter[str]) -> None:
    """Compare a total with an independent computation."""
    what, _, rest = event.what.partition(" ")
    if what == "firepower" and seen.pop("spray", 0):
        return  # The total does not name its second hex.
    if what == "firepower":
        seen["firepower"] += 1
        assert second.fire(table, event) == event.total, event
    elif what == "melee" and not rest.startswith("total"):
        seen["melee"] += 1
        hex_label, seat = rest.split()
        assert second.melee(table, hex_label, seat) == event.total, event
    elif what == "morale":
        bare, here = second.bare_morale(table, rest), table.pieces[rest].zone
        if event.rule in ("O22.3", "O23.2", "E50"):
            seen["rally"] += 1
            assert bare + second.plain_cover(table, here) == event.total, event
        else:
            seen["defence"] += 1
            assert event.total - bare in second.covers(table, here), event


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2])
def test_totals_in_random_games_equal_an_independent_computation(scenario: str, seed: int):
    """3.1.1, 3.1.4, 3.3.1.2, 3.3.1.3, 13.2, E44.1, F106.1, O16.4.1, O20.3.1.2, O21.1, T78.3."""
    rng = Random(f"{scenario} again {seed}")
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    outcome = set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance)
    seen: Counter[str] = Counter()
    cost = 0
    for _ in range(BOUND):
        table = outcome.table
        if table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)
        for event in outcome.events:
            if isinstance(event, e.TotalComputed):
                compare(table, event, seen)
                cost = event.items[-1].value if event.what == "movement points" else cost
            elif isinstance(event, e.PiecesMoved) and event.rule == "O21.1":
                seen["step"] += 1
                assert second.step_cost(table, table.zone_of(event.pieces[0]), event.to) == cost
            elif isinstance(event, e.PiecesMoved) and event.rule == "A40":
                seen["spray"] = 1
            table = evolve(table, event)

    assert outcome.table.result is not None
    assert min(seen["firepower"], seen["defence"], seen["step"]) > 0
