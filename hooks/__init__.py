"""Requests to remote bots, and webhooks of accounts."""
