"""MCP clients and their configuration files: where they are, and how a server is added without touching the rest."""
