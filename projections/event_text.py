"""Every kind of event as a sentence of the log, from what a role may see of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from wardiary.domain.clocks.calendar import instant_text
from wardiary.domain.clocks.durations import duration_text
from wardiary.domain.match.rewind_options import RewindRequest
from wardiary.domain.play.game import Game
from wardiary.domain.play.resigning import SPOKEN_BY, STAND_INS
from wardiary.domain.play.table_commands import LATE, TABLE_COMMAND_UPCASTS, TABLE_VERBS
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone, is_hidden
from wardiary.domain.table.table import PAUSED, Result, Table
from wardiary.domain.table.text import escape_controls
from wardiary.domain.table.upcasts import current_shape
from wardiary.projections.board import result_text
from wardiary.projections.deadlines import LATE_BRINGS
from wardiary.projections.labels import (
    cards,
    counted,
    listing,
    piece_name,
    plain,
    seat_name,
    sentence,
    states,
    track_label,
    zone_label,
)
from wardiary.projections.naming import Names, command_text
from wardiary.projections.redaction import DIRECTOR, can_see

_WORDS = msgspec.json.Decoder(dict[str, Any])


@dataclass(frozen=True)
class EventContext:
    """What a sentence needs besides its event: the tables around it, the role, who gave the
    command.

    `unnamed` says from which zones pieces came that the role may not identify, as far as the number
    of pieces there is public. `replaced` is the rewind request that a newer one replaces.
    """

    game: Game
    before: Table
    after: Table
    role: Seat
    actor: Seat = ""
    unnamed: tuple[tuple[Zone, int], ...] = ()
    replaced: RewindRequest | None = None

    def name(self, piece: PieceId) -> str:
        """A piece for people; one that the role does not know is "a card"."""
        if is_hidden(piece):
            return cards(1)
        table = self.after if piece in self.after.pieces else self.before
        return piece_name(self.game, table, table.pieces[piece])

    def names(self, pieces: Iterable[PieceId]) -> str:
        """Several pieces for people, equal ones counted, unknown ones last."""
        piece_ids = list(pieces)
        blanks = sum(is_hidden(piece) for piece in piece_ids)
        words = counted(self.name(piece) for piece in piece_ids if not is_hidden(piece))
        return listing([*words, cards(blanks)] if blanks else words)

    def zone(self, zone: Zone) -> str:
        """A zone for people."""
        return zone_label(self.game, self.after, zone)

    def phrase(self, words: str) -> str:
        """What a roll or total is for, with names for ids."""
        return self._names.phrase(words)

    @cached_property
    def _names(self) -> Names:
        return Names(self.game, self.after, self.role)

    def place(self, piece: PieceId) -> str:
        """Where a piece is: " in 13B"; nothing when the role does not know the piece."""
        return "" if is_hidden(piece) else f" in {self.zone(self.after.zone_of(piece))}"


GIVEN_BY = {"standing": " (by standing answer)", LATE: " (for a seat that is late)"}
KEY_SHOWN = 16
"""How many digits of a key are shown in a sentence."""


def event_text(scene: EventContext, event: e.Event) -> list[str]:
    """The sentences of one event as the role sees it; some events have none."""
    word: Callable[[EventContext, Any], str] = _TEXT_OF[type(event)]
    words = word(scene, event)
    return [sentence(escape_controls(words))] if words else []


def _match_opened(scene: EventContext, event: e.MatchOpened) -> str:
    seats = listing([seat_name(seat) for seat in event.seats])
    defaults = {setting.name: setting.default for setting in scene.game.all_settings}
    chosen = ", ".join(
        f"{plain(name).replace('_', ' ')} {value}"
        for name, value in sorted(event.settings.items())
        if name not in defaults or value != defaults[name]
    )
    settings = f", with {chosen}" if chosen else ""
    settings += f", as opening {event.opening} of this scenario here" if event.opening else ""
    scenario = scene.game.scenario_title(scene.after)
    return f"{scene.game.title}, {scenario}, is opened for {seats}{settings}"


def _seat_claimed(scene: EventContext, event: e.SeatClaimed) -> str:
    seat = seat_name(event.seat)
    taken = {"": f"the seat of {seat} is free", "human": f"a person takes the seat of {seat}"}
    sealed = ", with a sealed share in the dice" if event.seal else ""
    signs = f", and its orders are signed with the key {event.key[:KEY_SHOWN]}" if event.key else ""
    held = taken.get(event.holder, f"the seat of {seat} is held by {event.holder}")
    return held + sealed + signs


def _key_named(scene: EventContext, event: e.KeyNamed) -> str:
    seat = seat_name(event.seat)
    return f"orders of {seat} are signed with the key {event.key[:KEY_SHOWN]} from now on"


def _share_opened(scene: EventContext, event: e.ShareOpened) -> str:
    return f"{seat_name(event.seat)} opens its share in the dice"


def _shares_drawn(scene: EventContext, event: e.SharesDrawn) -> str:
    return (
        f"the keepers {listing(sorted(event.shares))} add their shares, the {event.place}. of them"
    )


def _keepers_named(scene: EventContext, event: e.KeepersNamed) -> str:
    return f"by consent of all seats the keepers are {listing(sorted(event.keepers))} from now on"


def _keeper_opened(scene: EventContext, event: e.KeeperOpened) -> str:
    return f"the seed of the keeper {event.keeper} is opened"


def _table_cleared(scene: EventContext, event: e.TableCleared) -> str:
    return "every share is open; the table is set up again with dice that hang on all of them"


def _seat_resigned(scene: EventContext, event: e.SeatResigned) -> str:
    by = SPOKEN_BY[STAND_INS[event.holder]]
    return f"{seat_name(event.seat)} resigns; {by} plays its pieces, and it cannot win any more"


def _command_accepted(scene: EventContext, event: e.CommandAccepted) -> str:
    upcasts = (*TABLE_COMMAND_UPCASTS, *scene.game.command_upcasts)
    words = _WORDS.decode(current_shape(event.command, "do", upcasts) if upcasts else event.command)
    verb = str(words.get("do", ""))
    by = GIVEN_BY.get(event.by, "")
    if verb == "sealed":
        return f"{seat_name(event.seat)} makes a sealed choice"
    return f"{seat_name(event.seat)}: {_command_text(scene, verb, words)}{by}"


def _command_text(scene: EventContext, verb: str, words: dict[str, Any]) -> str:
    """A stored command in plain words, with "a card" for what a role may not know."""
    kind = scene.game.verbs.get(verb) or TABLE_VERBS.get(verb)
    slots = kind.__struct_fields__ if kind else sorted(set(words) - {"do"})
    values = {slot: words.get(slot, "") for slot in slots}
    if verb == "rule":
        values["corrections"] = [_correction(item) for item in values["corrections"]]
    # What the role may not know is no longer in the event.
    names = Names(scene.game, scene.before, DIRECTOR, scene.actor)
    return command_text(names, verb, kind.says if kind else "", values)


def _correction(value: object) -> str:
    """A correction of a ruling, named by its kind."""
    return plain(str(value.get("event", "?"))) if isinstance(value, dict) else str(value)


def _pieces_placed(scene: EventContext, event: e.PiecesPlaced) -> str:
    piece_states = states(event.face, event.marks)
    in_brackets = f" ({', '.join(piece_states)})" if piece_states else ""
    host = f" with {scene.name(event.host)}" if event.host else ""
    return f"{scene.names(event.pieces)}{in_brackets} placed in {scene.zone(event.zone)}{host}"


def _pieces_moved(scene: EventContext, event: e.PiecesMoved) -> str:
    parts = [
        (what, f" from {scene.zone(zone)}" if zone else "")
        for zone, what in _by_source(scene, event)
    ]
    destination = _destination(scene, event)
    if _moves_own_pieces(scene, event):
        verb = "draws" if _is_draw(scene, event) else "moves"
        moved = listing([f"{what}{source}" for what, source in parts])
        return f"{seat_name(scene.actor)} {verb} {moved} {destination}"
    verb = "goes" if len(event.pieces) == 1 else "go"
    (what, source), *more = parts
    moved = listing([f"{what} {verb}{source}", *(f"{pieces}{place}" for pieces, place in more)])
    return f"{moved} {destination}"


def _by_source(scene: EventContext, event: e.PiecesMoved) -> list[tuple[Zone, str]]:
    """The pieces by the zone they came from; "" for a zone that the role may not know."""
    named: dict[Zone, list[PieceId]] = {}
    for piece in event.pieces:
        if not is_hidden(piece):
            named.setdefault(_nameable_zone(scene, scene.before.zone_of(piece)), []).append(piece)
    hidden = dict(scene.unnamed)
    unaccounted = sum(map(is_hidden, event.pieces)) - sum(hidden.values())
    if unaccounted > 0:
        hidden[""] = unaccounted
    parts = []
    for zone in [*named, *(zone for zone in sorted(hidden) if zone not in named)]:
        blanks = ["?"] * hidden.get(zone, 0)
        parts.append((zone, scene.names([*named.get(zone, ()), *blanks])))
    return parts


def _nameable_zone(scene: EventContext, zone: Zone) -> Zone:
    counted_openly = scene.before.visibility_of(zone).count or can_see(
        scene.before, scene.role, zone
    )
    return zone if counted_openly else ""


def _destination(scene: EventContext, event: e.PiecesMoved) -> str:
    name = scene.zone(event.to)
    top = event.at == 0 and scene.after.visibility_of(event.to).ordered
    host = f", with {scene.name(event.host)}" if event.host else ""
    return f"to the top of {name}{host}" if top else f"to {name}{host}"


def _moves_own_pieces(scene: EventContext, event: e.PiecesMoved) -> bool:
    """Whether the acting seat moves its own pieces, so that it is named as the mover."""
    if scene.actor not in scene.before.seats:
        return False
    for piece in event.pieces:
        if not is_hidden(piece) and scene.before.piece(piece).owner not in ("", scene.actor):
            return False
    zones = {zone for zone, _ in scene.unnamed} | {event.to}
    return all(scene.before.visibility_of(zone).owner in ("", scene.actor) for zone in zones)


def _is_draw(scene: EventContext, event: e.PiecesMoved) -> bool:
    sources = {zone for zone, _ in _by_source(scene, event)}
    from_piles = all(
        zone
        and scene.before.visibility_of(zone).who == "nobody"
        and scene.before.visibility_of(zone).ordered
        for zone in sources
    )
    return from_piles and scene.after.visibility_of(event.to).who == "owner"


def _piece_turned(scene: EventContext, event: e.PieceTurned) -> str:
    if is_hidden(event.piece):
        return "a card is turned"
    return f"{scene.name(event.piece)}{scene.place(event.piece)} is turned to {plain(event.face)}"


def _mark_set(scene: EventContext, event: e.MarkSet) -> str:
    if is_hidden(event.piece):
        return "a card is marked"
    who = f"{scene.name(event.piece)}{scene.place(event.piece)}"
    if not event.value:
        return f"{who} is no longer {plain(event.mark)}"
    until = f" until the end of the {plain(event.until)}" if event.until else ""
    return f"{who} is now {states('', {event.mark: event.value})[0]}{until}"


def _track_set(scene: EventContext, event: e.TrackSet) -> str:
    name, _, last = event.track.rpartition("/")
    if name.startswith("rewind") or event.track.startswith("rewind/"):
        return _rewind_request(scene, name, last, event.value)
    if name.startswith("adopt/"):
        return f"{seat_name(last)} agrees to play on under rules {name.removeprefix('adopt/')}"
    if name == PAUSED:
        wish = "would like a pause" if event.value else "would like to go on"
        return f"{seat_name(last)} {wish}"
    if name.startswith("match/grant/"):
        _, _, seat, *_, length = name.split("/")
        more = f"{duration_text(int(length))} more"
        return f"{seat_name(last)} would grant {seat_name(seat)} {more}" if event.value else ""
    what = track_label(scene.game, scene.after, event.track)
    if event.track not in scene.before.tracks:
        return f"{what} is {event.value}"
    return f"{what} goes from {scene.before.track(event.track)} to {event.value}"


def _rewind_request(scene: EventContext, name: str, last: str, value: int) -> str:
    if last == "to":
        request = f"the table is asked to go back to position {value}"
        other = _replaced_request(scene.replaced) if scene.replaced else ""
        return request + other if value else "the request to go back is refused"
    return f"{seat_name(last)} agrees to go back" if name == "rewind/agreed" and value else ""


def _replaced_request(other: RewindRequest) -> str:
    return f", in place of the request of {seat_name(other.asker)} to go back to {other.to}"


def _pile_shuffled(scene: EventContext, event: e.PileShuffled) -> str:
    return f"{scene.zone(event.zone)} is shuffled"


def _redealt(scene: EventContext, event: e.Redealt) -> str:
    return "cards that the seat could not know are dealt again"


def _dice_rolled(scene: EventContext, event: e.DiceRolled) -> str:
    who = seat_name(event.seat) if event.seat else "the table"
    faces = listing([str(face) for face in event.faces])
    forced = " (set for this what-if)" if event.forced else ""
    why = f" for {scene.phrase(event.purpose)}" if event.purpose else ""
    if event.pool.startswith("1 of "):
        return f"{who} picks number {faces} of {event.pool[5:]} at random{why}{forced}"
    return f"{who} rolls {faces} ({event.pool}){why}{forced}"


def _pieces_shown(scene: EventContext, event: e.PiecesShown) -> str:
    seats = listing([seat_name(seat) for seat in event.to])
    what = scene.names(event.pieces)
    return f"{what} {'is' if len(event.pieces) == 1 else 'are'} shown to {seats}"


def _pieces_inspected(scene: EventContext, event: e.PiecesInspected) -> str:
    return f"the director inspects {scene.names(event.pieces)} of {scene.zone(event.zone)}"


def _phase_entered(scene: EventContext, event: e.PhaseEntered) -> str:
    words = [f"round {event.round}"] if event.round else []
    words += [f"turn {event.turn}"] if event.turn else []
    words.append(plain(event.phase))
    words += [f"{seat_name(event.seat)} to act"] if event.seat else []
    return ", ".join(words)


def _total_computed(scene: EventContext, event: e.TotalComputed) -> str:
    items = ", ".join(
        f"{scene.phrase(item.name)} {item.value} ({item.rule})" for item in event.items
    )
    total = f"{scene.phrase(event.what)}: {event.total}"
    return f"{total} = {items}" if items else total


def _entry_closed(scene: EventContext, event: e.EntryClosed) -> str:
    return "the table waits for an answer"


def _match_paused(scene: EventContext, event: e.MatchPaused) -> str:
    return f"the match is paused by {_who(scene)}: no seat acts, and no clock runs"


def _who(scene: EventContext) -> str:
    """Who paused or resumed: the host, the director, or the last seat that agreed."""
    return "consent" if scene.actor in scene.after.seats else f"the {scene.actor}"


def _match_resumed(scene: EventContext, event: e.MatchResumed) -> str:
    return f"the match is resumed by {_who(scene)}"


def _clocks_run(scene: EventContext, event: e.ClocksRun) -> str:
    if not event.seats:
        return "no clock runs"
    seats = listing([seat_name(seat) for seat in event.seats])
    return f"the clocks of {seats} run" if len(event.seats) > 1 else f"the clock of {seats} runs"


def _deadline_missed(scene: EventContext, event: e.DeadlineMissed) -> str:
    when, follows = instant_text(event.deadline), LATE_BRINGS.get(event.brings, event.brings)
    return f"{seat_name(event.seat)} missed its deadline, {when}; {follows}"


def _time_granted(scene: EventContext, event: e.TimeGranted) -> str:
    who = listing([seat_name(seat) for seat in event.by])
    grants = "grants" if len(event.by) == 1 else "grant"
    return f"{who} {grants} {seat_name(event.seat)} {duration_text(event.length)} more"


def _vacation_taken(scene: EventContext, event: e.VacationTaken) -> str:
    return f"{seat_name(event.seat)} is on vacation until {instant_text(event.until)}"


def _vacation_ended(scene: EventContext, event: e.VacationEnded) -> str:
    return f"{seat_name(event.seat)} is back from vacation"


def _rewound(scene: EventContext, event: e.Rewound) -> str:
    agreed = listing([seat_name(seat) for seat in event.agreed]) if event.agreed else ""
    consent = f", agreed by {agreed}" if agreed else ""
    return (
        f"the table goes back to position {event.to}, as {seat_name(event.asked)} asked{consent}; "
        "what came after stays in the log, marked as undone"
    )


def _ruled(scene: EventContext, event: e.Ruled) -> str:
    return f"the director rules: {event.reason}"


def _rules_adopted(scene: EventContext, event: e.RulesAdopted) -> str:
    return f"every seat plays on under rules {event.version}"


def _match_ended(scene: EventContext, event: e.MatchEnded) -> str:
    result = Result(event.winners, event.reason, event.scores)
    return f"the match is over. {result_text(result, scene.after.seats)}"


def _branch_opened(scene: EventContext, event: e.BranchOpened) -> str:
    dealt = "" if event.dealt == "exact" else f", dealt from what {seat_name(event.dealt)} knows"
    faces = ", ".join(str(face) for face in event.forced)
    forced = f"; first dice set to {faces}" if faces else ""
    return f"this branch of a match starts after position {event.at}{dealt}{forced}"


def _seed_revealed(scene: EventContext, event: e.SeedRevealed) -> str:
    return "seed and salt are opened: everyone may now see every card and verify every die"


_TEXT_OF: dict[type[e.Event], Callable[[EventContext, Any], str]] = {
    e.MatchOpened: _match_opened,
    e.SeatClaimed: _seat_claimed,
    e.ShareOpened: _share_opened,
    e.TableCleared: _table_cleared,
    e.KeyNamed: _key_named,
    e.SharesDrawn: _shares_drawn,
    e.KeepersNamed: _keepers_named,
    e.KeeperOpened: _keeper_opened,
    e.SeatResigned: _seat_resigned,
    e.CommandAccepted: _command_accepted,
    e.PiecesPlaced: _pieces_placed,
    e.PiecesMoved: _pieces_moved,
    e.PieceTurned: _piece_turned,
    e.MarkSet: _mark_set,
    e.TrackSet: _track_set,
    e.PileShuffled: _pile_shuffled,
    e.Redealt: _redealt,
    e.DiceRolled: _dice_rolled,
    e.PiecesShown: _pieces_shown,
    e.PiecesInspected: _pieces_inspected,
    e.PhaseEntered: _phase_entered,
    e.TotalComputed: _total_computed,
    e.EntryClosed: _entry_closed,
    e.MatchPaused: _match_paused,
    e.MatchResumed: _match_resumed,
    e.ClocksRun: _clocks_run,
    e.DeadlineMissed: _deadline_missed,
    e.TimeGranted: _time_granted,
    e.VacationTaken: _vacation_taken,
    e.VacationEnded: _vacation_ended,
    e.Rewound: _rewound,
    e.Ruled: _ruled,
    e.RulesAdopted: _rules_adopted,
    e.MatchEnded: _match_ended,
    e.BranchOpened: _branch_opened,
    e.SeedRevealed: _seed_revealed,
}


def unnamed_sources(
    before: Table, event: e.Event, redacted: e.Event, role: Seat
) -> tuple[tuple[Zone, int], ...]:
    """The zones that unnamed pieces of a redacted move came from, where numbers are public."""
    if not isinstance(event, e.PiecesMoved) or not isinstance(redacted, e.PiecesMoved):
        return ()
    named = set(redacted.pieces)
    sources = Counter(before.zone_of(piece) for piece in event.pieces if piece not in named)
    return tuple(
        (zone, number)
        for zone, number in sorted(sources.items())
        if before.visibility_of(zone).count or can_see(before, role, zone)
    )
