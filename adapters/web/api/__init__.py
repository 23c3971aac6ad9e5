"""The HTTP interface: handlers by what they serve, and what they answer with."""
