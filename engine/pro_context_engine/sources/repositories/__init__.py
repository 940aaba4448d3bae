"""Documentation in repositories, at the tag of a version, for all services that host them (decision 16)."""
