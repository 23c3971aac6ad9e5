"""Who may do what: keys, invitations and browser sessions, stored as hashes and nothing else."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from wardiary.adapters.store import DiaryStore, StoreError
from wardiary.domain.table.pieces import Seat

Role = Literal["seat", "director", "administrator"]
KEYS, INVITATIONS, SESSIONS, CARDS = "keys", "invitations", "sessions", "cards"
USED, HOSTS = "used invitations", "names of hosts"
OPERATOR = "operator"
"""The host of matches that were opened at the command line."""
NOBODYS = -1
"""The generation of a seat when that cannot be read: no key to it works until the next."""
SESSION_MS = 400 * 24 * 3_600_000


class Grant(msgspec.Struct, frozen=True):
    """What a key opens: a seat or the director's chair of one match, or the whole service.

    A grant is worth something only while its `generation` is the seat's current one, a number that
    is drawn again whenever the seat changes hands.
    """

    match: str
    role: Role
    seat: Seat = ""
    generation: int = 0
    made: int = 0

    @property
    def name(self) -> str:
        """The role as it is named to its holder: the seat, "director" or "administrator"."""
        return self.seat if self.role == "seat" else self.role


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a seat for the holder of its token, once."""

    match: str
    seat: Seat
    generation: int
    made: int


class MatchSettings(msgspec.Struct, frozen=True):
    """What the service keeps of a match beside its diary.

    `public` matches are listed and may be watched by anyone. With `disclosure` "at-end" seed and
    salt are opened as soon as the match has ended, with "consent" once every person agrees
    (`consents`, which are kept one by one). `directing` lists the seats of the director: a director
    who plays looks with the eyes of that seat until the match is open. `name` is what the opener
    of a branch called it. `host` is who opened the match, as a hash;
    `thrown_away` counts what the operator opened of the same kind and left.
    """

    public: bool = False
    disclosure: Literal["at-end", "consent"] = "at-end"
    directing: tuple[Seat, ...] = ()
    consents: tuple[Seat, ...] = ()
    made: int = 0
    name: str = ""
    host: str = ""
    thrown_away: int = 0


class Opening(msgspec.Struct, frozen=True):
    """A match as it was opened: by whom, and whether the service knew them before."""

    host: str
    known: bool
    made: int


class BranchOrigin(msgspec.Struct, frozen=True):
    """Where a branch comes from: its parent, after which position, and for whom it was dealt."""

    parent: str
    at: int
    dealt: str
    made: int


def hashed(secret: str) -> str:
    """What is stored of a secret; the secret itself never is."""
    return sha256(secret.encode()).hexdigest()


class CardDamaged(StoreError):
    """What the service keeps of a match cannot be read, so nobody may do anything there."""

    def __init__(self, match: str) -> None:
        """Say of which match."""
        self.match = match
        super().__init__(
            f"what the service keeps of match {match[:12]} beside its diary is damaged: who "
            "directs it and whether it is public; restore a backup"
        )


T = TypeVar("T")
_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind)
    for kind in (Grant, Invitation, MatchSettings, Opening, BranchOrigin)
}


def _decoded(stored: bytes | None, kind: type[T]) -> T | None:
    """What is kept, None when there is nothing or it is damaged: a damaged key opens nothing."""
    try:
        return None if stored is None else _DECODERS[kind].decode(stored)
    except (msgspec.MsgspecError, ValueError):
        return None


def number(stored: bytes | None, otherwise: int) -> int:
    """A number that is kept as its digits, or another one when that is damaged or missing."""
    return int(stored) if stored is not None and stored.isdigit() else otherwise


