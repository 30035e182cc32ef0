"""Fills a new folder with a club that has played for some time, for somebody to look at.

The club comes from a club book beside this file, ``book.json.gz``, whose days are moved so that its
last night was yesterday. A night of today is then opened and played by the functions that people's
taps call. Keys, links and the passphrase are new each time.
"""
