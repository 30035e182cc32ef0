"""Words about a night: who plays and who waits, its fee and its way of settling."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.domain.club.facts import Fee, FeeRule, Night, SettleWay
from scorekeeper.wording import write_date, write_money, write_plural

_MOST_NAMED: Final = 2
SETTLE_WORDS: Final = {
    SettleWay.TRANSFERS: "between the players",
    SettleWay.BANK: "through the till",
    SettleWay.CARRIED: "carried to the balances",
}
FEE_WORDS: Final = {
    FeeRule.NONE: "none",
    FeeRule.PERSON_NIGHT: "a person and night",
    FeeRule.PERSON_GAME: "a person and game",
    FeeRule.TABLE_GAME: "a table and game",
}


def where_and_when(night: Night) -> str:
    """Return day and place: ``20 November 2026, Back room``."""
    return ", ".join([text for text in (write_date(night.date), night.place) if text])


def playing_words(playing: int, waiting: Sequence[str]) -> str:
    """Return who plays and who waits: ``9 play, Hal waits``, ``nobody plays yet``."""
    plays = {0: "nobody plays yet", 1: "1 plays"}.get(playing, f"{playing} play")
    if not waiting:
        return plays
    if len(waiting) > _MOST_NAMED:
        return f"{plays}, {len(waiting)} wait"
    return f"{plays}, {' and '.join(waiting)} {'waits' if len(waiting) == 1 else 'wait'}"


def tables_words(tables: int) -> str:
    """Return how many tables there are: ``3 tables``, ``no table yet``."""
    return write_plural(tables, "table") if tables else "no table yet"


def fee_words(fee: Fee | None, currency: str) -> str:
    """Return a fee: ``$2.00 a table and game``, ``$2.00 a person and night, guests $3.00``."""
    if fee is None or fee.rule is FeeRule.NONE:
        return "no fee"
    guests = "" if fee.guest is None else f", guests {write_money(fee.guest, currency)}"
    return f"{write_money(fee.minor, currency)} {FEE_WORDS[fee.rule]}{guests}"
