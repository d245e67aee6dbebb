"""Tests of Teotihuacan."""
