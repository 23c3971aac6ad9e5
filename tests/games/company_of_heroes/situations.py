"""Tables of Company of Heroes for tests: units where they are wanted, in a phase that is wanted."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from tests.games.company_of_heroes.content import PACK, content_with
from tests.scenario import Scenario, opened
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim, Assignment, MachineGuns
from wardiary.domain.games.company_of_heroes.game import GAME
from wardiary.domain.games.company_of_heroes.maneuver.turn import ManeuverTurn
from wardiary.domain.games.company_of_heroes.pack.reader import read_pack
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.supply.control import change_income
from wardiary.domain.games.company_of_heroes.supply.purchases import Purchasing
from wardiary.domain.games.company_of_heroes.table.armies import (
    ARMIES,
    STARTING_TEAM,
    TEAMS,
    armies_of_team,
    enemy_of,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.ground import point_at
from wardiary.domain.games.company_of_heroes.table.units import is_unit
from wardiary.domain.games.company_of_heroes.table.zones import OPERATION
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table import events as e

ONE_EACH = ("us", "wehrmacht")
TWO_EACH = ("us", "us-2", "wehrmacht", "wehrmacht-2")
FIRST_GAME, FULL_GAME, PURIST = "coh-m1", "coh-m2", "coh-m3"

GREEN, BLACK, RED = 3, 1, 4
"""Faces of the damage die by colour."""
US_BEGINS = (GREEN, GREEN, GREEN, RED, RED, RED)
WEHRMACHT_BEGINS = (RED, RED, RED, GREEN, GREEN, GREEN)
COLOURS = {"G": GREEN, "B": BLACK, "R": RED}

Placed = str | tuple[str, Mapping[str, Any]]


def dice(colours: str) -> tuple[int, ...]:
    """Faces for colours: `dice("GBR")`."""
    return tuple(COLOURS[colour] for colour in colours)


def altered_pack(file: str, *changes: tuple[str, str]) -> CompanyOfHeroesPack:
    """The shipped pack with some texts of one file replaced."""
    return read_pack(content_with(*((file, old, new) for old, new in changes)))


def pack_with(kind: str, **fields: Any) -> CompanyOfHeroesPack:
    """The shipped pack with some figures of one unit changed; `also` adds abilities."""
    card = PACK.units[kind]
    if also := fields.pop("also", ()):
        fields["abilities"] = (*card.abilities, *also)
    units = {**PACK.units, kind: structs.replace(card, **fields)}
    return dataclasses.replace(PACK, units=units)


def kind_of(unit: str) -> tuple[str, str]:
    """The army and the kind of a unit by its id: "us-2-jeep-1" is a "us-jeep" of "us-2"."""
    army = max((army for army in ARMIES if unit.startswith(f"{army}-")), key=len)
    name = unit.removeprefix(f"{army}-").rpartition("-")[0]
    return army, f"{team_of(army)}-{name}"


def laid_out(
    mission: str = FULL_GAME,
    seats: Sequence[str] = ONE_EACH,
    *,
    begins: str = "us",
    values: CompanyOfHeroesPack | None = None,
    **settings: e.Scalar,
) -> Scenario:
    """A match right after setting up: the team that goes second deploys."""
    faces = US_BEGINS if begins == "us" else WEHRMACHT_BEGINS
    return opened(GAME, values or PACK, mission, seats, faces=faces, **settings)


def battle(
    units: Mapping[str, Placed],
    *steps: Any,
    mission: str = FULL_GAME,
    seats: Sequence[str] = ONE_EACH,
    begins: str = "us",
    round: int = 1,
    turn: int = 1,
    seat: str = "us",
    phase: str = "maneuver",
    flags: Mapping[str, str] | None = None,
    pieces: Mapping[str, tuple[str, str, str, str]] | None = None,
    tracks: Mapping[str, int] | None = None,
    values: CompanyOfHeroesPack | None = None,
    **settings: e.Scalar,
) -> Scenario:
    """A match with these units, flags on points, other pieces and tracks, and these open steps.

    A unit is at a hex, or at a hex with `face`, `host` or marks. `pieces` are new ones: kind,
    hex, owner, face.
    """

    def arrange(draft: Draft) -> None:
        while draft.steps:
            draft.finish()
        if draft.table.zone("operations"):
            draft.move(draft.table.zone("operations")[0], OPERATION, rule="C-4.0.1b")
            draft.track("operation-half", 2, rule="C-4.0.1c")
        draft.track(STARTING_TEAM, TEAMS.index(begins) + 1, rule="C-4.0a")
        for unit, placed in units.items():
            place_unit(draft, unit, placed)
        for piece, (kind, hex_, owner, face) in (pieces or {}).items():
            draft.place(piece, kind, hex_, owner=owner, face=face, rule="C-4.1.2f")
            number = draft.table.track(f"tokens/{kind}") + 1
            draft.track(f"tokens/{kind}", number, rule="C-4.1.2f")
        for hex_, team in (flags or {}).items():
            draft.turn(point_at(hex_), team, rule="C-7.1b")
            change_income(draft, hex_, team, 1)
        for track, value in (tracks or {}).items():
            draft.track(track, value, rule="C-2.2e")
        draft.enter(phase, seat, rule="C-3.0a", round=round, turn=turn)
        for step in steps:
            draft.begin(step)

    return laid_out(mission, seats, begins=begins, values=values, **settings).given(arrange)


def place_unit(draft: Draft, unit: str, placed: Placed) -> None:
    """Put a unit on the map, as `battle` says; weapons are set up unless they are `packed`."""
    hex_, more = (placed, {}) if isinstance(placed, str) else placed
    army, kind = kind_of(unit)
    heavy = draft.table.pack.units[kind].type == "heavy-vehicle"
    face = str(more.get("face", "1" if heavy else ""))
    marks = {name: value for name, value in more.items() if name not in ("face", "host")}
    draft.place(
        unit, kind, hex_, owner=army, face=face, host=more.get("host", ""), marks=marks,
        rule="C-2.4a",
    )  # fmt: skip


def turn(
    units: Mapping[str, Placed], *, team: str = "us", cp: int = 3, second: bool = False,
    number: int = 1, **given: Any,
) -> Scenario:  # fmt: skip
    """A team's turn of Maneuver; `second`: the other team has had its turn."""
    seats = given.get("seats", ONE_EACH)
    begins = given.pop("begins", enemy_of(team) if second else team)
    tracks = {f"cp/{army}": cp for army in armies_of_team(tuple(seats), team)}
    tracks |= given.pop("tracks", {})
    place = 2 if second else 1
    round_ = Round("turns", place, number)
    return battle(
        units, round_, ManeuverTurn(team), seat=team, turn=number, begins=begins, tracks=tracks,
        **given,
    )  # fmt: skip


