"""9 Movement: steps, towns, bypasses, the exit, and what stops units on the way."""
