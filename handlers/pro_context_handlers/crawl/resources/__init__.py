"""Resource handlers of the contract crawl."""
