"""2, 17, 20 Prepare to play: set-up by scenario, secret picks, and the two-player game."""
