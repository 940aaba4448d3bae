"""Handlers of the contract corpus."""
