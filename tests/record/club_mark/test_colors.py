"""A drawing in which nothing can be seen is told from a mark."""

import pytest

from tests.marks import RECT, mark_of, svg, told

CUT = '<clipPath id="a">{}</clipPath><g clip-path="url(#a)">' + RECT + "</g>"
USED = '<defs><path id="a" d="M0 0h9v9z"/></defs>'
UNSEEN = (
    "<rect/>",
    "<circle r='0' stroke='red'/>",
    "<line x2='9' y2='9' fill='red'/>",
    "<path d='M5 0v60' fill='red'/>",
    "<path d='M5 5' stroke='red'/>",
    f"<g fill='none'>{RECT}</g>",
    f"<g fill='rgba(0,0,0,0)'>{RECT}</g>",
    f"<g opacity='0'>{RECT}</g>",
    f"<g fill-opacity='0'><g fill='red'>{RECT}</g></g>",
    f"<g visibility='hidden'>{RECT}</g>",
    f"<g fill='none' stroke='red' stroke-width='0'>{RECT}</g>",
    f"<g fill='white' stroke='#fff'>{RECT}</g>",
    f"<g color='white' fill='currentColor'>{RECT}</g>",
    f"<g transform='translate(-9)'>{RECT}</g>",
    "<ellipse cx='-9' rx='8' ry='4'/>",
    "<path d='m-9 0 h8 v2 c0 9 -8 9 -8 -1 s2 3 4 3 q1 1 2 2 t-1 1 a1 1 0 0 0 -2 -2 z'/>",
    f"{USED}<use href='#a' x='100'/>",
    f"{USED}<use href='#a' fill='white'/>",
    CUT.format(""),
    CUT.format("<rect x='9' width='9' height='9'/>"),
    CUT.format("<use href='#b' x='9'/>") + "<defs><circle id='b' cx='5' r='5'/></defs>",
    f"{RECT}<rect x='-1' y='-1' width='102' height='62' fill='white'/>",
    "<rect width='100%' height='100%' fill='white'/><g fill='white'><circle r='9'/></g>",
)


@pytest.mark.parametrize("inner", UNSEEN)
def test_an_svg_in_which_nothing_is_seen_is_reported(inner: str) -> None:
    assert told(svg(inner)) == ["The SVG shows nothing on white paper"]


def test_an_svg_of_one_colour_is_reported() -> None:
    ground = "<rect width='100' height='60' fill='red'/>"
    assert told(svg(f"{RECT}{ground}<circle r='9' fill='#f00'/>")) == [
        "The SVG is of one colour all over"
    ]


@pytest.mark.parametrize(
    "inner",
    [
        f"<g visibility='hidden'><g visibility='visible'>{RECT}</g></g>",
        f"<g opacity='0.01'>{RECT}</g>",
        f"<g color='white' fill='currentColor'><g color='red'>{RECT}</g></g>",
        "<path d='M5 0v60' stroke='red'/>",
        "<line x1='-1' x2='-1' y2='9' stroke='red' stroke-width='3'/>",
        "<path d='M-10 30 A5 5 0 0 1 110 30'/>",
        "<path d='M-10 -10 Q20 -10 -10 -5 T-10 90'/>",
        "<path d='M-10 -10 C-10 -10 -60 -40 -10 -5 S-10 9 -10 50'/>",
        "<path d='M1e-7 0 h9 v9z'/>",
        f"<g transform='rotate(180 1 1)'>{RECT}</g>",
        CUT.format("<use href='#b' x='1'/>") + "<defs><circle id='b' cx='5' r='5'/></defs>",
        f"{USED}<use href='#a' x='99'/>",
        f"<rect width='100' height='60'/><g fill='white'>{RECT}</g>",
        f"{RECT}<rect width='100' height='60' rx='9' fill='white'/>",
        f"{RECT}<rect width='100' height='60' fill='white' opacity='0.9'/>",
    ],
)
def test_an_svg_in_which_anything_is_seen_is_a_mark(inner: str) -> None:
    mark_of(svg(inner))
