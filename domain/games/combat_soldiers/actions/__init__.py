"""3.0, 11.3 What a seat has in its Turn: Actions, and room in hand."""
