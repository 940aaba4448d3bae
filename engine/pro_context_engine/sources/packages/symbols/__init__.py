"""Symbol tables of packages, made by static analysis."""
