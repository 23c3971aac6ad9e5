"""The damage phase: targets, dice, damage and removal."""
