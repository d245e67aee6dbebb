"""Tests of Tawantinsuyu."""
