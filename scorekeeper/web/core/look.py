"""The look that a browser has chosen: theme and colours of the suits, stored in cookies."""

from dataclasses import dataclass
from typing import Final

from flask import request

_DAY_COLOUR: Final = "#f6f2e9"
_NIGHT_COLOUR: Final = "#0c1d16"
LOOK_CHOICES: Final = {
    "theme": (("", "As the phone"), ("light", "Light"), ("dark", "Dark")),
    "suits": (("", "Two colours"), ("four", "Four colours")),
}
"""The choices by name of the cookie: values with their words, the default first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The chosen look; a part is empty if it is the default."""

    theme: str
    suits: str

    @property
    def colour_by_day(self) -> str:
        """The colour of the browser's bars while the phone is in its light theme."""
        return _NIGHT_COLOUR if self.theme == "dark" else _DAY_COLOUR

    @property
    def colour_by_night(self) -> str:
        """The colour of the browser's bars while the phone is in its dark theme."""
        return _DAY_COLOUR if self.theme == "light" else _NIGHT_COLOUR


USUAL_COLOUR: Final = _DAY_COLOUR


def this_look() -> Look:
    """Return the look that this browser has chosen."""
    return Look(
        **{name: valid_choice(name, request.cookies.get(name, "")) for name in LOOK_CHOICES}
    )


def valid_choice(name: str, value: str) -> str:
    """Return the value if it is one of the choices, else the default."""
    return value if value in dict(LOOK_CHOICES[name]) else ""
