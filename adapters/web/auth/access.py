"""What a caller may do at a match: whose eyes it may look through, and for which seat it speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Request

from wardiary.adapters.matches import Matches
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.auth.keys import Grant, Keyring, MatchSettings, hashed
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.play.resigning import stand_in
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import DIRECTOR, SPECTATOR

COOKIE = "wardiary"
IDS = re.compile(r"[0-9a-f]{32}")
"""What matches are called; not every store can even be asked for something else."""
ADMINISTRATOR = "administrator"
NO_EYES = (
    "nobody sees everything before the match is open, unless it was opened with the setting "
    "director=watches (who then holds no seat) or director=plays"
)
AnyRequest = Request[Any, Any, Any]


def cookie_name(scheme: str) -> str:
    """What the session's cookie is called: over https so that no other host can have set it."""
    return f"__Host-{COOKIE}" if scheme == "https" else COOKIE


class Principal(msgspec.Struct, frozen=True):
    """Who sends a request: a program with a key, a browser with a session, or anyone."""

    key_hash: str = ""
    session: str = ""

    @property
    def name(self) -> str:
        """What rates are counted by; never the secret itself."""
        return self.key_hash or (hashed(self.session) if self.session else "")


def principal_of(request: AnyRequest) -> Principal:
    """Read key and cookie of a request; nothing is looked up yet."""
    header = request.headers.get("authorization", "")
    if header:
        return principal_with(header)
    return Principal(session=request.cookies.get(cookie_name(request.url.scheme), ""))


def principal_with(authorization: str) -> Principal:
    """Who sends this in the header `Authorization`; raises Refused."""
    kind, _, key = authorization.partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise Refused(401, "send the key as Authorization: Bearer")
    return Principal(key_hash=hashed(key.strip()))


def grants_of(keyring: Keyring, caller: Principal, match: str = "") -> list[Grant]:
    """The grants of a caller that are still worth something, at one match or at all of them.

    Raises Refused for a key that opens nothing: a program should know that it was revoked.
    """
    if caller.key_hash:
        grant = keyring.grant(caller.key_hash)
        if grant is None or not _current(keyring, grant):
            raise Refused(401, "this key was never issued, or is revoked")
        return [grant] if grant.match == match or not match or not grant.match else []
    if not caller.session or not keyring.has_session(caller.session):
        return []
    grants = []
    for name, _ in keyring.granted(caller.session):
        of, _, key_hash = name.partition("/")
        if of in (match, "") or not match:
            grant = keyring.grant(key_hash)
            if grant is not None and _current(keyring, grant):
                grants.append(grant)
    return grants


def _current(keyring: Keyring, grant: Grant) -> bool:
    if grant.role != "seat":
        return True
    return keyring.generation(grant.match, grant.seat) == grant.generation


