"""Pages that need no game: the rules of each variant, and one hand counted by itself."""

from scorekeeper.web.reference import hand, papers, rules
from scorekeeper.web.reference.blueprint import reference_pages

__all__ = ("hand", "papers", "reference_pages", "rules")
