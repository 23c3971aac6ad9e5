"""Clocks: what was agreed about time, the calendar it is counted by, and the clocks of a line."""
