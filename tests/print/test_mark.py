"""A mark is drawn anew as pixels; what a drawing may not have is refused, and the rest is gone."""

import subprocess
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from random import Random
from struct import pack
from time import monotonic

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scorekeeper.print import mark as marks
from scorekeeper.print.mark import MARK_BOUNDS, read_mark
from scorekeeper.record.club_mark import ClubMark, MarkKind
from tests.marks import GOLD, RECT, SHAPES, mark_of, png, svg, told, usual_mark
from tests.print.pictures import FOLDER

WHITE = (255, 255, 255)


def picture_of(raw: bytes) -> Image.Image:
    return pixels_of(mark_of(raw))


def pixels_of(mark: ClubMark) -> Image.Image:
    return Image.open(BytesIO(mark.content), formats=("PNG",))


# --- SVG ------------------------------------------------------------------------------------------


def test_an_svg_becomes_pixels_of_the_size_of_print() -> None:
    mark = usual_mark()
    picture = pixels_of(mark)
    assert mark.kind is MarkKind.PNG
    assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", (600, 360))
    assert [picture.getpixel(at) for at in ((599, 5), (300, 180), (1, 359))] == [
        (0, 136, 51),
        WHITE,
        WHITE,
    ]
    assert mark.digest != mark_of(svg(RECT)).digest


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="60000" height="60000"', (600, 600)),
        ('width="60000" height="30000" viewBox="0 0 20 10"', (600, 300)),
        ('width="1in" height="2in"', (300, 600)),
        ('viewBox="0 0 1 2"', (300, 600)),
    ],
)
def test_the_size_that_a_drawing_says_is_not_its_own(
    attributes: str, size: tuple[int, int]
) -> None:
    assert picture_of(svg('<circle r="40%"/>', attributes)).size == size


GRADIENT = (
    '<linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
    "</linearGradient>"
)
DRAWN = {
    "gradient": f'{GRADIENT}<rect width="100" height="60" fill="url(#a)"/>',
    "pattern": '<pattern id="a" width="9" height="9" patternUnits="userSpaceOnUse">'
    '<circle r="4"/></pattern><rect width="99" height="59" fill="url( \'#a\' )"/>',
    "style sheet": "<style>rect { fill: red }</style>" + RECT,
    "clipping": f'<clipPath id="a">{RECT}</clipPath><circle r="30" clip-path="url(#a)"/>',
    "mask": '<mask id="a"><circle r="9" fill="#fff"/></mask><circle r="30" mask="url(#a)"/>',
    "use": '<defs><path id="a" d="M0 0h9v9z"/></defs><use xlink:href="#a" x="5" fill="red"/>',
    "dashes": '<path d="M0 0 90 50" stroke="red" stroke-width="3" stroke-dasharray="4"/>',
    "an svg inside": f'<svg width="50" height="50" viewBox="0 0 20 20">{RECT}</svg>',
    "a drawing program": f'<x xmlns="urn:editor" file="a.png"/><!-- a --><?b c?>{RECT}',
}


@pytest.mark.parametrize("name", DRAWN)
def test_whatever_shapes_can_look_like_is_drawn(name: str) -> None:
    assert len(picture_of(svg(DRAWN[name])).getcolors(100_000) or ()) > 1


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)" ONCLICK="alert(1)"/>',
        '<set attributeName="fill" to="red" begin="0s"/>',
        '<metadata xmlns:r="urn:r"><r:r r:resource="http://x/y"/></metadata>',
    ],
)
def test_what_runs_or_says_something_leaves_nothing(inner: str) -> None:
    assert mark_of(svg(SHAPES + inner)) == usual_mark()


