"""15, 16, 18.4 Antitank, entrenched and interdiction markers."""