class Keyring:
    """Keys, invitations, sessions and cards over one store. Safe to call from any thread."""

    def __init__(
        self, store: DiaryStore, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        """Keep them in drawers of `store`."""
        self.store, self.clock, self.entropy = store, clock, entropy

    def secret(self) -> str:
        """32 random bytes in letters that fit a header and a link."""
        return urlsafe_b64encode(self.entropy(32)).decode().rstrip("=")

    # Keys

    def issue(self, match: str, role: Role, seat: Seat = "", generation: int = 0) -> str:
        """A new key; this is the only time that it can be read."""
        key = self.secret()
        grant = Grant(match, role, seat, generation, self.clock())
        self.store.put(KEYS, hashed(key), msgspec.json.encode(grant))
        return key

    def grant(self, key_hash: str) -> Grant | None:
        """What the key of a hash opens, if it was issued and not revoked."""
        return _decoded(self.store.get(KEYS, key_hash), Grant)

    def revoke(self, key_hash: str) -> None:
        """Make a key worthless at once, in every process and session."""
        self.store.delete(KEYS, key_hash)

    # Invitations

    def invite(self, match: str, seat: Seat, generation: int) -> str:
        """A token that can be changed for the seat's key once."""
        token = self.secret()
        invitation = Invitation(match, seat, generation, self.clock())
        self.store.put(INVITATIONS, hashed(token), msgspec.json.encode(invitation))
        self.store.put(f"invited {match}", seat, str(invitation.made).encode())
        return token

    def invited(self, match: str) -> dict[Seat, int]:
        """The seats to which somebody is invited who has not come yet, and since when (ms)."""
        return {seat: number(stored, 0) for seat, stored in self.store.items(f"invited {match}")}

    def invitation(self, token: str) -> tuple[Invitation | None, bool]:
        """What a token holds out, and whether it was used; None when it was never made."""
        for drawer, used in ((INVITATIONS, False), (USED, True)):
            invitation = _decoded(self.store.get(drawer, hashed(token)), Invitation)
            if invitation is not None:
                return invitation, used
        return None, False

    def used(self, token: str, invitation: Invitation) -> None:
        """The invited person has arrived."""
        self.store.put(USED, hashed(token), msgspec.json.encode(invitation))
        self.store.delete(f"invited {invitation.match}", invitation.seat)

    def take_invitation(self, token: str) -> Invitation | None:
        """The invitation of a token; however many ask at once, one is given it."""
        return _decoded(self.store.pop(INVITATIONS, hashed(token)), Invitation)

    def return_invitation(self, token: str, invitation: Invitation) -> None:
        """The invitation could not be used after all."""
        self.store.put(INVITATIONS, hashed(token), msgspec.json.encode(invitation))

    # Sessions: a drawer for each, holding the hashes of the keys it was granted

    def new_session(self) -> str:
        """The id of a fresh browser session, to be sent as its cookie."""
        session = self.secret()
        self.store.put(SESSIONS, hashed(session), str(self.clock()).encode())
        return session

    def has_session(self, session: str) -> bool:
        """Whether the session was begun here and has not ended."""
        began = number(self.store.get(SESSIONS, hashed(session)), -SESSION_MS)
        return began + SESSION_MS > self.clock()

    def end_session(self, session: str) -> None:
        """Forget the session with all that it was granted; its keys stay what they are."""
        for name, _ in self.granted(session):
            self.store.delete(f"session {hashed(session)}", name)
        self.store.delete(SESSIONS, hashed(session))

    def add(self, session: str, match: str, key: str) -> None:
        """Grant a session what a key opens."""
        self.store.put(f"session {hashed(session)}", f"{match}/{hashed(key)}", b"")

    def granted(self, session: str) -> list[tuple[str, bytes]]:
        """What a session was granted: "match/hash of the key" each."""
        return self.store.items(f"session {hashed(session)}")

    # Cards of matches

    def match_settings(self, match: str) -> MatchSettings | None:
        """What is kept of a match; None when it was not opened or taken up by the service.

        Raises CardDamaged.
        """
        stored = self.store.get(CARDS, match)
        if stored is None:
            return None
        card = _decoded(stored, MatchSettings)
        if card is None:
            raise CardDamaged(match)
        if card.disclosure == "at-end":
            return card
        agreed = tuple(seat for seat, _ in self.store.items(f"consents {match}"))
        return replace(card, consents=agreed)

    def consent(self, match: str, seat: Seat) -> None:
        """A seat agrees to open its match. Each seat's word is kept by itself, so none is lost."""
        self.store.put(f"consents {match}", seat, b"")

    def forget_consent(self, match: str, seat: Seat) -> None:
        """A seat changed hands: its next holder has not agreed to anything."""
        self.store.delete(f"consents {match}", seat)

    # Names that people gave themselves: beside the diary, so that they can be taken away

    def people(self, match: str) -> dict[Seat, str]:
        """What those who hold seats want to be called."""
        stored = self.store.items(f"people {match}")
        return {seat: name.decode(errors="replace") for seat, name in stored}

    def call(self, match: str, seat: Seat, name: str) -> None:
        """Who holds a seat is called by a name from now on; by none if it is ""."""
        if name:
            self.store.put(f"people {match}", seat, name.encode())
        else:
            self.store.delete(f"people {match}", seat)

    def host(self, match: str) -> str:
        """What the host of a match wants to be called."""
        return (self.store.get(HOSTS, match) or b"").decode(errors="replace")

    def call_host(self, match: str, name: str) -> None:
        """The host of a match is called by a name from now on; by none if it is ""."""
        if name:
            self.store.put(HOSTS, match, name.encode())
        else:
            self.store.delete(HOSTS, match)

    def generation(self, match: str, seat: Seat) -> int:
        """In whose hands a seat is: a number of their own; 0 before the first invitation."""
        stored = self.store.get(f"seats {match}", seat)
        return 0 if stored is None else number(stored, NOBODYS)

    def next_generation(self, match: str, seat: Seat) -> int:
        """The seat changes hands: whatever was issued for it before is worth nothing now.

        The number is drawn, not counted on: of several who do this at once one is the last, and
        what the others issue is worth nothing either.
        """
        generation = 1 + int.from_bytes(self.entropy(6), "big")
        self.store.put(f"seats {match}", seat, str(generation).encode())
        return generation

    def save_match_settings(self, match: str, card: MatchSettings) -> None:
        """Keep what is known of a match beside its diary."""
        self.store.put(CARDS, match, msgspec.json.encode(card))

    def all_match_settings(self) -> list[tuple[str, MatchSettings]]:
        """All matches of the service, the newest first; one with a damaged card as private."""
        stored = self.store.items(CARDS)
        decoded = [
            (match, _decoded(card, MatchSettings) or MatchSettings()) for match, card in stored
        ]
        return sorted(decoded, key=lambda pair: (-pair[1].made, pair[0]))

    # Openings

    def note_opening(self, game: str, scenario: str, match: str, opening: Opening) -> None:
        """Note that a match was opened; it is forgotten once it has been played."""
        self.store.put(f"openings {game}/{scenario}", match, msgspec.json.encode(opening))

    def openings(self, game: str, scenario: str) -> list[tuple[str, Opening]]:
        """Matches of a scenario that were opened and, as far as is known, not played."""
        stored = self.store.items(f"openings {game}/{scenario}")
        decoded = [(match, _decoded(opening, Opening)) for match, opening in stored]
        return [(match, opening) for match, opening in decoded if opening is not None]

    def forget_opening(self, game: str, scenario: str, match: str) -> None:
        """The match was played, so it does not count as discarded."""
        self.store.delete(f"openings {game}/{scenario}", match)

    def chairs(self, match: str) -> list[Grant]:
        """What keys open of a match beyond a single seat, those to the whole service included."""
        grants = [_decoded(stored, Grant) for _, stored in self.store.items(KEYS)]
        seat_grants = [
            grant
            for grant in grants
            if grant and grant.role != "seat" and grant.match in (match, "")
        ]
        return sorted(seat_grants, key=lambda one: (one.made, one.role))

    # Branches

    def note_branch(self, root: str, child: str, born: BranchOrigin) -> None:
        """Note a branch in the tree that grows from a root."""
        self.store.put(f"branches {root}", child, msgspec.json.encode(born))

    def branches(self, root: str) -> list[tuple[str, BranchOrigin]]:
        """All branches that grow from a root, in the order they were opened."""
        stored = self.store.items(f"branches {root}")
        decoded = [(child, _decoded(born, BranchOrigin)) for child, born in stored]
        whole = [(child, born) for child, born in decoded if born is not None]
        return sorted(whole, key=lambda pair: (pair[1].made, pair[0]))
