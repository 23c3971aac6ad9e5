"""Commander cards: four tiers each (8.0)."""

from typing import Annotated, TypeVar

import msgspec

from wardiary.domain.games.company_of_heroes.components.effects import AnyEffect, Effect
from wardiary.domain.games.company_of_heroes.components.names import Faction

E = TypeVar("E", bound=Effect)


class CommanderTier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tier: its price in XP, the tier building it needs (0 for none), and what it does."""

    xp: Annotated[int, msgspec.Meta(ge=1)]
    effect: AnyEffect
    needs_tier: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class CommanderCard(msgspec.Struct, frozen=True):
    """A commander; `kind` is that of its card."""

    kind: str
    faction: Faction
    label: str
    name: str
    tiers: tuple[CommanderTier, ...]

    def effects(self, kind: type[E], unlocked: int) -> tuple[E, ...]:
        """The effects of one kind among the unlocked tiers."""
        effects = (tier.effect for tier in self.tiers[:unlocked])
        return tuple(effect for effect in effects if isinstance(effect, kind))
