"""Actions that are played outside of the own orders (A31, A33, A35)."""
