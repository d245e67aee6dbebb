"""Records in JSON and text form, and their check."""
