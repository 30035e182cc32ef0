"""Prints papers as tagged PDFs: the score sheet, and others of games and clubs.

Nothing is imported here, so that the processes of ``printer.py`` start quickly.
"""
