"""A mark is written anew from what is known; whatever else a file holds is refused or gone."""

import re
import zlib
from io import BytesIO
from random import Random
from struct import pack
from time import process_time

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scorekeeper.record.club_mark import MARK_BOUNDS, ClubMark, MarkKind, read_mark
from tests.marks import GOLD, RECT, SHAPES, mark_of, png, svg, told

LAST = '<path d="M0 0 h9 v9 z"/>'
"""Something that can be seen, behind what a test is about."""
USE = "<use href='#laugh{}'/>"


def drawn(inner: str, attributes: str = 'viewBox="0 0 100 60"') -> str:
    """What is written of the elements of an SVG, without what stands around them."""
    text = mark_of(svg(inner + LAST, attributes)).content.decode()
    match = re.fullmatch(r'<svg [^>]*>(.*)<g clip-path="url\(#whole\)"><g>(.*)</g></g></svg>', text)
    assert match is not None, text
    assert match[2].endswith(LAST)
    return match[2].removesuffix(LAST)


# --- SVG ------------------------------------------------------------------------------------------


def test_an_svg_is_written_whole_in_one_form() -> None:
    mark = mark_of(svg())
    assert mark.kind is MarkKind.SVG
    assert mark.content.decode() == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" width="600" height="360">'
        '<defs><clipPath id="whole"><rect x="0" y="0" width="100" height="60"/></clipPath></defs>'
        '<g clip-path="url(#whole)"><g>'
        '<path d="M0 0 h100 v60 z" fill="#008833"/>'
        '<circle cx="50" cy="30" r="20" fill="#ffffff"/></g></g></svg>'
    )
    assert mark.digest == mark_of(svg()).digest != mark_of(svg(RECT)).digest


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ('<path d="M1,2-3 4.5,.5.6z"/>', '<path d="M1 2 L-3 4.5 L0.5 0.6 z"/>'),
        ('<path d="m0 0a1 1 0 01.5.5"/>', '<path d="m0 0 a1 1 0 0 1 0.5 0.5"/>'),
        ('<rect style="fill:RED;font-family:x" width="1cm"/>', '<rect width="37.79528" fill="#ff'),
        ('<rect fill="rgb(1,2,3)"/>', '<rect fill="#010203"/>'),
        ('<rect opacity="50%"/>', '<rect opacity="0.5"/>'),
        ('<polygon points="0,0 4,0 4 4"/>', '<path d="M0 0 L4 0 L4 4 Z"/>'),
        ('<g transform="translate(2) scale(3)"><rect/></g>', '<g transform="matrix(3 0 0 3 2 0)">'),
        ('<g id="a" class="b" data-c="d"><rect/></g>', "<g><rect/></g>"),
        (f'<g display="none">{RECT}</g><line x1="1"/>', '<line x1="1"/>'),
        (f'<x xmlns="urn:editor"><script>y</script></x>{RECT}', "<rect width"),
        ('<g fill="red"><rect fill="blue" style="fill:inherit"/></g>', '<g fill="#ff0000"><rect/>'),
        ('<rect style="clip-path:none"/>', "<rect/>"),
        ('<rect style="/* a */fill:red/* ; */;/*"/>', '<rect fill="#ff0000"/>'),
        (f"<!-- a --><?b c?><title>d</title>e{RECT}", "<rect width"),
    ],
)
def test_a_value_is_written_in_one_form(typed: str, written: str) -> None:
    assert drawn(typed).startswith(written)


def test_what_is_used_stands_in_its_place() -> None:
    used = '<defs><g id="a"><rect/></g></defs><use xlink:href="#a" x="5" fill="red"/>'
    assert drawn(used) == (
        '<g fill="#ff0000"><g transform="matrix(1 0 0 1 5 0)"><g><rect/></g></g></g>'
    )


