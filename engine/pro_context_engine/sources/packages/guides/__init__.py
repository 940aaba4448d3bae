"""Guides: the documentation in a package's source distribution, read as its authors ordered it; nothing is run."""
