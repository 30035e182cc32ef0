"""The club book, version 1: one JSON document that holds all facts of a club.

This package reads, checks and writes books, and writes what follows from them: the answer of the
command, tables, a journal for hledger, and text for people.
"""

from typing import Final

from scorekeeper.record.document import Bounds

CLUB_FORMAT: Final = "scorekeeper-club/1"
BOOK_BOUNDS: Final = Bounds("book", 32 * 1024 * 1024, 16)
