"""Sentences of templates, without a site."""

from functools import cache

from flask import Flask

from scorekeeper.config import site_folder
from scorekeeper.web.core import filters
from scorekeeper.web.core.page import say


@cache
def _templates() -> Flask:
    app = Flask(__name__, template_folder=site_folder() / "templates")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    filters.register(app)
    return app


def said(template: str, sentence: str, *about: object) -> str:
    """Return the text of a template's macro."""
    with _templates().app_context():
        return say(template, sentence, *about)
