"""Reads the values of attributes of an SVG, and writes each in one form.

Each function returns the text of a value as it is to be written, and raises ``ValueError`` for a
value that it does not know.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from math import cos, radians, sin, tan
from typing import Final

Reader = Callable[[str], str]

_LARGEST: Final = 1_000_000.0
_NUMBER: Final = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?"
"""A point stands between the two groups of digits, or every split of a long text would be tried."""
_NEXT_NUMBER: Final = re.compile(rf"[\s,]*({_NUMBER})")
_NEXT_FLAG: Final = re.compile(r"[\s,]*([01])")
_NEXT_LETTER: Final = re.compile(r"[\s,]*([A-Za-z])")
_LENGTH: Final = re.compile(rf"({_NUMBER})(px|pt|pc|mm|cm|in|%)?")
_PIXELS: Final[Mapping[str, float]] = {
    **dict.fromkeys(("", "px"), 1.0),
    **dict(
        zip(("pt", "pc", "mm", "cm", "in"), (96 / 72, 16, 96 / 25.4, 96 / 2.54, 96), strict=True)
    ),
}
_STEPS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers stand behind each letter of a path."""
_FLAGS: Final = (3, 4)
"""Which numbers of an arc are flags, between which no space is needed."""
_TRANSFORM: Final = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)")
_REFERENCE: Final = re.compile(r"""url\(\s*(['"]?)#([^'"()\s]+)\1\s*\).*""", re.DOTALL)
Matrix = tuple[float, float, float, float, float, float]


def in_digits(number: float) -> str:
    """Return a number with seven digits, which is more than a printer shows."""
    return f"{number + 0.0:.7g}"


def number(text: str) -> str:
    """Return one number."""
    (found,) = read_numbers(text)
    return in_digits(found)


def read_numbers(text: str) -> list[float]:
    """Return the numbers of a list, between which spaces and commas stand."""
    found, place, text = [], 0, text.strip()
    while place < len(text):
        number, place = _take_number(text, place)
        found.append(number)
    return found


def _take_number(text: str, place: int) -> tuple[float, int]:
    match = _NEXT_NUMBER.match(text, place)
    if match is None:
        raise ValueError(text)
    return _bounded(match[1]), match.end()


def _bounded(text: str) -> float:
    number = float(text)
    if abs(number) > _LARGEST:
        raise ValueError(text)
    return number


