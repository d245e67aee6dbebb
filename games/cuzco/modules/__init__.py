"""The modules of Cuzco."""
