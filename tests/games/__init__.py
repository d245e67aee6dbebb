"""Tests of the rules of each title."""
