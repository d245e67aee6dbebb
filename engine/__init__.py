"""The kernel of all titles: no I/O, no clock, no luck but the state's (see README.md)."""
