"""3, 5.1 Sequence of play: rounds, Turns, and the menus of their phases."""
