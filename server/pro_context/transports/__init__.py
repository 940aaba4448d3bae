"""How requests arrive."""
