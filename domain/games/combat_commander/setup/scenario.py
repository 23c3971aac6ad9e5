"""A scenario is set up: everything that is printed comes to the table, then both sides deploy.

`set_up_scenario` places tracks, markers and forces and begins the step `Deploying`. When both sides
are deployed the hands are dealt, and the step below goes on with the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import hand_size
from wardiary.domain.games.combat_commander.components.printed import (
    CombatCommanderPack,
    Element,
    Force,
    ScenarioSheet,
    pack_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.movement.placing import new_id, place_unit
from wardiary.domain.games.combat_commander.setup.deployment import (
    hexes_for_fortification,
    hexes_for_unit,
    sensible_deployment,
    units_to_arm,
)
from wardiary.domain.games.combat_commander.table.zones import (
    BOX,
    OBJECTIVE_CUP,
    OPEN_OBJECTIVES,
    SEATS,
    SMOKE_CUP,
    artillery_box,
    deck,
    enemy_of,
    hand,
    initiative,
    reserve,
    secret_objectives,
    time_space,
)
from wardiary.domain.games.combat_commander.units.units import NORMAL
from wardiary.domain.games.combat_commander.victory.objectives import CONTROL, award, chit_of
from wardiary.domain.games.combat_commander.weapons.weapons import WORKING
from wardiary.domain.games.kit.menus import Action, Menu
from wardiary.domain.games.kit.zones import hidden_zones
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening, ScenarioInfo
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Visibility, Zone
from wardiary.domain.table.table import Table, of_kind


def scenarios(pack: CombatCommanderPack) -> tuple[ScenarioInfo, ...]:
    """The scenarios on offer, always for both seats."""
    return tuple(
        ScenarioInfo(
            sheet.id,
            sheet.name,
            (SEATS,),
            f"{sheet.date}: {sheet.axis.nation.title()} ({sheet.axis.attitude}) against "
            f"{sheet.allies.nation.title()} ({sheet.allies.attitude})",
        )
        for sheet in pack.scenarios.values()
    )


def visibility(pack: CombatCommanderPack, opening: Opening) -> dict[Zone, Visibility]:
    """1.2, 7.3.3, T94: decks and cups are hidden from all, the rest from the opponent."""
    del pack
    hidden = hidden_zones((hand, secret_objectives), opening.seats)
    hidden |= {deck(seat): Visibility("nobody", ordered=True) for seat in opening.seats}
    return hidden | dict.fromkeys((SMOKE_CUP, OBJECTIVE_CUP), Visibility("nobody"))


def set_up_scenario(draft: Draft, opening: Opening) -> None:
    """Place everything of a scenario but what the players deploy next."""
    pack = pack_of(draft.table)
    sheet = pack.scenarios[opening.scenario]
    _set_tracks(draft, sheet)
    _fill_the_box(draft, pack, sheet)
    draft.place("initiative", "initiative", initiative(sheet.initiative), rule="9")
    for seat in SEATS:
        _place_force(draft, pack, seat, sheet.force(seat))
    _place_objective_markers(draft, pack, sheet)
    for seat in SEATS:
        draft.shuffle(deck(seat), rule="1.4")
    first = sheet.setup_first
    draft.enter("deployment", first, rule="Glossary", round=1, turn=0)
    draft.begin(Deploying((first, enemy_of(first))))


def _set_tracks(draft: Draft, sheet: ScenarioSheet) -> None:
    draft.track("vp", sheet.vp, rule="4.1.1")
    draft.track("time", sheet.time, rule="6.1.1")
    draft.track("sudden-death", sheet.sudden_death, rule="6.2.1")
    for seat in SEATS:
        draft.track(f"surrender-{seat}", sheet.force(seat).surrender, rule="4.2")
    for number in (1, 2, 3, 4, 5):
        holder = sheet.control.get(number)
        draft.track(f"control-{number}", CONTROL[holder] if holder else 0, rule="7.3.1")


def _fill_the_box(draft: Draft, pack: CombatCommanderPack, sheet: ScenarioSheet) -> None:
    """Markers, fortifications, heroes and privates go to the box, smoke to its cup."""
    for fortification, number in pack.markers.fortifications.items():
        pieces = [f"{fortification}-{place}" for place in range(1, number + 1)]
        draft.place(pieces, fortification, BOX, rule="F100.1")
    draft.place("spotting-round", "spotting-round", BOX, rule="O18.2.1")
    for place, value in enumerate(pack.markers.smoke, start=1):
        draft.place(
            f"smoke-{place}", f"smoke-{value}", SMOKE_CUP, face="smoke", back="smoke", rule="T94"
        )
    draft.shuffle(SMOKE_CUP, rule="T94")
    for seat in SEATS:
        nation = sheet.force(seat).nation
        for name, rule in (("hero", "E58.1"), ("private", "E56")):
            kind = f"{nation}-{name}"
            if kind in pack.units:
                draft.place(f"{seat}-{name}", kind, BOX, owner=seat, face=NORMAL, rule=rule)


def _place_force(draft: Draft, pack: CombatCommanderPack, seat: Seat, force: Force) -> None:
    """A side's deck, its order of battle in reserve, and its radio in the artillery box."""
    for card in pack.decks[force.nation]:
        draft.place(card.id, card.kind, deck(seat), owner=seat, rule="1.0")
    waiting = reserve(seat)
    for kind, number in force.units.items():
        units = _ids(seat, pack.units[kind].name, number)
        draft.place(units, kind, waiting, owner=seat, face=NORMAL, rule="Glossary")
    for kind, number in force.weapons.items():
        weapons = _ids(seat, pack.weapons[kind].name, number)
        draft.place(weapons, kind, waiting, owner=seat, face=WORKING, rule="11.2")
    for name, number in force.fortifications.items():
        fortifications = of_kind(draft.table, BOX, name)
        draft.move(fortifications[:number], waiting, rule="F100.1")
    if force.radio:
        box = artillery_box(seat)
        draft.place(f"{seat}-radio-1", force.radio, box, owner=seat, face=WORKING, rule="12")
    for space, elements in force.reinforcements.items():
        for element in elements:
            _place_reinforcement(draft, seat, element, time_space(space))


