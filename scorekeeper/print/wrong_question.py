"""The error for a paper that cannot be made as it was asked for."""


class WrongPaperError(Exception):
    """An error for a paper that cannot be made; its text says why, a problem a line."""
