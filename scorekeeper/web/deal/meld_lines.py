"""Problems of melds that were typed a line each: the line, and the cards as they were typed."""


def meld_words(lines: str, index: int, text: str, *, written: str) -> str:
    """The problem ``text`` of the meld of this index, with its line from 1; blanks are no melds.

    ``written`` is the meld with its shorthand written out, which the problem quotes.
    """
    melds = [(number, line) for number, line in enumerate(lines.splitlines(), 1) if line.strip()]
    number, line = melds[index]
    if text.startswith(written):
        text = " ".join(line.split()) + text.removeprefix(written)
    return f"Line {number}: {text}"
