"""2 Prepare to play: dealer, deck, secret picks, initial deployment, refill and last shuffle."""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.combat_soldiers.board_state import (
    ASIDE,
    BOX,
    DECK,
    DISCARD,
    HIDDEN_BOX,
    MARKERS,
    STOCK,
    TARGETS,
    Group,
    Refusal,
    after,
    area,
    casualties,
    chips,
    group,
    group_zone,
    hand,
    laid,
    marker,
    offer,
    offered_objectives,
    refuse,
    sheet,
    single,
)
from wardiary.domain.games.combat_soldiers.capacity import room
from wardiary.domain.games.combat_soldiers.commands import Lay, Misdeal, Note
from wardiary.domain.games.combat_soldiers.components import (
    OBJECTIVES,
    SIDES,
    WHITE,
    End,
    Pack,
    card_of,
    scenario_of,
)
from wardiary.domain.games.combat_soldiers.groups import (
    arrange,
    cannot_join,
    ends_of,
    family,
    in_command,
    is_infantry,
    misfit,
)
from wardiary.domain.games.combat_soldiers.objectives import COMPANIONS, sides_for
from wardiary.domain.games.combat_soldiers.two_player import (
    EVENTS,
    OBJECTIVE_PILE,
    chips_for,
    is_duel,
    last_events,
    leave_out,
    pick_of,
    unused,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening, ScenarioInfo
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.pieces import PieceId, Seat, Visibility, Zone
from wardiary.domain.table.table import Table

SEATS = ("a", "b", "c", "d", "e", "f")
DEALT = 8
LINES = 5
PICKED_BY_TWO = 2
DEALER_BOUND = 200
LAID = tuple(range(1, DEALT + 1))
SET_ASIDE = ("mines", "engineers", "friendly-fire")


def scenarios(pack: Pack) -> tuple[ScenarioInfo, ...]:
    """2.2, 17.0: the scenarios on offer, each for two to six seats."""
    seats = tuple(SEATS[:number] for number in range(2, len(SEATS) + 1))
    return tuple(
        ScenarioInfo(scenario.id, scenario.name, seats, scenario.about)
        for scenario in pack.scenarios.values()
    )


def visibility(pack: Any, opening: Opening) -> dict[Zone, Visibility]:
    """Part 2 of the rules: who may look where."""
    # Ruling: CS-Q58 the colour of the top back shows, unless the table hides it.
    backs: Any = "top" if opening.settings["show-backs"] else "none"
    pile = Visibility("nobody", ordered=True)
    hidden = {
        DECK: Visibility("nobody", ordered=True, backs=backs),
        DISCARD: pile,
        HIDDEN_BOX: pile,
        OBJECTIVE_PILE: pile,
        STOCK: Visibility("nobody"),
    }
    for seat in opening.seats:
        own = Visibility("owner", seat)
        for zone in (hand, casualties, chips, sheet, offered_objectives, unused):
            hidden[zone(seat)] = own
        for number in LAID:
            hidden[laid(seat, number)] = own
    return hidden


def place_everything(draft: Draft, opening: Opening) -> None:
    """1.0: all cards, the markers that are drawn or paired, and the entries for the sheets."""
    pack: Pack = draft.table.pack
    for card in pack.cards.values():
        draft.place(card.pieces(), card.kind, DECK, rule="1.1", back=card.back)
    for number, count in pack.sheet.markers.antitank.items():
        kind = f"antitank-{number}"
        draft.place([f"{kind}-{n}" for n in range(1, count + 1)], kind, STOCK, rule="1.2-b1")
    draft.shuffle(STOCK, rule="15.1-a")
    for letter in pack.sheet.markers.sieges:
        draft.place(marker("besieged", letter), "besieged", MARKERS, rule="1.2-b8", face=letter)
        draft.place(marker("besieging", letter), "besieging", MARKERS, rule="1.2-b9", face=letter)
    for seat in opening.seats:
        for objective in OBJECTIVES:
            for side in SIDES:
                draft.place(
                    f"{seat}-{objective}-{side}",
                    f"pick-{objective}-{side}",
                    chips(seat),
                    rule="1.4",
                    owner=seat,
                )
        blanks = [f"{seat}-blank-{n}" for n in range(1, LINES - 1)]
        draft.place(blanks, "blank", chips(seat), rule="1.4", owner=seat)


# 2.3 Dealer, 2.4 shuffle.


def choose_dealer(draft: Draft) -> Seat:
    """2.3: the highest die deals; CS-Q07: the tied roll again."""
    tied = list(draft.table.seats)
    for _ in range(DEALER_BOUND):
        faces = {seat: draft.roll(seat, "dealer", rule="2.3", high=10)[0] for seat in tied}
        best = max(faces.values())
        tied = [seat for seat in tied if faces[seat] == best]
        if len(tied) == 1:
            return tied[0]
    raise AssertionError("no dealer was found")


def prepare_deck(draft: Draft) -> None:
    """2.4-a: what is set aside; 17.2.4, 17.2.6, 20.1: what scenario and player count take out."""
    table = draft.table
    scenario = scenario_of(table)
    if is_duel(table):
        leave_out(draft)
    airborne = [piece for piece in table.zone(DECK) if "airborne" in card_of(table, piece).uses]
    # Ruling: CS-Q38 with two players none is left to take out.
    draft.move(airborne[: scenario.airborne_removed], BOX, rule="17.2.6")
    aside = [piece for piece in draft.table.zone(DECK) if table.pieces[piece].kind in SET_ASIDE]
    draft.move(aside, ASIDE, rule="2.4-a")
    # Ruling: CS-Q39 two players also set the Weather aside with the other events.
    if scenario.weather or is_duel(table):
        draft.move("weather", ASIDE, rule="20.3.2" if is_duel(table) else "17.2.4")


def deal(draft: Draft) -> None:
    """2.4-b, 20.3: shuffle, and eight cards each."""
    draft.shuffle(DECK, rule="2.4-b")
    for seat in draft.table.seats:
        draft.draw(DECK, hand(seat), DEALT, rule="2.4-b")


class Misdealing(Step, frozen=True, tag="misdealing"):
    """2.6: before anything is picked or laid, a seat without infantry may call a misdeal.

    Everybody is asked, whatever it holds.
    """

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """All seats that have not answered yet."""
        return tuple(
            Prompt(seat, self._offers(table, seat), "2.6", "Keep this hand?")
            for seat in self.waiting
        )

    def _offers(self, table: Table, seat: Seat) -> tuple[Offer, ...]:
        keep = single("pass", "2.6", "Keep the hand")
        if cannot_call(table, seat):
            return (keep,)
        return (keep, single("misdeal", "2.6", "Call a misdeal"))

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.6: only without infantry."""
        if isinstance(command, Misdeal):
            refuse(cannot_call(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Keep, or have everybody dealt anew."""
        if not isinstance(command, Misdeal):
            draft.change(waiting=tuple(one for one in self.waiting if one != seat))
            return
        for other in draft.table.seats:
            draft.move(draft.table.zone(hand(other)), DECK, rule="2.6")
        deal(draft)
        draft.change(waiting=draft.table.seats)

    def resume(self, draft: Draft) -> None:
        """Everybody keeps."""
        draft.finish()


def cannot_call(table: Table, seat: Seat) -> Refusal:
    """2.6: a hand with infantry is no misdeal."""
    if any(is_infantry(table, card) for card in table.zone(hand(seat))):
        return ("2.6", "you hold infantry")
    return None


# 2.5 Secret objective selection.


class Selecting(Step, frozen=True, tag="selecting"):
    """2.5: every seat fills the lines of its sheet: a US pick, a German pick, then at will.

    Empty lines are filled with blanks, so that nobody can tell how many picks there are.
    """

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """The next line of every sheet that is not full."""
        return tuple(
            Prompt(
                seat,
                (offer("note", "2.5-a", "Note", choice_slot("entry", entries(table, seat))),),
                "2.5-a",
                QUESTIONS[min(2, len(table.zone(sheet(seat))))],
            )
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.5-b: each side once; no objective twice."""
        if isinstance(command, Note) and command.entry not in entries(table, seat):
            line = len(table.zone(sheet(seat)))
            refuse(("2.5-b" if line < PICKED_BY_TWO else "2.5-a", QUESTIONS[min(2, line)]))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """One line more."""
        assert isinstance(command, Note)
        draft.move(command.entry, sheet(seat), rule="2.5-a")
        if len(draft.table.zone(sheet(seat))) == lines(draft.table):
            draft.change(waiting=tuple(one for one in self.waiting if one != seat))

    def resume(self, draft: Draft) -> None:
        """2.5-d: all sheets are turned over."""
        draft.finish()


QUESTIONS = (
    "Pick an objective to hold for the US",
    "Pick another one to hold for the Germans",
    "Pick one more, of either side, or leave the line empty",
)


def lines(table: Table) -> int:
    """2.5-a, 20.2.1: five lines, or two with two players."""
    return PICKED_BY_TWO if is_duel(table) else LINES


def entries(table: Table, seat: Seat) -> list[PieceId]:
    """What may stand on a sheet's next line: US, German, then any side (2.5-b, 2.5-c)."""
    noted = {pick_of(table, chip) for chip in table.zone(sheet(seat))}
    able = chips_for(table, seat) if is_duel(table) else list(table.zone(chips(seat)))
    line = len(table.zone(sheet(seat)))
    if line < PICKED_BY_TWO:
        side = SIDES[line]
        return [
            chip
            for chip in able
            if table.pieces[chip].kind.endswith(f"-{side}") and pick_of(table, chip) not in noted
        ]
    blanks = [chip for chip in able if table.pieces[chip].kind == "blank"]
    return [*blanks[:1], *(chip for chip in able if pick_of(table, chip) not in {*noted, ""})]


# 2.6 Initial deployment.


class Laying(Step, frozen=True, tag="laying"):
    """2.6.1: all lay groups face down at once: every objective in hand, and what they like."""

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """Every card that can be laid, for every seat that is not ready."""
        return tuple(
            Prompt(seat, tuple(lay_offers(table, seat)), "2.6.1-a", "Lay your groups")
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.6.1: why a card is not laid so."""
        if isinstance(command, Lay) and command.card in table.zone(hand(seat)):
            refuse(cannot_lay(table, seat, command))
        elif not isinstance(command, Lay) and must_lay(table, seat):
            refuse(("2.6.1-a", "every objective in hand is laid"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay a card, or be ready."""
        if isinstance(command, Lay):
            draft.move(command.card, command.place, rule="2.6.1-a")
            # Recorded however the card lay, so that nobody can tell how it did.
            draft.record(PieceTurned(piece=command.card, face=command.face, rule="2.6.1-b"))
        else:
            draft.change(waiting=tuple(one for one in self.waiting if one != seat))

    def resume(self, draft: Draft) -> None:
        """All are ready."""
        draft.finish()


def laid_zones(table: Table, seat: Seat) -> list[Zone]:
    """The groups a seat has laid so far."""
    return [laid(seat, number) for number in LAID if table.zone(laid(seat, number))]


def must_lay(table: Table, seat: Seat) -> list[PieceId]:
    """2.6.1-a: objectives still in hand; the Steeple only when it has a companion."""
    return [
        card
        for card in table.zone(hand(seat))
        if family(table, card) == "objective"
        and (card != "steeple" or companion_zones(table, seat))
    ]


def companion_zones(table: Table, seat: Seat) -> list[Zone]:
    """13.5.2.5-a: where the Steeple can be laid."""
    return [zone for zone in laid_zones(table, seat) if group(table, zone).objective in COMPANIONS]


def lay_offers(table: Table, seat: Seat) -> list[Offer]:
    """2.6.1: for each side and place the cards that can be laid there."""
    mine = laid_zones(table, seat)
    new = [laid(seat, number) for number in LAID if not table.zone(laid(seat, number))][:1]
    found = [group(table, zone) for zone in mine]
    fitting: dict[tuple[str, Zone], list[PieceId]] = {}
    for card in table.zone(hand(seat)):
        if family(table, card) == "objective":
            ways = objective_places(table, seat, card, found, new)
        else:
            ways = [
                (end.face, place)
                for end in ends_of(table, card)
                for place in unit_places(table, end, found, new)
            ]
        for way in ways:
            fitting.setdefault(way, []).append(card)
    offers = [] if must_lay(table, seat) else [single("ready", "2.6.1-a", "All is laid")]
    for (face, place), cards in fitting.items():
        slots = (choice_slot("card", cards), fixed_slot("face", face), fixed_slot("place", place))
        offers.append(offer("lay", "2.6.1-b", "Lay a card", *slots))
    return offers


def unit_places(table: Table, end: End, found: list[Group], new: list[Zone]) -> list[Zone]:
    """2.6.1-b: infantry and leaders, in legal groups."""
    # Ruling: CS-Q05 no armor at the start.
    if end.role == "armor":
        return []
    places = [] if end.role == "leader" else list(new)
    return places + [one.zone for one in found if cannot_join(table, one, end) is None]


def objective_places(
    table: Table, seat: Seat, card: PieceId, found: list[Group], new: list[Zone]
) -> list[tuple[str, Zone]]:
    """2.6.2, CS-Q08b: the side of an objective is part of what is laid."""
    ways: list[tuple[str, Zone]] = []
    for side in sides_for(table):
        if card == "steeple":
            able = [
                zone for zone in companion_zones(table, seat) if group(table, zone).side == side
            ]
        else:
            able = new + [one.zone for one in found if one.side == side and can_take(table, one)]
        ways += [(side, zone) for zone in able]
    return ways


def can_take(table: Table, found: Group) -> bool:
    """4.3.2: whether an objective fits into a laid group."""
    ends = [
        end for unit in found.units for end in [card_of(table, unit).ends[face_of(table, unit)]]
    ]
    return not found.objective and misfit(ends, objective=True) is None


def face_of(table: Table, piece: PieceId) -> str:
    """The end that is up."""
    return table.pieces[piece].face


def cannot_lay(table: Table, seat: Seat, command: Lay) -> Refusal:
    """2.6.1, 2.6.2: why a card cannot be laid like this."""
    if command.place not in [laid(seat, number) for number in LAID]:
        # Asked before anything else: what another seat has laid must not show in a reason.
        return ("2.6.1-a", f"{command.place!r} is no place of yours to lay a group")
    card = card_of(table, command.card)
    if card.family == "armor":
        return ("2.6.1-b", "armor is not laid at the start")
    if card.family == "objective":
        if command.face not in sides_for(table):
            return ("2.6.2", "the scenario sets the side of objectives")
        found = group(table, command.place)
        if found.side not in {"", command.face}:
            return ("2.6.2", "an objective is of its group's side")
        return None
    end = card.ends.get(command.face)
    if end is None:
        return ("2.6.1-b", "the card has no such end")
    found = group(table, command.place)
    if found.objective and end.side != found.side:
        return ("2.6.2", "an objective is of its group's side")
    return cannot_join(table, found, end)


def reveal(draft: Draft) -> None:
    """2.6.2: everything laid is turned up at once."""
    for seat in draft.table.seats:
        for number, zone in enumerate(laid_zones(draft.table, seat), 1):
            take_back_misfits(draft, seat, zone)
            place = group_zone(seat, number)
            draft.move(draft.table.zone(zone), place, rule="2.6.2")
            in_command(draft, place)
            arrange(draft, place)


def take_back_misfits(draft: Draft, seat: Seat, zone: Zone) -> None:
    """2.6.1-b: what is no part of a legal group goes back to hand.

    Laying refuses such cards; only a what-if deal of unseen cards can bring them about.
    """
    table = draft.table
    faces = {card: face_of(table, card) for card in table.zone(zone)}
    home = next((card for card in faces if card in TARGETS and faces[card]), "")
    kept: list[End] = []
    for card, face in faces.items():
        if card == home or (card == "steeple" and home in COMPANIONS):
            continue
        end = card_of(table, card).ends.get(face)
        if end is not None and face_side(faces, home) in {"", end.side}:
            if misfit([*kept, end], objective=bool(home)) is None:
                kept.append(end)
                continue
        draft.turn(card, "", rule="2.6.1-b")
        draft.move(card, hand(seat), rule="2.6.1-b")


def face_side(faces: dict[PieceId, str], home: PieceId) -> str:
    """The side of a laid objective; "" without one."""
    return faces.get(home, "")


def refill(draft: Draft, dealer: Seat) -> None:
    """2.6.3: from the dealer's left; white backs go back to the dealer and are replaced."""
    table = draft.table
    for seat in table.seats:
        # Ruling: CS-Q04 a white back that could not be laid is handed back like a drawn one.
        white = [card for card in table.zone(hand(seat)) if card_of(table, card).back == WHITE]
        draft.move(white, ASIDE, rule="2.6.3-b")
    for seat in (*after(table.seats, dealer), dealer):
        while draft.table.zone(DECK) and room(draft.table, seat) > 0:
            card = draft.table.zone(DECK)[0]
            if card_of(draft.table, card).back == WHITE:
                draft.move(card, ASIDE, rule="2.6.3-b")
            else:
                draft.draw(DECK, hand(seat), 1, rule="2.6.3-a")


def finish_deck(draft: Draft, dealer: Seat) -> None:
    """2.6.4-a, 17.2.4, 20.3: what was set aside goes in, and all is shuffled."""
    if is_duel(draft.table):
        last_events(draft)
    if scenario_of(draft.table).weather:
        draft.move("weather", area(dealer), rule="17.2.4")
    aside = draft.table.zone(ASIDE)
    assert not is_duel(draft.table) or not set(aside) & set(EVENTS)
    draft.move(aside, DECK, rule="2.6.4-a")
    draft.shuffle(DECK, rule="2.6.4-a")
