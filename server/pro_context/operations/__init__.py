"""What whoever runs a server sees of it: counts, log lines, spans, the status page."""
