"""Cuzco: the rules as transcripts."""
