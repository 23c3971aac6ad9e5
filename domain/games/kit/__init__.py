"""What several games need in the same way: questions, menus, zones, piles, offers, bots."""
