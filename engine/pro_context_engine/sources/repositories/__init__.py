"""Documentation in repositories, at the tag of a version, whatever the service that hosts them (decision 16)."""
