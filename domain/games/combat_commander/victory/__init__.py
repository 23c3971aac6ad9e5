"""Objectives, victory points, casualties and the end of the game (2.3, 4, 6.3, 7)."""
