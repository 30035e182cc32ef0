"""A club: its facts, the figures that follow from them, its book, its rows, and what people do.

Each act of a person is a row of the club's history. Money is added up only in ``club/figures``.
"""
