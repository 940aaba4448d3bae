"""What projects have locked, one reader per tool: bytes → pins.

A package that comes from a folder, a repository or an address has no pin: its version names nothing that is published.
"""