def test_a_clipping_path_gets_a_name_of_ours() -> None:
    clip = '<clipPath id="a&lt;b"><use href="#c" x="1"/></clipPath><circle id="c" r="2"/>'
    written = mark_of(svg(f'{clip}<g clip-path="url(#a&lt;b)">{RECT}</g>')).content
    assert b'<clipPath id="clip1"><circle r="2" transform="matrix(1 0 0 1 1 0)"/></clip' in written
    assert b'<g clip-path="url(#clip1)"><rect width="9" height="9"/></g>' in written


def test_a_size_stands_for_a_missing_view_box() -> None:
    assert b'viewBox="0 0 96 192"' in mark_of(svg(RECT, 'width="1in" height="2in"')).content


LAUGHS = [f"<g id='laugh{n}'>{10 * USE.format(n - 1 if n else '')}</g>" for n in range(9)]
HOSTILE = {
    "script": ("<script>alert(1)</script>", "It has <script>, which a mark may not have"),
    "event": ('<rect onload="alert(1)"/>', "It runs something (onload)"),
    "event in capitals": ('<rect ONLOAD="alert(1)"/>', "It runs something (ONLOAD)"),
    "foreign object": ("<foreignObject/>", "It has <foreignObject>, which a mark may not have"),
    "animation": ("<animate/>", "It has <animate>, which a mark may not have"),
    "picture": ('<image href="http://x/y.png"/>', "It has a picture inside"),
    "link": ('<a href="javascript:x"/>', "It has <a>, which a mark may not have"),
    "use of a file": ('<use href="http://x/y.svg#a"/>', "It points to another file"),
    "use of data": ('<use href="data:image/svg+xml,a#b"/>', "It points to another file"),
    "fill from a file": ('<rect fill="url(http://x/y#a)"/>', "fill of <rect> has a value that"),
    "clip from a file": ('<rect clip-path="url(x.svg#a)"/>', "clip-path of <rect> has a value"),
    "style from a file": ('<rect style="cursor:url(//x)"/>', "cursor of <rect> points to some"),
    "import": ('<rect style="src:@import y"/>', "src of <rect> points to something"),
    "style sheet": ("<style>@import url(x)</style>", "It has a style sheet"),
    "no such id": ('<use href="#a"/>', "It points to #a, which is not there"),
    "wrong kind of id": ('<rect id="a" clip-path="url(#a)"/>', "It points to #a, which is not"),
    "gradient": ('<rect fill="url(#a)"/>', "It has a gradient or pattern"),
    "filter": ('<rect filter="url(#a)"/>', "filter of <rect> points to something"),
    "dashes": ('<rect stroke-dasharray="0.0001"/>', "It has stroke-dasharray, which a mark"),
    "text": ("<text>a</text>", "It has text: turn its letters into paths"),
    "huge number": ('<rect width="1e9"/>', "width of <rect> has a value"),
    "no number": ('<rect width="NaN"/>', "width of <rect> has a value"),
    "flat matrix": ('<g transform="scale(0)"/>', "transform of <g> has a value"),
    "growing matrix": (f'<g transform="{"scale(999)" * 99}"/>', "transform of <g> has a value"),
    "broken path": ('<path d="M0 0L1"/>', "d of <path> has a value"),
    "path without a start": ('<path d="L1 1"/>', "d of <path> has a value"),
    "other digits": ('<rect width="٣"/>', "width of <rect> has a value"),
    "colour that breaks out": ('<rect fill="red&quot; x=&quot;"/>', "fill of <rect> has a value"),
    "itself": ('<g id="a"><use href="#a"/></g>', "The SVG uses something within itself"),
    "deep": ("<g>" * 40 + "</g>" * 40, "The SVG has too many elements inside one another"),
    "many": (RECT * 2000, "The SVG has more than 1000 elements"),
    "much": (f'<path d="M0 0{"h1" * 9000}"/>', "The SVG draws too much"),
    "shades": ('<g opacity=".5">' * 9 + RECT * 99 + "</g>" * 9, "The SVG draws too much"),
    "laughs": (
        f"<g id='laugh'>{RECT}</g>" + "".join(LAUGHS),
        "The SVG draws too much",
    ),
    "cut by a group": (
        f'<clipPath id="a"><g>{RECT}</g></clipPath><rect clip-path="url(#a)"/>',
        "The SVG cuts out with something else",
    ),
    "cut by what is cut": (
        f'<clipPath id="a"><rect clip-path="url(#a)"/></clipPath><g clip-path="url(#a)">{RECT}</g>',
        "The SVG cuts out with something that is itself cut or hidden",
    ),
    "cut by what is hidden": (
        f'<clipPath id="a"><use href="#b"/></clipPath><g clip-path="url(#a)">{RECT}</g>'
        '<rect id="b" display="none"/>',
        "The SVG cuts out with something that is itself cut or hidden",
    ),
    "svg inside": (f'<svg viewBox="0 0 1 1">{RECT}</svg>', "It has an SVG inside another"),
    "damaged": ("<g>", "The SVG is damaged in line 1"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_mark_may_not_have_is_named(name: str) -> None:
    inner, words = HOSTILE[name]
    assert [text[: len(words)] for text in told(svg(RECT + inner))] == [words]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "The SVG has a DOCTYPE"),
        (b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', "The SVG has a DOCTYPE"),
        (b"<svg>&a;</svg>", "The SVG is damaged in line 1"),
        (b"<html/>", "The file is neither an SVG nor a PNG"),
        (b"\xff\xd8\xff\xe0 JPEG", "The file is neither an SVG nor a PNG"),
        (b'<?xml version="1.0" encoding="odd"?><svg/>', "The file is neither an SVG nor a PNG"),
        (b" " * (MARK_BOUNDS.size + 1), "The file has more than 256 KB"),
        (svg("<defs><rect/></defs><use/>"), "The SVG draws nothing"),
        (svg(RECT, ""), "The SVG does not say how large it is"),
        (svg(RECT, 'viewBox="0 0 0 9"'), "The SVG does not say how large it is"),
        (svg(RECT, 'viewBox="0 0 9 99"'), "One side is more than 10 times as long"),
    ],
)
def test_a_file_that_cannot_be_a_mark_is_reported(raw: bytes, words: str) -> None:
    assert [text[: len(words)] for text in told(raw)] == [words]


