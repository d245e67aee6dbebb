"""Laws of the service, short in `make check` and in full in `make soak`."""
