"""The processes: settings, supervisor, embedded server, gunicorn."""
