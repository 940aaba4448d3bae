"""The libraries of the project: its manifests, lock files and environment."""
