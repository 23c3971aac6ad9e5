"""The service behind the API: matches opened for people, played on, opened at their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import monotonic, sleep

import msgspec
import structlog
from msgspec.structs import replace

from wardiary.adapters.bot_players import BOT_HOLDERS, BotPlayers
from wardiary.adapters.keepers import HttpKeeper, KeeperAway
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.matches import Matches, StalePosition, StandingDamaged
from wardiary.adapters.matches.keeping import WaitingOrder
from wardiary.adapters.web.api.entries import EntryFeed
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.api.summaries import summary
from wardiary.adapters.web.api.timeline import Timelines
from wardiary.adapters.web.auth.access import (
    MatchAccess,
    Principal,
    access_from_grants,
    access_to,
    director_of,
    grants_of,
)
from wardiary.adapters.web.auth.keys import Grant, Invitation, Keyring, MatchSettings, Opening
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game, ScenarioInfo
from wardiary.domain.play.resigning import stand_in
from wardiary.domain.play.table_commands import DIRECTOR, HOST, ClaimSeat, Disclose
from wardiary.domain.table.events import Scalar, SeatClaimed
from wardiary.domain.table.pieces import Seat

LOG = structlog.get_logger("wardiary.web")
ME, OPEN, HUMAN, NOBODY = "me", "open", "human", ""
NO_INVITATION = "this invitation was used already, or never made"
REPLACED = "this invitation was replaced by a newer one"
WATCHES = (
    "who directs this match sees what is hidden, and so holds no seat in it; open it with the "
    "setting director=none, or director=plays if everybody is to know that you may do both"
)
NO_KEEPERS: Mapping[str, str] = {}
PLAY_ON_SECONDS = 2.0
PLAY_ON_COMMANDS = 500
ANSWERED_SECONDS, AGAIN_SECONDS = 4.0, 0.05
"""How long a command is kept waiting for the page of a seat that keeps a part of the dice."""
BREATH_SECONDS = 0.0005
"""Between two commands of bots, so that people's commands are not kept waiting for the lock."""


