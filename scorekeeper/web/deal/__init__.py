"""The pages that enter and correct deals, and the lines by which any page draws a deal."""

from scorekeeper.web.deal import enter, preview
from scorekeeper.web.deal.blueprint import deal_pages

__all__ = ("deal_pages", "enter", "preview")
