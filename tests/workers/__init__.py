"""Tests of the workers: a real server, real worker processes, killed in earnest."""
