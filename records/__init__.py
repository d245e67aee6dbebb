"""Records as JSON and as text, and the one check of a record from elsewhere."""
