"""Writes the figures of a club as JSON, for programs that call the command line."""

from collections.abc import Mapping
from functools import singledispatch

from scorekeeper.club.facts import PartFigures
from scorekeeper.club.figures.accounts import account_of_pot
from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.club.figures.ledger import LedgerEntry, balance_of
from scorekeeper.club.figures.nights import NightFigures, PersonAtNight
from scorekeeper.club.figures.results import HeadToHead, HighScore, HighScoreKind, Standing
from scorekeeper.club.games import ClubGame
from scorekeeper.record.document import Document, write_problems
from scorekeeper.record.results import write_score
from scorekeeper.rules.settlement import TILL, minor_digits, write_amount
from scorekeeper.rules.variant import Problem, warning


def warnings_of(figures: ClubFigures) -> list[Problem]:
    """Return a warning for each night that was corrected or has payments outside its plan."""
    found = []
    for place, night in enumerate(figures.nights):
        at = ("nights", place)
        if night.organised and night.organised.is_short:
            text = "The pool does not pay all prizes in full"
            found.append(warning((*at, "organised"), "pool_short", text))
        if night.is_corrected:
            text = "Figures of this night changed after it was closed"
            found.append(warning(at, "corrected_after_closing", text))
        if night.outside:
            text = "Payments of this night are not among those that were asked for"
            found.append(warning(at, "outside_plan", text))
    return found


def write_club_answer(figures: ClubFigures, warnings: list[Problem]) -> Document:
    """Return all figures as ``scorekeeper club --json`` prints them."""
    return AnswerWriter(figures).write(warnings)


@singledispatch
def write_part(part: object, writer: "AnswerWriter") -> Document:
    """Return the answer about a part of the club, or about the figures of a part of a night.

    Whoever brings a kind of part registers what writes it.
    """
    raise TypeError(part)


class AnswerWriter:
    """Writes the parts of the answer; amounts are decimal strings in the club's currency."""

    def __init__(self, figures: ClubFigures) -> None:
        self.figures = figures
        self.currency = figures.book.club.currency

    def write(self, warnings: list[Problem]) -> Document:
        figures, club = self.figures, self.figures.book.club
        digits = minor_digits(club.currency)
        sums = figures.sums
        return {
            "club": {"name": club.name, "currency": club.currency, "digits": digits},
            "nights": [self._night(night) for night in figures.nights],
            "ledger": [self._entry(seq, entry) for seq, entry in enumerate(figures.ledger, 1)],
            "balances": {
                "people": {
                    person: self.money(balance_of(person, sums)) for person in figures.people
                },
                "till": self.money(balance_of(TILL, sums)),
                **self._pots(),
            },
            "trial_balance": {
                "accounts": self.moneys(sums),
                "sum": self.money(sum(sums.values())),
            },
            "standings": [self._standing(standing) for standing in figures.standings],
            "head_to_head": [self._pair(pair) for pair in figures.head_to_head],
            "high_scores": {
                variant: {str(kind): _high_score(scores.get(kind)) for kind in HighScoreKind}
                for variant, scores in figures.high_scores.items()
            },
            **self._seasons(),
            "warnings": write_problems(warnings, ()),
        }

    def _pots(self) -> Document:
        """Return what each pot holds, if there are any."""
        pots, sums = self.figures.book.club.pots, self.figures.sums
        held = {pot.id: self.money(-sums[account_of_pot(pot.id)]) for pot in pots}
        return {"pots": held} if held else {}

    def _seasons(self) -> Document:
        seasons = [write_part(each, self) for each in self.figures.book.seasons]
        return {"seasons": seasons} if seasons else {}

    def money(self, minor: int) -> str:
        """Return an amount."""
        return write_amount(minor, self.currency)

    def moneys(self, money: Mapping[str, int]) -> Document:
        """Return amounts by name."""
        return {name: self.money(minor) for name, minor in money.items()}

    def _night(self, figures: NightFigures) -> Document:
        night = figures.night
        return {
            "id": night.id,
            "date": night.date,
            "closed": night.closed is not None,
            "settle": str(night.settle),
            "fees": self.money(figures.fees),
            "settled": figures.is_settled,
            "games": [self._game(game) for game in night.games],
            "people": {
                person: self._person(each, figures.organised)
                for person, each in figures.people.items()
            },
            "suggestions": [
                {
                    "from": each.payer,
                    "to": each.payee,
                    "amount": self.money(each.minor),
                    "paid": self.money(each.paid),
                    "open": self.money(each.open),
                }
                for each in figures.suggestions
            ],
            "outside": [
                {"from": payer, "to": payee, "amount": self.money(minor)}
                for (payer, payee), minor in figures.outside.items()
            ],
            **({"organised": write_part(figures.organised, self)} if figures.organised else {}),
        }

    def _game(self, game: ClubGame) -> Document:
        results, money = game.results, game.money
        return {
            "id": game.id,
            "table": game.table or None,
            "variant": game.played.variant,
            "state": str(game.state),
            "winners": [game.people[seat] for seat in game.winners],
            "results": None
            if results is None
            else {
                person: write_score(result)
                for person, result in zip(game.people, results, strict=True)
            },
            "money": None if money is None else self.moneys(money),
        }

    def _person(self, person: PersonAtNight, organised: PartFigures | None) -> Document:
        closed_net = person.closed_net
        entered = {"entry": person.entry, "prizes": person.prizes} if organised else {}
        return {
            "games": self.money(person.games),
            "fee": self.money(person.fee),
            **self.moneys(entered),
            "net": self.money(person.net),
            "closed_net": None if closed_net is None else self.money(closed_net),
            "correction": self.money(person.correction),
            "paid": self.money(person.paid),
            "received": self.money(person.received),
            "left": self.money(person.left),
        }

    def _entry(self, seq: int, entry: LedgerEntry) -> Document:
        return {
            "seq": seq,
            "date": entry.date,
            "kind": str(entry.kind),
            "ref": entry.ref,
            "night": entry.night,
            "postings": self.moneys(entry.postings),
        }

    def _standing(self, standing: Standing) -> Document:
        figures = {
            name: None if figure is None else write_score(figure)
            for name, figure in standing.figures().items()
        }
        return {
            "rank": standing.rank,
            "person": standing.person,
            **figures,
            "money": self.money(standing.money),
        }

    def _pair(self, pair: HeadToHead) -> Document:
        return {
            "a": pair.first,
            "b": pair.second,
            "games": pair.games,
            "a_ahead": pair.first_ahead,
            "b_ahead": pair.second_ahead,
            "money": self.money(pair.money),
        }


def _high_score(score: HighScore | None) -> Document | None:
    if score is None:
        return None
    return {
        "value": write_score(score.value),
        "held_by": [{"person": each.person, "game": each.game} for each in score.held_by],
    }
