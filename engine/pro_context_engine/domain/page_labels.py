"""The labels in pages that our own code writes and other rooms read."""

ERROR_MESSAGES = "**Error messages**"
"""Above the messages that the code of a documented function has, to the end of its section."""
