"""The page that closes a night: open games, ended games, and the ways to settle it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.club.acting import Acted
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.closing import close_night, digest_of
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.domain.club.facts import TILL, SettleWay
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.club.nights import NightFigures, Suggestion
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_night, this_night_visit
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import NO, YES
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action, say, show_live
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.tables import (
    ChallengedDeal,
    challenged_deals,
    game_address,
    game_titles,
    officers_address,
)
from scorekeeper.wording import (
    with_capital,
    without_capital,
    write_count,
    write_money,
    write_names,
    write_plural,
    write_sentence,
    write_signed_amount,
)

# --- Previews of each way to settle a night, from the games that count now ------------------------


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


_MOST_NAMED: Final = 4
"""The most players of a game who are all named; of more, the last ones are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidButton:
    """The form that leaves a game out of the night, or counts it again."""

    game: str
    void: str
    club_fields: ClubFields


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingGame:
    """A game that is still open: its players and deals, and the links that help to end it."""

    id: str
    title: str
    words: str
    ways: tuple[Action, ...]
    leave_out: VoidButton | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneGame:
    """A game that is over, ended early or left out; ``put_back`` lets one left out count again."""

    title: str
    words: str
    address: str
    is_void: bool
    put_back: VoidButton | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingPage:
    """The page that closes a night, with a preview of each way to settle it.

    ``counts`` says what the previews leave out, or the fees. ``first`` leads to the first open
    game; if it is None, the night can be closed. ``seen`` is the digest of the shown figures.
    """

    template: ClassVar = "nights/closing.html"
    live: LivePart
    state: str
    problems: tuple[str, ...]
    missing: tuple[MissingGame, ...]
    challenged: tuple[ChallengedDeal, ...]
    done: tuple[DoneGame, ...]
    counts: str
    ways: tuple[WayPreview, ...]
    first: Action | None
    may_close: bool
    seen: str
    club_fields: ClubFields


def make_closing_page(
    loaded: LoadedNight,
    live: LivePart,
    *,
    is_officer: bool,
    chosen: SettleWay,
    problems: tuple[str, ...] = (),
) -> ClosingPage:
    """Return the page; ``chosen`` is the way to settle that is selected at first."""
    missing = tuple(_missing(loaded, is_officer=is_officer))
    return ClosingPage(
        live=live,
        state=f"{name_of_night(loaded.night.date)} · {_games(loaded)}",
        problems=problems,
        missing=missing,
        challenged=tuple(challenged_deals(loaded)),
        done=tuple(_done(loaded, is_officer=is_officer)),
        counts=_counts(loaded, len(missing)),
        ways=previews_of(loaded, chosen),
        first=_first(missing),
        may_close=is_officer,
        seen=digest_of(loaded.figures),
        club_fields=make_club_fields(),
    )


def _games(loaded: LoadedNight) -> str:
    return write_plural(len(loaded.night.games), "game")


def _missing(loaded: LoadedNight, *, is_officer: bool) -> Iterator[MissingGame]:
    titles = game_titles(loaded)
    for game in loaded.night.games:
        if game.state is not GameState.OPEN:
            continue
        names = _few_names([loaded.people[person].name for person in game.people])
        deals = f"after deal {game.played.deals}" if game.played.deals else "no deal yet"
        ways = (
            Action(words="Go to it", address=game_address(game.id, "table.sheet")),
            Action(words="End it early", address=officers_address(game.id, "review.ask_close")),
        )
        yield MissingGame(
            id=f"game-{game.id}",
            title=f"{titles[game.id]} is open",
            words=f"{names}, {deals}.",
            ways=tuple([way for way in ways if way.address]),
            leave_out=_void_button(game, void=True) if is_officer else None,
        )


def _few_names(names: Sequence[str]) -> str:
    """Return names that fill one line: ``Ann, Bob, Cal and 7 others``."""
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} others"]
    return write_names(names)


def _done(loaded: LoadedNight, *, is_officer: bool) -> Iterator[DoneGame]:
    titles = game_titles(loaded)
    for game in loaded.night.games:
        if game.state is GameState.OPEN:
            continue
        yield DoneGame(
            title=titles[game.id],
            words=_result(loaded, game),
            address=game_address(game.id, "table.final" if game.counts else "table.sheet"),
            is_void=game.is_void,
            put_back=_void_button(game, void=False) if game.is_void and is_officer else None,
        )


def _result(loaded: LoadedNight, game: ClubGame) -> str:
    match game.state:
        case GameState.VOID:
            return "left out"
        case GameState.EARLY:
            settled = "" if game.money is not None else ", not settled"
            return f"ended early{settled}"
        case _:
            return with_capital(say("core/_game.html", "winners", loaded.games[game.id].sheet))


def _void_button(game: ClubGame, *, void: bool) -> VoidButton:
    return VoidButton(
        game=game.id,
        void=YES if void else NO,
        club_fields=make_club_fields(),
    )


def _counts(loaded: LoadedNight, missing: int) -> str:
    if missing == 1:
        return "without the open game"
    if missing:
        return f"without the {missing} open games"
    fees = loaded.figures.fees
    return f"fees {write_money(fees, loaded.club.currency)}" if fees else ""


def _first(missing: tuple[MissingGame, ...]) -> Action | None:
    """Return the button that leads to the first open game; None if there is none."""
    if not missing:
        return None
    title = missing[0].title.removesuffix(" is open")
    words = f"First finish {without_capital(title)}"
    address = missing[0].ways[0].address if missing[0].ways else f"#{missing[0].id}"
    return Action(words=words, address=address)


@nights_pages.get("/closing")
@least_role(NightRole.JOIN)
def ask_closing() -> Response:
    """Show what is missing before the night can be closed, and a preview of each settlement."""
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    return show_live(_make_page(this_night().night.settle))


def _make_page(way: SettleWay, problems: Sequence[Problem] = ()) -> ClosingPage:
    return make_closing_page(
        this_night(),
        make_night_live_part("nights.ask_closing"),
        is_officer=this_night_visit().role >= NightRole.OFFICER,
        chosen=way,
        problems=tuple([each.text for each in problems]),
    )


@nights_pages.post("/closing")
@least_role(NightRole.OFFICER)
def close_this_night() -> Response:
    """Close the night in the chosen way."""
    way, seen = request.form.get("way", ""), request.form.get("seen", "")
    if way not in list(SettleWay):
        abort(400)
    night, store = this_night_visit().night, site().store
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    outcome = close_night(store, read_club_post(), night, SettleWay(way), seen=seen)
    if isinstance(outcome, Acted):
        site().backups.back_up_night()
    return answer_club(
        outcome,
        saved=lambda _: url_for("nights.payouts"),
        again=lambda problems: _make_page(SettleWay(way), problems),
    )
