"""What pages of a night say, read from their HTML."""

import re
from html import unescape

from tests.club_site import ClubNight, SiteOfClub
from tests.web.phone import Form, Phone, Seen


def labels_on(page: Seen) -> list[str]:
    """Return the names of the tables on a board, in its order."""
    found = re.findall(r'<h2 id="table-\w+-name">(?:<a [^>]*>)?([^<]+)<', page.text)
    return [unescape(label) for label in found]


def words_on(page: Seen) -> str:
    """Return the text of a page without its tags, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def form_to(page: Seen, end: str) -> Form:
    """Return the form of a page that is posted to an address with this end."""
    return next(form for form in page.forms if form.action.endswith(end))


def press(phone: Phone, page: Seen, end: str, **typed: str) -> Seen:
    """Send the form of a page that is posted to an address with this end."""
    form = form_to(page, end)
    return phone.post(form.action, {**form.values, **typed})


def come(phone: Phone, night: ClubNight, name: str) -> Seen:
    """Add somebody to those who wait, on the board of the night."""
    return press(phone, phone.open(night.join), "/come", name=name)


def person_called(club: SiteOfClub, night: ClubNight, name: str) -> str:
    """Return the id of the person with this name."""
    return next(each.id for each in night.loaded.people.values() if each.name == name)
