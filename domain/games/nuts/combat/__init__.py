"""10, 11 Combat: declaring, the three fires, hits, blitz moves, and advances."""
