"""The headers that keep a page of the site from doing what a stranger wants."""

import re

import pytest

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
