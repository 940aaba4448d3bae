"""MCP over HTTP: one endpoint for each contract, which serves both eras of the protocol."""
