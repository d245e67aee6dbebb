"""The pure rules of a match: no storage, no clock, no web.

A rule takes a match, a wish and the time, and returns a change or raises a refusal.
"""
