"""4.2, 17 Event cards: what each can be played on, and what it does."""
