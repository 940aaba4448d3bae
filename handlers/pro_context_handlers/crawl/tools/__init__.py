"""Tool handlers of the contract crawl."""
