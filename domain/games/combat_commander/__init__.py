"""Combat Commander: Mediterranean. README.md here says how the game is cut into chapters."""
