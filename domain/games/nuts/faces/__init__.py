"""4 What cards, markers and spaces show, as data."""
