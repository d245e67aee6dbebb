"""Presentation: what a viewer is shown of a match, as plain data."""
