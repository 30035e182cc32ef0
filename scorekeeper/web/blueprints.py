"""The pages of the site, by the modules that answer them."""

from typing import Final

from scorekeeper.web import big, changes, deals, hand, home, preview, rules, table
from scorekeeper.web.access import game_pages

# Each of these adds its pages to those of a game.
GAME_MODULES: Final = (big, changes, deals, preview, table)
BLUEPRINTS: Final = (home.home_pages, rules.rules_pages, hand.hand_pages, game_pages)
