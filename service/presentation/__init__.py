"""Presentation: matches as plain data for a viewer."""
