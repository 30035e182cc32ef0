"""How a browser wants its pages drawn: the theme and the colours of the suits, kept in cookies."""

from dataclasses import dataclass
from typing import Final

from flask import request

_DAY_COLOUR: Final = "#f6f2e9"
_NIGHT_COLOUR: Final = "#0c1d16"
LOOK_CHOICES: Final = {
    "theme": (("", "As the phone"), ("light", "Light"), ("dark", "Dark")),
    "suits": (("", "Two colours"), ("four", "Four colours")),
}
"""What can be chosen, by the name of the cookie: values with their words, the usual one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look that was chosen; each part is empty where it is the usual one."""

    theme: str
    suits: str

    @property
    def colour_by_day(self) -> str:
        """The colour of the browser's own bars while the phone is in its light theme."""
        return _NIGHT_COLOUR if self.theme == "dark" else _DAY_COLOUR

    @property
    def colour_by_night(self) -> str:
        """The colour of the browser's own bars while the phone is in its dark theme."""
        return _DAY_COLOUR if self.theme == "light" else _NIGHT_COLOUR


USUAL_COLOUR: Final = _DAY_COLOUR


def this_look() -> Look:
    """Return the look that the browser of this request has chosen."""
    return Look(
        **{name: valid_choice(name, request.cookies.get(name, "")) for name in LOOK_CHOICES}
    )


def valid_choice(name: str, value: str) -> str:
    """Return the value if it is one that can be chosen, else the usual one."""
    return value if value in dict(LOOK_CHOICES[name]) else ""
