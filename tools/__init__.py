"""What people run: the command line, bots, benchmarks and checks."""
