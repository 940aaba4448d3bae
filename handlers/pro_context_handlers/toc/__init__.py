"""Handlers of the contract toc."""
