"""Everything a player may say. A part of a group is written as unit ids joined by "+"."""

from __future__ import annotations

from wardiary.domain.play.commands import Command


class Pass(Command, frozen=True, tag="pass"):
    """Do nothing at this point."""


class Misdeal(Command, frozen=True, tag="misdeal"):
    """2.6: call a misdeal, having no infantry."""


class Note(Command, frozen=True, tag="note"):
    """2.5: fill the next line of the own selection sheet, in secret."""

    sealed = True
    entry: str


class Lay(Command, frozen=True, tag="lay"):
    """2.6.1: lay a card face down as the initial deployment."""

    sealed = True
    card: str
    face: str
    place: str


class Ready(Command, frozen=True, tag="ready"):
    """2.6.1: the initial deployment lies."""


class Go(Command, frozen=True, tag="go"):
    """3.0: go on to a later phase."""

    phase: str


class EndTurn(Command, frozen=True, tag="end-turn"):
    """3.0: end the own Turn."""


class Arrange(Command, frozen=True, tag="arrange"):
    """4.4.3: say which units of a group lie upright."""

    units: str


class Withdraw(Command, frozen=True, tag="withdraw"):
    """6.3: take a group, or a part of it, back into hand."""

    units: str


class Entrench(Command, frozen=True, tag="entrench"):
    """6.4: dig a unit in, by one or two points."""

    unit: str
    points: int


class Interdict(Command, frozen=True, tag="interdict"):
    """18.4.1: put an interdiction marker on an opponent's objective."""

    objective: str


class ClearInterdiction(Command, frozen=True, tag="clear-interdiction"):
    """18.4.2: take all interdiction markers off the own objectives."""


class Attack(Command, frozen=True, tag="attack"):
    """7.1: attack, perhaps with a support announced.

    `force` is a group (all its commanded units) or one unit; `target` a group, its commanded units
    as "b-g2:commanded", or units out of command.
    """

    force: str
    target: str
    card: str = ""


class AttackAgain(Command, frozen=True, tag="attack-again"):
    """7.3.2: attack a second time by a Major Offensive."""

    offensive: str
    force: str
    target: str
    card: str = ""


class SurpriseAttack(Command, frozen=True, tag="surprise-attack"):
    """18.3: turn the group's cards to the other side, then attack."""

    force: str
    target: str


class PickOff(Command, frozen=True, tag="pick-off"):
    """7.3.9.2: attack one unit of an infantry group with armor."""

    group: str
    victim: str


class PickOffAgain(Command, frozen=True, tag="pick-off-again"):
    """7.3.2, 7.3.9.2: do so in a second attack, by a Major Offensive."""

    offensive: str
    group: str
    victim: str


class Press(Command, frozen=True, tag="press"):
    """7.3.9.2: go on with the next unit of the same group."""

    victim: str


class Surround(Command, frozen=True, tag="surround"):
    """7.3.1: surround a group."""

    card: str
    group: str
    target: str


class Snipe(Command, frozen=True, tag="snipe"):
    """7.3.6: shoot at a leader, with a card or the Steeple."""

    card: str
    leader: str


class Bombard(Command, frozen=True, tag="bombard"):
    """7.3.10: a barrage, with a card or Hill 205, on a unit or objective."""

    card: str
    target: str


class Sap(Command, frozen=True, tag="sap"):
    """7.1.4: clear a Mines! card with Sappers."""

    card: str
    mines: str


class Airdrop(Command, frozen=True, tag="airdrop"):
    """7.3.3: drop a new infantry group; this is its first unit."""

    airborne: str
    card: str
    face: str


class Relieve(Command, frozen=True, tag="relieve"):
    """7.3.3: a besieged group and another attack the besieger together."""

    airborne: str
    force: str
    helper: str
    target: str


class Join(Command, frozen=True, tag="join"):
    """7.3.1.3: after a joint attack, bring the relief into the besieged group."""


