"""MCP over HTTP: one endpoint for each contract, both eras of the protocol on it (seed 000 sections 2.2 and 2.3)."""
