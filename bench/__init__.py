"""Benchmarks of speed and memory. They report figures and never fail on a slow machine."""
