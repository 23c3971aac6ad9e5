"""What is signed: an order at its place in a match, and a head that a seat has seen.

Signatures are Ed25519; keys and signatures are written in hex. Checking one needs a library, so it
comes in through a port. Byte for byte in README.md here.
"""

from __future__ import annotations

from collections.abc import Callable

ORDER_DOMAIN = b"wardiary order 1\0"
HEAD_DOMAIN = b"wardiary head 1\0"
KEY_DIGITS, SIGNATURE_DIGITS = 64, 128
CheckSignature = Callable[[str, bytes, str], bool]
"""Whether a key (hex) has signed a message with a signature (hex)."""


def order_message(match: str, seat: str, prev: bytes, command: bytes) -> bytes:
    """What is signed of an order: match, seat, the hash of the entry before, and the command."""
    return ORDER_DOMAIN + match.encode("ascii") + b"\0" + seat.encode() + b"\0" + prev + command


def head_message(match: str, seat: str, position: int, head: bytes) -> bytes:
    """What a seat signs of a head that it has seen."""
    begun = HEAD_DOMAIN + match.encode("ascii") + b"\0" + seat.encode() + b"\0"
    return begun + position.to_bytes(8, "big") + head
