"""7.2 Battle resolution, with Counterattack, losses, captures and the points won."""
