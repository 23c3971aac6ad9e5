"""10.3 A battle from its declaration to the advance, fire by fire."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.nuts.board import (
    EVENTS,
    TERRAIN,
    Army,
    Side,
    army_at,
    discards,
    event_cards,
    other_side,
    relocate,
    seat_of,
    side_of,
    take_control,
    terrain_card,
)
from wardiary.domain.games.nuts.combat.advance import open_advance, open_step_out
from wardiary.domain.games.nuts.combat.blitz import open_blitz
from wardiary.domain.games.nuts.combat.fire import (
    NEEDS,
    attack_items,
    defence_items,
    fire,
    lowest_hit,
)
from wardiary.domain.games.nuts.combat.hits import (
    assign_hits,
    defenders_of,
    remove_doomed,
    soak,
)
from wardiary.domain.games.nuts.values import Arm, total
from wardiary.domain.games.nuts.windows import open_window
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

ASSAULT, BOMBARDMENT = "assault", "bombardment"
COMMIT, HOLD = "commit", "hold"
AFTER_FIRE = 15
"""The stage at which all fire is over."""


class Battle(Step, frozen=True, tag="battle"):
    """10.3: one attack; `stage` says what comes next.

    `units` attack, each from its place in `origins`; `blitzed` are those that went through,
    `sixes` how many more may, `forced` whether they fight their way in as reinforcements.
    """

    army: Army
    target: Zone
    units: tuple[PieceId, ...]
    origins: tuple[Zone, ...]
    forced: bool = False
    stage: int = 0
    bombardment: bool = False
    committed: bool = False
    blitzed: tuple[PieceId, ...] = ()
    sixes: int = 0

    @property
    def side(self) -> Side:
        """The attacker's side."""
        return side_of(self.army)

    def defenders(self, table: Table) -> tuple[PieceId, ...]:
        """10.1: everything of the enemy in the space."""
        return defenders_of(table, other_side(self.side), self.target)

    def attackers(self, table: Table) -> tuple[PieceId, ...]:
        """Those of the attack that are still in play."""
        return tuple(unit for unit in self.units if is_in_play(table, unit))

    def origin_of(self, table: Table, *, infantry: bool = False) -> dict[PieceId, Zone]:
        """Those that fire, with where they attack from; units that went through are no infantry."""
        return {
            unit: origin
            for unit, origin in zip(self.units, self.origins, strict=True)
            if is_in_play(table, unit) and not (infantry and unit in self.blitzed)
        }

    def resume(self, draft: Draft) -> None:
        """One stage after the other; each may ask."""
        stage = self.stage
        draft.change(stage=stage + 1)
        if 1 <= stage < AFTER_FIRE and self._is_decided(draft.table):
            draft.change(stage=AFTER_FIRE)
            return
        STAGES[stage](draft, self)

    def _is_decided(self, table: Table) -> bool:
        """Nobody is left on one side: no more fire."""
        # Units that are destroyed but still fire keep the battle going until they are removed.
        return not self.attackers(table) or not self.defenders(table)


def is_in_play(table: Table, unit: PieceId) -> bool:
    """Whether a unit is neither discarded nor off the board for good."""
    zone = table.pieces[unit].zone
    return zone != "exit" and not zone.endswith("-discard")


def begin_battle(
    draft: Draft, army: Army, target: Zone, units: tuple[PieceId, ...], *, forced: bool = False
) -> None:
    """N-10.1d, N-10.3r: units attack a space; they are turned sideways."""
    # Ruling: R-61 any attack counts, a bombardment and one without dice as well.
    table = draft.table
    origins = tuple(table.pieces[unit].zone.removesuffix("-town") for unit in units)
    for unit in units:
        draft.mark(unit, "sideways", 1, rule="N-10.1d")
    draft.begin(Battle(army, target, units, origins, forced))


# Stages


