"""The bot that plays a seat."""
