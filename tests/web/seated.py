"""A table of phones with seats."""

from dataclasses import dataclass

from tests.web.phone import Phone


@dataclass
class Table:
    """A game of Ann and Bob with one deal: its addresses by role, and the phones at it."""

    host: str
    player: str
    viewer: str
    hosts: Phone
    anns: Phone
    bobs: Phone


def with_token(phone: Phone, game: str, **values: str) -> dict[str, str]:
    """Return the values with the CSRF token of this browser's forms."""
    forms = phone.open(game + "seat?change=yes").forms
    return {"csrf_token": forms[0].values["csrf_token"], **values}
