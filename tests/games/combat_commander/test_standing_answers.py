"""Standing answers: a match by mail continues without a question at every hex (A24.2, 9.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import line_squad, rifle_squad, sheet, unit, weapon, work
from tests.games.combat_commander.openings import battle
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches
from wardiary.domain.diary.codec import decode
from wardiary.domain.games import registry
from wardiary.domain.games.combat_commander.components.printed import Card
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.standing import Condition, StandingAnswer
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

Opened = Callable[[Battle], "MatchByMail"]


LET_STAND = StandingAnswer("pass", rule="9.1")
"""Let every roll stand."""


class MatchByMail:
    """A match by mail in which seats have left standing answers."""

    def __init__(self, matches: Matches, match: str) -> None:
        self.matches, self.id = matches, match

    def leave(self, seat: str, *answers: StandingAnswer) -> None:
        """A seat leaves standing answers."""
        self.matches.leave_standing_answers(self.id, seat, answers)

    def say(self, seat: str, text: str) -> None:
        """A command, and what standing answers do after it."""
        self.matches.command(self.id, seat, text)
        BotPlayers(self.matches).play_on(self.id)

    def card(self, seat: str, name: str) -> str:
        """The card of a hand with this order or action."""
        table = self.table
        for piece in table.zone(f"hand-{seat}"):
            card: Card = table.pack.cards[table.pieces[piece].kind]
            if name in (card.order, card.action):
                return piece
        raise AssertionError(name)

    def move(self, *hexes: str) -> None:
        """The Axis give a move order to axis-a, and it moves."""
        self.say("axis", f"order {self.card('axis', 'move')}")
        self.say("axis", "activate axis-a -")
        self.say("axis", "group axis-a")
        for hex_label in hexes:
            self.say("axis", f"step {hex_label}")

    @property
    def table(self) -> Table:
        return self.matches.current(self.id).table

    def asked(self) -> tuple[str, str]:
        """Who is asked now, and under which rule."""
        prompt = self.matches.current(self.id).prompts[0]
        return prompt.seat, prompt.rule

    def totals(self, what: str) -> list[int]:
        """Every total computed under a name."""
        line = self.matches.history(self.id)
        events = [decode(row.state) for row in line.rows]
        return [
            event.total
            for event in events
            if isinstance(event, e.TotalComputed) and event.what == what
        ]

    def zone(self, piece: str) -> str:
        return self.table.zone_of(piece)

    def face(self, piece: str) -> str:
        return self.table.pieces[piece].face


@pytest.fixture
def by_mail(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Opens a match with the pieces and tracks of a battle."""

    def opened(scene: Battle) -> MatchByMail:
        def set_up(draft: Draft, opening: Opening) -> None:
            del opening
            for zone, pieces in scene.table.zones.items():
                for name in pieces:
                    held = scene.table.pieces[name]
                    draft.place(
                        name,
                        held.kind,
                        zone,
                        rule="Glossary",
                        owner=held.owner,
                        face=held.face,
                        marks=dict(held.marks),
                        host=held.host,
                    )
            for track, value in scene.table.tracks.items():
                draft.track(track, value, rule="4.1")
            draft.enter("turn", scene.table.seat, rule="5", turn=1)
            draft.begin(Turn(scene.table.seat, "orders"))

        staged = replace(GAME, set_up=set_up, read_pack=lambda _: scene.table.pack)
        monkeypatch.setattr(registry, "game", lambda _: staged)
        number = count()
        matches = open_store(
            "memory:", clock=lambda: 0, entropy=lambda size: next(number).to_bytes(size, "big")
        )
        return MatchByMail(matches, matches.new_match("combat-commander", scene.table.scenario))

    return opened


def squad_crosses_e6_and_e7() -> Battle:
    """A German squad is going to cross E6 and E7 in sight of an American squad in E9 (6 FP)."""
    return battle(
        rifle_squad("E5"),
        line_squad("E9"),
        unit("allies-b", "america-green", "K9"),
        on=sheet(terrain={"E8": "f"}),
        axis=("move",),
        axis_deck=("1-2",),
        allies=("fire",),
        allies_deck=("6-2", "6-3"),
        initiative="axis",
    )


def when(fact: str, how: str, value: str | int) -> Condition:
    return Condition(fact, how, value)


@pytest.mark.parametrize(("least", "fired"), [(5, True), (6, False)])
def test_a_standing_answer_fires_at_a_hex_from_a_given_firepower_on(
    by_mail: Opened, least: int, fired: bool
):
    """A33.2, O21.3: 6 through a field is 5: fired at from 5 on, not from 6 on."""
    match = by_mail(squad_crosses_e6_and_e7())
    enough = (when("hex", "is", "E7"), when("firepower", "at-least", least))
    match.leave(
        "allies",
        StandingAnswer("watch", rule="O21.6", when=enough),
        StandingAnswer("fire", rule="O21.6", when=enough),
        StandingAnswer("shoot"),
        StandingAnswer("pass", rule="O21.6"),
        LET_STAND,
    )
    match.leave("axis", LET_STAND, StandingAnswer("defend"))
    match.move("E6")
    assert match.asked() == ("axis", "O21")  # E6 is not the hex they wait for.
    match.say("axis", "step E7")

    assert match.totals("firepower E7") == ([5] if fired else [])
    assert match.face("axis-a") == ("demoralised" if fired else "normal")
    assert match.asked() == ("axis", "O21")


