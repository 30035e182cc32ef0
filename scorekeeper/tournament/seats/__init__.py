"""Seats of a night over its rounds: who sits where, who rests, and what such a plan costs."""