def _place_reinforcement(draft: Draft, seat: Seat, element: Element, space: Zone) -> None:
    """6.1.2: a reinforcement waits on the time track, with its weapon if it has one."""
    if element.radio:
        radio = new_id(draft.table, seat, "radio")
        draft.place(radio, element.radio, space, owner=seat, face=WORKING, rule="6.1.2")
    else:
        place_unit(draft, seat, element.unit, element.weapon, space, rule="6.1.2")


def _ids(seat: Seat, name: str, number: int) -> list[PieceId]:
    return [f"{seat}-{name}-{place}" for place in range(1, number + 1)]


def _place_objective_markers(draft: Draft, pack: CombatCommanderPack, sheet: ScenarioSheet) -> None:
    """7.3.2, 7.3.3: general markers open, secret ones before their owner, the others in the cup."""
    for letter, printed in pack.chits.items():
        zone = OPEN_OBJECTIVES if letter in sheet.general else OBJECTIVE_CUP
        draft.place(f"chit-{letter.lower()}", printed.kind, zone, back="objective", rule="7.3.2")
    draft.shuffle(OBJECTIVE_CUP, rule="7.3.2")
    for _ in range(sheet.general_random):
        _score_open_marker(draft, _draw_marker(draft, OPEN_OBJECTIVES))
    for seat in (enemy_of(sheet.first_turn), sheet.first_turn):
        for _ in range(sheet.secret):
            chit = _draw_marker(draft, secret_objectives(seat))
            if not chit_of(draft.table, chit).has_secret_side:
                draft.move(chit, OPEN_OBJECTIVES, rule="7.3.3")
                _score_open_marker(draft, chit)


def _draw_marker(draft: Draft, zone: Zone) -> PieceId:
    (marker,) = draft.draw(OBJECTIVE_CUP, zone, 1, rule="7.3.2")
    return marker


def _score_open_marker(draft: Draft, piece: PieceId) -> None:
    """7.3.3: a general marker drawn at random scores for the sides that control its objectives."""
    items = award(draft.table, chit_of(draft.table, piece))
    if items:
        gained = draft.total("objectives", items, rule="7.3.3")
        draft.track("vp", draft.table.track("vp") + gained, rule="7.3.3")


# Deployment


