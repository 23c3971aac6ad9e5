"""Co-keepers: what each commits to, what it is asked, and the share that it answers with.

A keeper has a seed of its own for every match, commits to it when the match is opened, and answers
each place of the match once. Byte for byte in play/README.md.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

KEEPER_DOMAIN = b"wardiary keeper 2\0"
REQUEST_DOMAIN = b"wardiary request 2\0"
KEPT_DOMAIN = b"wardiary kept 2\0"
TOKEN_DOMAIN = b"wardiary token 2\0"


def keeper_commitment(match: str, name: str, seed: bytes) -> str:
    """What a keeper commits to when a match is opened: a SHA-256 in hex."""
    return sha256(KEEPER_DOMAIN + f"{match}\0{name}\0".encode() + seed).hexdigest()


def request_of(salt: bytes, shared: bytes) -> str:
    """What keepers are asked by: the hash of what was said with the order, blinded by the salt.

    Without the salt, which is committed to as well, a keeper cannot try out which order it is.
    """
    return hmac.digest(salt, REQUEST_DOMAIN + shared, "sha256").hex()


def share_of(seed: bytes, match: str, place: int, request: str) -> str:
    """The share of a keeper at a place of a match, for one request."""
    text = KEPT_DOMAIN + match.encode("ascii") + place.to_bytes(8, "big") + bytes.fromhex(request)
    return hmac.digest(seed, text, "sha256").hex()


def keeper_token(salt: bytes, match: str, name: str) -> str:
    """What the host shows a keeper with each request: only who has the match's salt can make it."""
    return hmac.digest(salt, TOKEN_DOMAIN + f"{match}\0{name}".encode(), "sha256").hex()


def lock_of(token: str) -> str:
    """What a keeper notes of a token, so that it knows the host again: a SHA-256 in hex."""
    return sha256(TOKEN_DOMAIN + token.encode()).hexdigest()
