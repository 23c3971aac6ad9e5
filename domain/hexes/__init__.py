"""Hexes: the grid, and lines of sight over it."""
