"""Resource handlers of the contract full."""
