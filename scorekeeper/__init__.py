"""Scorekeeper keeps score at a real card table for the Oklahoma family of rummy."""

__version__ = "0.3.0"
"""``CHANGELOG.md`` says what each version changed."""
