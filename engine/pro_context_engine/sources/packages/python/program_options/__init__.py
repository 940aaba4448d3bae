"""The options of a package's commands, and the environment variables that its code reads."""
