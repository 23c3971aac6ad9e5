"""Combat Soldiers: In the Battle of the Bulge, with its rules enforced."""
