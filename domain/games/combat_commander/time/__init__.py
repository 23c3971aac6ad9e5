"""The passage of time (6)."""
