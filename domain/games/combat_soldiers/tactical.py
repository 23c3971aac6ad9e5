"""7.3 and 14 Tactical cards of the own attack phase: sieges, snipers, partisans, Intelligence."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions import actions_left, lacks, pay, touch
from wardiary.domain.games.combat_soldiers.board_state import (
    Group,
    Refusal,
    SeatBoard,
    after,
    controls,
    group,
    hand,
    holding,
    is_group,
    offer,
    owner_of,
    rating_of,
    refuse,
    sheet,
    side_of,
    single,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.capacity import room
from wardiary.domain.games.combat_soldiers.commands import (
    Cover,
    Disclose,
    DropPartisans,
    Infiltrate,
    Inquire,
    PayPartisans,
    RecallPartisans,
    Sap,
    Snipe,
    Surround,
)
from wardiary.domain.games.combat_soldiers.components import card_of, printed
from wardiary.domain.games.combat_soldiers.groups import eliminate
from wardiary.domain.games.combat_soldiers.losses import from_hand, score_fallen
from wardiary.domain.games.combat_soldiers.piles import discard
from wardiary.domain.games.combat_soldiers.random_events import clear_mines, mines_on_table
from wardiary.domain.games.combat_soldiers.sieges import begin_siege, free_letters
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

STEEPLE = "steeple"


# 7.3.1 Surrounding.


def surround_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.1.1-a: instead of a normal attack."""
    cards = holding(table, seat, "surrounded")
    if not cards or not free_letters(table):
        return
    enemies = board.others
    for own in board.mine:
        if cannot_besiege(table, seat, own):
            continue
        targets = [found.zone for found in enemies if cannot_be_besieged(own, found) is None]
        if targets:
            yield offer(
                "surround",
                "7.3.1.1-a",
                "Surround",
                choice_slot("card", cards),
                fixed_slot("group", own.zone),
                choice_slot("target", targets),
            )


def cannot_besiege(table: Table, seat: Seat, own: Group) -> Refusal:
    """7.3.1.1, 7.3.1.3-b3: why a group cannot surround another."""
    if own.owner != seat or not own.maneuver:
        return ("7.3.1.1-a", "one of your maneuver groups surrounds")
    if own.siege:
        return ("7.3.1.3-b3", "a besieged group does not besiege")
    if own.besieging:
        return ("7.3.1.1-a", "it keeps up a siege already")
    if used_this_turn(table, f"barred/{own.zone}"):
        return ("7.3.5-c", "it may not attack again this Turn")
    if used_this_turn(table, f"attacked/{own.zone}"):
        return ("7.3.1.1-a", "surrounding replaces the attack of this Turn")
    return lacks(table, seat, 1, own.side)


def cannot_be_besieged(own: Group, target: Group) -> Refusal:
    """7.3.1.1-a: any group of the opposite side, of another seat, not besieged yet."""
    if target.owner == own.owner or target.side == own.side:
        return ("7.1.1", "only groups of others, of the opposite nationality")
    # Ruling: one siege a group; the text knows one marker on it.
    return ("7.3.1.1-a", "it is besieged already") if target.siege else None


def check_surround(table: Table, seat: Seat, command: Surround) -> None:
    """Why a siege is refused."""
    if not free_letters(table):
        refuse(("1.2-b8", "both pairs of siege markers are in use"))
    own = group(table, command.group)
    refuse(cannot_besiege(table, seat, own))
    refuse(cannot_be_besieged(own, group(table, command.target)))


def surround(draft: Draft, seat: Seat, command: Surround) -> None:
    """7.3.1.1-a: one action, no die."""
    own = group(draft.table, command.group)
    pay(draft, 1, own.side, rule="7.3.1.1-a")
    touch(draft, own.zone, rule="3.4-b")
    draft.track(f"besieging/{own.zone}", draft.table.turn, rule="7.3.1.1-b")
    begin_siege(draft, command.card, own, group(draft.table, command.target))


# 7.3.6 Sniper!, 7.3.7 Cover!


