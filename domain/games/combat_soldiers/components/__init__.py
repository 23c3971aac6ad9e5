"""1 Components: what is printed on cards and sheets, and where cards and markers are."""