def polyline(text: str) -> str:
    """Return the points of a polyline as the data of a path."""
    numbers = list(map(in_digits, read_numbers(text)))
    steps = [f"L{x} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return " ".join(steps).replace("L", "M", 1)


def length(text: str) -> str:
    """Return a length in pixels, or a percentage."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    if match[2] == "%":
        return f"{in_digits(_bounded(match[1]))}%"
    return in_digits(_bounded(match[1]) * _PIXELS[match[2] or ""])


def pixels(text: str) -> str:
    """Return a length in pixels, which may be no percentage."""
    found = length(text)
    if found.endswith("%"):
        raise ValueError(text)
    return found


def opacity(text: str) -> str:
    """Return an opacity, from 0 to 1."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] not in (None, "%"):
        raise ValueError(text)
    whole = 100 if match[2] else 1
    return in_digits(min(1.0, max(0.0, _bounded(match[1]) / whole)))


def one_of(*words: str) -> Reader:
    """Return a reader that accepts these words only."""

    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(text)
        return text.strip()

    return read


def color(text: str) -> str:
    """Return a colour of CSS by its parts of red, green and blue."""
    from tinycss2.color4 import parse_color

    found = parse_color(text)
    if found is None:
        raise ValueError(text)
    if found == "currentcolor":
        return "currentColor"
    try:
        parts = found.to("srgb").coordinates
    except NotImplementedError:  # of other spaces than that of a screen
        raise ValueError(text) from None
    red, green, blue = [int(min(1.0, max(0.0, part)) * 255 + 0.5) for part in parts]
    if found.alpha >= 1:
        return f"#{red:02x}{green:02x}{blue:02x}"
    return f"rgba({red},{green},{blue},{in_digits(found.alpha)})"


def reference(text: str) -> str:
    """Return the id in ``url(#id)``, which points to an element of the same file."""
    match = _REFERENCE.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return match[2]


def link(text: str) -> str:
    """Return the id in ``#id``, the address of an element of the same file."""
    found = text.strip()
    if not found.startswith("#"):
        raise ValueError(text)
    return found[1:]


def paint(text: str) -> str:
    """Return the colour of a fill or a line, or ``none``."""
    return "none" if text.strip() == "none" else color(text)


def path(text: str) -> str:
    """Return the data of a path, each step with its letter."""
    steps: list[str] = []
    place, letter, text = 0, "", text.strip()
    while place < len(text):
        match = _NEXT_LETTER.match(text, place)
        if match is not None:
            letter, place = match[1], match.end()
        elif letter in ("", "Z", "z"):
            raise ValueError(text)
        if letter.upper() not in _STEPS or (not steps and letter not in "Mm"):
            raise ValueError(text)
        values, place = _take_step(text, place, letter.upper())
        steps.append(letter + " ".join(values))
        letter = {"M": "L", "m": "l"}.get(letter, letter)
    return " ".join(steps)


def _take_step(text: str, place: int, letter: str) -> tuple[list[str], int]:
    """Return the numbers behind a letter of a path, and where they end."""
    values = []
    for index in range(_STEPS[letter]):
        if letter == "A" and index in _FLAGS:
            match = _NEXT_FLAG.match(text, place)
            if match is None:
                raise ValueError(text)
            value, place = match[1], match.end()
        else:
            number, place = _take_number(text, place)
            is_radius = letter == "A" and index < 2
            value = in_digits(abs(number) if is_radius else number)
        values.append(value)
    return values, place


def transform(text: str) -> str:
    """Return the product of transformations as one matrix."""
    product: Matrix = (1, 0, 0, 1, 0, 0)
    for matrix in _matrices(text):
        product = multiply(product, matrix)
    a, b, c, d, *_ = product
    if not all(abs(each) <= _LARGEST for each in product) or not a * d - b * c:
        raise ValueError(text)
    return f"matrix({' '.join(map(in_digits, product))})"


def _matrices(text: str) -> Iterator[Matrix]:
    place, text = 0, text.strip()
    while place < len(text):
        match = _TRANSFORM.match(text, place)
        if match is None:
            raise ValueError(text)
        place = match.end()
        yield from _matrices_of(match[1], read_numbers(match[2]))


def _matrices_of(name: str, numbers: list[float]) -> Iterator[Matrix]:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            yield a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            yield 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest] if len(rest) < 2:
            yield x, 0, 0, rest[0] if rest else x, 0, 0
        case "rotate", [angle]:
            yield _turn(angle)
        case "rotate", [angle, x, y]:
            yield from ((1, 0, 0, 1, x, y), _turn(angle), (1, 0, 0, 1, -x, -y))
        case "skewX", [angle]:
            yield 1, 0, tan(radians(angle)), 1, 0, 0
        case "skewY", [angle]:
            yield 1, tan(radians(angle)), 0, 1, 0, 0
        case _:
            raise ValueError(name)


def _turn(angle: float) -> Matrix:
    sine, cosine = sin(radians(angle)), cos(radians(angle))
    return cosine, sine, -sine, cosine, 0, 0


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """Return the transformation that does the other one first, and then this one."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        *(a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j),
        *(a * k + c * m + e, b * k + d * m + f),
    )


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a ``style`` attribute with their values."""
    before, *others = text.split("/*")
    without_comments = before + "".join([each.partition("*/")[2] for each in others])
    for each in without_comments.split(";"):
        name, colon, value = each.partition(":")
        if colon:
            yield name.strip().lower(), value.replace("!important", "").strip()
