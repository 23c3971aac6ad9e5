"""A running match: commands in, entries out; rewinds, what-ifs, and what changes nothing."""
