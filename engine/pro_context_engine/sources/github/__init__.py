"""Documentation in repositories on GitHub, at the tag of a version (decision 16)."""
