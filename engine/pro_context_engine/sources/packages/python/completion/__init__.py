"""The docstrings and signatures that code elsewhere gives to definitions."""