def test_all_that_is_wrong_is_reported_at_once_and_each_thing_once() -> None:
    many = "<script/><script/><text/><image/><a/><b/><c/><d/><rect onclick='x'/>"
    assert told(svg(RECT + many)) == [
        "It has <script>, which a mark may not have",
        "It has text: turn its letters into paths",
        "It has a picture inside: a mark is of shapes alone",
        "It has <a>, which a mark may not have",
        "It has <b>, which a mark may not have",
        "It has <c>, which a mark may not have",
        "It has 2 more things that a mark may not have",
    ]


def test_six_faults_are_all_there_are() -> None:
    found = told(svg(RECT + "<a/><b/><c/><d/><e/><f/>"))
    assert found == [f"It has <{name}>, which a mark may not have" for name in "abcdef"]


def test_a_long_number_takes_no_long_time() -> None:
    began = process_time()
    assert told(svg(f'<rect width="{"1" * 200_000}x"/>')) == [
        "width of <rect> has a value that a mark may not have"
    ]
    assert process_time() - began < 2  # tried in every split, a tenth of it took 15 seconds


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


def picture_of(raw: bytes) -> Image.Image:
    return Image.open(BytesIO(mark_of(raw).content), formats=("PNG",))


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
BOMB = zlib.compress(b"\0\1" + b"\0" * 10_000_000, 9)


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
    for raw in (png(), svg(SHAPES)):
        for _ in range(300):
            broken = bytearray(raw)
            broken[chance.randrange(len(raw))] = chance.randrange(256)
            found = read_mark(bytes(broken))
            assert isinstance(found, ClubMark) or found[0].text
