"""Whose pieces are whose, and what a unit amounts to now."""
