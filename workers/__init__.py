"""What happens outside requests: bot turns, undo, replays, and the sweeper that finds lost work."""
