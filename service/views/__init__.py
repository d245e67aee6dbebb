"""The views of HTTP: one module a resource."""
