"""Units enter hexes, leave the map and come back (7.2, F103, O21)."""
