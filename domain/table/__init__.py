"""The kernel's nouns: pieces, zones, tracks, events, and the table that the events fold into."""
