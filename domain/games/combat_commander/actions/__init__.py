"""Actions that are played outside a player's own orders (A31, A33, A35)."""
