"""Previews of each way to settle a night, from the games that count now."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.facts import TILL, SettleWay
from scorekeeper.domain.club.nights import NightFigures, Suggestion
from scorekeeper.domain.settlement import write_amount
from scorekeeper.wording import (
    with_capital,
    write_count,
    write_money,
    write_plural,
    write_sentence,
    write_signed_amount,
)

_TITLES: Final = {
    SettleWay.TRANSFERS: "Between players",
    SettleWay.BANK: "Through the till",
    SettleWay.CARRIED: "Carried over",
}
_FEWEST_OF: Final = 10
"""The most people for whom the plan surely has the fewest payments possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayLine:
    """A payment of a preview, or, if ``payee`` is empty, the change of a balance."""

    payer: str
    payee: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WayPreview:
    """One way to settle a night; ``summary`` is the second line of the button that closes it."""

    key: str
    title: str
    count: str
    about: str
    lines: tuple[WayLine, ...]
    summary: str
    is_chosen: bool


def previews_of(loaded: LoadedNight, chosen: SettleWay) -> tuple[WayPreview, ...]:
    """Return a preview of each way to settle the night if it were closed now."""
    return tuple([_preview(loaded, way, is_chosen=way is chosen) for way in _TITLES])


def _preview(loaded: LoadedNight, way: SettleWay, *, is_chosen: bool) -> WayPreview:
    figures = loaded.preview(way)
    people = write_plural(len(figures.people), "person", "people")
    payments = write_plural(len(figures.suggestions), "payment")
    changes = write_plural(_changed(figures), "balance")
    is_carried = way is SettleWay.CARRIED
    return WayPreview(
        key=way.value,
        title=_TITLES[way],
        count=payments if figures.suggestions else "nobody pays",
        about=_about(loaded, way, figures),
        lines=tuple(_balances(loaded, figures) if is_carried else _payments(loaded, figures)),
        summary=f"{people}, {changes if is_carried else payments}, sum {_sum(loaded, figures)}",
        is_chosen=is_chosen,
    )


def _about(loaded: LoadedNight, way: SettleWay, figures: NightFigures) -> str:
    currency = loaded.club.currency
    fees = write_money(figures.fees, currency)
    match way:
        case SettleWay.TRANSFERS:
            parties = sum([bool(minor) for minor in figures.base.values()])
            few = "Fewest payments" if parties <= _FEWEST_OF else "Few payments"
            return write_sentence(f"{few}; {fees} goes to the till" if figures.fees else few)
        case SettleWay.BANK:
            comes = write_money(figures.asked_for(TILL), currency)
            goes = write_money(figures.asked_of(TILL), currency)
            stays = f", {fees} stays" if figures.fees else ""
            return write_sentence(f"{comes} in, {goes} out{stays}")
        case SettleWay.CARRIED:
            count = _changed(figures)
            words = write_count(count)
            verb = "balance changes" if count == 1 else "balances change"
            return f"{with_capital(words)} {verb} tonight."


def _payments(loaded: LoadedNight, figures: NightFigures) -> list[WayLine]:
    return [_payment(loaded, each) for each in figures.suggestions]


def _payment(loaded: LoadedNight, each: Suggestion) -> WayLine:
    return WayLine(
        payer=_name(loaded, each.payer),
        payee=_name(loaded, each.payee),
        amount=write_amount(each.minor, loaded.club.currency),
    )


def _balances(loaded: LoadedNight, figures: NightFigures) -> list[WayLine]:
    currency = loaded.club.currency
    return [
        WayLine(payer=_name(loaded, person), payee="", amount=write_signed_amount(minor, currency))
        for person, minor in figures.base.items()
        if minor and person != TILL
    ]


def _changed(figures: NightFigures) -> int:
    """Return the number of people whose balances a night changes."""
    return sum([bool(minor) for who, minor in figures.base.items() if who != TILL])


def _sum(loaded: LoadedNight, figures: NightFigures) -> str:
    return write_amount(sum(figures.base.values()), loaded.club.currency)


def _name(loaded: LoadedNight, party: str) -> str:
    return TILL if party == TILL else loaded.people[party].name
