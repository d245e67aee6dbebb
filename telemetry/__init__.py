"""Telemetry: log lines and metrics of all processes."""
