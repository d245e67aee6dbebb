"""The optional parts of Teotihuacan, one folder each."""
