"""Tool handlers of the contract lean."""
