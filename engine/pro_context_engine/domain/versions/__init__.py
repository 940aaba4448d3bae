"""Versions and version ranges of Python and npm packages, and how a documented version matches a wanted one."""
