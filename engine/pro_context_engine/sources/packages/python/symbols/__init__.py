"""The symbols of Python distributions, from the syntax of their modules."""