class MatchAccess(msgspec.Struct, frozen=True):
    """A caller at a match. `is_open` once everything of its line may be seen by everyone.

    `stands_in` are the seats that have resigned and are played on by this caller, who directs.
    """

    match: str
    match_settings: MatchSettings
    seats: tuple[Seat, ...]
    own_seats: tuple[Seat, ...]
    directs: bool
    administers: bool
    is_open: bool
    first_visible_positions: dict[Seat, int]
    director: str
    is_branch: bool
    stands_in: tuple[Seat, ...] = ()

    @property
    def plays(self) -> tuple[Seat, ...]:
        """The seats that the caller answers for: its own, and those it plays on."""
        return (*self.own_seats, *(seat for seat in self.stands_in if seat not in self.own_seats))

    @property
    def roles(self) -> tuple[str, ...]:
        """The caller's roles as they are named in answers."""
        director_role = (DIRECTOR,) if self.directs else ()
        return (*self.plays, *director_role)

    @property
    def sees_all(self) -> bool:
        """Whether the caller looks at everything, as all do once the match is open.

        While it runs only its director does, if it was opened with one (the setting `director`):
        one who "watches" holds no seat, whether from the opening or by an invitation.
        """
        if self.director == "plays" and not self.is_branch:
            return self.is_open or self.directs
        watches = (
            self.director != "none" and not self.match_settings.directing and not self.own_seats
        )
        return self.is_open or (self.directs and watches)

    def viewing_role(self, wanted: str | None = None) -> Seat:
        """The role to look as: the one named if it may be taken, else the caller's own.

        Raises Refused. "spectator" may always be named; "" is a spectator inside.
        """
        if wanted is None or wanted == "":
            if self.own_seats:
                return self.own_seats[0]
            return DIRECTOR if self.directs and self.sees_all else SPECTATOR
        if wanted == "spectator":
            return SPECTATOR
        if wanted != DIRECTOR and wanted not in self.seats:
            known = ", ".join((*self.seats, "spectator", DIRECTOR))
            raise Refused(400, f"there is nobody {wanted!r} to look as; there are: {known}")
        if self.is_open or wanted in self.plays or (wanted == DIRECTOR and self.sees_all):
            return wanted
        if wanted == DIRECTOR and self.directs:
            raise Refused(403, NO_EYES)
        raise Refused(403, f"you may not look as {wanted} while the match runs")

    def first_visible_position(self, role: Seat) -> int:
        """The position before which a role may not look; 0 but in what-ifs dealt for another."""
        return (
            0
            if self.is_open
            else self.first_visible_positions.get(role, self.first_visible_positions[SPECTATOR])
        )

    def acting_seat(self, wanted: str = "", asked: Sequence[Seat] = ()) -> Seat:
        """The seat to speak for: the one named, else the caller's only one, or the one asked."""
        roles = self.roles
        if wanted:
            if wanted not in roles:
                raise Refused(403, f"you do not speak for {wanted}")
            return wanted
        if not roles:
            raise Refused(403, "you hold no seat of this match")
        due = [seat for seat in self.plays if seat in asked]
        return (due or list(roles))[0]

    def require_director(self) -> None:
        """Raise Refused unless the caller directs the match or administers the service."""
        if not (self.directs or self.administers):
            raise Refused(403, "only the director of the match may do this")


def access_to(matches: Matches, keyring: Keyring, caller: Principal, match: str) -> MatchAccess:
    """A caller's standing at a match; raises Refused (404) where it may not know of it."""
    card = keyring.match_settings(match) if IDS.fullmatch(match) else None
    grants = grants_of(keyring, caller, match)
    if card is None or not (card.public or grants):
        raise Refused(404, "no such match")
    return access_from_grants(matches, match, card, grants)


def access_from_grants(
    matches: Matches, match: str, card: MatchSettings, grants: Sequence[Grant]
) -> MatchAccess:
    """What some grants make of a caller at a match."""
    line, origins = matches.history(match), matches.origins(match)
    directs = any(grant.role == "director" for grant in grants)
    left = [seat for seat in line.table.seats if stand_in(line.table, seat) == DIRECTOR]
    return MatchAccess(
        match=match,
        match_settings=card,
        seats=line.table.seats,
        own_seats=tuple(dict.fromkeys(one.seat for one in grants if one.role == "seat")),
        directs=directs,
        administers=any(grant.role == ADMINISTRATOR for grant in grants),
        is_open=is_over(line) and all(is_disclosed(matches, origin) for origin, _ in origins),
        first_visible_positions=first_visible_positions(line, origins),
        director=director_of(line.table),
        is_branch=len(origins) > 1,
        stands_in=tuple(left) if directs else (),
    )


def director_of(table: Table) -> str:
    """Whether somebody sees what is hidden while a match runs: "none", "watches" or "plays"."""
    return str(table.settings.get("director", "none"))


def is_over(line: History) -> bool:
    """Whether the match is over."""
    return line.table.result is not None


def is_disclosed(matches: Matches, match: str) -> bool:
    """Whether seed and salt of a match are open, so that its own part holds no secret any more."""
    line = matches.history(match)
    if not is_over(line):
        return False
    match_rows = line.rows[matches.origins(match)[-1][1] - 1 :]
    return any(kind_of(row) == "seed-revealed" for row in reversed(match_rows))


def first_visible_positions(line: History, origins: Sequence[tuple[str, int]]) -> dict[Seat, int]:
    """From which position on each role may look at a line.

    A what-if dealt for one seat shows its past, where the real cards lie, to that seat alone.
    """
    roles = (*line.table.seats, SPECTATOR, DIRECTOR)
    seen = dict.fromkeys(roles, 0)
    for _, first in origins[1:]:
        opener = line.event(first)
        assert isinstance(opener, e.BranchOpened)
        if opener.dealt != "exact":
            for role in roles:
                if role != opener.dealt:
                    seen[role] = first - 1
    return seen
