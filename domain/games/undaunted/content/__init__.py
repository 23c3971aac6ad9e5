"""The printed values and scenarios that come along, as TOML files."""
