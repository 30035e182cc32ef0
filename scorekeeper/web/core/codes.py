"""Links as other phones take them up: the address, and its QR code drawn into the page."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import segno
from flask import request, url_for
from markupsafe import Markup

from scorekeeper.addresses import join_address
from scorekeeper.bookkeeping.links import Role
from scorekeeper.web.core.site import site

# Scanners need four blank modules round a code (ISO/IEC 18004).
_BORDER: Final = 4
# Drawing one takes longer than the rest of a page; each table shows its own again and again.
_CODES_KEPT: Final = 1024
_LANDS_ON: Final = {
    Role.HOST: "table.sheet",
    Role.PLAYER: "people.ask_seat",
    Role.VIEWER: "table.sheet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An address and its QR code as an SVG element, which fills the box around it."""

    address: str
    drawing: Markup = field(repr=False)


def code_of(role: Role, token: str) -> Code:
    """The code of a link: a player's leads to the seats, the others to the score sheet."""
    path = url_for(_LANDS_ON[role], key=token)
    return draw_code(join_address(site().settings, request.host_url, path))


@lru_cache(maxsize=_CODES_KEPT)
def draw_code(address: str) -> Code:
    """Draw an address as a QR code: black on white by night as well, since scanners need it so."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(
        border=_BORDER, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return Code(address=address, drawing=Markup(svg))  # noqa: S704 - it holds figures alone, no text
