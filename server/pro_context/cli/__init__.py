"""The command line: `pro-context` serves, its subcommands ask the same engine for a person."""
