"""A sensible bot: the worth of every offer, by the open table and its own hand."""
