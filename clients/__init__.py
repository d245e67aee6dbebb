"""Clients: generated from the specification, in Python and in TypeScript."""
