"""13 White-backed cards: random events, and objectives as they are drawn."""
