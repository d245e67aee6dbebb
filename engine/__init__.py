"""The kernel every title stands on: no I/O, no clock, no luck but the state's (see README.md)."""
