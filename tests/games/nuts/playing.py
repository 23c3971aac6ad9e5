"""What a seat may play now, and on what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.nuts.table import Run
from tests.scenario import Scenario


def targets(match: Scenario | Run, card: str) -> tuple[str, ...]:
    """What the seat that is asked may play a card on now; empty when it cannot be played."""
    game = match.match.game if isinstance(match, Run) else match.game
    for prompt in game.prompts(match.table):
        for offer in prompt.offers:
            if offer.verb == "play":
                slots = {slot.name: slot.candidates for slot in offer.slots}
                if slots["card"] == (card,):
                    return tuple(map(str, slots["on"]))
    return ()


def is_asked(match: Scenario | Run) -> str:
    """The seat that is asked now."""
    game = match.match.game if isinstance(match, Run) else match.game
    (prompt,) = game.prompts(match.table)
    return str(prompt.seat)


class Faces:
    """Dice of a script; when it is used up, all are ones: no hit, and no check fails."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)

    def roll(self, low: int, high: int) -> int:
        return self.faces.pop(0) if self.faces else 1

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(pile)

    @property
    def used_up(self) -> bool:
        return not self.faces


class Play(Run):
    """Commands one after the other; only the first rolls are scripted."""

    def __init__(self, match: Scenario, *dice: Sequence[int]) -> None:
        super().__init__(match)
        self.chance: Any = Faces([face for faces in dice for face in faces])
