"""Organised nights: seats, rounds, points, prizes, seasons; all of it registers with the club."""