class AirSupply(Command, frozen=True, tag="air-supply"):
    """7.3.3: take the isolation off a besieged group."""

    card: str
    group: str


class LiftSiege(Command, frozen=True, tag="lift-siege"):
    """18.2.1: Major Offensive and Airborne together lift a siege."""

    offensive: str
    airborne: str
    group: str


class Inquire(Command, frozen=True, tag="inquire"):
    """7.3.5 or 18.2.3: make a seat disclose one of its secret picks to you."""

    card: str
    seat: str


class Disclose(Command, frozen=True, tag="show-pick"):
    """7.3.5: show one secret pick to the seat that asked."""

    sealed = True
    entry: str


class Infiltrate(Command, frozen=True, tag="infiltrate"):
    """7.3.12: play Partisan or Kommando on an opponent's objective."""

    card: str
    objective: str


class PayPartisans(Command, frozen=True, tag="pay-partisans"):
    """7.3.12: pay an action to keep the card in play."""

    card: str


class DropPartisans(Command, frozen=True, tag="drop-partisans"):
    """7.3.12: let the card be discarded."""

    card: str


class RecallPartisans(Command, frozen=True, tag="recall-partisans"):
    """18.2.2: take the card back into hand for an action."""

    card: str


class Ffe(Command, frozen=True, tag="ffe"):
    """7.2.3.2: add fire for effect to the battle."""

    card: str


class Double(Command, frozen=True, tag="double"):
    """7.3.2: double one attacking unit."""

    card: str
    unit: str


class AtWeapon(Command, frozen=True, tag="at-weapon"):
    """14.2.2: add an AT weapon to the battle."""

    card: str


class Amphibious(Command, frozen=True, tag="amphibious"):
    """7.2.3.3: cross the River with an amphibious assault."""

    card: str


class TurnUp(Command, frozen=True, tag="turn-up"):
    """13.5.2.6: bring a unit into command by the Crossroads."""

    unit: str


class UseForest(Command, frozen=True, tag="use-forest"):
    """13.5.2.7: defend in the Forest."""


class Counter(Command, frozen=True, tag="counterattack"):
    """7.3.4: play Counterattack."""

    card: str


class Strike(Command, frozen=True, tag="strike"):
    """7.3.4: the unit that counterattacks, and the attackers it strikes."""

    unit: str
    part: str


class CancelAttack(Command, frozen=True, tag="cancel"):
    """7.3.5: cancel the attack by Intelligence."""

    card: str


class Lose(Command, frozen=True, tag="lose"):
    """7.2.2.4: the units lost."""

    units: str


class Occupy(Command, frozen=True, tag="occupy"):
    """7.3.8.2: the units left with a captured objective; "none" leaves it bare."""

    units: str


class Medic(Command, frozen=True, tag="medic"):
    """14.1.1: halve the points of the battle."""

    card: str


class Keep(Command, frozen=True, tag="keep"):
    """14.1.1: what the winner keeps; "none" keeps nothing."""

    cards: str


class Retrieve(Command, frozen=True, tag="retrieve"):
    """18.1: take the Surrounded card back after an overrun."""


class Rest(Command, frozen=True, tag="rest"):
    """7.2.2.5: the attacking unit that lies out of command now."""

    unit: str


class Cover(Command, frozen=True, tag="cover"):
    """7.3.7: have the sniper roll twice."""

    card: str


class Deploy(Command, frozen=True, tag="deploy"):
    """8.0: deploy a card with its end up; "new" starts a group."""

    card: str
    face: str
    place: str


class Add(Command, frozen=True, tag="add"):
    """8.0: one more card into the group being deployed."""

    card: str
    face: str


class Done(Command, frozen=True, tag="done"):
    """8.0: the group is deployed."""


class Supply(Command, frozen=True, tag="supply"):
    """7.3.2: take a besieged group's isolation off by a Major Offensive."""

    card: str
    group: str


class Reinforce(Command, frozen=True, tag="reinforce"):
    """7.3.2: reinforce a besieged group by a Major Offensive."""

    offensive: str
    card: str
    face: str
    group: str


