"""Dice read off cards, the initiative, and random hexes (1.8, 1.9, 9.1, 11.4)."""

from __future__ import annotations

Facts = dict[str, str | int]
