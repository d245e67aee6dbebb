"""Telemetry: what every process tells about itself, as log lines and as metrics."""
