"""Handlers of the contract lean."""
