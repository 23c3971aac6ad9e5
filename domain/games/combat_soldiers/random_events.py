"""13.1 to 13.4 Weather, Mines!, Friendly Fire and Engineers, each played when drawn."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.barrages import shell_objective, shell_unit
from wardiary.domain.games.combat_soldiers.board_state import (
    DECK,
    Group,
    area,
    group,
    groups_of,
    holding,
    others_groups,
    right_of,
    single,
)
from wardiary.domain.games.combat_soldiers.commands import (
    Demolish,
    Detonate,
    Inflict,
    PassOn,
    Sap,
    Victim,
)
from wardiary.domain.games.combat_soldiers.components import card_of, scenario_of
from wardiary.domain.games.combat_soldiers.groups import arrange, eliminate
from wardiary.domain.games.combat_soldiers.piles import discard
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def play_event(draft: Draft, seat: Seat, card: PieceId) -> None:
    """1.1.1.4, 13.1-a: a random event happens the moment it is drawn, before its drawer."""
    kind = draft.table.piece(card).kind
    draft.move(card, area(seat), rule="13.0")
    if kind == "engineers":
        draft.begin(Demolition(seat))
    elif kind != "weather":
        draft.begin(Inflicting(card, seat, seat))


# 13.1 Weather.


def roll_for_weather(draft: Draft, seat: Seat) -> None:
    """6.1, 13.1-d: six and more takes the Weather off the table."""
    if "weather" not in draft.table.zone(area(seat)):
        return
    (face,) = draft.roll(seat, "weather", rule="6.1", high=10)
    if face < 6:
        return
    if draft.table.zone(DECK):
        draft.move("weather", DECK, rule="13.1-d")
        draft.shuffle(DECK, rule="13.1-d")
    else:
        discard(draft, ("weather",), rule="13.1-e")


# 13.2 Mines!, 13.3 Friendly Fire.


def can_suffer(table: Table, card: PieceId, found: Group) -> bool:
    """13.2-a, 17.3.3: mines lie on maneuver groups; 13.3-a: friendly fire hits any group."""
    if table.pieces[card].kind == "mines":
        wanted = scenario_of(table).mines
        return found.maneuver and wanted in {"", found.side}
    return True


def sufferers(table: Table, card: PieceId, seat: Seat) -> list[Zone]:
    """The groups of a seat that a card may be played on."""
    return [found.zone for found in groups_of(table, seat) if can_suffer(table, card, found)]


class Inflicting(Step, frozen=True, tag="inflicting"):
    """13.2, 13.3: the right-hand neighbour picks a group; without one the card is passed on."""

    card: PieceId
    drawer: Seat
    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The neighbour, or the drawer who has nothing that could suffer."""
        zones = sufferers(table, self.card, self.seat)
        rule = "13.2-a" if table.pieces[self.card].kind == "mines" else "13.3-a"
        if zones:
            chooser = right_of(table.seats, self.seat)
            offers = tuple(single("inflict", rule, "This group", group=zone) for zone in zones)
            return (Prompt(chooser, offers, rule, f"Which group of {self.seat} suffers?"),)
        others = [seat for seat in table.seats if sufferers(table, self.card, seat)]
        # Ruling: CS-Q34 passing on is a duty while anybody has such a group.
        offers = tuple(single("pass-on", "13.2-b", "Pass it on", seat=seat) for seat in others)
        return (Prompt(self.drawer, offers, "13.2-b", "Who gets it?"),) if offers else ()

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay the card on the group, or pass it on."""
        if isinstance(command, PassOn):
            draft.change(seat=command.seat)
            return
        assert isinstance(command, Inflict)
        draft.finish()
        if draft.table.piece(self.card).kind == "mines":
            draft.move(self.card, command.group, rule="13.2-a")
            draft.begin(Mined(self.card, self.drawer))
        else:
            friendly_fire(draft, self.card, self.drawer, command.group)

    def resume(self, draft: Draft) -> None:
        """CS-Q34: nobody can suffer, so nothing happens."""
        draft.finish()
        discard(draft, (self.card,), rule="13.0")


class Mined(Step, frozen=True, tag="mined"):
    """13.2-c: the mines attack one infantry or armor unit that the group's controller picks."""

    mines: PieceId
    roller: Seat

    def prompts(self, table: Table) -> Prompts:
        """The units of the group; nothing when there is but one."""
        found = group(table, table.zone_of(self.mines))
        if len(found.troops) < 2:
            return ()
        offers = tuple(single("victim", "13.2-c", "This unit", unit=unit) for unit in found.troops)
        return (Prompt(found.owner, offers, "13.2-c", "Which unit do the mines attack?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The mines go off under it."""
        assert isinstance(command, Victim)
        draft.finish()
        explode(draft, self.mines, self.roller, command.unit)

    def resume(self, draft: Draft) -> None:
        """Under the only one."""
        draft.finish()
        found = group(draft.table, draft.table.zone_of(self.mines))
        explode(draft, self.mines, self.roller, found.troops[0])


def explode(draft: Draft, mines: PieceId, roller: Seat, unit: PieceId) -> None:
    """13.2-c, 13.2-e, 1.1.3-b7: factor and die; a victim is discarded and scores for nobody."""
    draft.track(f"exploded/{mines}", draft.table.turn, rule="13.2-d")
    zone, factor = draft.table.zone_of(mines), card_of(draft.table, mines).attack
    if shell_unit(draft, roller, "mines", factor, unit):
        eliminate(draft, (unit,), scored=False, rule="13.2-e")
    arrange(draft, zone)


class Minefields(Step, frozen=True, tag="minefields"):
    """13.2-d: at the start of the own phase B every mined group is attacked; Sappers may help."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """CS-Q35: the active seat orders the attacks, and may play Sappers first."""
        waiting = live_mines(table, self.seat)
        if not waiting:
            return ()
        offers = [
            single("detonate", "13.2-d", "The mines attack", mines=mines) for mines in waiting
        ]
        for card in holding(table, self.seat, "sappers"):
            offers += [
                single("sap", "7.1.4", "Sappers clear them", card=card, mines=mines)
                for mines in waiting
            ]
        return (Prompt(self.seat, tuple(offers), "13.2-d", "Mines!"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Let them go off, or clear them."""
        match command:
            case Detonate(mines=mines):
                draft.begin(Mined(mines, seat))
            case Sap(card=card, mines=mines):
                clear_mines(draft, card, mines)
            case _:
                raise AssertionError(command)

    def resume(self, draft: Draft) -> None:
        """All are dealt with."""
        draft.finish()


def live_mines(table: Table, seat: Seat) -> list[PieceId]:
    """13.2-d: mines on a seat's groups that have not attacked this Turn."""
    return [
        mines
        for found in groups_of(table, seat)
        for mines in found.mines
        if table.track(f"exploded/{mines}") != table.turn
    ]


def mines_on_table(table: Table) -> list[PieceId]:
    """7.1.4: every Mines! card that lies on a group."""
    return [
        piece.id
        for piece in table.pieces.values()
        if piece.kind == "mines" and piece.zone[1:3] == "-g"
    ]


def clear_mines(draft: Draft, card: PieceId, mines: PieceId) -> None:
    """7.1.4, 14.3.3: both cards are discarded."""
    discard(draft, (mines, card), rule="7.1.4")


def friendly_fire(draft: Draft, card: PieceId, roller: Seat, zone: Zone) -> None:
    """13.3-b: every unit but leaders, and the objective, one by one; nobody scores."""
    factor = card_of(draft.table, card).attack
    discard(draft, (card,), rule="1.1.1.6-c")
    found = group(draft.table, zone)
    for unit in found.troops:
        if shell_unit(draft, roller, "friendly fire", factor, unit):
            eliminate(draft, (unit,), scored=False, rule="13.3-c")
    if found.objective:
        shell_objective(draft, roller, "friendly fire", factor, found.objective)
    arrange(draft, zone)


# 13.4 Engineers.


class Demolition(Step, frozen=True, tag="demolition"):
    """13.4: the drawer must attack one objective of another player."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """The objectives of others."""
        offers = tuple(
            single("demolish", "13.4", "Attack it", objective=found.objective)
            for found in others_groups(table, self.seat)
            if found.objective
        )
        return (Prompt(self.seat, offers, "13.4", "Which objective?"),) if offers else ()

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Factor four against its defence."""
        assert isinstance(command, Demolish)
        draft.finish()
        factor = card_of(draft.table, "engineers").attack
        discard(draft, ("engineers",), rule="13.4")
        shell_objective(draft, seat, "engineers", factor, command.objective)

    def resume(self, draft: Draft) -> None:
        """CS-Q34: there is none."""
        draft.finish()
        discard(draft, ("engineers",), rule="13.4")
