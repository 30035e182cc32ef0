"""The blueprints of this area: the club's pages, and those that need no link to it."""

from flask import Blueprint

from scorekeeper.bookkeeping.access.links import Thing
from scorekeeper.web.core.access import forbid_storing, link_blueprint

club_pages = link_blueprint(Thing.CLUB, "club", __name__)
officers_pages = Blueprint("officers", __name__, url_prefix="/officers")
set_up_pages = Blueprint("set_up", __name__, url_prefix="/set-up/<key>")
for pages in (officers_pages, set_up_pages):
    pages.after_request(forbid_storing)