def firing(
    units: Mapping[str, Placed], *, team: str = "us", guns: bool = False, second: bool = False,
    aims: Sequence[Aim] = (), **given: Any,
) -> Scenario:  # fmt: skip
    """A team chooses targets: in step 1 with its machine guns, or in step 2 with other units."""
    kind, stage = (MachineGuns, "machine-guns") if guns else (Assignment, "assignment")
    begins = given.pop("begins", enemy_of(team) if second else team)
    round_ = Round(stage, 2 if second else 1, 1, tuple(aims))
    step = kind(team, (), tuple(aims))
    phase = "damage.1" if guns else "damage.2"
    return battle(units, round_, step, seat=team, phase=phase, begins=begins, **given)


def resolved(
    units: Mapping[str, Placed], aims: Mapping[str, str] | Sequence[Aim], faces: str = "",
    **given: Any,
) -> Scenario:  # fmt: skip
    """The damage of these aims, resolved with these colours of dice, up to the next question."""
    listed = aims if not isinstance(aims, Mapping) else [Aim(u, t) for u, t in aims.items()]
    match = battle(units, Round("resolution", 0, 1, tuple(listed)), phase="damage.2", **given)
    return go_on(match, faces)


def supplied(units: Mapping[str, Placed], **given: Any) -> Scenario:
    """The supply phase from step 1 to its first question."""
    return go_on(battle(units, Round("leaving", 0, 1), phase="damage.5", **given))


