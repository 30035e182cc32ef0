"""The pages that show a game: score sheet, one deal, big view, end, paper and record."""

from scorekeeper.web.table import big_view, final, other_rules, papers, result, sheet
from scorekeeper.web.table.blueprint import table_pages

__all__ = ("big_view", "final", "other_rules", "papers", "result", "sheet", "table_pages")
