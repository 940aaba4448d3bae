"""The pages of modules."""
