"""Every page of the site: the method and the address of each route."""

from typing import NamedTuple

from flask import Flask


class Route(NamedTuple):
    """A method, and an address with its open parts in angle brackets."""

    method: str
    address: str


def routes_of(app: Flask) -> list[Route]:
    """Return the routes of a site."""
    return sorted(
        {
            Route(method, rule.rule)
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        }
    )
