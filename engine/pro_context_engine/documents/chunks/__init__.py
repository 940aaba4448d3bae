"""The cutting of pages into chunks, and the token counter of all budgets."""