class SetUp(Command, frozen=True, tag="set-up"):
    """Deploy a unit or fortification in a hex of the set-up zone, or give a weapon to a unit."""

    says = "set up {piece}: {at}"
    piece: PieceId
    at: str


class DeployRest(Command, frozen=True, tag="deploy-rest"):
    """Let everything still in reserve be deployed sensibly."""

    says = "deploy everything that is left"


def set_up_offers(table: Table, seat: Seat, deploying: Deploying) -> Iterator[Offer]:
    """To deploy everything that is left, or a piece in one of the places it may go to."""
    del deploying
    yield Offer("deploy-rest", (), "Glossary", label="deploy everything that is left")
    for piece in table.zone(reserve(seat)):
        places, rule = places_for(table, seat, piece)
        if places and not table.pieces[piece].host:
            slots = (fixed_slot("piece", piece), choice_slot("at", places))
            yield Offer("set-up", slots, rule, label=f"set up {piece}")


def set_up_piece(draft: Draft, seat: Seat, command: SetUp) -> None:
    """A piece is deployed."""
    deploy(draft, seat, command.piece, command.at)


def deploy_rest(draft: Draft, seat: Seat, command: DeployRest) -> None:
    """All pieces that are left are deployed."""
    del command
    for piece, place in sensible_deployment(draft.table, seat):
        deploy(draft, seat, piece, place)
    _return_unplaced_fortifications(draft, seat)


class Deploying(Menu, frozen=True, tag="deploying"):
    """The seats deploy one after the other, as the scenario orders them."""

    menu = (Action(DeployRest, deploy_rest, set_up_offers), Action(SetUp, set_up_piece))

    waiting: tuple[Seat, ...]

    def asks(self, table: Table) -> Prompts:
        """The first seat that has pieces in reserve."""
        seat = self.waiting[0] if self.waiting else ""
        if not seat or not table.zone(reserve(seat)):
            return ()
        return (Prompt(seat, (), "Glossary", f"{seat} deploys", {"window": "deployment"}),)

    def resume(self, draft: Draft) -> None:
        """The next seat deploys; at the end the hands are dealt."""
        if len(self.waiting) > 1:
            draft.change(waiting=self.waiting[1:])
            draft.enter("deployment", self.waiting[1], rule="Glossary")
            return
        draft.finish()
        _deal_hands(draft)


def places_for(table: Table, seat: Seat, piece: PieceId) -> tuple[tuple[str, ...], str]:
    """Where a piece in reserve may go, and the rule: units into hexes, weapons to units."""
    pack, kind = pack_of(table), table.pieces[piece].kind
    if kind in pack.units:
        return hexes_for_unit(table, seat, piece), "8.2"
    if kind in pack.weapons:
        return units_to_arm(table, seat), "11.2"
    return hexes_for_fortification(table, seat), "F100.3"


def deploy(draft: Draft, seat: Seat, piece: PieceId, place: str) -> None:
    """One piece leaves the reserve; a weapon goes along with its carrier."""
    pack, pieces = pack_of(draft.table), draft.table.pieces
    kind = pieces[piece].kind
    if kind in pack.weapons:
        draft.move(piece, pieces[place].zone, host=place, rule="11.2")
    elif kind in pack.units:
        carried = [
            weapon for weapon in draft.table.zone(reserve(seat)) if pieces[weapon].host == piece
        ]
        draft.move(piece, place, rule="Glossary")
        for weapon in carried:
            draft.move(weapon, place, host=piece, rule="11.2")
    else:
        draft.move(piece, place, rule="F100.1")


def _return_unplaced_fortifications(draft: Draft, seat: Seat) -> None:
    """Fortifications for which no hex of the zone is left go back to the box."""
    draft.move(draft.table.zone(reserve(seat)), BOX, rule="F100.3")


def _deal_hands(draft: Draft) -> None:
    """1.1: both hands are filled, that of the second player first."""
    first = scenario_of(draft.table).first_turn
    for seat in (enemy_of(first), first):
        draft.draw(deck(seat), hand(seat), hand_size(draft.table, seat), rule="1.1")


COMMANDS: tuple[type[Command], ...] = (SetUp, DeployRest)
STEPS: tuple[type[Step], ...] = (Deploying,)
