"""Attributes of our own that spans carry from where they are made to where they are sent."""

CODE = "pro_context.error.code"
"""Keeps the code of a tool's error until the span is sent."""
