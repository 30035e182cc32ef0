"""Problems of melds that were typed one a line, with the line and the cards as typed."""


def meld_words(lines: str, index: int, text: str, *, written: str) -> str:
    """Return the problem ``text`` of the meld of this index, from 0, with its line, from 1.

    Blank lines are no melds. ``written`` is the meld with its shorthand written out; if the problem
    quotes it, the cards as typed take its place.
    """
    melds = [(number, line) for number, line in enumerate(lines.splitlines(), 1) if line.strip()]
    number, line = melds[index]
    if text.startswith(written):
        text = " ".join(line.split()) + text.removeprefix(written)
    return f"Line {number}: {text}"
