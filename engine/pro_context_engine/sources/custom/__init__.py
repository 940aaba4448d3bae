"""The sources that the configuration names."""