class Shift(Command, frozen=True, tag="shift"):
    """9.1: move one unit to another group."""

    unit: str
    group: str


class Exchange(Command, frozen=True, tag="exchange"):
    """3.4: exchange two units of two groups."""

    unit: str
    other: str


class Garrison(Command, frozen=True, tag="garrison"):
    """9.2: restore an objective's garrison."""

    objective: str


class Discard(Command, frozen=True, tag="discard"):
    """10.1: discard cards; the last one named lies on top."""

    sealed = True
    cards: tuple[str, ...]


class Repair(Command, frozen=True, tag="repair"):
    """10.2: attempt to repair an objective."""

    objective: str


class UseBarracks(Command, frozen=True, tag="barracks"):
    """13.5.2.9: take the top green card of the discard pile."""


class UseCitie(Command, frozen=True, tag="citie"):
    """13.5.2.4: search the discard pile."""


class Draw(Command, frozen=True, tag="draw"):
    """11.1: draw up to capacity."""


class BuyAntitank(Command, frozen=True, tag="antitank"):
    """15.0: buy an antitank marker for a group."""

    group: str


class PutAntitank(Command, frozen=True, tag="put-antitank"):
    """15.1: put the drawn marker on a unit of that group."""

    unit: str


class Recon(Command, frozen=True, tag="recon"):
    """7.3.11: take over a bare objective, for either side."""

    card: str
    objective: str
    side: str


class NoRetreat(Command, frozen=True, tag="no-retreat"):
    """14.3.2: a besieged group holds out."""

    card: str
    group: str


class Place(Command, frozen=True, tag="place"):
    """4.3: the side of a drawn objective, and the group it joins ("alone" for none)."""

    side: str
    group: str


class Stack(Command, frozen=True, tag="stack"):
    """13.5.2.5: the objective that the Steeple stands on."""

    objective: str


class Inflict(Command, frozen=True, tag="inflict"):
    """13.2, 13.3: the group that is hit by mines or friendly fire."""

    group: str


class PassOn(Command, frozen=True, tag="pass-on"):
    """13.2, 13.3: the seat that the card is passed to."""

    seat: str


class Victim(Command, frozen=True, tag="victim"):
    """13.2: the unit that the mines attack."""

    unit: str


class Detonate(Command, frozen=True, tag="detonate"):
    """13.2: the Mines! card that attacks next."""

    mines: str


class Demolish(Command, frozen=True, tag="demolish"):
    """13.4: the objective that the engineers attack."""

    objective: str


COMMANDS: tuple[type[Command], ...] = (
    Pass,
    Misdeal,
    Note,
    Lay,
    Ready,
    Go,
    EndTurn,
    Arrange,
    Withdraw,
    Entrench,
    Interdict,
    ClearInterdiction,
    Attack,
    AttackAgain,
    SurpriseAttack,
    PickOff,
    PickOffAgain,
    Press,
    Surround,
    Snipe,
    Bombard,
    Sap,
    Airdrop,
    Relieve,
    Join,
    AirSupply,
    LiftSiege,
    Inquire,
    Disclose,
    Infiltrate,
    PayPartisans,
    DropPartisans,
    RecallPartisans,
    Ffe,
    Double,
    AtWeapon,
    Amphibious,
    TurnUp,
    UseForest,
    Counter,
    Strike,
    CancelAttack,
    Lose,
    Occupy,
    Medic,
    Keep,
    Retrieve,
    Rest,
    Cover,
    Deploy,
    Add,
    Done,
    Supply,
    Reinforce,
    Shift,
    Exchange,
    Garrison,
    Discard,
    Repair,
    UseBarracks,
    UseCitie,
    Draw,
    BuyAntitank,
    PutAntitank,
    Recon,
    NoRetreat,
    Place,
    Stack,
    Inflict,
    PassOn,
    Victim,
    Detonate,
    Demolish,
)
