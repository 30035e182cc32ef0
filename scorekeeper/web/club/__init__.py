"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from typing import Any

from flask import Blueprint, abort, request, url_for

from scorekeeper.club.words import write_game
from scorekeeper.games import Thing
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import forbid_storing, link_blueprint, night_address, read_whole

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


# --- The page number that an address asks for in a long list, and the pages next to it ------------


def page_asked() -> int:
    """Return the number of the page that this request asks for, 1 if it asks for none."""
    return read_whole(request.args.get("page", "")) or 1


def pages_beside(endpoint: str, number: int, pages: int, **values: Any) -> dict[str, str]:
    """Return the addresses of the next pages as ``newer`` and ``older``, empty if there is none.

    Answer 404 if there is no page of this number.
    """
    if number > pages:
        abort(404)

    def address(page: int) -> str:
        return url_for(endpoint, **values, page=page) if 1 <= page <= pages else ""

    return {"newer": address(number - 1), "older": address(number + 1)}
