"""Attacks: what a stranger may try on a whole running service, with its limits on."""
