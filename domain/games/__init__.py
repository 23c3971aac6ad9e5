"""The games: one folder each, one file a rulebook chapter; `registry` lists them."""
