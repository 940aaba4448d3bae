"""The write path: a library's table of contents and pages come from its source into the store."""
