"""The command line: `pro-context` starts a server; its subcommands use the same engine without one."""
