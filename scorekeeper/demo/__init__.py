"""Fills a new folder with a club that has played for some time, for somebody to look at.

Simulated players deal real packs, and all that they do goes through the functions that people's
taps call, at the times of their evenings. The same seed and last day make the same facts; keys,
links and the passphrase are new each time.
"""
