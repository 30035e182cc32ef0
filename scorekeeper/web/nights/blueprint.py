"""The blueprints of this area: the pages of one night, and those on which one is opened."""

from scorekeeper.web.core.club_access import club_blueprint, night_blueprint

nights_pages = night_blueprint("nights", __name__)
new_night_pages = club_blueprint("new_night", __name__)
