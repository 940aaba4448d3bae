"""The members of modules, classes and objects: those that are bound, and those that are made."""