def snipe_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.6, 13.5.2.5-d: a card at any opposing leader, the Steeple at one of the other side."""
    cards = holding(table, seat, "sniper") if lacks(table, seat, 1) is None else ()
    steeple = cannot_use_steeple(table, seat) is None
    if not cards and not steeple:
        return
    groups = [found for found in board.others if found.leader]
    leaders = [found.leader for found in groups]
    if cards and leaders:
        yield offer(
            "snipe", "7.3.6", "Sniper!", choice_slot("card", cards), choice_slot("leader", leaders)
        )
    own = side_of(table, STEEPLE)
    able = [found.leader for found in groups if found.side != own]
    if steeple and able:
        yield offer(
            "snipe",
            "13.5.2.5-d",
            "Sniper!",
            fixed_slot("card", STEEPLE),
            choice_slot("leader", able),
        )


def cannot_use_steeple(table: Table, seat: Seat) -> Refusal:
    """13.5.2.5-d: once a Turn for an action, while its companion is sound."""
    held = table.pieces.get(STEEPLE)
    if held is None or not is_group(held.zone) or owner_of(held.zone) != seat:
        return ("7.3.8.1-b", "you do not hold the Steeple")
    if not controls(table, seat, STEEPLE):
        return ("13.5.2.5-e", "the Steeple is silenced with its companion")
    if used_this_turn(table, "used/steeple"):
        return ("7.3.8.1-b", "a capability works once a Turn")
    return lacks(table, seat, printed(table, STEEPLE).cost(side_of(table, STEEPLE)))


def check_snipe(table: Table, seat: Seat, command: Snipe) -> None:
    """Why a sniper is refused."""
    if command.card == STEEPLE:
        refuse(cannot_use_steeple(table, seat))
        target = table.pieces.get(command.leader)
        if target is not None and is_group(target.zone):
            if group(table, target.zone).side == side_of(table, STEEPLE):
                refuse(("13.5.2.5-d", "the Steeple shoots at leaders of the opposite side"))
    else:
        refuse(lacks(table, seat, 1))


def snipe(draft: Draft, seat: Seat, command: Snipe) -> None:
    """7.3.6: one action; then anybody inactive may cry Cover."""
    if command.card == STEEPLE:
        draft.track("used/steeple", draft.table.turn, rule="7.3.8.1-b")
        cost = printed(draft.table, STEEPLE).cost(side_of(draft.table, STEEPLE))
        pay(draft, cost, "", rule="13.5.2.5-d")
    else:
        pay(draft, 1, "", rule="7.3.6")
        from_hand(draft, command.card, rule="7.3.6")
    draft.begin(SniperShot(seat, command.leader, after(draft.table.seats, seat)))


class SniperShot(Step, frozen=True, tag="sniper-shot"):
    """7.3.7: each inactive seat may play Cover!; then one die, or two of which the lower counts."""

    seat: Seat
    leader: PieceId
    waiting: tuple[Seat, ...]
    covered: bool = False

    def prompts(self, table: Table) -> Prompts:
        """The next seat of the window."""
        if not self.waiting:
            return ()
        seat = self.waiting[0]
        cards = (
            single("cover", "7.3.7", "Cover!", card=card) for card in holding(table, seat, "cover")
        )
        return (
            Prompt(
                seat,
                (single("pass", "7.3.7", "Pass"), *cards),
                "7.3.7",
                f"A sniper aims at {self.leader}: cry Cover!?",
                {"window": "cover", "leader": self.leader},
            ),
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """One card is enough."""
        # Ruling: CS-Q64 any seat but the active one may cover.
        if isinstance(command, Cover):
            from_hand(draft, command.card, rule="7.3.7")
            draft.change(waiting=(), covered=True)
        else:
            draft.change(waiting=self.waiting[1:])

    def resume(self, draft: Draft) -> None:
        """7.3.6: six or more above the rating kills."""
        draft.finish()
        dice = 2 if self.covered else 1
        if self.covered:
            faces = draft.roll(self.seat, "sniper", rule="7.3.7", dice=dice, high=10)
        else:
            faces = draft.roll(self.seat, "sniper", rule="7.3.6", dice=dice, high=10)
        if min(faces) - rating_of(draft.table, self.leader) >= 6:
            eliminate(draft, (self.leader,), scored=True, rule="7.3.6")
            score_fallen(draft, self.seat, rule="7.3.6")


# 7.1.4 Sappers.


def sap_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.1.4, Playing the Game: free, on any Mines! card, also to help others."""
    cards = holding(table, seat, "sappers")
    mines = mines_on_table(table) if cards else []
    if mines:
        yield offer(
            "sap", "7.1.4", "Sappers", choice_slot("card", cards), choice_slot("mines", mines)
        )


def sap(draft: Draft, seat: Seat, command: Sap) -> None:
    """14.3.3: both cards are discarded."""
    clear_mines(draft, command.card, command.mines)


# 7.3.5 Intelligence, 18.2.3 Recon: secret picks.


