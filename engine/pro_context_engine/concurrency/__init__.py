"""Single flights, blocking calls, worker processes, progress."""
