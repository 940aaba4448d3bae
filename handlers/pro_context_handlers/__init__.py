"""Business decisions: one file per tool or resource, mirroring the contracts."""
