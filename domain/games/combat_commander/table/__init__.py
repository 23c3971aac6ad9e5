"""The places on the table, what players may command, and how clients draw it."""
