"""The service: matches over HTTP, with a live feed and a page. It knows no single game."""
