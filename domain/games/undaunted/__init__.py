"""Undaunted: Normandy, one file a chapter of its rulebook."""
