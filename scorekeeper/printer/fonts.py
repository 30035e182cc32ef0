"""Finds the signs of a text that no font of this machine has, and replaces them on a paper."""

import ctypes
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

BOXED: Final = "⍰"
"""A question mark in a box, printed for a sign that no font has."""
_BODY: Final = re.compile(r"<body[^>]*>")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_SELECTORS: Final = range(0xFE00, 0xFE10)
"""Signs that choose the look of the sign before them."""


class Fonts:
    """The fonts that fontconfig knows: those shipped with the program, and the machine's."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL("libfontconfig.so.1")
        except OSError:  # then nobody can tell, and every sign is left to WeasyPrint
            self._sets: list[ctypes.c_void_p] | None = None
            return
        for name in ("FcInitLoadConfigAndFonts", "FcConfigGetFonts"):
            getattr(self._library, name).restype = ctypes.c_void_p
        self._sets = list(self._read())

    def _read(self) -> Iterator[ctypes.c_void_p]:
        """Yield the set of characters of each font."""
        library = self._library
        fonts = ctypes.cast(
            library.FcConfigGetFonts(ctypes.c_void_p(library.FcInitLoadConfigAndFonts()), 0),
            ctypes.POINTER(_FontSet),
        ).contents
        for place in range(fonts.count):
            found = ctypes.c_void_p()
            pattern = ctypes.c_void_p(fonts.patterns[place])
            if library.FcPatternGetCharSet(pattern, b"charset", 0, ctypes.byref(found)) == 0:
                yield found

    def lacking(self, text: str) -> list[str]:
        """Return the signs of a text that no font has, each once, in order."""
        return [sign for sign in dict.fromkeys(text) if not _is_plain(sign) and not self._has(sign)]

    def _has(self, sign: str) -> bool:
        return self._sets is None or self._look_up(ord(sign))

    @cache  # noqa: B019 - there is one object, which lives as long as the process
    def _look_up(self, code: int) -> bool:
        return any(self._library.FcCharSetHasChar(each, code) for each in self._sets or ())


class _FontSet(ctypes.Structure):
    """The C structure ``FcFontSet``."""

    _fields_ = (
        ("count", ctypes.c_int),
        ("size", ctypes.c_int),
        ("patterns", ctypes.POINTER(ctypes.c_void_p)),
    )


def _is_plain(sign: str) -> bool:
    """Tell whether a sign is of ASCII or has no shape of its own."""
    is_unseen = unicodedata.category(sign) in _UNSEEN or ord(sign) in _SELECTORS
    return sign < "\x7f" or is_unseen


def box_lacking(page: str, lacking: list[str]) -> str:
    """Return a page with a boxed question mark for each of the signs, and a note that says so."""
    if not lacking:
        return page
    boxed = page.translate({ord(sign): BOXED for sign in lacking})
    codes = ", ".join([f"U+{ord(sign):04X}" for sign in lacking[:6]])
    more = " and others" if len(lacking) > 6 else ""
    note = f'<div class="lacking">{BOXED}: no font here has {codes}{more}</div>'
    return _BODY.sub(lambda body: body[0] + note, boxed, count=1)
