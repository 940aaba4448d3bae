"""The sources of documentation, one folder each."""
