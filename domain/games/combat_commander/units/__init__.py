"""Units and their numbers (3, 8.2, 13)."""
