"""The blueprints of this area: the club's pages, and those that need no link to it."""

from flask import Blueprint

from scorekeeper.web.core.club_access import club_blueprint

club_pages = club_blueprint("club", __name__)
officers_pages = Blueprint("officers", __name__, url_prefix="/officers")