PICTURE = "It has a picture inside: a mark is of shapes alone"
ELSEWHERE = "It points to another file"
TEXT = "It has text: turn its letters into paths"
REFUSED = {
    "picture": ('<image href="#a"/>', [PICTURE]),
    "picture of a file": ('<image href="/etc/hostname"/>', [PICTURE, ELSEWHERE]),
    "picture with a prefix": (
        '<s:image xmlns:s="http://www.w3.org/2000/svg" width="9"/>',
        [PICTURE],
    ),
    "picture of another namespace": ('<image xmlns="urn:x"/>', [PICTURE]),
    "picture in capitals": ("<IMAGE/>", [PICTURE]),
    "picture by a reference": ('<image hr&#101;f="a"/>', ["The SVG is damaged in line 1"]),
    "link by a reference": ('<use href="&#x2f;etc/x"/>', [ELSEWHERE]),
    "picture of a filter": ('<filter><feImage href="#a"/></filter>', [PICTURE]),
    "use of a file": ('<use href="http://x/y.svg#a"/>', [ELSEWHERE]),
    "use by the old name": ('<use xlink:href="y.svg#a"/>', [ELSEWHERE]),
    "use by another prefix": ('<use xmlns:y="urn:y" y:HREF="y.svg#a"/>', [ELSEWHERE]),
    "use of data": ('<use href="data:image/svg+xml,a#b"/>', [ELSEWHERE]),
    "link that runs": ('<a href=" javascript:x"/>', [ELSEWHERE]),
    "fill from a file": ('<rect fill="url(http://x/y#a)"/>', [ELSEWHERE]),
    "fill in quotes": ("<rect fill=\"URL( 'x.svg#a' )\"/>", [ELSEWHERE]),
    "style from a file": ('<rect style="cursor:url(//x)"/>', [ELSEWHERE]),
    "import": ("<style>@IMPORT 'x.css';</style>", [ELSEWHERE]),
    "import as data": ("<style><![CDATA[@import url(x)]]></style>", [ELSEWHERE]),
    "font": ("<style>@font-face { src: url(x.ttf) }</style>", [ELSEWHERE]),
    "text": ("<text>a<tspan>b</tspan></text>", [TEXT]),
    "page": ("<foreignObject/>", [TEXT]),
    "deep": ("<g>" * 5000 + "</g>" * 5000, ["The SVG has too many elements inside one another"]),
    "damaged": ("<g>", ["The SVG is damaged in line 1"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_mark_may_not_have_is_named(name: str) -> None:
    inner, words = REFUSED[name]
    assert told(svg(RECT + inner)) == words


def test_all_that_is_wrong_is_reported_at_once_and_each_thing_once() -> None:
    assert told(svg("<image/><text/><use href='x'/><text/><image/>")) == [PICTURE, TEXT, ELSEWHERE]


LAUGH = "&a{};"
LAUGHS = "".join([f'<!ENTITY a{n} "{9 * LAUGH.format(n - 1)}">' for n in range(1, 9)])
DOCTYPE = "The SVG has a DOCTYPE; save it as plain SVG"
NO_MARK = "The file is neither an SVG nor a PNG"
NOTHING = "The SVG shows nothing on white paper"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', DOCTYPE),
        (b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', DOCTYPE),
        (f'<!DOCTYPE svg [<!ENTITY a0 "ha">{LAUGHS}]><svg>&a8;</svg>'.encode(), DOCTYPE),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'.encode("utf-16"), DOCTYPE),
        (svg('<image href="a"/>').decode().encode("utf-16"), PICTURE),
        (b"<svg>&a;</svg>", "The SVG is damaged in line 1"),
        (b"<html/>", NO_MARK),
        (b"\xff\xd8\xff\xe0 JPEG", NO_MARK),
        (b'<?xml version="1.0" encoding="odd"?><svg/>', NO_MARK),
        (b" " * (MARK_BOUNDS.size + 1), "The file has more than 256 KB"),
        (svg("<defs><rect/></defs><use/>"), NOTHING),
        (svg('<rect width="9" height="9" fill="white"/>'), NOTHING),
        (svg('<g id="a"><use href="#a"/></g>'), NOTHING),
        (svg('<rect width="200" height="99" fill="red"/>'), "The SVG is of one colour all over"),
        (svg(RECT, 'viewBox="0 0 9 99"'), "One side is more than 10 times as long as the other"),
        (svg(RECT, 'width="1" height="9999999"'), "One side is more than 10 times as long as th"),
    ],
)
def test_a_file_that_cannot_be_a_mark_is_reported(raw: bytes, words: str) -> None:
    assert words in told(raw)[0]


USE = "<use href='#u{}'/>"
USES = "".join([f"<g id='u{n}'>{10 * USE.format(n - 1)}</g>" for n in range(1, 10)])


def long_path() -> str:
    chance = Random(1)
    steps = [f"L{chance.randrange(100)} {chance.randrange(60)}" for _ in range(40_000)]
    return f'<path d="M0 0{"".join(steps)}" stroke="red"/>'


@pytest.mark.parametrize(
    "draw",
    [
        long_path,
        lambda: (
            '<filter id="a"><feTurbulence numOctaves="99999999" baseFrequency=".1"/></filter>'
            '<rect width="99" height="59" filter="url(#a)"/>'
        ),
    ],
    ids=["a long path", "an endless filter"],
)
def test_a_drawing_that_takes_too_long_ends_in_time(
    draw: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "MARK_BOUNDS", MARK_BOUNDS._replace(size=1 << 20, seconds=0.3))
    began = monotonic()
    assert told(svg(draw())) == ["The SVG draws too much: make its paths simpler"]
    assert monotonic() - began < MARK_BOUNDS.seconds


CHAIN = "".join([f'<g id="a{n}"><use href="#a{n - 1}"/></g>' for n in range(1, 300)])


@pytest.mark.parametrize(
    "inner",
    [
        f"<g id='u0'>{RECT}</g>{USES}",
        f'<defs><g id="a0">{RECT}</g>{CHAIN}</defs><use href="#a299"/>',
    ],
    ids=["uses of uses", "a chain of uses"],
)
def test_a_drawing_that_resvg_refuses_or_that_crashes_it_is_a_sentence(inner: str) -> None:
    assert told(svg(inner)) == ["The SVG cannot be drawn"]


def test_the_process_that_draws_opens_no_file() -> None:
    """Even a picture that nothing refused is not read."""
    picture = (FOLDER / "club-mark.png").as_posix()
    drawn = subprocess.run(
        [sys.executable, "-m", "scorekeeper.printer.mark"],
        input=svg(f'<image href="{picture}" width="99" height="59"/>'),
        capture_output=True,
        check=True,
    ).stdout
    assert Image.open(BytesIO(drawn)).getextrema() == ((0, 0), (0, 0), (0, 0), (0, 0))


# --- PNG ------------------------------------------------------------------------------------------


def chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


def head(width: int, height: int, color_type: int = 0) -> bytes:
    return chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0))


