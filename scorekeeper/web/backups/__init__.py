"""The page of backups, for the keeper of the site."""

from scorekeeper.web.backups import overview
from scorekeeper.web.backups.blueprint import backups_pages

__all__ = ("backups_pages", "overview")
