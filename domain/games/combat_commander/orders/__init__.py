"""Turns and orders (5, O14 to O23), and melees (O16.4)."""
