"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from flask import Blueprint

from scorekeeper.club.words import write_game
from scorekeeper.games.links import Thing
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core.access import forbid_storing, link_blueprint, night_address

club_pages = link_blueprint(Thing.CLUB, "club", __name__)
officers_pages = Blueprint("officers", __name__, url_prefix="/officers")
set_up_pages = Blueprint("set_up", __name__, url_prefix="/set-up/<key>")
for pages in (officers_pages, set_up_pages):
    pages.after_request(forbid_storing)
club_pages.add_app_template_global(night_address)
club_pages.add_app_template_filter(write_game, "game")


@club_pages.app_template_filter("variant")
def name_variant(key: str) -> str:
    """Return the short name of a variant."""
    return VARIANTS[key].short_name