def made(width: int, height: int, content: bytes, color_type: int = 0) -> bytes:
    """A PNG by hand, whose pixels are whatever this becomes; 0 are greys, 3 a palette."""
    return b"\x89PNG\r\n\x1a\n" + head(width, height, color_type) + content + chunk(b"IEND", b"")


SPOTTED = chunk(b"IDAT", zlib.compress(b"\0\1" + b"\0" * 88))
COLORED = chunk(b"PLTE", b"abcdef") + SPOTTED


@pytest.mark.parametrize(
    ("raw", "pixel"),
    [
        (png(color=(1, 2, 3)), (1, 2, 3)),
        (png("RGBA", color=(255, 0, 0, 128), spot=GOLD), (255, 127, 127)),
        (png("LA", color=(0, 128), spot=(9, 255)), (127, 127, 127)),
        (png("L", color=7, spot=9), (7, 7, 7)),
        (png("1", color=0, spot=1), (0, 0, 0)),
        (made(9, 9, COLORED, color_type=3), (97, 98, 99)),
        (png("I;16", color=0x8000, spot=0), (128, 128, 128)),
        (png("L", color=7, spot=9, transparency=9), (7, 7, 7)),
    ],
)
def test_a_png_is_drawn_on_white(raw: bytes, pixel: tuple[int, int, int]) -> None:
    assert picture_of(raw).getpixel((1, 1)) == pixel


