"""Resource handlers of the contract toc."""
