"""The supply phase: control, income, purchases, recovery and the end."""
