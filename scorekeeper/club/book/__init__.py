"""The club book, version 1: one JSON document that holds all facts of a club.

This package reads, checks and writes books, and writes what follows from them: the answer of the
command, tables, a journal for hledger, and text for people.
"""
