"""Throwing a branch away: which may go, and what is kept of it beside its rows."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.adapters.store import DiaryStore, UnknownMatch
from wardiary.adapters.whole import opener_of
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.events import BranchOpened

RULE = "Table/Discard"


def branches_of(store: DiaryStore, match: str) -> list[tuple[str, int]]:
    """The branches opened directly from a match, each with the position it leaves after."""
    openers = ((child, opener_of(store, child)) for child in store.matches())
    return [
        (child, opener.at)
        for child, opener in openers
        if isinstance(opener, BranchOpened) and opener.parent == match
    ]


def opener_to_discard(store: DiaryStore, match: str) -> BranchOpened:
    """The first event of a branch that may be discarded.

    Raises Illegal for a match that is not a branch or that has branches; UnknownMatch.
    """
    if match not in store.matches():
        raise UnknownMatch(match, store.where)
    opener = opener_of(store, match)
    if opener is None:
        why = f"the opening of match {match[:12]} is damaged, so nobody can tell if it is a branch"
        raise Illegal(RULE, why)
    if not isinstance(opener, BranchOpened):
        raise Illegal(RULE, f"match {match[:12]} is not a branch; only a branch can be discarded")
    if resting := branches_of(store, match):
        ids = ", ".join(child[:12] for child, _ in resting[:4])
        more = f" and {len(resting) - 4} more" if len(resting) > 4 else ""
        why = f"branches of match {match[:12]} rest on it: {ids}{more}; throw those away first"
        raise Illegal(RULE, why)
    return opener


def kept_of(store: DiaryStore, match: str) -> Iterator[tuple[str, str]]:
    """Collection and key of everything that is kept of a match by any part of the program.

    Ids of matches are random, so what names one in its collection, key or value is of it: keys,
    invitations, settings, generations of seats, consents, standing answers, grants of sessions.
    """
    match_bytes = match.encode()
    for collection in store.collections():
        whole = match in collection
        for key, value in store.items(collection):
            if whole or match in key or match_bytes in value:
                yield collection, key
