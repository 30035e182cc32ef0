"""Keeps the derived rows, from which standings and balances are read, up to date with the facts.

They are written in the transaction that changes the facts. Every figure in them comes from the
arithmetic of the domain, and is stored unchanged.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.bookkeeping.club.book import LoadedNight, load_night_in
from scorekeeper.bookkeeping.club.derived_money import derive_money, entry_rows
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import ClubBook, Person
from scorekeeper.domain.club.ledger import accounts_of_club, correction_entries, night_entries
from scorekeeper.domain.club.results import (
    Choice,
    ChosenGame,
    HighScoreKind,
    PersonResult,
    choose_games,
    counted,
    pairs_of,
    place_of,
    results_of,
    worth_of,
)
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.journal import Dealt
from scorekeeper.storage.club.ledger import LedgerPart, correction_number, replace_entries
from scorekeeper.storage.club.nights import find_night_game, game_numbers, night_number
from scorekeeper.storage.club.people import (
    DerivedPerson,
    load_people,
    nights_of_people,
    read_derived_people,
    write_derived_people,
)
from scorekeeper.storage.club.results import (
    PairRow,
    ResultRow,
    has_result,
    replace_results,
    write_parts,
)
from scorekeeper.storage.database import Connection

_FIRST_DEAL: Final = 1


def derive_night(
    store: GameStore, db: Connection, night: str, newer: Mapping[str, CurrentGame]
) -> None:
    """Write the derived rows of one night; ``newer`` are games by key, not yet committed."""
    if newer and all(_goes_on(db, game) for game in newer.values()):
        return
    derive_club(store, db)
    derive_rows(db, load_night_in(store, db, night, newer=newer))


def derive_club(store: GameStore, db: Connection) -> None:
    """Write the derived rows that changed with facts of no night: people, money on account."""
    old, new = read_derived_people(db), derive_people(db)
    renamed = {each for each in {*old, *new} if _meant(old, each) != _meant(new, each)}
    derive_money(db, load_people(db), renamed)
    for night in _changed_nights(db, old, new):
        derive_rows(db, load_night_in(store, db, night))


def derive_people(db: Connection) -> dict[str, DerivedPerson]:
    """Write and return, by id, whom each id means now and when that person is a member."""
    people = {
        each.id: DerivedPerson(each.id, each.meant, each.joined, each.left)
        for each in load_people(db)
    }
    if people != read_derived_people(db):
        write_derived_people(db, people.values())
    return people


def derive_rows(db: Connection, loaded: LoadedNight) -> bool:
    """Write the rows of a night; return whether any was different from what is stored."""
    night = loaded.night
    number, numbers = night_number(db, night.id), game_numbers(db, night.id)
    book = ClubBook(club=loaded.club, people=tuple(loaded.people.values()), nights=(night,))
    games = list(counted(choose_games(book, Choice())))
    ranks = {person: rank for rank, person in enumerate(loaded.people)}
    results = [
        row
        for chosen in games
        for row in _result_rows(chosen, loaded.people, (number, numbers[chosen.game.id]))
    ]
    pairs = [row for chosen in games for row in _pair_rows(chosen, loaded.people, ranks)]
    has_others = replace_results(db, night.id, results, pairs)
    accounts, corrected = accounts_of_club(book), correction_number(night.date, number)
    parts = (
        (LedgerPart.NIGHT, number, night_entries(loaded.figures)),
        (LedgerPart.CORRECTION, corrected, correction_entries(loaded.figures)),
    )
    differ = [
        replace_entries(db, (part,), place, entry_rows(entries, part, place, accounts))
        for part, place, entries in parts
    ]
    return any(differ) or has_others


def _goes_on(db: Connection, game: CurrentGame) -> bool:
    """Tell whether a deal was played in a game that neither begins nor ends with it."""
    is_one_of_many = isinstance(game.log[-1].act, Dealt) and game.sheet.counted_deals > _FIRST_DEAL
    row = find_night_game(db, key=game.key)
    return is_one_of_many and game.sheet.final is None and not (row and has_result(db, row.id))


# --- the rows of a game ---------------------------------------------------------------------------


def _result_rows(
    chosen: ChosenGame, people: Mapping[str, Person], numbers: tuple[int, int]
) -> Iterator[ResultRow]:
    night, game = chosen.night, chosen.game
    results = list(results_of(chosen))
    members = [people[each.person].is_member_on(night.date) for each in results]
    for number, (result, is_member) in enumerate(zip(results, members, strict=True)):
        caught = Counter(result.highlights)
        feats = _feats(result, low_wins=game.played.low_wins)
        yield ResultRow(
            game=game.id,
            seat=result.seat,
            person=result.person,
            night=night.id,
            date=night.date,
            night_number=numbers[0],
            game_number=numbers[1],
            variant=game.played.variant,
            is_member=int(is_member),
            place=place_of(game, result.seat),
            players=len(game.people),
            wins=write_parts(result.wins),
            points=write_parts(result.points),
            money=result.money,
            deals=result.deals,
            outs=result.outs,
            best_deal=result.best_deal,
            first_of_game=int(number == 0),
            first_member=int(is_member and not any(members[:number])),
            concealed=caught[Highlight.CONCEALED],
            queens_caught=caught[Highlight.QUEEN_CAUGHT],
            jokers_caught=caught[Highlight.JOKER_CAUGHT],
            gins=caught[Highlight.GIN],
            undercuts=caught[Highlight.UNDERCUT],
            feat_best_total=feats.get(HighScoreKind.BEST_TOTAL),
            feat_best_deal=feats.get(HighScoreKind.BEST_DEAL),
            feat_fastest=feats.get(HighScoreKind.FASTEST),
            feat_biggest_win=feats.get(HighScoreKind.BIGGEST_WIN),
        )


def _feats(result: PersonResult, *, low_wins: bool) -> dict[HighScoreKind, int]:
    return {
        kind: write_parts(worth_of(kind, value, low_wins=low_wins))
        for kind, value in result.feats.items()
    }


def _pair_rows(
    chosen: ChosenGame, people: Mapping[str, Person], ranks: Mapping[str, int]
) -> Iterator[PairRow]:
    night = chosen.night
    for pair in pairs_of(chosen, ranks):
        both = [people[each].is_member_on(night.date) for each in (pair.first, pair.second)]
        yield PairRow(
            game=chosen.game.id,
            first=pair.first,
            second=pair.second,
            night=night.id,
            date=night.date,
            variant=chosen.game.played.variant,
            are_members=int(all(both)),
            first_ahead=int(pair.lead > 0),
            second_ahead=int(pair.lead < 0),
            money=pair.money,
        )


# --- people whose nights look different -----------------------------------------------------------


def _meant(people: Mapping[str, DerivedPerson], each: str) -> str:
    return people[each].meant if each in people else each


def _changed_nights(
    db: Connection, old: Mapping[str, DerivedPerson], new: Mapping[str, DerivedPerson]
) -> Sequence[str]:
    """Return the nights on which an id means another person now, or membership changed."""
    found: dict[str, None] = {}
    for each in new:
        for night, date in nights_of_people(db, each) if _differs(old, new, each) else ():
            if _on(old, each, date) != _on(new, each, date):
                found[night] = None
    return list(found)


def _differs(old: Mapping[str, DerivedPerson], new: Mapping[str, DerivedPerson], each: str) -> bool:
    return old.get(_meant(old, each)) != new[new[each].meant]


def _on(people: Mapping[str, DerivedPerson], each: str, date: str) -> tuple[str, bool]:
    """Return who is meant by an id, and whether that person was a member on a day."""
    meant = _meant(people, each)
    row = people.get(meant, DerivedPerson(meant, meant, "", ""))
    person = Person(id=meant, name=meant, joined=row.joined, left=row.left)
    return meant, person.is_member_on(date)
