"""Ids of the club in addresses: of people, games, payments.

An id may be ``.`` or ``..``, which browsers take for the folder of an address or the one above it,
even when written ``%2E``. So a sign that no id has is put before them.
"""

from typing import Final

from flask import Flask
from werkzeug.routing import BaseConverter

_SIGN: Final = "~"
_FOLDERS: Final = (".", "..")


class ClubIdConverter(BaseConverter):
    """Reads and writes an id in the place of ``<club_id:…>`` in an address."""

    def to_python(self, value: str) -> str:
        """Return the id that an address has."""
        return value.removeprefix(_SIGN)

    def to_url(self, value: str) -> str:
        """Return an id as an address has it."""
        return f"{_SIGN}{value}" if value in _FOLDERS else super().to_url(value)


def register(app: Flask) -> None:
    """Register the converter ``club_id`` for the addresses of the site."""
    app.url_map.converters["club_id"] = ClubIdConverter
