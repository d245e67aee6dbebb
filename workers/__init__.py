"""Jobs outside requests: bot turns, undo, replays, and the sweeper of lost work."""
