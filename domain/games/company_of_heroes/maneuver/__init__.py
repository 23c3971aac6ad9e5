"""The maneuver phase: command points and what they buy."""
