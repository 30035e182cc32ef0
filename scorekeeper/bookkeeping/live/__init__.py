"""Tells phones that a game changed, and who is entering cards right now."""
