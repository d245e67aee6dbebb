"""Schemas: the envelope of every request and answer; the only package that knows marshmallow."""
