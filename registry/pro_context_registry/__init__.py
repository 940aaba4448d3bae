"""Builds the registry out of facts that are kept beside it, for maintainers; never shipped."""
