"""Scorekeeper keeps score at a real card table for the Oklahoma family of rummy."""
