"""Events and triggers (1.9.1, E42 to E77)."""
