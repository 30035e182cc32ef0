"""The addresses of pages, compiled once for all sites that tests make or serve.

That takes most of the time in which a site is made, and the pages of all sites are the same.
"""

from typing import Any

from flask import Flask
from werkzeug.routing import Map, Rule, RuleFactory

from scorekeeper.hosting import start as hosting_app
from scorekeeper.server import app
from scorekeeper.web.core.sites import SiteApp


class _Addresses(Map):
    """The addresses of the first site, which those after it find here."""

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self._known: set[tuple[object, ...]] = set()

    def add(self, rulefactory: RuleFactory) -> None:
        """Compile an address unless an earlier site had it."""
        assert isinstance(rulefactory, Rule)
        rule = rulefactory
        key = (rule.rule, rule.endpoint, frozenset(rule.methods or ()), str(rule.defaults))
        if key not in self._known:
            self._known.add(key)
            super().add(rule)


def keep_compiled_addresses() -> None:
    """Let every site and host that is made from now on have the addresses of the first."""
    of_site, of_host = _Addresses(), _Addresses()
    make_pages = app.make_pages

    def make_pages_of_host() -> Flask:
        SiteApp.url_map_class = lambda *_, **__: of_host  # type: ignore[assignment]
        try:
            return make_pages()
        finally:
            SiteApp.url_map_class = lambda *_, **__: of_site  # type: ignore[assignment]

    SiteApp.url_map_class = lambda *_, **__: of_site  # type: ignore[assignment]
    setattr(hosting_app, "make_pages", make_pages_of_host)  # noqa: B010 - mypy knows no such name
