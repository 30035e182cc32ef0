"""The sheet code, version 1: a whole game record in short texts, which a sheet shows as QR codes.

``docs/sheet-code.md`` describes the encoding. Sheets that are printed are read by every later
version, so what is written here may change only in ways that ``decoding.py`` reads already.
"""


class SheetCodeError(Exception):
    """An error: a game has no sheet code, or texts cannot be read; its text says why."""
