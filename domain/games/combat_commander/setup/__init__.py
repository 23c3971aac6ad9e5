"""Set-up of a scenario, order of battle and support tables."""
