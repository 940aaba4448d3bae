"""The packages that are installed in the project."""
