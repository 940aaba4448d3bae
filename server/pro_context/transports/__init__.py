"""The transports of MCP: stdio and HTTP."""
