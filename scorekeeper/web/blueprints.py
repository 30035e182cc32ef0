"""The pages of the site, by the modules that answer them."""

from typing import Final

from scorekeeper.web import (
    agreement,
    big,
    changes,
    deals,
    early_end,
    hand,
    hand_in,
    hands,
    home,
    links,
    live,
    players,
    preview,
    rules,
    seats,
    table,
)
from scorekeeper.web.access import game_pages

# Each of these adds its pages to those of a game.
GAME_MODULES: Final = (
    agreement,
    big,
    changes,
    deals,
    early_end,
    hand_in,
    hands,
    links,
    live,
    players,
    preview,
    seats,
    table,
)
BLUEPRINTS: Final = (home.home_pages, rules.rules_pages, hand.hand_pages, game_pages)
