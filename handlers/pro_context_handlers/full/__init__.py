"""Handlers of the contract full."""
