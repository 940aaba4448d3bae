"""Tool handlers of the contract toc."""
