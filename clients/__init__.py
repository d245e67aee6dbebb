"""Clients: made from the specification, in Python and in TypeScript, by generators of the field."""
