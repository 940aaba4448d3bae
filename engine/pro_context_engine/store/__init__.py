"""What survives a restart, the searchable index included."""
