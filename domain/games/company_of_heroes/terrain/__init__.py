"""The map: walking, lines of sight, arcs and cover."""
