"""What a game's cards, counters and markers print: `wardiary card`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import BadInput, Json, print_result, screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wardiary.domain.play.faces import Component


def card(
    game: str,
    /,
    *kind: Annotated[str, Parameter(help="A card, counter or marker, by its title or kind.")],
    pack: Annotated[str, Parameter(help="The folder of an owner's own pack.")] = "",
    json: Json = False,
) -> None:
    """Tell what a card, counter or marker of a game prints.

    Each part comes with its meaning and its rule. Without a name everything is listed.
    """
    from wardiary.domain.games import registry
    from wardiary.projections.faces import component_lines
    from wardiary.tools.packs import files_of

    rules = registry.game(game)
    files = files_of(pack) if pack else registry.packaged(game)
    components = rules.faces.components(rules.read_pack(files))
    shown = _chosen(rules.title, components, " ".join(kind))
    if json:
        print_result({"game": rules.name, "components": shown})
        return
    out = screen()
    if len(shown) == 1:
        for line in component_lines(shown[0]):
            out.print(line, markup=False, highlight=False)
        return
    for component in shown:
        out.print(_line(component), markup=False, highlight=False)


def _chosen(title: str, components: Mapping[str, Component], words: str) -> Sequence[Component]:
    """The components that are meant, all without words; raises BadInput when there are none."""
    from wardiary.projections.faces import matching

    if not words:
        return list(components.values())
    if found := matching(components, words):
        return found
    raise BadInput(
        f"{title} has nothing called {words!r}; `wardiary card GAME` lists what there is"
    )


def _line(component: Component) -> str:
    from wardiary.projections.faces import heading, summary

    face = component.faces[0]
    number = f"{component.number:>3}  " if component.number else "     "
    return f"{number}{heading(component, face)}, {component.kind}  {summary(face)}".rstrip()
