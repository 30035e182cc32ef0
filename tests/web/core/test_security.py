"""The headers that keep a page of the site from doing what a stranger wants."""

import re
import time
from http import HTTPStatus

import pytest

from scorekeeper.web.core.papers import disposition
from tests.web.deals import BOB_OUT
from tests.web.phone import Phone


@pytest.fixture
def policy(phone: Phone) -> dict[str, str]:
    """Return the content security policy of a page, by directive."""
    text = phone.open("/").answer.headers["Content-Security-Policy"]
    return dict(re.findall(r"([a-z-]+) ([^;]+)", text))


@pytest.mark.parametrize(
    ("directive", "sources"),
    [
        ("default-src", "'self'"),
        ("object-src", "'none'"),
        ("base-uri", "'none'"),
        ("form-action", "'self'"),
        ("frame-ancestors", "'none'"),
    ],
)
def test_a_page_takes_nothing_from_and_sends_nothing_to_other_sites(
    policy: dict[str, str], directive: str, sources: str
) -> None:
    assert policy[directive] == sources


def test_no_directive_lets_scripts_and_styles_stand_in_a_page(policy: dict[str, str]) -> None:
    assert "unsafe-inline" not in " ".join(policy.values())


# --- the cookie -----------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [-10, -7200, -56 * 365 * 86_400, 400 * 86_400, 50 * 365 * 86_400])
def test_a_cookie_survives_a_clock_that_is_set(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    game = phone.start("Ann", "Bob")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + step)
    again = phone.open("/")
    assert game in again.text
    assert "Set-Cookie" not in again.answer.headers
    assert phone.fill(game + "enter", BOB_OUT).status == HTTPStatus.SEE_OTHER


def test_how_long_a_cookie_is_kept_is_counted_by_the_phone(phone: Phone) -> None:
    """Browsers go by Max-Age where a cookie has both; Expires would go by the server's clock."""
    phone.start("Ann", "Bob")
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    assert cookie.max_age == 365 * 86_400


def test_a_cookie_signed_by_somebody_else_is_none(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    phone.client.set_cookie("scorekeeper", "eyJnYW1lcyI6W119.aaaaaa.forged")
    assert game not in phone.open("/").text


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("<b>\"Club's.pdf", "b Club's.pdf"),
        ("a\\b.pdf", "a b.pdf"),
        ("<zq2 src=http://example.org/i>; x.pdf", "zq2 src=http example.org i x.pdf"),
        ("＂／；x.pdf", "x.pdf"),
        ("Zoë \r\n x.pdf", "Zoe x.pdf"),
    ],
)
def test_no_name_ends_its_header(name: str, old: str) -> None:
    header = disposition("inline", name)
    assert header.partition("; filename*=")[0] == f'inline; filename="{old}"'
