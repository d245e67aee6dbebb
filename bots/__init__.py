"""Bots: they choose whole turns from what their seat may see."""
