"""Judging the commands of every game: seats, rewinds, rulings, inspections, opening the seed."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.match import keepers, keys, rewinds, shares
from wardiary.domain.match.rewind_options import agreed_track
from wardiary.domain.match.timing import Given, handle_time
from wardiary.domain.play import table_commands as c
from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, check_seat, close_entry, run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.play.resigning import playing, resign, stand_in
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table

ALLOWED_CORRECTIONS = (e.PiecesMoved, e.PieceTurned, e.MarkSet, e.TrackSet, e.PiecesShown)
TABLE_ERRORS = (ImpossibleEvent, AssertionError, LookupError, ValueError)


def handle_table_command(
    game: Game,
    history: History,
    table: Table,
    seat: Seat,
    command: Command,
    chance: Chance,
    secrets: Secrets,
    given: Given,
) -> Outcome:
    """The result of a table command; `table` is the one after the `command-accepted` event.

    `given` says when it was given, and by whom for its seat. Raises Illegal when it may not be.
    """
    draft = Draft(table, chance, game.open_steps(table))
    match command:
        case c.ClaimSeat() | c.OpenShare() | c.ChangeKey() | c.ReplaceKeeper() | c.OpenKeeper():
            return _take_part(game, history, draft, seat, command)
        case c.AskRewind() | c.AgreeRewind() | c.RefuseRewind():
            return rewinds.handle_rewind(game, history, draft, seat, command)
        case c.MakeRuling():
            return _ruling(game, draft, seat, command)
        case c.InspectPiece():
            return close_entry(game, draft, lambda: _inspect(draft, seat, command))
        case c.Resign():
            check_seat(draft.table, seat)
            if shares.awaits_shares(history):
                raise Illegal("Table/Shares", "nothing is dealt yet; leave the seat instead")
            why = "missed its deadline" if given.by == c.LATE else "resigned"
            return run_steps(draft, lambda: resign(game, draft, seat, why))
        case c.Disclose():
            return close_entry(game, draft, lambda: _disclose(history, draft, seat, secrets))
        case c.AdoptRules():
            return close_entry(game, draft, lambda: _adopt(game, draft, seat, command))
        case _:
            effect = partial(handle_time, game, history, draft, seat, command, given)
            return close_entry(game, draft, effect)


def _take_part(
    game: Game,
    history: History,
    draft: Draft,
    seat: Seat,
    command: c.ClaimSeat | c.OpenShare | c.ChangeKey | c.ReplaceKeeper | c.OpenKeeper,
) -> Outcome:
    """Record who holds a seat, its share or key; the last share begins a match that waits."""
    match command:
        case c.ChangeKey():
            effect = partial(keys.change_key, history, draft, seat, command)
            return close_entry(game, draft, effect)
        case c.ReplaceKeeper():
            effect = partial(keepers.replace_keeper, history, draft, seat, command)
            return close_entry(game, draft, effect)
        case c.OpenKeeper():
            effect = partial(keepers.open_keeper, history, draft, seat, command)
            return close_entry(game, draft, effect)
        case c.OpenShare():
            return shares.open_share(game, history, draft, seat, command)
        case c.ClaimSeat():
            return _claim(game, history, draft, seat, command)


def _claim(game: Game, history: History, draft: Draft, seat: Seat, command: c.ClaimSeat) -> Outcome:
    shares.check_seal(history, command)
    keys.check_named(history, command)
    keepers.check_own(history, seat, command)
    _record_claim(draft, seat, command)
    if command.keeper:
        draft.record(keepers.with_own(history, command))
    if shares.all_shares_open(history, draft.table):
        return shares.deal(game, draft)
    return close_entry(game, draft, lambda: None)


def _record_claim(draft: Draft, seat: Seat, command: c.ClaimSeat) -> None:
    check_seat(draft.table, command.seat)
    if seat not in (c.HOST, c.DIRECTOR, command.seat):
        raise Illegal("Table/Claim", f"{seat} cannot give away the seat of {command.seat}")
    if stand_in(draft.table, command.seat):
        why = f"{command.seat} has resigned; nobody can take that seat any more"
        raise Illegal("Table/Resign", why)
    c.check_holder(command.holder)
    draft.record(
        e.SeatClaimed(
            seat=command.seat,
            holder=command.holder,
            seal=command.seal,
            key=command.key,
            rule="Table/Claim",
        )
    )
    if draft.table.track(agreed_track(command.seat)):
        # Consent belongs to a person: the next one in the seat has not agreed to anything yet.
        draft.track(agreed_track(command.seat), 0, rule="Table/Claim")


def _disclose(history: History, draft: Draft, seat: Seat, secrets: Secrets) -> None:
    """The host or director opens seed and salt; no seat can do that to the others."""
    if seat not in (c.HOST, c.DIRECTOR):
        raise Illegal("Table/Disclosure", f"{seat} cannot open what the others have hidden")
    if draft.table.result is None:
        raise Illegal(
            "Table/Disclosure", "the match still runs; its secrets are opened when it has ended"
        )
    draft.record(
        e.SeedRevealed(seed=secrets.seed.hex(), salt=secrets.salt.hex(), rule="Table/Disclosure")
    )


def _adopt(game: Game, draft: Draft, seat: Seat, command: c.AdoptRules) -> None:
    """A seat agrees to a newer rules version; the last one to agree puts it in force."""
    check_seat(draft.table, seat)
    if command.version != game.version:
        raise Illegal("Table/Version", f"the version to adopt is {game.version}")
    if draft.table.version == game.version:
        raise Illegal("Table/Version", f"the match is played under {game.version} already")
    track = f"adopt/{game.version}/{seat}"
    draft.track(track, 1, rule="Table/Version")
    missing = [
        player
        for player in playing(draft.table)
        if not draft.table.track(f"adopt/{game.version}/{player}")
    ]
    if not missing:
        draft.record(e.RulesAdopted(version=game.version, rule="Table/Version"))


def _ruling(game: Game, draft: Draft, seat: Seat, command: c.MakeRuling) -> Outcome:
    """Apply the director's corrections, then go on with play."""
    if seat != c.DIRECTOR:
        raise Illegal("Table/Ruling", "only the director may correct the table")
    if not command.reason.strip():
        raise Illegal("Table/Ruling", "a ruling needs a reason in words")
    if draft.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; nothing on its table can change")

    def effect() -> None:
        draft.record(e.Ruled(reason=command.reason, rule="Table/Ruling"))
        for event in command.corrections:
            _check_correction(game, draft.table, event)
            draft.record(replace(event, rule="Table/Ruling"))

    try:
        return run_steps(draft, effect)
    except TABLE_ERRORS as error:
        raise Illegal("Table/Ruling", f"such a table is not possible: {error}") from None


