"""The sensible bot."""