class Service:
    """Everything the handlers ask for. Safe to call from any thread."""

    def __init__(
        self,
        matches: Matches,
        clock: Callable[[], float] = monotonic,
        unfinished: Callable[[str], None] = lambda match: None,
        keepers: Mapping[str, str] = NO_KEEPERS,
        changed: Callable[[str], None] = lambda match: None,
    ) -> None:
        """Serve the matches of one store; `clock` bounds how long bots may play at once, and
        `unfinished` is called with a match in which they still have to play. `keepers` are the
        addresses of co-keepers that matches may be opened with, by name; `changed` is called with a
        match in which an order begins to wait for one, or waits no more.
        """
        self.matches = matches
        self.keyring = Keyring(matches.store, matches.clock, matches.entropy)
        self.bots = BotPlayers(matches)
        self.entries = EntryFeed(matches)
        self.timelines = Timelines(matches)
        self.unfinished = unfinished
        self.keepers, self.changed = dict(keepers), changed
        self._clock = clock
        self._scenarios: dict[str, tuple[ScenarioInfo, ...]] = {}
        self._waited_for: set[str] = set()
        self._waiting_lock = Lock()

    def access(self, caller: Principal, match: str) -> MatchAccess:
        """A caller's standing at a match; raises Refused."""
        return access_to(self.matches, self.keyring, caller, match)

    def public_summary(self, match: str) -> bytes:
        """A match in short as JSON, as a stranger sees it."""
        card = self.keyring.match_settings(match) or MatchSettings()
        stranger = access_from_grants(self.matches, match, card, [])
        return msgspec.json.encode(summary(self.matches, stranger))

    def administers(self, caller: Principal) -> bool:
        """Whether the caller administers the service."""
        grants = grants_of(self.keyring, caller)
        return any(grant.role == "administrator" for grant in grants)

    def scenarios(self, game: Game) -> tuple[ScenarioInfo, ...]:
        """The scenarios that a game is shipped with."""
        if game.name not in self._scenarios:
            content = game.read_pack(registry.packaged(game.name))
            self._scenarios[game.name] = game.scenarios(content)
        return self._scenarios[game.name]

    # Opening and seating

    def open(
        self,
        game: str,
        scenario: str,
        settings: Mapping[str, Scalar],
        wanted: Mapping[Seat, str],
        card: MatchSettings,
        *,
        known: bool = False,
        keepers: Sequence[str] = (),
    ) -> str:
        """Open a match for the seats wanted, and keep its card; bots do not play yet.

        `known` says whether the card's host was known to the service before, `keepers` names the
        co-keepers. Raises Refused.
        """
        if card.directing and settings.get("director") == "watches":
            raise Refused(422, WATCHES, rule="Table/Director")
        seats = self._seating(registry.game(game), scenario, wanted)
        holders = {
            seat: HUMAN if holder == ME else holder
            for seat, holder in wanted.items()
            if holder != OPEN
        }
        named = self._keepers_named(keepers)
        try:
            match = self.matches.new_match(
                game, scenario, seats=seats, settings=settings, holders=holders, keepers=named
            )
        except KeeperAway as away:
            why = f"the keeper {away.name} does not answer, so no match was opened; try again"
            raise Refused(503, why) from None
        opened_at = self.matches.clock()
        self.keyring.save_match_settings(match, replace(card, made=opened_at))
        self.keyring.note_opening(game, scenario, match, Opening(card.host, known, opened_at))
        return match

    def _keepers_named(self, names: Sequence[str]) -> list[HttpKeeper]:
        """The keepers of some names, which are those that this service was started with."""
        for name in names:
            if name not in self.keepers:
                known = ", ".join(self.keepers) or "none"
                raise Refused(422, f"no keeper {name!r} here; there are: {known}")
        return [HttpKeeper(name, self.keepers[name]) for name in dict.fromkeys(names)]

    def _seating(self, game: Game, scenario: str, wanted: Mapping[Seat, str]) -> tuple[Seat, ...]:
        """The first seating of a scenario that has every seat wanted."""
        for shown in self.scenarios(game):
            if shown.id == scenario and wanted:
                for seating in shown.seats:
                    if set(wanted) <= set(seating):
                        return seating
                ways = "; ".join(" ".join(seating) for seating in shown.seats)
                raise Illegal("Table/Seats", f"{scenario} is played by the seats: {ways}")
        return ()

    def invite(self, match: str, seat: Seat) -> str:
        """A new invitation to a seat: who held it before holds it no longer."""
        table = self.matches.history(match).table
        if stand_in(table, seat):
            raise Refused(409, f"{seat} has resigned; nobody can take that seat any more")
        if table.result is not None and not self.is_disclosed(match):
            if (
                self._match_settings(match).disclosure == "consent"
                and table.holders.get(seat) == HUMAN
            ):
                why = "the match is over, and to open it is up to those who have played it"
                raise Refused(403, why)
        generation = self.keyring.next_generation(match, seat)
        # Standing answers and consent are the word of the player who left them.
        self.matches.leave_standing_answers(match, seat, [])
        self.keyring.forget_consent(match, seat)
        self.keyring.call(match, seat, "")
        # Mails go to nobody, and what was mailed before orders nothing any more.
        SentMailBox(self.matches.store).set_address(match, seat, "")
        if self.matches.history(match).table.holders.get(seat):
            self.matches.command(match, HOST, ClaimSeat(seat, NOBODY))
        return self.keyring.invite(match, seat, generation)

    def held(self, token: str, grants: Sequence[Grant]) -> Invitation | None:
        """The invitation that was changed for a seat which these grants hold still; else None.

        To anyone else a used invitation is as good as one that was never made.
        """
        invitation, used = self.keyring.invitation(token)
        if invitation is None or not used:
            return None
        mine = (invitation.match, invitation.seat, invitation.generation)
        own = [
            (grant.match, grant.seat, grant.generation) for grant in grants if grant.role == "seat"
        ]
        return invitation if mine in own else None

    def claim(self, token: str, grants: Sequence[Grant]) -> tuple[Invitation, str]:
        """Change an invitation for the seat's key; raises Refused when it is used up.

        `grants` are the caller's: who directs a match and sees all of it takes no seat in it.
        """
        offered, used = self.keyring.invitation(token)
        if offered is not None and not used and self._watches(offered.match, grants):
            raise Refused(403, WATCHES, rule="Table/Director")
        invitation = self.keyring.take_invitation(token)
        if invitation is None:
            raise Refused(404, NO_INVITATION)
        match, seat = invitation.match, invitation.seat
        if self.keyring.generation(match, seat) != invitation.generation:
            raise Refused(404, REPLACED)
        try:
            if self.matches.history(match).table.holders.get(seat) != HUMAN:
                self.matches.command(match, HOST, ClaimSeat(seat, HUMAN))
            key = self.keyring.issue(match, "seat", seat, invitation.generation)
        except Exception:
            self.keyring.return_invitation(token, invitation)
            raise
        self.keyring.used(token, invitation)
        return invitation, key

    def _watches(self, match: str, grants: Sequence[Grant]) -> bool:
        directs = any(grant.role == "director" and grant.match == match for grant in grants)
        return directs and director_of(self.matches.history(match).table) == "watches"

    def record_director_seat(self, match: str, seat: Seat) -> None:
        """The director has taken a seat, and looks at the match with its eyes from now on."""
        card = self._match_settings(match)
        directing = (*card.directing, seat)
        self.keyring.save_match_settings(match, replace(card, directing=directing, consents=()))

    def name_match(self, match: str, name: str) -> None:
        """Call a match by a name; by none if it is ""."""
        card = self._match_settings(match)
        self.keyring.save_match_settings(match, replace(card, name=name, consents=()))

    def _match_settings(self, match: str) -> MatchSettings:
        card = self.keyring.match_settings(match)
        if card is None:
            raise Refused(404, "no such match")
        return card

    # Playing on

    def reply(self, match: str) -> None:
        """Play on after a person's command, which is recorded and stays so whatever bots do.

        A bot that fails is logged without its words; the bot worker tries once more.
        """
        try:
            self.play_on(match, fresh=False)
        except KeeperAway:
            self.changed(match)
        except Exception as error:  # noqa: BLE001 (What the person did was done.)
            LOG.warning("a bot failed", kind=type(error).__name__)

    def play_on(self, match: str, *, fresh: bool = True) -> None:
        """Let bots and standing answers reply, as long as a caller may be kept waiting.

        What is not done by then is left to the bot worker. A match that has ended is opened. The
        line need not be `fresh` right after a command.
        """
        if self.waits(match):
            return  # The keeper worker gives that order, and then goes on here.
        until = self._clock() + PLAY_ON_SECONDS
        for _ in range(PLAY_ON_COMMANDS):
            if not self.bots.play_on(match, bound=1, fresh=fresh):
                break
            if self._clock() > until:
                self.unfinished(match)
                return
            sleep(BREATH_SECONDS)
        else:
            self.unfinished(match)
            return
        if self.matches.history(match, fresh=False).table.result is not None:
            self.disclose(match)

    def waits(self, match: str) -> WaitingOrder | None:
        """The order of a match that waits for a keeper, if any does."""
        if not self.matches.history(match, fresh=False).said.keepers:
            return None
        return self.matches.waiting(match)

    def give_waiting(self, match: str) -> bool:
        """Give the order again that waits for a keeper, and play on; False while it waits."""
        try:
            self.matches.retry_waiting(match)
        except (KeeperAway, Illegal, StalePosition):
            if self.waits(match) is not None:
                return False
        self.changed(match)
        self.reply(match)
        return self.waits(match) is None

    def is_given_soon(self, match: str) -> bool:
        """Wait a moment for pages that keep a part of the dice; whether the order waits no more.

        One caller of a match waits at a time; to the others it is said at once that it waits.
        """
        with self._waiting_lock:
            if match in self._waited_for:
                return False
            self._waited_for.add(match)
        try:
            for _ in range(round(ANSWERED_SECONDS / AGAIN_SECONDS)):
                sleep(AGAIN_SECONDS)
                if self.waits(match) is None:
                    return True
            return False
        finally:
            with self._waiting_lock:
                self._waited_for.discard(match)

    def disclose(self, match: str) -> bool:
        """Open seed and salt of a match that has ended, if that is what was settled."""
        if self.matches.history(match).table.result is None or self.is_disclosed(match):
            return False
        card = self.keyring.match_settings(match)
        if card is None:
            return False
        if card.disclosure == "consent" and not self._all_consent(match, card):
            return False
        try:
            self.matches.disclose(match)
        except (Illegal, StalePosition):
            return False
        return True

    def open_keepers(self, match: str) -> None:
        """Ask the keepers of an opened match once more that were away at its end."""
        if self.is_disclosed(match):
            self.matches.open_keepers(match)

    def is_disclosed(self, match: str) -> bool:
        """Whether the match's own secrets are open."""
        match_rows = self.matches.history(match).rows[self.matches.origins(match)[-1][1] - 1 :]
        return any(kind_of(row) == "seed-revealed" for row in reversed(match_rows))

    def _all_consent(self, match: str, card: MatchSettings) -> bool:
        """Bots have nothing to hide, nor has a seat that no person ever held."""
        line = self.matches.history(match)
        claims = (line.event(row.position) for row in line.rows if kind_of(row) == "seat-claimed")
        held = {
            claim.seat
            for claim in claims
            if isinstance(claim, SeatClaimed) and claim.holder == HUMAN
        }
        bots = {seat for seat, holder in line.table.holders.items() if holder in BOT_HOLDERS}
        return held - bots <= set(card.consents)

    def consent(self, match: str, seat: Seat) -> None:
        """A seat agrees that its match be opened once it has ended."""
        self.keyring.consent(match, seat)
        self.disclose(match)

    def consents(self, match: str) -> tuple[Seat, ...]:
        """The seats that have agreed to open their match."""
        return self._match_settings(match).consents

    def is_due(self, match: str) -> bool:
        """Whether the service itself has still to act: a bot is asked, or the end is unopened."""
        now = self.matches.current(match)
        if self.matches.damage(match):
            return False
        if now.table.result is not None:
            return not self.is_disclosed(match)
        holders = (now.table.holders.get(seat) for seat in now.waiting_for)
        return any(holder in BOT_HOLDERS for holder in holders) or self._standing(match)

    def _standing(self, match: str) -> bool:
        now = self.matches.current(match)
        try:
            return any(self.matches.standing_answers(match, prompt.seat) for prompt in now.prompts)
        except StandingDamaged:
            return False


def refuse_reserved_commands(seat: Seat, command: Command) -> None:
    """Refuse through the commands what has an address of its own, or would name a person.

    Raises Refused.
    """
    if isinstance(command, Disclose):
        raise Refused(403, "agree to it under /disclosure; it is then done by itself")
    if isinstance(command, ClaimSeat):
        if command.holder not in (HUMAN, *BOT_HOLDERS) or seat == DIRECTOR:
            raise Refused(
                403, f"a seat is held by {HUMAN} or {', '.join(BOT_HOLDERS)}; names stay outside"
            )