def _check_correction(game: Game, table: Table, event: e.Event) -> None:
    """Refuse what is not a correction, or would open a hidden zone by a slip."""
    if not isinstance(event, ALLOWED_CORRECTIONS):
        raise Illegal("Table/Ruling", f"a ruling cannot contain {e.tag_of(event)}")
    match event:
        case e.TrackSet() if event.track.startswith(c.CONSENT_TRACKS):
            why = "only the seats can agree to something, and a pause has its own command"
            raise Illegal("Table/Ruling", why)
        case e.PiecesShown():
            for seat in event.to:
                check_seat(table, seat)
        case e.PiecesMoved() if event.to not in _zones(game, table):
            raise Illegal("Table/Ruling", f"there is no zone {event.to!r}")
        case _:
            pass


def _zones(game: Game, table: Table) -> set[Zone]:
    layout = game.layout(table)
    spaces = {zone for zone, _, _ in layout.spaces}
    rows = {zone for _, zones in layout.rows for zone in zones}
    return spaces | rows | table.zones.keys() | table.visibility.keys()


def _inspect(draft: Draft, seat: Seat, command: c.InspectPiece) -> None:
    """The director looks at a hidden piece; nobody else learns which."""
    if seat != c.DIRECTOR:
        raise Illegal("Table/Inspection", "only the director may inspect what is hidden")
    pieces = draft.table.zone(command.zone)
    if command.zone not in draft.table.visibility:
        hidden = ", ".join(sorted(draft.table.visibility))
        raise Illegal(
            "Table/Inspection", f"{command.zone!r} is not hidden; hidden zones are: {hidden}"
        )
    if not 1 <= command.place <= len(pieces):
        raise Illegal("Table/Inspection", f"{command.zone} holds {len(pieces)} pieces")
    piece = pieces[command.place - 1]
    draft.record(e.PiecesInspected(zone=command.zone, pieces=(piece,), rule="Table/Inspection"))
