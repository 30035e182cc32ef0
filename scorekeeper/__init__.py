"""Scorekeeper keeps score at a real card table for the Oklahoma family of rummy."""

from importlib import import_module
from typing import Any

__version__ = "0.3.0"
"""``CHANGELOG.md`` says what each version changed."""


def create_app() -> Any:
    """Return the site of the default folder, where ``flask --app scorekeeper`` looks for it."""
    # By its name: most who import this package want no site.
    return import_module("scorekeeper.server.start").create_default_app()
