"""The event streams of games and accounts."""
