"""Values, facts, settings, and the ports between the rooms."""