def americans_fire_at_e7(axis: tuple[str, ...], defence: str) -> Battle:
    """Americans of 6 in E5 fire at a German squad of morale 7 + 2 in the woods of E7."""
    return battle(
        rifle_squad("E7"),
        line_squad("E5"),
        on=sheet(terrain={"E7": "w"}),
        active="allies",
        initiative="axis",
        attitudes={"axis": "defender"},
        axis=axis,
        axis_deck=(defence, "5-1"),
        allies=("fire",),
        allies_deck=("6-2",),
    )


def give_fire_order(match: MatchByMail) -> None:
    """The Allies fire at E7."""
    match.say("allies", f"order {match.card('allies', 'fire')}")
    match.say("allies", "activate allies-a -")
    match.say("allies", "fire E7 allies-a")
    match.say("allies", "shoot")


@pytest.mark.parametrize(("least", "total"), [(14, 12), (15, 14)])
def test_a_standing_answer_plays_concealment_from_a_given_total_on(
    by_mail: Opened, least: int, total: int
):
    """A29: the total is 14; concealment lowers it by 2.

    The answer names the action, not hidden entrenchments.
    """
    match = by_mail(americans_fire_at_e7(("hidden-entrenchments", "concealment"), "1-2"))
    hides = (when("action", "is", "concealment"), when("against", "at-least", least))
    match.leave(
        "axis",
        StandingAnswer("play", rule="O20.3.4", when=hides),
        StandingAnswer("defend"),
        StandingAnswer("pass", rule="A36"),
        LET_STAND,
    )
    give_fire_order(match)

    assert match.table.track("attack-total") == total
    assert match.totals("defence total axis-a") == [12]
    table = match.table
    assert table.mark("axis-a", "suppressed") == (1 if total == 12 else 0)
    assert match.face("axis-a") == ("normal" if total == 12 else "demoralised")


@pytest.mark.parametrize(
    ("defence", "again"), [("1-3", True), ("3-2", False), ("3-1", True), ("1-2", False)]
)
def test_a_standing_answer_voids_a_friendly_roll_that_fails_by_1(
    by_mail: Opened, defence: str, again: bool
):
    """9.1: 9 + 4 = 13 against 14 fails by 1 and is voided; 14 ties, and 12 fails by more."""
    match = by_mail(americans_fire_at_e7(("move",), defence))
    by_one = (when("own", "is", 1), when("purpose", "is", "defence"), when("margin", "is", -1))
    match.leave(
        "axis", StandingAnswer("void", rule="9.1", when=by_one), LET_STAND, StandingAnswer("defend")
    )
    match.leave("allies", LET_STAND)
    give_fire_order(match)

    holder = "allies" if again else "axis"
    assert match.zone("initiative") == f"initiative-{holder}"
    first = 9 + sum(map(int, defence.split("-")))
    assert match.totals("defence total axis-a") == [9 + 6 if again else first]


def test_a_standing_answer_voids_an_enemy_roll_with_a_sniper(by_mail: Opened):
    """9.1, 1.9.1.3: the facts name roller and trigger."""
    scene = battle(
        rifle_squad("E7"),
        line_squad("E5"),
        weapon("allies-mg", "america-medium-mg", "E5", "allies-a"),
        active="allies",
        initiative="axis",
        axis_deck=("6-3",),
        allies=("fire",),
        allies_deck=("4-4 sniper", "3-1"),
    )
    match = by_mail(scene)
    theirs = (when("own", "is", 0), when("trigger", "is", "sniper"))
    match.leave("axis", StandingAnswer("void", when=theirs), LET_STAND)
    match.leave("allies", LET_STAND)
    give_fire_order(match)

    assert match.totals("attack total E7") == [6 + 4]
    assert match.zone("initiative") == "initiative-allies"


def test_the_opponent_cannot_tell_a_standing_answer_from_a_typed_answer(by_mail: Opened):
    """1.2, A24.2: nothing in the events that the opponent sees differs."""
    match = by_mail(squad_crosses_e6_and_e7())
    match.leave("allies", StandingAnswer("pass", rule="O21.6"))
    match.move("E6")

    accepted = [
        event
        for _, event in match.matches.events(match.id, "axis")
        if isinstance(event, e.CommandAccepted) and event.seat == "allies"
    ]
    assert len(accepted) == 1
    assert (accepted[0].by, accepted[0].id) == ("", "")


def test_a_standing_answer_lets_units_pass_that_do_not_come_adjacent(by_mail: Opened):
    """CC-07, O21.6: at two hexes the standing answer passes, at a single hex the seat is asked."""
    match = by_mail(squad_crosses_e6_and_e7())
    far = (when("distance", "at-least", 2),)
    match.leave("allies", StandingAnswer("pass", rule="O21.6", when=far))
    match.move("E6", "E7")
    assert match.asked() == ("axis", "O21")
    match.say("axis", "step E8")

    assert match.asked() == ("allies", "O21.6")


def test_a_standing_answer_can_choose_a_card_by_its_action(by_mail: Opened):
    """A31, A35.4, A24.1: a discard is answered by demolition and not by the hidden unit."""
    scene = battle(
        rifle_squad("E5"),
        work("wire", "E5"),
        on=sheet(terrain={"E9": "w"}),
        active="allies",
        attitudes={"axis": "defender"},
        axis=("hidden-unit", "demolition"),
        allies=("move",),
    )
    match = by_mail(scene)
    blows = (when("action", "is", "demolition"),)
    match.leave(
        "axis", StandingAnswer("play", when=blows), StandingAnswer("pass", rule="O15"), LET_STAND
    )
    match.leave("allies", LET_STAND)
    match.say("allies", f"discard {match.card('allies', 'move')}")

    assert match.zone("wire-E5") == "box"
    table = match.table
    assert len(table.zone("hand-axis")) == 1
    assert table.seat == "axis"
