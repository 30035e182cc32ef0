"""Serves the site: one process, in which an event loop holds the connections and threads answer."""
