"""The readers of lock files, one for each tool: bytes → pins.

A package from a folder, a repository or a URL has no pin, because its version names nothing that is published.
"""
