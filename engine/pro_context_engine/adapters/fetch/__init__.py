"""How bytes arrive safely: the one HTTP client, behind the address guard."""
