"""11 Marking hits: what a town takes, who has to take the first ones, and who is destroyed."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import ListedChoice
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    TOWN,
    Side,
    army_at,
    card_of,
    destroy,
    seat_of,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.crossing import attached_engineers
from wardiary.domain.games.nuts.values import threshold
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def defenders_of(table: Table, side: Side, space: Zone) -> tuple[PieceId, ...]:
    """N-10.1b, N-17.ArmoredEngineers.

    All of a side in a space, and the engineers attached to them.
    """
    units = units_of(table, side, space)
    return units + attached_engineers(table, side, space) if units else units


def soak(draft: Draft, space: Zone, side: Side, hits: int) -> int:
    """N-4.31j, N-Q4.

    The town takes hits first while any of the side is inside. Gives what is left.
    """
    # Ruling: R-13 so many a combat; R-14 for all units of the space.
    table = draft.table
    town = terrain_card(table, space, "town")
    inside = table.zones.get(TOWN[space], ())
    if not hits or not town or not inside or card_of(table, inside[0]).side != side:
        return hits
    soaked = table.mark(town, "soaked")
    taken = min(hits, int(table.pack.terrain[table.pieces[town].kind].soak) - soaked)
    if taken > 0:
        draft.mark(town, "soaked", soaked + taken, rule="N-4.31j")
        return hits - taken
    return hits


def is_doomed(table: Table, unit: PieceId) -> bool:
    """10.3, 11: whether a unit is destroyed and only waits for the end of the fire."""
    return bool(table.mark(unit, "doomed"))


def hit_candidates(table: Table, units: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    """11: those without a hit, independents last; then any that are not destroyed yet."""
    # Ruling: R-11 hits of earlier combats count. R-12 no more on a unit that is destroyed already.
    pieces, cards = table.pieces, table.pack.units
    fresh = [unit for unit in units if not pieces[unit].marks.get("hit")]
    first = tuple(unit for unit in fresh if not cards[pieces[unit].kind].independent)
    if first or fresh:
        return first or tuple(fresh)
    return tuple(unit for unit in units if not is_doomed(table, unit))


def assign_hits(
    draft: Draft, seat: Seat, units: tuple[PieceId, ...], hits: int, *, attacking: bool
) -> None:
    """N-11a, N-11b, N-11c, N-Q3, N-Q16/22.

    Mark hits; the owner is asked wherever there is a choice.
    """
    while hits:
        table = draft.table
        candidates = hit_candidates(table, units)
        if not candidates:
            return
        forced = bool(len(candidates) == 1)
        all_fresh = not table.mark(candidates[0], "hit") and hits >= len(candidates)
        if not forced and not all_fresh:
            draft.begin(NextHit(seat, candidates, units, hits, attacking))
            return
        for unit in candidates:
            mark_hit(draft, unit, attacking=attacking)
        hits -= len(candidates)


def mark_hit(draft: Draft, unit: PieceId, *, attacking: bool) -> None:
    """11: one hit; the unit is destroyed when they reach its cohesion."""
    # Ruling: R-10 it is marked at once, and removed at the end of the fire.
    hits = draft.table.mark(unit, "hit") + 1
    draft.mark(unit, "hit", hits, rule="N-11b" if attacking else "N-11a")
    if hits >= threshold(draft.table, unit, attacking=attacking):
        draft.mark(unit, "doomed", 1, rule="N-11d")


class NextHit(ListedChoice, frozen=True, tag="next-hit"):
    """11: which unit takes the next hit; `units` are all that are in this combat."""

    question = "Which unit takes the next hit?"
    rule = "N-11c"

    units: tuple[PieceId, ...]
    hits: int
    attacking: bool

    def question_at(self, table: Table) -> str:
        """How many are left."""
        return self.question if self.hits == 1 else f"{self.question} {self.hits} are left"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It takes one; then the rest."""
        mark_hit(draft, chosen, attacking=self.attacking)
        assign_hits(draft, self.seat, self.units, self.hits - 1, attacking=self.attacking)


def remove_doomed(
    draft: Draft, units: tuple[PieceId, ...], *, by_germans: bool = False
) -> tuple[PieceId, ...]:
    """10.3: at the end of a fire the destroyed leave; gives those that stay.

    In a German attack of the first turn lost American infantry is remembered (15.4).
    """
    for unit in units:
        if is_doomed(draft.table, unit):
            card = card_of(draft.table, unit)
            destroy(draft, (unit,), rule="N-10.3m")
            # Ruling: R-36 leg units without guns.
            on_foot = card.side == AMERICAN and not card.mech and not card.gun and card.at_start
            if by_germans and draft.table.round == 1 and on_foot:
                draft.mark(unit, "reforming", 1, rule="N-15.4a")
    return tuple(unit for unit in units if draft.table.pieces[unit].zone[-8:] != "-discard")


class Removal(Step, frozen=True, tag="removal"):
    """11: units hit outside the fires of a combat leave when the hits are distributed."""

    units: tuple[PieceId, ...]

    def resume(self, draft: Draft) -> None:
        """The destroyed go."""
        draft.finish()
        remove_doomed(draft, self.units)


def hit_space(draft: Draft, space: Zone, side: Side, hits: int) -> None:
    """11: hits on a side in a space from a card: the town's share, then its owner distributes."""
    units = defenders_of(draft.table, side, space)
    hits = soak(draft, space, side, hits)
    if units and hits:
        draft.begin(Removal(units))
        seat = seat_of(draft.table, army_at(draft.table, side, space))
        assign_hits(draft, seat, units, hits, attacking=False)
