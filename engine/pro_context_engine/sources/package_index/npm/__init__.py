"""The registries of npm packages."""
