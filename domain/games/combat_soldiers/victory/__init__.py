"""5, 12 How to win: the end of a round, and the points."""
