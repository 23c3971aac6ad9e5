"""Setting up a match and deploying the first units."""
