"""Play by mail: what a message that came in is, what its sender wrote, and whether it may order."""
