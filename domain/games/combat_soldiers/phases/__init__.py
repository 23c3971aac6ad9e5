"""6, 8 to 11 The phases without battles: withdrawal, deployment, refit, discards and draws."""
