"""Documentation in projects on GitLab, at the tag of a version (decision 16)."""
