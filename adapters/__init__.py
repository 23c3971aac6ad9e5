"""Where the rules meet the world: stores, feeds, the web, mail and the clock."""
