"""The only site of an application, which tests look into, close, or replace for a while."""

import pytest
from flask import Flask

from scorekeeper.web.core.sites import Site, sites_of


def put_site(patch: pytest.MonkeyPatch, app: Flask, other: Site) -> None:
    """Let another site answer in the place of the only one."""
    patch.setattr(sites_of(app), "only", other)


def site_of(app: Flask) -> Site:
    return sites_of(app).only


def close_site(app: Flask) -> None:
    """Stop printing for the sites of an application, and close their databases."""
    sites_of(app).close()
