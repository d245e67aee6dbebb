"""gunicorn for the web processes: moves and reads, one thread a request."""

worker_class = "gthread"
# Without it one worker may be given every keep-alive connection.
reuse_port = True
# All gunicorns of a user would share one control socket in the home folder.
control_socket_disable = True
keepalive = 65
graceful_timeout = 10
# `legal?after=…&after=…` repeats every step of a half-made turn.
limit_request_line = 8190
