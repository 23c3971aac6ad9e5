"""One TOML file a scenario."""
