"""Demoralised, suppressed and rallied units (3.2, 13, A36)."""
