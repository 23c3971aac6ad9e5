"""What is printed: units, commanders, dice, maps and missions."""
