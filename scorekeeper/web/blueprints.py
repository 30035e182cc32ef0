"""The pages of the site, by the modules that answer them."""

from typing import Final

from scorekeeper.web import changes, deals, home, table
from scorekeeper.web.access import game_pages

# Each of these adds its pages to those of a game.
GAME_MODULES: Final = (changes, deals, table)
BLUEPRINTS: Final = (home.home_pages, game_pages)
