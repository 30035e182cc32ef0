"""The paper of a club's night: its games, each person's money, who pays whom, and the proof."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from scorekeeper.domain.club.facts import SETTLE_WORDS, Club, Fee, FeeRule, Night
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.club.nights import NightFigures, PersonAtNight, Suggestion
from scorekeeper.domain.settlement import write_amount
from scorekeeper.print.club_words import STATES, ClubMoney
from scorekeeper.print.context import PrintedFigure
from scorekeeper.print.fitting import has_short_words
from scorekeeper.print.heading import SIDES, HeadField, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.wording import MINUS, write_date, write_night, write_plural, write_points
from scorekeeper.wording.club_words import write_game, write_party

_PER: dict[FeeRule, str] = {
    FeeRule.PERSON_NIGHT: "a person",
    FeeRule.PERSON_GAME: "a person and game",
    FeeRule.TABLE_GAME: "a game",
}


class NightResult(NamedTuple):
    """One player's result in a game; ``won`` is true if the player won it."""

    name: str
    points: str
    won: bool


class NightGame(NamedTuple):
    """A game of the night; without ``results`` its ``state`` says why."""

    title: str
    deals: str
    results: tuple[NightResult, ...]
    state: str


class NightPerson(NamedTuple):
    """A person's money; ``paid`` is what the person handed over less what came in."""

    name: str
    games: PrintedFigure
    fee: str
    correction: str
    net: PrintedFigure
    paid: str
    left: PrintedFigure


class NightPayment(NamedTuple):
    """A payment that clears the night; ``open`` says what is not paid if only a part was paid."""

    payer: str
    payee: str
    money: str
    paid: bool
    open: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPaper:
    """The contents of the paper of a night; ``has_corrections`` is true if a figure changed."""

    template: ClassVar = "print/night.html"
    heading: Heading
    shape: str
    symbol: str
    games: tuple[NightGame, ...]
    people: tuple[NightPerson, ...]
    has_corrections: bool
    payments: tuple[NightPayment, ...]
    no_payments: str
    outside: tuple[str, ...]
    proof: str


def night_paper(
    club: Club, names: Mapping[str, str], figures: NightFigures, paper: Paper
) -> NightPaper:
    """Return all that is printed of a night; ``names`` are those of the people by id."""
    writer, money, night = (
        _NightWriter(names, club.currency),
        ClubMoney(club.currency),
        figures.night,
    )
    title = write_night(night.date)
    return NightPaper(
        heading=Heading(
            title=title,
            line=_state(figures),
            subject=f"Games and money of the night of {title}, {club.name}",
            pixels=fit_title(title, SIZES[paper][0] - 2 * SIDES[paper]),
            club=club.name,
            fields=tuple(_fields(night, money)),
        ),
        shape=f"club {paper}{' short-words' * has_short_words(names.values())}",
        symbol=club.currency,
        games=tuple([writer.game(game) for game in night.games]),
        people=tuple([writer.person(who, each) for who, each in figures.people.items()]),
        has_corrections=figures.is_corrected,
        payments=tuple([writer.payment(each) for each in figures.suggestions]),
        no_payments="Nobody owes anything"
        if all(each.left == 0 for each in figures.people.values())
        else "Carried to the balances",
        outside=tuple(
            [
                f"{writer.name(payer)} paid {writer.name(payee)} {money.plain(minor)},"
                " which nobody asked for."
                for (payer, payee), minor in figures.outside.items()
            ]
        ),
        proof=_proof(figures, club.currency),
    )


def _state(figures: NightFigures) -> str:
    if figures.night.closed is None:
        return "Open: figures so far"
    closed = f"Closed on {write_date(figures.night.closed.on)}"
    if figures.is_corrected:
        return f"{closed}, corrected on {write_date(figures.night.correction_day)}"
    return f"{closed}, all paid" if figures.is_settled and figures.suggestions else closed


def _fields(night: Night, money: ClubMoney) -> Iterator[HeadField]:
    yield HeadField("Place", night.place)
    yield HeadField("Games", str(len(night.games)))
    yield HeadField("Fee", _fee(night.fee, money))
    yield HeadField("Paid out", SETTLE_WORDS[night.settle])


def _fee(fee: Fee | None, money: ClubMoney) -> str:
    if fee is None or fee.rule is FeeRule.NONE:
        return "none"
    guest = "" if fee.guest is None else f", guests {money.plain(fee.guest)}"
    return f"{money.plain(fee.minor)} {_PER[fee.rule]}{guest}"


class _NightWriter:
    """Writes the rows of a night, with the names of people and in the money of the club."""

    def __init__(self, names: Mapping[str, str], currency: str) -> None:
        self._names = dict(names)
        self._money = ClubMoney(currency)
        self._currency = currency

    def name(self, party: str) -> str:
        """Return the name of a person, or the till."""
        return write_party(party, self._names)

    def game(self, game: ClubGame) -> NightGame:
        """Return a game with its results."""
        results = []
        if game.results is not None:
            for seat, result in enumerate(game.results):
                name = self._names[game.people[seat]]
                results.append(NightResult(name, write_points(result), seat in game.winners))
        state = "" if game.state is GameState.OVER else STATES[game.state]
        deals = write_plural(game.played.deals, "deal")
        return NightGame(write_game(game.name), deals, tuple(results), state)

    def person(self, person: str, each: PersonAtNight) -> NightPerson:
        """Return a person's money."""
        handed = each.paid - each.received
        return NightPerson(
            name=self._names[person],
            games=self._money.signed(each.games),
            fee=write_amount(each.fee, self._currency),
            correction=self._money.signed(each.correction).text if each.correction else "",
            net=self._money.signed(each.net),
            paid=self._money.signed(handed).text if handed else "",
            left=self._money.signed(each.left),
        )

    def payment(self, each: Suggestion) -> NightPayment:
        """Return a payment with what is still open of it."""
        is_part = 0 < each.open < each.minor
        return NightPayment(
            payer=self.name(each.payer),
            payee=self.name(each.payee),
            money=self._money.plain(each.minor),
            paid=not each.open,
            open=f"{self._money.plain(each.open)} open" if is_part else "",
        )


def _proof(figures: NightFigures, currency: str) -> str:
    """Return the sum that shows that winnings, losses and fees add up to zero."""
    nets = [each.net for each in figures.people.values()]
    won, lost = sum([net for net in nets if net > 0]), -sum([net for net in nets if net < 0])
    parts = [write_amount(minor, currency) for minor in (won, lost, figures.fees)]
    left = write_amount(won - lost + figures.fees, currency)
    return f"won {parts[0]} {MINUS} lost {parts[1]} + fees {parts[2]} = {left}"
