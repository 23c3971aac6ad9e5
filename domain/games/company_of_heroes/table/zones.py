"""Where things are beside the map. A hex of the map is a zone of its label."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.table.armies import TEAMS, armies_of, seat_of
from wardiary.domain.games.kit.zones import SeatZone
from wardiary.domain.table.pieces import Seat, Visibility, Zone

BOX = "box"
OPERATIONS = "operations"
OPERATION = "operation"
OPERATIONS_DISCARD = "operations-discard"
COMMANDERS_OUT = "commanders-out"

lost = SeatZone("{}-lost", "destroyed units")
hq = SeatZone("{}-hq", "building boards")
commander_hand = SeatZone("{}-commanders", "commanders to choose from", "owner")
commander = SeatZone("{}-commander", "commander")
commander_deck = SeatZone("{}-commander-deck", "commander deck", "nobody", ordered=True)
"""Of each team: armies of a faction draw from the same deck (C-8.2a)."""


chips = SeatZone("{}-chips", "chips", "owner")
chips_aside = SeatZone("{}-aims", "targets chosen unseen", "owner")
chips_shown = SeatZone("{}-aims-open", "targets opened")
"""C-5.0a: of each army, where targets are chosen unseen."""


def visibility(seats: tuple[Seat, ...], *, sealed: bool = False) -> dict[Zone, Visibility]:
    """C-4.0.1b, C-8.2a: decks are nobody's, a hand of commanders belongs to its player.

    The drawn operations card is shown to the team that drew it; nobody else looks at it.
    """
    pile = Visibility("nobody", ordered=True)
    hands = {
        commander_hand(army): Visibility("owner", seat_of(seats, army)) for army in armies_of(seats)
    }
    decks = {commander_deck(team): pile for team in TEAMS}
    if sealed:
        hands |= {
            zone(army): Visibility("owner", seat_of(seats, army))
            for army in armies_of(seats)
            for zone in (chips, chips_aside)
        }
    return {OPERATIONS: pile, OPERATION: Visibility("nobody")} | decks | hands


SEAT_ZONES = (commander, commander_hand, hq, lost)
"""The zones of each army in the order of the layout."""
