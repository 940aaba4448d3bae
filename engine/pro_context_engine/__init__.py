"""The documentation engine: knows documentation; knows nothing of MCP, contracts or HTTP servers."""
