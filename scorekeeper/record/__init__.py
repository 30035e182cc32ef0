"""The game record, version 1: one JSON document that holds a game as it was played.

This package reads, checks, scores and writes records. The site imports and exports them, the
command line scores them, and the journal stores its deals in the same form.
"""
