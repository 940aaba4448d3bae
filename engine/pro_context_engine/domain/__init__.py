"""Values, errors, settings, and the ports between the rooms."""
