"""The places on the table, what players may say, and how clients draw it."""
