"""Laws of the service, in a small size in `make check`, in full size in `make soak`."""
