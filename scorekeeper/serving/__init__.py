"""Serves the site: one process, in which an event loop holds the connections and threads answer."""

from scorekeeper.serving.start import serve

__all__ = ["serve"]
