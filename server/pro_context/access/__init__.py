"""Who may ask over HTTP, how often, and from which pages: `guarding.guarded` puts all of it around an application."""
