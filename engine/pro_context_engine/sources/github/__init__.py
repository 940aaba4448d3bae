"""Documentation in repositories on GitHub, at the tag of a version (seed 003 section 8.3)."""
