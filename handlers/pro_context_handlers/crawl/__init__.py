"""Handlers of the contract crawl."""
