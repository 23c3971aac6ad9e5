"""5.1 Rounds: preparing, playing and counting one, then the next; the step at the bottom."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.spoils import score_fallen
from wardiary.domain.games.combat_soldiers.components.zones import (
    DECK,
    MARKERS,
    seats_after,
    selection_sheet,
    unused_entries,
)
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units
from wardiary.domain.games.combat_soldiers.preparation.dealing import (
    MisdealCall,
    choose_dealer,
    deal,
    finish_deck,
    prepare_deck,
    refill,
)
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import (
    InitialDeployment,
    reveal,
)
from wardiary.domain.games.combat_soldiers.preparation.picks import ObjectiveSelection
from wardiary.domain.games.combat_soldiers.preparation.setting_up import place_everything
from wardiary.domain.games.combat_soldiers.preparation.two_player import is_two_player, take_picks
from wardiary.domain.games.combat_soldiers.sequence.turn import Turn
from wardiary.domain.games.combat_soldiers.victory.ending import ROUND_OVER, SUDDEN_DEATH
from wardiary.domain.games.combat_soldiers.victory.scoring import count_points, decide_match
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat


class Round(Step, frozen=True, tag="round"):
    """One pass through the deck, from the dealer's roll to the count of points.

    Stages: dealer, picks, deal, sheets, lay, reveal, refill, turns. `seat` takes the next Turn.
    """

    stage: str = "dealer"
    dealer: Seat = ""
    seat: Seat = ""

    def resume(self, draft: Draft) -> None:
        """Go on with the next stage; this step asks no seat itself."""
        match self.stage:
            case "dealer":
                draft.change(stage="picks", dealer=choose_dealer(draft))
                prepare_deck(draft)
            case "reveal":
                draft.change(stage="refill")
                reveal(draft)
            case "refill":
                refill(draft, self.dealer)
                finish_deck(draft, self.dealer)
                # 2.6.4-b, 20.4: the dealer begins.
                draft.change(stage="turns", seat=self.dealer)
            case "turns":
                self._next_turn(draft)
            case _:
                self._ask(draft, two_player=is_two_player(draft.table))

    def _ask(self, draft: Draft, *, two_player: bool) -> None:
        """Begin the next question to all seats at once."""
        seats = draft.table.seats
        match self.stage:
            case "picks":
                # With two players the picks are made of dealt objectives, before the deal (20.2).
                draft.change(stage="deal")
                if two_player:
                    draft.begin(ObjectiveSelection(seats))
            case "deal":
                if two_player:
                    take_picks(draft)
                deal(draft)
                draft.change(stage="sheets")
                draft.begin(MisdealCall(seats))
            case "sheets":
                # Ruling: CS-Q08 a misdeal comes before anything is picked or laid.
                draft.change(stage="lay")
                if not two_player:
                    draft.begin(ObjectiveSelection(seats))
            case _:
                draft.change(stage="reveal")
                draft.begin(InitialDeployment(seats))

    def _next_turn(self, draft: Draft) -> None:
        """3.0-a: Turns go clockwise, until the round is over (3.0-e)."""
        if draft.table.track(ROUND_OVER):
            end_round(draft)
            return
        draft.change(seat=seats_after(draft.table.seats, self.seat)[0])
        draft.begin(Turn(self.seat))


def end_round(draft: Draft) -> None:
    """12.2: count, then the next round or the end of the match."""
    score_fallen(draft, draft.table.seat, rule="7.2.2.4")
    count_points(draft)
    if draft.table.round >= int(draft.table.setting("rounds")):
        decide_match(draft)
    gather(draft)
    draft.finish()
    begin_round(draft)


def gather(draft: Draft) -> None:
    """5.1-b: all cards, markers and entries of sheets go back to where they were at the start."""
    table = draft.table
    cards = sorted(piece.id for piece in table.pieces.values() if piece.kind in table.pack.cards)
    for card in cards:
        remove_marks(draft, card)
    clear_units(draft, [card for card in cards if draft.table.pieces[card].face])
    for piece in sorted(piece.id for piece in table.pieces.values()):
        if piece.startswith(("besieged-", "besieging-")):
            remove_marks(draft, piece)
            draft.move(piece, MARKERS, rule="5.1-b")
    draft.move([card for card in cards if draft.table.zone_of(card) != DECK], DECK, rule="5.1-b")
    for seat in table.seats:
        draft.move(draft.table.zone(selection_sheet(seat)), unused_entries(seat), rule="5.1-b")
        draft.track(f"vp/{seat}", 0, rule="5.1-b")
    for track in (ROUND_OVER, SUDDEN_DEATH):
        draft.track(track, 0, rule="5.1-b")


def remove_marks(draft: Draft, piece: PieceId) -> None:
    """5.1-b: no mark stays on a piece from one round to the next."""
    for mark in sorted(draft.table.pieces[piece].marks):
        draft.mark(piece, mark, 0, rule="5.1-b")


def begin_round(draft: Draft) -> None:
    """5.1-b: a round is prepared like a new game."""
    draft.enter("setup", rule="5.1-b", round=draft.table.round + 1)
    draft.begin(Round())


def set_up(draft: Draft, opening: Opening) -> None:
    """2: put everything in place and begin the first round."""
    place_everything(draft, opening)
    begin_round(draft)
