"""Learning a game: its guide, what its components and terrain print, and its rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from litestar import Controller, get
from litestar.params import FromPath

from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.runtime import AnyRequest, service_and_principal
from wardiary.adapters.web.schemas.games import GuideOut, Reference, Rulebook
from wardiary.adapters.web.schemas.looking import Heading
from wardiary.domain.games import registry
from wardiary.domain.play.faces import Component, SpaceFace
from wardiary.domain.play.game import Game, ScenarioInfo
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table


class LearningController(Controller):
    """What a newcomer reads. Nothing of it depends on a match."""

    path = "/api/v1/games/{game:str}"
    tags = ("learning",)

    @get("/guide", sync_to_thread=True)
    def guide(self, request: AnyRequest, game: FromPath[str]) -> GuideOut:
        """What one wants, what a turn is, what newcomers get wrong, and a match to begin with."""
        known = _game(request, game)
        if known.guide is None:
            raise Refused(404, f"{known.title} has no guide yet")
        guide = known.guide
        return GuideOut(known.name, known.title, guide.aim, guide.turn, guide.mistakes, guide.first)

    @get("/components", sync_to_thread=True)
    def components(self, request: AnyRequest, game: FromPath[str]) -> Reference:
        """Every card, counter and marker of the game's own pack, and its terrain."""
        known = _game(request, game)
        return Reference(known.name, known.title, *_reference(known.name))

    @get("/rules", sync_to_thread=True)
    def rules(self, request: AnyRequest, game: FromPath[str]) -> Rulebook:
        """The headings of the rulebook in our own words, in its order; the table's own last."""
        known = _game(request, game)
        headings = (Heading(rule, text) for rule, text in {**known.rules, **TABLE_RULES}.items())
        return Rulebook(known.name, known.title, tuple(headings))


def _game(request: AnyRequest, name: str) -> Game:
    service_and_principal(request)
    try:
        return registry.game(name)
    except registry.UnknownGame as unknown:
        raise Refused(404, str(unknown)) from None


@cache
def _reference(name: str) -> tuple[tuple[Component, ...], tuple[SpaceFace, ...]]:
    """What the pack that a game is shipped with prints."""
    game = registry.game(name)
    pack = game.read_pack(registry.packaged(name))
    components = tuple(game.faces.components(pack).values())
    kinds: dict[tuple[object, ...], SpaceFace] = {}
    for scenario in game.scenarios(pack):
        for space in game.faces.spaces(_opened(game, pack, scenario)).values():
            kinds.setdefault(tuple(_kind_of(space)), space)
    return components, tuple(sorted(kinds.values(), key=lambda space: space.terrain))


def _kind_of(space: SpaceFace) -> Iterator[object]:
    """What tells one kind of ground from another."""
    yield space.terrain
    yield space.symbol
    for figure in space.figures:
        if not figure.name.startswith("Points"):
            yield figure.name, figure.value


def _opened(game: Game, pack: object, scenario: ScenarioInfo) -> Table:
    """A table that has only been opened: what its board prints is known already."""
    opened = e.MatchOpened(
        match="",
        game=game.name,
        version=game.version,
        scenario=scenario.id,
        settings=game.resolve_settings({}),
        seats=scenario.seats[0],
        visibility={},
        pack="",
        commitment="",
        time=0,
        rule="Table/Open",
    )
    return evolve(Table(pack=pack), opened)
