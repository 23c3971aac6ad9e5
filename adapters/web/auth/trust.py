"""What everybody at a table may know of who could see more, and of what the host threw away."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.adapters.matches import Matches
from wardiary.adapters.store import StoreError
from wardiary.adapters.web.auth.access import director_of
from wardiary.adapters.web.auth.keys import OPERATOR, Keyring, MatchSettings
from wardiary.adapters.web.schemas.matches import KeyShown, Trust
from wardiary.domain.diary.codec import decode
from wardiary.domain.match.rewind_options import acting_seats
from wardiary.domain.play.table_commands import DIRECTOR
from wardiary.domain.table import events as e

DAY_MS = 24 * 3_600_000
PLAYERS = 2
"""A match counts as played once so many of its seats have acted."""
DIRECTORS = {
    "none": "Nobody sees what is hidden while the match is played.",
    "watches": "The holder of the director's key sees everything, and may hold no seat.",
    "plays": "The holder of the director's key sees everything, and may play as well.",
}


def trust(matches: Matches, keyring: Keyring, match: str) -> Trust:
    """Which keys open more than a seat of a match, and what was opened like it and not played."""
    table, card = matches.history(match).table, keyring.match_settings(match) or MatchSettings()
    director = director_of(table)
    keys = tuple(
        KeyShown(grant.role, grant.role == DIRECTOR and director != "none", grant.made)
        for grant in keyring.chairs(match)
    )
    discarded, unknown = thrown_away(matches, keyring, match, card)
    sentences = [DIRECTORS[director]]
    if card.directing and director == "plays":
        sentences.append(f"The director plays {' and '.join(card.directing)}.")
    if discarded:
        sentences.append(
            f"The host opened this scenario {_times(discarded)} more without playing it."
        )
    if unknown:
        sentences.append(
            f"Visitors without a name here opened this scenario {_times(unknown)} more within a "
            "day without playing it."
        )
    return Trust(director, card.directing, keys, discarded, unknown, tuple(sentences))


def thrown_away(
    matches: Matches, keyring: Keyring, match: str, card: MatchSettings
) -> tuple[int, int]:
    """How often the same scenario was opened and never played: by this host, and by anybody who
    was not known to the service then, within a day.

    Callers without a session or key cannot be distinguished from each other.
    """
    table = matches.history(match).table
    discarded, unknown = card.thrown_away, 0
    for other, opening in keyring.openings(table.game, table.scenario):
        by_host = bool(card.host) and opening.host == card.host
        nearby = not opening.known and abs(opening.made - card.made) < DAY_MS
        if other == match or not (by_host or nearby):
            continue
        if is_played(matches, other):
            keyring.forget_opening(table.game, table.scenario, other)
        elif by_host:
            discarded += 1
        else:
            unknown += 1
    return discarded, unknown


def is_played(matches: Matches, match: str) -> bool:
    """Whether a match went beyond its set-up: more than one of its seats has acted.

    One that is damaged is taken as played, so that nobody is blamed for it.
    """
    seen = set()
    try:
        for seat in acting_seats(matches.history(match), 0):
            seen.add(seat)
            if len(seen - {DIRECTOR}) >= PLAYERS:
                return True
    except StoreError:
        return True
    return False


def operators_card(
    matches: Matches, keyring: Keyring, match: str, *, public: bool
) -> MatchSettings:
    """The card of a match that was opened at the command line, which has one host: the operator."""
    table = matches.history(match).table
    alike = _opened_at_the_command_line(matches, keyring, table.game, table.scenario)
    left = sum(other != match and not is_played(matches, other) for other in alike)
    return MatchSettings(public=public, made=matches.clock(), host=OPERATOR, thrown_away=left)


def _opened_at_the_command_line(
    matches: Matches, keyring: Keyring, game: str, scenario: str
) -> Iterator[str]:
    for match in matches.store.matches():
        try:
            card = keyring.match_settings(match)
            opener = decode(next(iter(matches.store.states(match)))[1])
        except (StoreError, StopIteration, msgspec.MsgspecError):
            continue  # Damaged: nothing can be said of it.
        if card is not None and card.host != OPERATOR:
            continue
        if isinstance(opener, e.MatchOpened) and (opener.game, opener.scenario) == (game, scenario):
            yield match


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
