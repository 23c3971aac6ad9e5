"""What runs in threads of its own beside the requests."""