def _declared(draft: Draft, battle: Battle) -> None:
    _window(draft, battle, "declared")


def _window(draft: Draft, battle: Battle, tag: str) -> None:
    open_window(
        draft, tag, battle.army, space=battle.target, units=battle.units, blitzed=battle.blitzed
    )


def _between(draft: Draft, battle: Battle) -> None:
    """16.1: cards may be played between two fires."""
    _window(draft, battle, "fire")


def _take_in_dropped(draft: Draft, battle: Battle) -> None:
    """Q29, Q30: paratroopers who dropped among the attackers are one more of them."""
    for card in draft.table.pack.cards_of.get("van-der-heydte-drop", ()):
        piece = draft.table.pieces.get(card)
        if piece is not None and piece.marks.get("joined") and card not in battle.units:
            draft.mark(card, "sideways", 1, rule="N-10.1d")
            draft.change(
                units=(*battle.units, card),
                origins=(*battle.origins, piece.zone.removesuffix("-town")),
            )


class TypeOfAttack(ListedChoice, frozen=True, tag="type-of-attack"):
    """10.3: bombardment with guns alone, or an assault."""

    question = "Bombardment, or an assault?"
    rule = "N-10.3e"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The battle remembers it."""
        draft.change(bombardment=chosen == BOMBARDMENT)


def _type(draft: Draft, battle: Battle) -> None:
    _take_in_dropped(draft, battle)
    ask(draft, TypeOfAttack(seat_of(draft.table, battle.army), (ASSAULT, BOMBARDMENT)))


def attack_fire(draft: Draft, battle: Battle, arm: Arm) -> int:
    """10.3: the attackers fire an arm; the defender marks the hits. Gives the natural sixes."""
    table, defenders = draft.table, battle.defenders(draft.table)
    firing = battle.origin_of(table, infantry=arm == "infantry")
    items = attack_items(table, battle.side, battle.target, arm, firing, defenders)
    needs = lowest_hit(table, battle.side, battle.target, arm, defenders)
    seat = seat_of(table, battle.army)
    hits, sixes = fire(draft, seat, arm, items, needs, attacking=True)
    enemy = other_side(battle.side)
    hits = soak(draft, battle.target, enemy, hits)
    owner = seat_of(table, army_at(table, enemy, battle.target))
    assign_hits(draft, owner, defenders, hits, attacking=False)
    return sixes


def defence_fire(draft: Draft, battle: Battle, arm: Arm) -> None:
    """10.3: the defenders reply; only units of the attack take hits. The fire is over after it."""
    table = draft.table
    enemy = other_side(battle.side)
    defenders = battle.defenders(table)
    items = defence_items(
        table, enemy, battle.target, arm, defenders, armor_committed=battle.committed
    )
    owner = seat_of(table, army_at(table, enemy, battle.target))
    hits, _ = fire(draft, owner, arm, items, NEEDS[arm], attacking=False)
    draft.begin(EndOfFire(battle.attackers(table) + defenders, battle.side))
    seat = seat_of(table, battle.army)
    units = battle.attackers(table)
    if arm == "infantry":
        # Ruling: R-26 units that went through are in this fire no more.
        units = tuple(unit for unit in units if unit not in battle.blitzed)
    assign_hits(draft, seat, units, hits, attacking=True)


class EndOfFire(Step, frozen=True, tag="end-of-fire"):
    """10.3: what both fires of an arm have destroyed leaves together."""

    units: tuple[PieceId, ...]
    attacker: Side

    def resume(self, draft: Draft) -> None:
        """The destroyed go."""
        draft.finish()
        remove_doomed(draft, self.units, by_germans=self.attacker == "german")


def _artillery(draft: Draft, battle: Battle) -> None:
    attack_fire(draft, battle, "artillery")


def _counter_battery(draft: Draft, battle: Battle) -> None:
    defence_fire(draft, battle, "artillery")


def _after_artillery(draft: Draft, battle: Battle) -> None:
    """10.3: a bombardment is over."""
    if battle.bombardment:
        draft.change(stage=AFTER_FIRE)
    else:
        _between(draft, battle)


class CommitArmor(ListedChoice, frozen=True, tag="commit-armor"):
    """10.3: the attacker commits the armor or holds it back."""

    question = "Do you commit your armor?"
    rule = "N-10.3h"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The battle remembers it."""
        draft.change(committed=chosen == COMMIT)


