"""Tests of Tzolk'in: rulings, worked examples, components, and laws over whole games."""
