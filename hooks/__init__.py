"""What is sent to others: turns asked of remote bots, and what happened in an account's games."""
