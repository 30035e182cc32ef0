"""The form that opens a night and changes its terms, and the page that closes it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Response, abort, url_for
from wtforms import StringField
from wtforms.validators import AnyOf

from scorekeeper.club.facts import ClubGame, GameState, Night, SettleWay, payments_in_force
from scorekeeper.club.figures import NightFigures, Suggestion, sum_by_ends
from scorekeeper.club.nights import change_night_terms, leave_out_empty, open_night
from scorekeeper.club.payments import (
    balances_before,
    close_night,
    digest_of,
    digest_of_brought_forward,
)
from scorekeeper.club.rows import included_balances, load_nights
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Role, Saved
from scorekeeper.rules import TILL, Problem
from scorekeeper.tournament.facts import organised_of
from scorekeeper.web.core import (
    Action,
    Input,
    Page,
    Part,
    SiteForm,
    TermsForm,
    answer,
    club_or_404,
    fee_fields,
    fees_shown,
    least_role,
    make_club_fields,
    make_error_page,
    name_of_night,
    night_address,
    read_act,
    see_other,
    settle_field,
    show,
    show_live,
    site,
    this_night,
    this_visit,
)
from scorekeeper.web.live import make_night_live_part
from scorekeeper.web.nights import new_night_pages, nights_pages
from scorekeeper.web.nights.plan import rounds_unplayed
from scorekeeper.web.nights.tables import (
    challenged_deals,
    game_address,
    game_titles,
    officers_address,
    party_name,
)

_MOST_ALIKE: Final = 3
"""As many games that ended with their rounds, unsettled, stand in one line."""
_CLOSED: Final = (
    "The night is closed",
    "Its date, place and fee stay as everyone saw them. To change them, open the night again.",
)
_FITS: Final = ((13, "few-letters"), (26, "some-letters"))
"""The most letters of a payment that fit in a narrow column, and in a wide one."""
_LONGEST_BAR: Final = 1000


class NightForm(TermsForm):
    """The terms of a night."""

    date = Input("Day", kind="date")
    place = Input("Place")
    fee_night, fee_night_guest, fee_game, fee_game_guest, fee_table_game = fee_fields()
    settle = settle_field()

    def terms(self) -> dict[str, Any]:
        """Return the typed terms in the form of a night in a club book."""
        texts = {name: self[name].data.strip() for name in ("date", "place", "settle")}
        return {name: text for name, text in texts.items() if text} | self.fees()


@new_night_pages.get("/nights/new")
@least_role(Role.OFFICER)
def ask_night() -> Response:
    """Show the terms of a new night, filled with the club's defaults."""
    club, last = club_or_404(), site().store.read(load_nights, most=2)
    places = {night.place for night in last}
    form = NightForm(
        currency=club.currency,
        date=site().store.today(),
        # If the last two nights were at the same place, this one may be too.
        place=places.pop() if len(last) > 1 and len(places) == 1 else "",
        settle=club.defaults.settle or SettleWay.CARRIED,
        **fees_shown(club.defaults.fees, club.currency),
    )
    return show(_terms_page(form))


@new_night_pages.post("/nights/new")
@least_role(Role.OFFICER)
def open_new_night() -> Response:
    """Open a night with the typed terms, and show its board."""
    form = NightForm(currency=club_or_404().currency)
    return answer(
        open_night(site().store, read_act(), form.terms()),
        saved=lambda acted: night_address(acted.thing),
        again=lambda problems: _terms_page(form, problems),
    )


@nights_pages.get("/terms")
@least_role(Role.OFFICER)
def ask_terms() -> Response:
    """Show the terms of the night, while it is open."""
    night, currency = this_night().night, this_night().club.currency
    if night.closed is not None:
        return _tell_closed()
    form = NightForm(
        currency=currency,
        date=night.date,
        place=night.place,
        settle=night.settle,
        **fees_shown(night.fees, currency),
    )
    return show(_terms_page(form, night=night))


@nights_pages.post("/terms")
@least_role(Role.OFFICER)
def change_terms() -> Response:
    """Change the terms of the night."""
    if this_night().night.closed is not None:
        return _tell_closed()
    form, night = NightForm(currency=this_night().club.currency), this_visit().id
    return answer(
        change_night_terms(site().store, read_act(), night, form.terms()),
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: _terms_page(form, problems, night=this_night().night),
    )


def _tell_closed() -> Response:
    way = Action(words="The payouts", address=url_for("nights.payouts"))
    return show(make_error_page(*_CLOSED, action=way), status=409)


