"""Fortifications come and go (F100)."""
