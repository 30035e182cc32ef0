"""Updates of open pages: that their game has changed, and who is entering cards."""

from scorekeeper.web.live import updates
from scorekeeper.web.live.blueprint import live_pages

__all__ = ("live_pages", "updates")
