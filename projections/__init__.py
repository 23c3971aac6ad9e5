"""What readers see of a game: folds of its events, and views that keep its secrets."""
