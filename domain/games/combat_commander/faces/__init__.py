"""What Combat Commander's components and map show, as data for clients."""
