"""The counters, maps and cards as they are printed."""
