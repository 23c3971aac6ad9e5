"""Maps, lines of sight, terrain, fortifications and smoke (2, 10, T78 to T99, F100 to F106)."""
