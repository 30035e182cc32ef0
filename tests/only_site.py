"""The only site of an application, which tests replace for a while by one made otherwise."""

import pytest
from flask import Flask

from scorekeeper.web.core.sites import Site, sites_of


def put_site(patch: pytest.MonkeyPatch, app: Flask, other: Site) -> None:
    """Let another site answer in the place of the only one."""
    patch.setattr(sites_of(app), "only", other)
