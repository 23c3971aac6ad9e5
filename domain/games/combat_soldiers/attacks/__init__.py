"""7.1, 7.3.9, 18.3 Attacks: who attacks whom, and what it costs the group."""
