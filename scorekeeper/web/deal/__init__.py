"""Enters deals: the form, the pad, corrections, and what is drawn of a deal anywhere."""

from scorekeeper.web.deal import enter, preview
from scorekeeper.web.deal.blueprint import deal_pages

__all__ = ("deal_pages", "enter", "preview")
