"""Resource handlers of the contract lean."""
