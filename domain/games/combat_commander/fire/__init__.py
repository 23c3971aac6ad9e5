"""Fire and defence (O20)."""
