"""Limits of what one address or one link may do at once, try, or have saved in a day."""
