"""The index of Python packages."""
