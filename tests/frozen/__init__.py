"""Freezes what the program shows, prints and exports at one commit, to compare it with another.

``python -m tests.frozen make COMMIT OUT`` checks a commit out into a temporary folder, lets its own
program upgrade and serve a copy of the frozen club, asks for every page as every kind of visitor,
for every paper and export, and runs the commands; OUT is one file. ``python -m tests.frozen compare
A B`` shows what differs, page by page; ``named.toml`` names differences that are meant, each with
its reason, and the exit status is 1 if there are others. It needs Debian's ``gcc``,
``poppler-utils`` and ``zbar-tools``.

``club.sql.xz`` is the database of the demo club of 64ce0d44 with open nights of today added and
with home games of every variant, and ``visits.json.xz`` has the cookies of its visitors and which
addresses each asks for. Nothing here imports the program, so its modules may move. It is no part
of ``./run test``, and goes once the program has moved.
"""
