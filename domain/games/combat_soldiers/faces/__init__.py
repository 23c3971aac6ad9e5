"""What cards, objectives and markers of Combat Soldiers show, as data for clients."""
