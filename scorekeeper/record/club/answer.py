"""Writes the figures of a club as JSON, for programs that call the command line."""

from collections.abc import Mapping
from dataclasses import asdict

from scorekeeper.domain.club.accounts import account_of_pot
from scorekeeper.domain.club.facts import TILL
from scorekeeper.domain.club.figures import ClubFigures
from scorekeeper.domain.club.games import ClubGame
from scorekeeper.domain.club.ledger import LedgerEntry, balance_of
from scorekeeper.domain.club.nights import NightFigures, PersonAtNight
from scorekeeper.domain.club.pool import OrganisedFigures
from scorekeeper.domain.club.results import HeadToHead, HighScoreKind
from scorekeeper.domain.club.rounds import RoundFigures
from scorekeeper.domain.club.seasons import SeasonFigures
from scorekeeper.domain.club.standings import HighScore, Standing
from scorekeeper.domain.seats.plan import plan_of
from scorekeeper.domain.settlement import minor_digits, write_amount
from scorekeeper.domain.variant import Problem, warning
from scorekeeper.record.document import Document
from scorekeeper.record.places import write_problems
from scorekeeper.record.result_writing import write_score
from scorekeeper.record.seats import write_rounds


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
                    person: self._money(balance_of(person, sums)) for person in figures.people
                },
                "till": self._money(balance_of(TILL, sums)),
                **self._pots(),
            },
            "trial_balance": {
                "accounts": self._moneys(sums),
                "sum": self._money(sum(sums.values())),
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
        held = {pot.id: self._money(-sums[account_of_pot(pot.id)]) for pot in pots}
        return {"pots": held} if held else {}

    def _seasons(self) -> Document:
        seasons = [self._season(each) for each in self.figures.seasons]
        return {"seasons": seasons} if seasons else {}

    def _money(self, minor: int) -> str:
        return write_amount(minor, self.currency)

    def _moneys(self, money: Mapping[str, int]) -> Document:
        return {name: self._money(minor) for name, minor in money.items()}

    def _night(self, figures: NightFigures) -> Document:
        night = figures.night
        return {
            "id": night.id,
            "date": night.date,
            "closed": night.closed is not None,
            "settle": str(night.settle),
            "fees": self._money(figures.fees),
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
                    "amount": self._money(each.minor),
                    "paid": self._money(each.paid),
                    "open": self._money(each.open),
                }
                for each in figures.suggestions
            ],
            "outside": [
                {"from": payer, "to": payee, "amount": self._money(minor)}
                for (payer, payee), minor in figures.outside.items()
            ],
            **({"organised": self._organised(figures.organised)} if figures.organised else {}),
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
            "money": None if money is None else self._moneys(money),
        }

    def _person(self, person: PersonAtNight, organised: OrganisedFigures | None) -> Document:
        closed_net = person.closed_net
        entered = {"entry": person.entry, "prizes": person.prizes} if organised else {}
        return {
            "games": self._money(person.games),
            "fee": self._money(person.fee),
            **self._moneys(entered),
            "net": self._money(person.net),
            "closed_net": None if closed_net is None else self._money(closed_net),
            "correction": self._money(person.correction),
            "paid": self._money(person.paid),
            "received": self._money(person.received),
            "left": self._money(person.left),
        }

    def _organised(self, figures: OrganisedFigures) -> Document:
        wishes = self.figures.wishes_of(figures)
        plan = plan_of(wishes, wishes.shown)
        return {
            "plan": {
                "rounds": write_rounds(plan.rounds),
                "cost": plan.cost._asdict(),
                "repeats": [list(each) for each in plan.repeats],
            },
            "rounds": [_round(each) for each in figures.rounds],
            "standing": [
                {
                    "rank": each.rank,
                    "person": each.person,
                    "points": write_score(each.points),
                    "wins": write_score(each.wins),
                    "best": write_score(each.best),
                    "played": each.played,
                }
                for each in figures.standing
            ],
            "pool": self._moneys(asdict(figures.pool)),
            "prizes": {
                person: self._moneys(asdict(prizes)) for person, prizes in figures.prizes.items()
            },
        }

    def _season(self, figures: SeasonFigures) -> Document:
        champions = figures.champions
        return {
            "id": figures.season.id,
            "name": figures.season.name,
            "nights": [each.night.id for each in figures.nights],
            "counting": figures.counting,
            "champions": None if champions is None else [*champions],
            "rows": [
                {
                    "rank": row.rank,
                    "person": row.person,
                    "total": write_score(row.total),
                    "attendance": row.attendance,
                    "won": write_score(row.won),
                    "best": write_score(row.best),
                    "nights": {
                        night: {
                            "points": write_score(each.points),
                            "rank": each.rank,
                            "counts": each.counts,
                        }
                        for night, each in row.nights.items()
                    },
                }
                for row in figures.rows
            ],
        }

    def _entry(self, seq: int, entry: LedgerEntry) -> Document:
        return {
            "seq": seq,
            "date": entry.date,
            "kind": str(entry.kind),
            "ref": entry.ref,
            "night": entry.night,
            "postings": self._moneys(entry.postings),
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
            "money": self._money(standing.money),
        }

    def _pair(self, pair: HeadToHead) -> Document:
        return {
            "a": pair.first,
            "b": pair.second,
            "games": pair.games,
            "a_ahead": pair.first_ahead,
            "b_ahead": pair.second_ahead,
            "money": self._money(pair.money),
        }


def _round(figures: RoundFigures) -> Document:
    return {
        "round": figures.number,
        "games": [game.id for game in figures.games],
        "complete": figures.is_complete,
        "points": {person: write_score(each) for person, each in figures.points.items()},
        "byes": {person: write_score(each) for person, each in figures.byes.items()},
    }


def _high_score(score: HighScore | None) -> Document | None:
    if score is None:
        return None
    return {
        "value": write_score(score.value),
        "held_by": [{"person": each.person, "game": each.game} for each in score.held_by],
    }
