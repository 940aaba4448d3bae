"""Our own attributes of spans, between their creation and their export."""

CODE = "pro_context.error.code"
"""The code of a tool's error, until the span is exported."""
