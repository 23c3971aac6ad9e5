"""Weapons and radios (11, 12)."""
