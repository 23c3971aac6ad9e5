"""Signatures: Ed25519 keys made, read and used, by the library `cryptography`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wardiary.domain.diary.signing import KEY_DIGITS
from wardiary.domain.table.errors import WardiaryError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LABEL = "wardiary-key-1"
"""How a key file begins; then come the 64 hex digits of the private key."""


class NoKey(WardiaryError):
    """A file that holds no key."""


class SigningKey:
    """A private key, and what can be done with it."""

    def __init__(self, private: bytes) -> None:
        """`private` is 32 secret bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key: Ed25519PrivateKey = Ed25519PrivateKey.from_private_bytes(private)
        self.text = f"{LABEL} {private.hex()}\n"

    @property
    def public(self) -> str:
        """The public key in hex, as it is named at the claim."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """The signature over a message, in hex."""
        return self._key.sign(message).hex()


def read_key(path: Path) -> SigningKey:
    """The key in a file; raises NoKey, OSError."""
    label, _, digits = path.read_text(encoding="utf-8", errors="replace").strip().partition(" ")
    if label != LABEL or len(digits) != KEY_DIGITS:
        raise NoKey(f"{path} holds no key; `wardiary sign-key` makes one")
    try:
        return SigningKey(bytes.fromhex(digits))
    except ValueError:
        raise NoKey(f"{path} holds a key that was cut off or changed") from None


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether the key has signed the message with the signature; both are in hex."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True
