"""Limits of what one address or one link may do at once or try."""
