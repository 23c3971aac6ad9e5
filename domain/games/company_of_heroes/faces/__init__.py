"""What components and hexes show, for clients."""
