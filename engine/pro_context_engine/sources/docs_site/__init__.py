"""Documentation sites: found from a library's address, listed by their inventory or their start page."""
