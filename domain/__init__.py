"""The rules and facts of card wargames: pure functions over immutable events."""