def _terms_page(
    form: NightForm, problems: Sequence[Problem] = (), *, night: Night | None = None
) -> Page:
    """Return the form; without a night it is that of a new one."""
    form.tell(problems)
    club = club_or_404()
    usual = club.defaults.settle or SettleWay.CARRIED
    return Page(
        "nights/terms.html",
        club=club,
        night=night,
        form=form,
        fees=night.fees if night else club.defaults.fees,
        settle=night.settle if night else usual,
        club_fields=make_club_fields(),
    )


# --- The page that closes a night: open games, ended games, and the ways to settle it -------------


class ClosingForm(SiteForm):
    """The chosen way to settle, and the digest of the figures that the page showed.

    ``before`` is the digest of the balances brought forward if they are to be taken in, else empty.
    """

    way = StringField(validators=[AnyOf(list(SettleWay))])
    seen = StringField(default="")
    before = StringField(default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class WayPreview:
    """One way to settle a night, with the figures as if it were closed so.

    ``with_before`` are the figures that include the balances brought forward, None if there are
    none.
    """

    way: SettleWay
    figures: NightFigures
    with_before: NightFigures | None
    is_chosen: bool

    def digest(self) -> str:
        """Return only the choice: its figures follow from the night and balances of the page."""
        return f"{self.way}, {self.is_chosen}"

    @property
    def changed(self) -> int:
        """The number of people whose balances the night changes."""
        return sum([bool(minor) for who, minor in self.figures.base.items() if who != TILL])


def _sum_of(name: str, minor: int, most: int) -> Part:
    width = abs(minor) * _LONGEST_BAR // most
    return Part(name=name, minor=minor, start=_LONGEST_BAR - width * (minor < 0), width=width)


class ClosingPage(Page):
    """The page that closes a night, with a preview of each way to settle it.

    While games are ``missing``, the night cannot be closed. ``paid`` are payments already made, in
    minor units by payer and payee. ``before`` are the balances brought forward by person. ``seen``
    and ``seen_before`` are the digests of the shown figures and balances; ``includes_balances``
    tells whether the balances are to be taken in.
    """

    night: LoadedNight
    missing: tuple[Part, ...]
    before: Mapping[str, int]
    ways: tuple[WayPreview, ...]

    def name_of(self, party: str) -> str:
        """Return the name of a person or of the till."""
        return party_name(party, self.night.people)

    @property
    def empty(self) -> int:
        """How many tables are open without a deal."""
        return len([game for game in self.missing if not game.game.played.deals])

    @property
    def fit(self) -> str:
        """The CSS class for as many columns as the longest payment leaves room for."""
        letters = max([self._letters(suggestion) for suggestion in self._payments()], default=0)
        return next((name for most, name in _FITS if letters <= most), "one-column")

    def _payments(self) -> Iterator[Suggestion]:
        for way in self.ways:
            yield from way.figures.suggestions
            yield from way.with_before.suggestions if way.with_before else ()

    def _letters(self, payment: Suggestion) -> int:
        ends = payment.payer, payment.payee
        return sum([len(self.name_of(end)) for end in ends], len(str(payment.open)))

    @property
    def sums(self) -> tuple[Part, ...]:
        """What each person wins and loses, the most first."""
        return self._sums_with({})

    @property
    def sums_with_before(self) -> tuple[Part, ...]:
        """What each person is to get or pay with the balances brought forward, the most first."""
        return self._sums_with(self.before)

    def _sums_with(self, before: Mapping[str, int]) -> tuple[Part, ...]:
        nets = {person: sums.net for person, sums in self.night.figures.people.items()}
        sums = {who: nets.get(who, 0) + before.get(who, 0) for who in [*nets, *before]}
        most = max([abs(minor) for minor in sums.values()], default=0) or 1
        ordered = sorted(sums.items(), key=lambda item: -item[1])
        return tuple([_sum_of(self.name_of(who), minor, most) for who, minor in ordered])


def _first_page(problems: Sequence[Problem] = ()) -> ClosingPage:
    """Return the page with the choices of the last closing, so that payments made by it count."""
    return _closing_page(
        this_night().night.settle,
        problems,
        includes_balances=site().store.read(included_balances, this_visit().id),
    )


def _closing_page(
    chosen: SettleWay, problems: Sequence[Problem] = (), *, includes_balances: bool
) -> ClosingPage:
    loaded = this_night()
    may_close = this_visit().role >= Role.OFFICER
    # Only officers may see balances.
    before = balances_before(site().store, loaded) if may_close else {}
    titles = game_titles(loaded)
    games = [_closing_game(loaded, game, titles[game.id]) for game in loaded.night.games]
    done = [game for game in games if game.game.state is not GameState.OPEN]
    alike = [game for game in done if _has_ended_with_its_round(game.game)]
    folded = tuple(alike) if len(alike) >= _MOST_ALIKE else ()
    return ClosingPage(
        "nights/closing.html",
        live=make_night_live_part("nights.ask_closing"),
        name=name_of_night(loaded.night.date),
        night=loaded,
        problems=tuple([problem.text for problem in problems]),
        missing=tuple([game for game in games if game.game.state is GameState.OPEN]),
        unplayed=rounds_unplayed(loaded),
        joined_later=tuple(_joined_later(loaded)),
        entered_alone=tuple(_entered_alone(loaded)),
        challenged=tuple(challenged_deals(loaded)),
        done=tuple([game for game in done if game not in folded]),
        with_rounds=folded,
        paid=sum_by_ends(payments_in_force(loaded.payments)),
        before=before,
        includes_balances=includes_balances,
        ways=tuple([_preview(loaded, way, before, way is chosen) for way in SettleWay]),
        may_close=may_close,
        seen=digest_of(loaded.figures),
        seen_before=digest_of_brought_forward(before),
        club_fields=make_club_fields(),
    )


def _has_ended_with_its_round(game: ClubGame) -> bool:
    return game.round is not None and game.state is GameState.EARLY and game.money is None


def _joined_later(loaded: LoadedNight) -> Iterator[str]:
    """Yield the names of members who pay as guests, since they joined after the night's day."""
    organised = organised_of(loaded.night)
    prices = [(fee.minor, fee.guest) for fee in loaded.night.fees]
    if organised and organised.entry:
        prices.append((organised.entry.minor, organised.entry.guest))
    if any(guest not in (None, minor) for minor, guest in prices):
        for who in loaded.figures.people:
            if loaded.people[who].joined > loaded.night.date:
                yield loaded.people[who].name


def _entered_alone(loaded: LoadedNight) -> list[str]:
    """Return the names of who pays the entry but no fee, as none of their games counts."""
    organised = organised_of(loaded.night)
    if organised is None or organised.entry is None or not loaded.night.fees:
        return []
    games = [game for game in loaded.night.games if game.bears_fees or game.state is GameState.OPEN]
    others = {*organised.free, *[person for game in games for person in game.people]}
    return [loaded.people[who].name for who in organised.entered if who not in others]


def _preview(
    loaded: LoadedNight, way: SettleWay, before: Mapping[str, int], is_chosen: bool
) -> WayPreview:
    can_take = bool(before) and way is not SettleWay.CARRIED
    return WayPreview(
        way=way,
        figures=loaded.close_as(way, loaded.night.date, {}).figures,
        with_before=loaded.close_as(way, loaded.night.date, before).figures if can_take else None,
        is_chosen=is_chosen,
    )


def _closing_game(loaded: LoadedNight, game: ClubGame, title: str) -> Part:
    """Return a game with the addresses that this visitor has; ``early`` ends it early."""
    is_open = game.state is GameState.OPEN
    final = loaded.games[game.id].sheet.final
    players = loaded.games[game.id].sheet.setup.players
    return Part(
        game=game,
        title=title,
        names=tuple([loaded.people[person].name for person in game.people]),
        winners=tuple([players[seat] for seat in final.winners]) if final else (),
        address=game_address(game.id, "table.final" if game.counts else "table.sheet"),
        early=officers_address(game.id, "review.ask_close") if is_open else "",
    )


@nights_pages.get("/closing")
@least_role(Role.PLAYER)
def ask_closing() -> Response:
    """Show what is missing before the night can be closed, and a preview of each settlement."""
    if this_night().night.closed is not None:
        return see_other(url_for("nights.payouts"))
    return show_live(_first_page())


@nights_pages.post("/closing")
@least_role(Role.OFFICER)
def close_this_night() -> Response:
    """Close the night in the chosen way."""
    form = ClosingForm()
    if not form.validate():
        abort(400)
    way, before = SettleWay(form.way.data), form.before.data
    outcome = close_night(
        site().store, read_act(), this_visit().id, way, seen=form.seen.data, before=before
    )
    if isinstance(outcome, Saved):
        site().backups.back_up_night()
    elif not this_night().night.is_open:
        return see_other(url_for("nights.payouts"))
    return answer(
        outcome,
        saved=lambda _: url_for("nights.payouts"),
        again=lambda problems: _closing_page(way, problems, includes_balances=bool(before)),
    )


@nights_pages.post("/closing/leave-out")
@least_role(Role.OFFICER)
def leave_out_tables() -> Response:
    """Leave out all open tables without a deal, in one act."""
    return answer(
        leave_out_empty(site().store, read_act(), this_visit().id),
        saved=lambda _: url_for("nights.ask_closing"),
        again=_first_page,
    )