def test_nothing_but_its_pixels_is_kept() -> None:
    texts = PngInfo()
    texts.add_text("Author", "somebody")
    raw = png(pnginfo=texts, dpi=(300, 300)) + b"<script>"
    assert mark_of(raw).content == mark_of(png()).content
    assert picture_of(raw).info == {}


def test_a_large_picture_becomes_as_small_as_it_is_printed() -> None:
    assert picture_of(png(size=(2000, 1000))).size == (600, 300)
    noise = Image.frombytes("RGB", (280, 280), Random(1).randbytes(280 * 280 * 3))
    file = BytesIO()
    noise.save(file, "PNG")
    small = mark_of(file.getvalue())
    assert len(small.content) <= MARK_BOUNDS.written
    assert picture_of(file.getvalue()).size == (117, 117)


GREYS = chunk(b"IDAT", zlib.compress(b"\0" * 90))
PALETTE = chunk(b"PLTE", b"abc") + chunk(b"tRNS", b"\x80" * 600)
BOMB = zlib.compress(b"\0\1" + b"\0" * 10_000_000, 1)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (png(size=(2001, 900)), "The PNG has 2001 × 900 pixels; at most 2000 × 2000 go"),
        (made(100_000, 100_000, b""), "The PNG has 100000 × 100000 pixels"),
        (made(0, 9, b""), "The PNG is damaged"),
        (made(9, 9, chunk(b"IDAT", zlib.compress(b"\0"))), "The PNG breaks off or is damaged"),
        (made(9, 9, chunk(b"IDAT", b"odd")), "The PNG breaks off or is damaged"),
        (made(9, 9, chunk(b"zTXt", b"a\0\0" + BOMB)), "The PNG breaks off or is damaged"),
        (made(9, 9, chunk(b"iCCP", b"a\0\0" + BOMB)), "The PNG breaks off or is damaged"),
        (made(9, 9, head(50_000, 50_000) + GREYS), "The PNG breaks off or is damaged"),
        (made(9, 9, head(9000, 9000) + GREYS), "The PNG is damaged"),
        (made(9, 9, PALETTE + GREYS, color_type=3), "The PNG breaks off or is damaged"),
        (png()[:-40], "The PNG breaks off or is damaged"),
        (png()[:20], "The PNG breaks off"),
        (png(save_all=True, append_images=[Image.new("RGB", (60, 40))]), "The PNG moves"),
        (png(size=(100, 9)), "One side is more than 10 times as long as the other"),
        (png(color="white", spot=None), "The PNG shows nothing on white paper"),
        (png("RGBA", color=(255, 0, 0, 0), spot=None), "The PNG shows nothing on white paper"),
        (png(spot=None), "The PNG is of one colour all over"),
        (png("RGBA", color=(255, 0, 0, 90), spot=None), "The PNG is of one colour all over"),
    ],
)
def test_a_png_that_cannot_be_a_mark_is_reported(raw: bytes, words: str) -> None:
    assert [text[: len(words)] for text in told(raw)] == [words]


def test_more_pixels_than_the_head_says_are_not_read() -> None:
    assert picture_of(made(9, 9, chunk(b"IDAT", BOMB))).size == (9, 9)


def test_a_damaged_byte_ends_in_a_mark_or_a_sentence() -> None:
    chance = Random(7)
    for raw, times in ((png(), 300), (svg(SHAPES), 25)):
        for _ in range(times):
            broken = bytearray(raw)
            broken[chance.randrange(len(raw))] = chance.randrange(256)
            found = read_mark(bytes(broken))
            assert isinstance(found, ClubMark) or found[0].text
