"""The modules of the toy."""
