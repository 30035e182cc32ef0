"""Live news for phones: that a game has changed, and who is entering cards."""
