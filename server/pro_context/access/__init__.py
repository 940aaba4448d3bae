"""Access over HTTP: keys, rate limits, hosts and origins. `guarding.guard` puts all checks around an application."""
