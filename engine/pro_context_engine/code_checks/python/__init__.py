"""The check of Python code by the syntax of the packages that it imports."""
