"""Company of Heroes, 2nd edition."""
