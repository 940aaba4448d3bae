"""The view of operators on a server: metrics, log lines, spans and the status page."""
