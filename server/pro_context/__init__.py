"""The MCP server: command line, transports, wiring."""
