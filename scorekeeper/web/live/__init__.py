"""Updates of open pages: that their game or night has changed, and who is entering cards."""

from scorekeeper.web.live import updates
from scorekeeper.web.live.blueprint import live_pages
from scorekeeper.web.live.updates import night_live_pages

__all__ = ("live_pages", "night_live_pages", "updates")
