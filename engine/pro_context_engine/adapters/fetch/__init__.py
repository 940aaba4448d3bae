"""Fetching: the one HTTP client, behind the address guard."""
