"""What other screens need: QR codes of links, drawn into the page, and letters to type on a TV."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import segno
from flask import request, url_for
from markupsafe import Markup

from scorekeeper.games import Role, watch_code_of
from scorekeeper.web.addresses import join_address, phone_address
from scorekeeper.web.core.access import this_visit
from scorekeeper.web.core.page import NOT_DRAWN, Part
from scorekeeper.web.core.sites import site, this_settings

# Scanners need a border of four blank modules (ISO/IEC 18004).
_BORDER: Final = 4
# Drawing a code takes longer than the rest of a page, and a table shows its own again and again.
_CODES_CACHED: Final = 1024
# By default the best of eight is sought, which takes three quarters of the time. Scanners read all
# equally well: zxing-cpp 64 % of 2,000 simulated bad photographs with the best, and 63 % with this.
_PATTERN: Final = 0
_FIRST_PAGES: Final = {
    Role.HOST: "table.sheet",
    Role.PLAYER: "people.ask_seat",
    Role.VIEWER: "table.sheet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QrCode:
    """An address and its QR code, an SVG element that fills its box."""

    address: str
    drawing: Markup = field(metadata=NOT_DRAWN)


def make_table_code() -> QrCode | None:
    """Return the code that this visitor may show to others; ``None`` if its link is withdrawn.

    A player's code lets one more phone join the table, a viewer's lets it watch.
    """
    visit = this_visit()
    role = Role.PLAYER if visit.role >= Role.PLAYER else Role.VIEWER
    token = visit.links.get(role)
    return None if token is None else link_code(role, token)


def link_code(role: Role, token: str) -> QrCode:
    """Return the QR code of a link: the players' leads to the seats, others to the score sheet."""
    return draw_code(address_for_others(url_for(_FIRST_PAGES[role], link=token)))


def address_for_others(path: str) -> str:
    """Return the address of a page as other phones and screens reach it."""
    return join_address(this_settings(), request.host_url, path)


def address_on_paper() -> str:
    """Return the address of the site that a printed code may hold; empty if no phone reaches it."""
    return phone_address(this_settings(), request.host_url)


@lru_cache(maxsize=_CODES_CACHED)
def draw_code(address: str) -> QrCode:
    """Return the QR code of an address, black on white in every theme, as scanners need it."""
    code = segno.make(address, error="m", micro=False, mask=_PATTERN)
    svg = code.svg_inline(
        border=_BORDER, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return QrCode(address=address, drawing=Markup(svg))  # noqa: S704 - it has numbers, no text


def make_watch_sign() -> Part | None:
    """Return the sign of this request's game or night; ``None`` if it has no valid letters.

    It tells how to watch: the address without ``http://``, the letters, and when they expire.
    """
    visit = this_visit()
    code = watch_code_of(site().store, visit.id, visit.opens)
    if code is None or Role.VIEWER not in visit.links:
        return None
    return Part(address=watch_address(), letters=code.letters, until=code.expires_at)


def watch_address() -> str:
    """Return the address at which letters are typed, as a person types it: ``cards.local/tv``."""
    return address_for_others(url_for("new_game.ask_letters")).partition("://")[2]
