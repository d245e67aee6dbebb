"""The edge: requests, responses, errors, limits and the operations' descriptions."""