def buying(
    units: Mapping[str, Placed], *, team: str = "us", stock: Mapping[str, int] | None = None,
    **given: Any,
) -> Scenario:  # fmt: skip
    """Step 4 of Supply with a team to buy; its stockpiles are 20 unless `stock` says otherwise."""
    tracks = {
        f"{name}/{army}": (stock or {}).get(name, 20)
        for army in armies_of_team(tuple(given.get("seats", ONE_EACH)), team)
        for name in ("manpower", "munitions", "fuel", "xp")
    }
    tracks |= given.pop("tracks", {})
    begins = given.pop("begins", team)
    step = Purchasing(team)
    return battle(
        units, Round("recovery", 0, 1), step, phase="supply.4", tracks=tracks, begins=begins,
        **given,
    )  # fmt: skip


def recovered(units: Mapping[str, Placed], **given: Any) -> Scenario:
    """Step 5 of Supply, up to the next question."""
    return go_on(battle(units, Round("recovery", 0, 1), phase="supply.4", **given))


def go_on(match: Scenario, faces: str = "") -> Scenario:
    """Resume the open steps until a seat is asked or the match ends; every die must be used."""
    chance = ScriptedChance(dice(faces))
    draft = Draft(match.table, chance, match.game.open_steps(match.table))
    outcome = run_steps(draft, lambda: None)
    assert chance.used_up, "not all dice were used"
    match.table, match.events = outcome.table, outcome.events
    match.refused = None
    return match


# What tests look at


def marks(match: Scenario, unit: str) -> dict[str, int]:
    """The marks of a unit."""
    return match.table.pieces[unit].marks


def hex_of(match: Scenario, piece: str) -> str:
    """Where a piece is."""
    return match.table.zone_of(piece)


def totals(match: Scenario, what: str) -> list[int]:
    """The totals of one name that came about, such as "defence dice of us-riflemen-1"."""
    return [total.total for total in match.happened(e.TotalComputed) if total.what == what]


def defence_dice(match: Scenario, unit: str) -> int:
    """How many defence dice a unit rolled."""
    return sum(totals(match, f"defence dice of {unit}"))


def damage_of(match: Scenario, unit: str) -> int:
    """The damage that a unit took."""
    return sum(totals(match, f"damage to {unit}"))


def targets(prompt: Prompt, unit: str) -> set[object]:
    """At what a unit may fire."""
    return candidates(prompt, "fire", "target", unit=unit)


def candidates(prompt: Prompt, verb: str, slot: str, **fixed: str) -> set[object]:
    """What may fill a slot in the offers of a verb whose other slots may be as `fixed`."""
    return {
        candidate
        for offer in prompt.offers
        if offer.verb == verb
        and all(
            value in other.candidates
            for name, value in fixed.items()
            for other in offer.slots
            if other.name == name
        )
        for filled in offer.slots
        if filled.name == slot
        for candidate in filled.candidates
    }


def verbs(prompt: Prompt) -> set[str]:
    """The verbs on offer."""
    return {offer.verb for offer in prompt.offers}


def on_map(match: Scenario, army: str) -> set[str]:
    """The units of an army on the map."""
    hexes = match.table.pack.maps["sorrel-brook"].hexes
    return {
        piece.id
        for piece in match.table.pieces.values()
        if piece.owner == army and piece.zone in hexes and is_unit(match.table, piece.id)
    }
