"""The sheet code, version 1: a whole game record in short texts, which a sheet shows as QR codes.

``docs/sheet-code.md`` describes the encoding. Sheets that are printed are read by every later
version, so what is written may change only in ways that ``decoding.py`` reads already.
"""

from scorekeeper.domain.variant import Problem


class SheetCodeError(Exception):
    """An error: a game has no sheet code, or texts cannot be read; its text says why."""

    @property
    def problem(self) -> Problem:
        """The error as a problem of the whole record."""
        return Problem(at=(), code="bad_format", text=str(self))


class MissingPartsError(SheetCodeError):
    """An error: of ``count`` parts of a sheet code only ``given`` are there."""

    def __init__(self, text: str, *, given: int, count: int) -> None:
        super().__init__(text)
        self.given = given
        self.count = count
