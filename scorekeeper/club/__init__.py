"""The acts of people in a club: to set it up, hold nights, put games into them, close and pay them.

Each act is a row of the club's history. Every figure is computed from the facts
(``scorekeeper.club.figures``); nothing here adds up money.
"""
