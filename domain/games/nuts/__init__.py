"""NUTS! The Battle of the Bulge: divisions on a grid, dice by the handful, cards that interrupt."""
