"""The Destiny cards: hands, decks, rolls and the initiative (1, 9)."""