def _commit(draft: Draft, battle: Battle) -> None:
    table = draft.table
    firing = battle.origin_of(table)
    items = attack_items(
        table, battle.side, battle.target, "armor", firing, battle.defenders(table)
    )
    if total(items) > 0:
        ask(draft, CommitArmor(seat_of(table, battle.army), (COMMIT, HOLD)))


def _armor(draft: Draft, battle: Battle) -> None:
    if battle.committed:
        sixes = attack_fire(draft, battle, "armor")
        # 9.3: only a town in the space makes blitz moves possible.
        _change_battle(
            draft, sixes=sixes if terrain_card(draft.table, battle.target, "town") else 0
        )


def _change_battle(draft: Draft, **fields: object) -> None:
    """Change the battle, which may have questions on top of it."""
    place = max(n for n, step in enumerate(draft.steps) if isinstance(step, Battle))
    above = draft.steps[place + 1 :]
    del draft.steps[place + 1 :]
    draft.change(**fields)
    draft.steps.extend(above)


def _blitz(draft: Draft, battle: Battle) -> None:
    """9.3: one move for each natural six, before the reply (R-60)."""
    if battle.sixes:
        draft.change(stage=battle.stage, sixes=battle.sixes - 1)
        open_blitz(draft, battle.army, battle.target, battle.units, battle.origins, battle.blitzed)


def _armor_reply(draft: Draft, battle: Battle) -> None:
    defence_fire(draft, battle, "armor")


def _infantry(draft: Draft, battle: Battle) -> None:
    attack_fire(draft, battle, "infantry")


def _infantry_reply(draft: Draft, battle: Battle) -> None:
    defence_fire(draft, battle, "infantry")


def _advance(draft: Draft, battle: Battle) -> None:
    """10.3: who wants to; paratroopers who dropped on the space have to (Q30)."""
    table = draft.table
    dropped = tuple(u for u in battle.attackers(table) if table.mark(u, "joined"))
    if dropped and not battle.defenders(table):
        relocate(draft, dropped, battle.target, rule="N-Q29/30")
        take_control(draft, battle.target, battle.side)
    open_advance(draft, battle.army, battle.target, battle.units, battle.origins, battle.forced)


def _step_out(draft: Draft, battle: Battle) -> None:
    open_step_out(draft, battle.side, battle.target, battle.origins)


def _combat_end(draft: Draft, battle: Battle) -> None:
    _window(draft, battle, "combat-end")


def _finish(draft: Draft, battle: Battle) -> None:
    """What was for this battle only is over."""
    draft.finish()
    table = draft.table
    for card in table.zone(TERRAIN[battle.target]):
        draft.mark(card, "soaked", 0, rule="N-4.31j")
    for unit in battle.units:
        draft.mark(unit, "doubled", 0, rule="N-17.ScreaminMeemies")
        draft.mark(unit, "joined", 0, rule="N-Q29/30")
    for card in event_cards(table, EVENTS[battle.target], "ammo-shortage"):
        draft.move(card, discards(table.pieces[card].back), rule="N-4.2a")


STAGES = (
    _declared,
    _type,
    _artillery,
    _between,
    _counter_battery,
    _after_artillery,
    _commit,
    _armor,
    _blitz,
    _between,
    _armor_reply,
    _between,
    _infantry,
    _between,
    _infantry_reply,
    _advance,
    _step_out,
    _combat_end,
    _finish,
)
