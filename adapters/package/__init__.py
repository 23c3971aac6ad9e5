"""wardiary: card wargames kept as immutable events, with exact replay, audit and branches.

This is all that a program needs, in one import; each name is loaded when it is first used:

    import wardiary

    matches = wardiary.open_store("memory:")
    print(matches.store.matches())

`open_store` gives the `Matches` of a store, `BotPlayers` plays the seats that bots hold, a
`Command` is what a seat asks for, `Illegal` is a refusal by the rules, and `WardiaryError` is the
base of every error that wardiary raises. The what-if lab works on a `Table`: `rollout`, `deals`,
`plan_for`, `chances`, `expected`, `sampled_odds`, `compared_orders` and `Reviewer`, with
`Processes` or a `Cluster` to work for it.
"""

from __future__ import annotations

TYPE_CHECKING = not __name__
"""False, as in `typing`, which takes as long to load as Python itself; editors look inside."""
if TYPE_CHECKING:
    from typing import Any

    from wardiary.adapters.bootstrap import open_store
    from wardiary.adapters.bot_players import BotPlayers
    from wardiary.adapters.lab.workers import Cluster, Processes
    from wardiary.adapters.matches import Matches
    from wardiary.domain.play.commands import Command, Illegal
    from wardiary.domain.table.errors import WardiaryError
    from wardiary.domain.table.table import Table
    from wardiary.projections.lab.comparison import compared_orders
    from wardiary.projections.lab.exact import chances, expected
    from wardiary.projections.lab.odds import sampled_odds
    from wardiary.projections.lab.review import Reviewer
    from wardiary.projections.lab.rollouts import Rollouts, plan_for, rollout
    from wardiary.projections.lab.worlds import deals

    __version__: str

__all__ = [
    "BotPlayers",
    "Cluster",
    "Command",
    "Illegal",
    "Matches",
    "Processes",
    "Reviewer",
    "Rollouts",
    "Table",
    "WardiaryError",
    "__version__",
    "chances",
    "compared_orders",
    "deals",
    "expected",
    "open_store",
    "plan_for",
    "rollout",
    "sampled_odds",
]

_DEFINED_IN = {
    "BotPlayers": "wardiary.adapters.bot_players",
    "Cluster": "wardiary.adapters.lab.workers",
    "Command": "wardiary.domain.play.commands",
    "Illegal": "wardiary.domain.play.commands",
    "Matches": "wardiary.adapters.matches",
    "Processes": "wardiary.adapters.lab.workers",
    "Reviewer": "wardiary.projections.lab.review",
    "Rollouts": "wardiary.projections.lab.rollouts",
    "Table": "wardiary.domain.table.table",
    "WardiaryError": "wardiary.domain.table.errors",
    "chances": "wardiary.projections.lab.exact",
    "compared_orders": "wardiary.projections.lab.comparison",
    "deals": "wardiary.projections.lab.worlds",
    "expected": "wardiary.projections.lab.exact",
    "open_store": "wardiary.adapters.bootstrap",
    "plan_for": "wardiary.projections.lab.rollouts",
    "rollout": "wardiary.projections.lab.rollouts",
    "sampled_odds": "wardiary.projections.lab.odds",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used; raises AttributeError for any other."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("wardiary")
    elif name in _DEFINED_IN:
        from importlib import import_module

        value = getattr(import_module(_DEFINED_IN[name]), name)
    else:
        raise AttributeError(f"wardiary has no {name!r}; it has: {', '.join(__all__)}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, for completion."""
    return __all__
