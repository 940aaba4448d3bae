"""Part of the harbor contract."""
