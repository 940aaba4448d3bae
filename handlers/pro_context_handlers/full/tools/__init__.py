"""Tool handlers of the contract full."""
