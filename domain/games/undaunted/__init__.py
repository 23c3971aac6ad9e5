"""Undaunted: Normandy, a file for each chapter of its rulebook."""
