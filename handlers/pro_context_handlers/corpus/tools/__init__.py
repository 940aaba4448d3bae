"""Tool handlers of the contract corpus."""