def inquire_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.5-b2: for an action; 18.2.3: a Recon card free of charge."""
    cards: tuple[PieceId, ...] = ()
    if lacks(table, seat, 1) is None:
        cards = holding(table, seat, "intelligence")
    if table.settings["alternate-plays"]:
        cards += holding(table, seat, "recon")
    if cards:
        others = [other for other in table.seats if other != seat]
        yield offer(
            "inquire",
            "7.3.5-b2",
            "Uncover a pick",
            choice_slot("card", cards),
            choice_slot("seat", others),
        )


def check_inquire(table: Table, seat: Seat, command: Inquire) -> None:
    """Why an inquiry is refused."""
    if command.card in holding(table, seat, "recon"):
        if not table.settings["alternate-plays"]:
            refuse(("18.2.3", "combined card plays were not agreed on"))
    else:
        refuse(lacks(table, seat, 1))


def inquire(draft: Draft, seat: Seat, command: Inquire) -> None:
    """7.3.5-b2: the seat asked chooses which pick it shows."""
    if "intelligence" in card_of(draft.table, command.card).uses:
        pay(draft, 1, "", rule="7.3.5-b2")
        from_hand(draft, command.card, rule="7.3.5-b2")
    else:
        from_hand(draft, command.card, rule="18.2.3")
    draft.begin(Disclosure(command.seat, seat))


class Disclosure(Step, frozen=True, tag="disclosure"):
    """7.3.5-b2: one secret pick is shown to the seat that asked, and to nobody else."""

    seat: Seat
    to: Seat

    def prompts(self, table: Table) -> Prompts:
        """The entries of the own sheet; empty lines are none."""
        entries = [entry for entry in table.zone(sheet(self.seat)) if is_entry(table, entry)]
        offers = tuple(
            single("show-pick", "7.3.5-b2", "Show this pick", entry=entry) for entry in entries
        )
        return (Prompt(self.seat, offers, "7.3.5-b2", f"Which pick do you show {self.to}?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Show it."""
        assert isinstance(command, Disclose)
        draft.finish()
        draft.show(command.entry, (self.to,), rule="7.3.5-b2")


def is_entry(table: Table, chip: PieceId) -> bool:
    """1.4: whether a line of a sheet names an objective."""
    return table.pieces[chip].kind.startswith("pick-")


# 7.3.12 Partisan or Kommando.


def infiltrate_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.12-a: for an action on an opponent's objective."""
    cards = holding(table, seat, "partisan")
    if not cards or lacks(table, seat, 1):
        return
    targets = [
        objective
        for found in board.others
        for objective in found.cards
        if card_of(table, objective).family == "objective" and not found.partisan
    ]
    if targets:
        yield offer(
            "infiltrate",
            "7.3.12-a",
            "Partisans",
            choice_slot("card", cards),
            choice_slot("objective", targets),
        )


def infiltrate(draft: Draft, seat: Seat, command: Infiltrate) -> None:
    """7.3.12-a: the card lies with the objective and silences it."""
    pay(draft, 1, "", rule="7.3.12-a")
    zone = draft.table.zone_of(command.objective)
    draft.move(command.card, zone, rule="7.3.12-a", host=command.objective)
    draft.track(f"placed/{command.card}", seat_number(draft.table, seat), rule="7.3.12-a")
    draft.track(f"paid/{command.card}", draft.table.turn, rule="7.3.12-a")


def seat_number(table: Table, seat: Seat) -> int:
    """The place of a seat at the table, from 1."""
    return table.seats.index(seat) + 1


def own_partisans(table: Table, seat: Seat) -> list[PieceId]:
    """7.3.12-b: the cards that a seat has in play and has not paid for this Turn."""
    number = seat_number(table, seat)
    return [
        piece.id
        for piece in table.pieces.values()
        if piece.kind == "partisan"
        and is_group(piece.zone)
        and table.track(f"placed/{piece.id}") == number
        and table.track(f"paid/{piece.id}") != table.turn
    ]


class Upkeep(Step, frozen=True, tag="upkeep"):
    """7.3.12-b: at the start of the own phase B: pay an action, or lose the card.

    18.2.2: it may also be taken back into hand for an action.
    """

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """Each own card in play; CS-Q63: asked while the actions are still there."""
        offers: list[Offer] = []
        for card in own_partisans(table, self.seat):
            offers.append(single("drop-partisans", "7.3.12-b", "Let them go", card=card))
            if actions_left(table, self.seat) > 0:
                offers.append(single("pay-partisans", "7.3.12-b", "Pay an action", card=card))
            if cannot_recall(table, self.seat) is None:
                offers.append(single("recall-partisans", "18.2.2", "Back to hand", card=card))
        if not offers:
            return ()
        return (Prompt(self.seat, tuple(offers), "7.3.12-b", "Keep the partisans in play?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """18.2.2: the hand must have room."""
        if isinstance(command, RecallPartisans):
            refuse(cannot_recall(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Pay, drop or recall."""
        match command:
            case PayPartisans(card=card):
                pay(draft, 1, "", rule="7.3.12-b")
                draft.track(f"paid/{card}", draft.table.turn, rule="7.3.12-b")
            case DropPartisans(card=card):
                discard(draft, (card,), rule="7.3.12-b")
            case RecallPartisans(card=card):
                pay(draft, 1, "", rule="18.2.2")
                draft.move(card, hand(seat), rule="18.2.2")
            case _:
                raise AssertionError(command)

    def resume(self, draft: Draft) -> None:
        """Nothing is left to decide."""
        draft.finish()


def cannot_recall(table: Table, seat: Seat) -> Refusal:
    """18.2.2: the option, room in hand, and an action."""
    if not table.settings["alternate-plays"]:
        return ("18.0", "combined card plays were not agreed on")
    if room(table, seat) < 1:
        return ("18.2.2", "the hand is full")
    return lacks(table, seat, 1)
