"""A mark is drawn anew as pixels, and nothing else of its file is kept."""

import zlib
from io import BytesIO
from random import Random
from struct import pack

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from scorekeeper.club.facts import ClubMark
from scorekeeper.papers.mark import MARK_BOUNDS, read_mark
from tests.marks import GOLD, mark_of, png, svg, told


def picture_of(raw: bytes) -> Image.Image:
    return Image.open(BytesIO(mark_of(raw).content), formats=("PNG",))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (svg(), "The file is not a PNG; save the mark as one"),
        (b"\xff\xd8\xff\xe0 JPEG", "The file is not a PNG; save the mark as one"),
        (b"", "The file is not a PNG; save the mark as one"),
        (png() + b" " * MARK_BOUNDS.size, "The file has more than 256 KB"),
    ],
)
def test_a_file_that_is_no_small_png_is_refused_in_a_sentence(raw: bytes, words: str) -> None:
    assert told(raw) == [words]


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
        (png(size=(2001, 900)), "The PNG has 2001 × 900 pixels; at most 2000 × 2000 are allowed"),
        (made(100_000, 100_000, b""), "The PNG has 100000 × 100000 pixels"),
        (made(0, 9, b""), "The PNG is damaged"),
        (made(9, 9, chunk(b"IDAT", zlib.compress(b"\0"))), "The PNG is cut off or damaged"),
        (made(9, 9, chunk(b"IDAT", b"odd")), "The PNG is cut off or damaged"),
        (made(9, 9, chunk(b"zTXt", b"a\0\0" + BOMB)), "The PNG is cut off or damaged"),
        (made(9, 9, chunk(b"iCCP", b"a\0\0" + BOMB)), "The PNG is cut off or damaged"),
        (made(9, 9, head(50_000, 50_000) + GREYS), "The PNG is cut off or damaged"),
        (made(9, 9, head(9000, 9000) + GREYS), "The PNG is damaged"),
        (made(9, 9, PALETTE + GREYS, color_type=3), "The PNG is cut off or damaged"),
        (png()[:-40], "The PNG is cut off or damaged"),
        (png()[:20], "The PNG is cut off"),
        (png(save_all=True, append_images=[Image.new("RGB", (60, 40))]), "The PNG is animated"),
        (png(size=(100, 9)), "One side is more than 10 times as long as the other"),
        (png(color="white", spot=None), "The PNG shows nothing on white paper"),
        (png("RGBA", color=(255, 0, 0, 0), spot=None), "The PNG shows nothing on white paper"),
        (png(spot=None), "The PNG is a single colour all over"),
        (png("RGBA", color=(255, 0, 0, 90), spot=None), "The PNG is a single colour all over"),
    ],
)
def test_a_png_that_cannot_be_a_mark_is_reported(raw: bytes, words: str) -> None:
    assert [text[: len(words)] for text in told(raw)] == [words]


def test_more_pixels_than_the_head_says_are_not_read() -> None:
    assert picture_of(made(9, 9, chunk(b"IDAT", BOMB))).size == (9, 9)


def test_a_damaged_byte_ends_in_a_mark_or_a_sentence() -> None:
    chance = Random(7)
    raw = png()
    for _ in range(300):
        broken = bytearray(raw)
        broken[chance.randrange(len(raw))] = chance.randrange(256)
        found = read_mark(bytes(broken))
        assert isinstance(found, ClubMark) or found[0].text
