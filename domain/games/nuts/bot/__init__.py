"""A sensible bot for both sides."""
