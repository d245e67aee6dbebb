"""Measures speed and memory; figures only, nothing here can fail because a machine is slow."""
