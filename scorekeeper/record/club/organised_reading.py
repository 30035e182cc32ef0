"""Reads the organised part of a night, the pots of a club and its seasons."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.accounts import (
    FEES_ACCOUNT,
    PEOPLE_PREFIX,
    POOL_ACCOUNT,
    POTS_PREFIX,
)
from scorekeeper.domain.club.facts import ClubBook
from scorekeeper.domain.club.games import ClubGame, PlayedGame
from scorekeeper.domain.club.nights import organised_nights
from scorekeeper.domain.club.organised import (
    FEES,
    Award,
    Ends,
    EntryMoney,
    Fine,
    NightPointsBy,
    Organised,
    PlacePrizes,
    PointsBy,
    Pot,
    Prizes,
    RoundEnd,
    RoundPoints,
    Season,
    TablePlay,
)
from scorekeeper.domain.club.spellings import join_spellings, join_wishes
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.seats.plan import Entrant, SeatWishes
from scorekeeper.domain.variant import Path, warning
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.club.fields import (
    BookScope,
    FieldReader,
    KnownIds,
    read_minor,
    read_reference,
    read_stake,
)
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_options
from scorekeeper.record.seat_wishes import (
    MOST_PEOPLE,
    WISH_KEYS,
    WishCheck,
    read_entrant,
    read_wishes,
)

_MOST_PLACES: Final = 400
_SHOWN: Final = "plan"


def read_pots(club: FieldReader, scope: BookScope) -> tuple[Pot, ...]:
    """Return the pots of a club; their ids are noted in ``scope``."""
    pots = []
    for at, value in club.items("pots"):
        reader = FieldReader(value, at, scope, keys="id name opening", noun="A pot")
        reader.require("id", "name")
        pot = reader.own_id(scope.pots)
        minor = reader.amount("opening") or 0
        pots.append(Pot(id=pot, name=reader.title("name"), opening=minor))
    is_list = isinstance(club.facts.get("pots", []), list)
    scope.pots.is_whole = scope.pots.is_whole and club.is_object and is_list
    return tuple(pots)


def read_organised(night: FieldReader, name: str = "organised") -> Organised | None:
    """Return the organised part of a night, which stands in a field, None if there is none."""
    if not night.has(name):
        return None
    scope = night.scope
    reader = night.inner(
        name,
        keys=f"{WISH_KEYS} people plan ends play points stakes entry added prizes fines awards",
        noun="What is organised",
    )
    reader.require("rounds", "people")
    people = list(_people(reader))
    return Organised(
        seats=_read_seats(reader, people),
        free=frozenset([each.entrant.id for each in people if each.is_free]),
        ends=_read_ends(reader),
        play=tuple([_read_play(value, at, scope) for at, value in reader.items("play")]),
        points=_read_points(reader),
        has_stakes=reader.flag("stakes", default=True),
        entry=_read_entry(reader) if reader.has("entry") else None,
        added=reader.amount("added") or 0,
        prizes=_read_prizes(reader),
        fines=tuple([_read_fine(value, at, scope) for at, value in reader.items("fines")]),
        awards=tuple([_read_award(value, at, scope) for at, value in reader.items("awards")]),
    )


# --- people and seats -----------------------------------------------------------------------------


class _ReadEntrant(NamedTuple):
    """A person who entered, and the place that says so."""

    entrant: Entrant
    is_free: bool
    at: Path


def _people(reader: FieldReader) -> Iterator[_ReadEntrant]:
    scope = reader.scope
    people = reader.mapping("people")
    if len(people) > MOST_PEOPLE:
        reader.add("people", "bad_value", f"A plan has at most {MOST_PEOPLE} people")
        return
    entered: set[str] = set()
    for typed, at, value in people:
        facts = FieldReader(value, at, scope, keys="from until absent free", noun="Who entered")
        person = read_reference(typed, at, scope.people, scope.findings)
        if person and scope.person(person) in entered:
            text = f"{quote_text(person)} entered above, in another spelling"
            scope.findings.add(at, "same_person_twice", text)
        entered.add(scope.person(person))
        yield _ReadEntrant(read_entrant(facts, person), facts.flag("free", default=False), at)


def _read_seats(reader: FieldReader, people: Sequence[_ReadEntrant]) -> SeatWishes:
    wishes = read_wishes(reader, [each.entrant for each in people], shown=_SHOWN)
    joined = join_wishes(wishes, reader.scope.meant)
    WishCheck(joined, reader, [each.at for each in people], shown=_SHOWN).check()
    return wishes


# --- how rounds end, what they play, what they are worth ------------------------------------------


def _read_ends(above: FieldReader) -> Ends:
    reader = above.inner("ends", keys="by deals minutes warn", noun="The end of rounds")
    return Ends(
        by=reader.choice("by", RoundEnd) or RoundEnd.GAME,
        deals=reader.whole("deals", least=1),
        minutes=reader.whole("minutes", least=1),
        warn=reader.whole("warn"),
    )


def _read_play(value: Any, at: Path, scope: BookScope) -> TablePlay:
    reader = FieldReader(value, at, scope, keys="variant options stake", noun="What tables play")
    reader.require("variant")
    variant = reader.facts.get("variant")
    known = VARIANTS.get(variant) if isinstance(variant, str) else None
    if known is None and reader.has("variant"):
        reader.add("variant", "bad_value", f"This is one of {', '.join(VARIANTS)}")
    findings = Findings()
    options = read_options(reader.facts.get("options", {}), known, findings)
    for problem in findings.problems:
        scope.findings.add_problem(replace(problem, at=(*at, *problem.at)))
    return TablePlay(
        variant=known.key if known else "",  # an unknown one is none, and is never judged
        options=options,
        stake=read_stake(reader) if reader.has("stake") else None,
    )


def _read_points(above: FieldReader) -> RoundPoints:
    reader = above.inner("points", keys="by scale bye", noun="What gives points")
    by = reader.choice("by", PointsBy) or PointsBy.GAME
    bye = None if reader.facts.get("bye") == "average" else reader.whole("bye") or 0
    return RoundPoints(by=by, scale=_read_scale(reader, by), bye=bye)


def _read_scale(reader: FieldReader, by: PointsBy | NightPointsBy) -> tuple[int, ...]:
    """Return the points of places, which never rise; ``by`` is what gives points."""
    scale = reader.wholes("scale", most=_MOST_PLACES)
    if any(after > before for before, after in pairwise(scale)):
        reader.add("scale", "bad_value", "A lower place has no more points than a higher one")
    is_known = not reader.findings.is_incomplete(reader.place("by"))
    if reader.has("scale") and is_known and by not in (PointsBy.PLACES, NightPointsBy.PLACES):
        reader.add("scale", "bad_value", "Only places have a scale of points")
    return scale


# --- money ----------------------------------------------------------------------------------------


def _read_entry(above: FieldReader) -> EntryMoney:
    reader = above.inner("entry", keys="amount guest fee pots", noun="The entry")
    reader.require("amount")
    scope, count = above.scope, above.findings.count
    minor, guest, fee = reader.amount("amount"), reader.amount("guest"), reader.amount("fee") or 0
    pots = {
        pot: read_minor(value, at, scope) or 0
        for pot, at, value in reader.mapping("pots")
        if scope.pots.check(pot, at, scope.findings) or not scope.pots.is_whole
    }
    parts = fee + sum(pots.values())
    for name, paid in (("amount", minor), ("guest", guest)):
        if paid is not None and paid < parts and scope.findings.count == count:
            text = "The fee and the parts for pots are more than this"
            reader.add(name, "bad_entry", text)
    return EntryMoney(minor=minor or 0, guest=guest, fee=fee, pots=pots)


def _read_prizes(above: FieldReader) -> Prizes:
    reader = above.inner("prizes", keys="deal places rest", noun="What is paid as prizes")
    places: list[PlacePrizes] = []
    for at, value in reader.items("places"):
        places.append(_read_places(value, at, reader.scope, places))
    rest = reader.facts.get("rest")
    return Prizes(
        deal=reader.amount("deal") or 0,
        places=tuple(places),
        rest=FEES if rest in (None, FEES) else reader.other_id("rest", reader.scope.pots),
    )


def _read_places(
    value: Any, at: Path, scope: BookScope, before: Sequence[PlacePrizes]
) -> PlacePrizes:
    """Return the prizes of places for so many people; ``before`` are those for fewer."""
    reader = FieldReader(value, at, scope, keys="up_to parts fixed", noun="A list of prizes")
    found = PlacePrizes(
        up_to=reader.whole("up_to", least=1),
        parts=reader.wholes("parts", least=1, most=_MOST_PLACES),
        fixed=_read_fixed(reader),
    )
    if reader.is_object and reader.has("parts") is reader.has("fixed"):
        scope.findings.add(at, "bad_schedule", "Prizes are either parts or fixed amounts")
    if before and not scope.findings.is_incomplete((*at, "up_to")):
        last = before[-1].up_to
        if last is None or (found.up_to is not None and found.up_to <= last):
            text = "Prizes for more people come later, those for any number last"
            scope.findings.add(at, "bad_schedule", text)
    return found


def _read_fixed(reader: FieldReader) -> tuple[int, ...]:
    items = reader.items("fixed")
    if reader.has("fixed") and not 1 <= len(items) <= _MOST_PLACES:
        reader.add("fixed", "bad_value", f"This is a list of 1 to {_MOST_PLACES} amounts")
        return ()
    return tuple([read_minor(value, at, reader.scope, positive=True) or 0 for at, value in items])


def _read_fine(value: Any, at: Path, scope: BookScope) -> Fine:
    reader = FieldReader(value, at, scope, keys="person amount pot reason", noun="A fine")
    reader.require("person", "amount", "pot")
    return Fine(
        person=reader.other_id("person", scope.people),
        minor=reader.amount("amount") or 0,
        pot=reader.other_id("pot", scope.pots),
        reason=reader.line("reason"),
    )


def _read_award(value: Any, at: Path, scope: BookScope) -> Award:
    reader = FieldReader(value, at, scope, keys="person amount all pot reason", noun="An award")
    reader.require("person")
    is_all = reader.flag("all", default=False)
    if not is_all:
        reader.require("amount")
    elif reader.has("amount"):
        reader.add("all", "bad_value", "An award is an amount or the whole pot, not both")
    elif not reader.has("pot"):
        reader.add("all", "bad_value", "Only a pot is given whole")
    minor = reader.amount("amount") or 0
    return Award(
        person=reader.other_id("person", scope.people),
        minor=None if is_all else minor,
        pot=reader.other_id("pot", scope.pots),
        reason=reader.line("reason"),
    )


def check_awards(book: ClubBook, scope: BookScope) -> None:
    """Note the awards that their pot does not hold, up to the first night with a problem."""
    findings = scope.findings
    if findings.is_incomplete(("club",)) or findings.is_incomplete(("people",)):
        return
    for place, organised in enumerate(organised_nights(join_spellings(book))):
        if findings.is_incomplete(("nights", place)):
            return
        for award in organised.unpaid_awards() if organised else ():
            at = ("nights", place, "organised", "awards", award)
            findings.add(at, "pot_short", "The pot does not hold as much")


# --- the games of its rounds ----------------------------------------------------------------------


class RoundGames:
    """Reads of which round each game of a night is, and checks it against that round."""

    def __init__(self, organised: Organised | None, night: FieldReader) -> None:
        self.organised = organised
        self.scope = night.scope
        self._at = night.place("organised")
        self._sitting: dict[int, set[str]] = {}
        seats = organised.seats if organised else None
        joined = join_wishes(seats, night.scope.meant) if seats else None
        self._shown = joined.shown if joined else ()
        self._entered = {each.id for each in joined.people} if joined else set()

    def read_number(self, game: FieldReader) -> int | None:
        """Return the number of a game's round, None if it is of no round."""
        number = game.whole("round", least=1)
        if number is None:
            return None
        if self.organised is None:
            game.add("round", "unknown_round", "This night has no rounds")
        elif number > self.organised.seats.rounds and self._can_tell("rounds"):
            text = f"The night has {self.organised.seats.rounds} rounds"
            game.add("round", "unknown_round", text)
        return number

    def check_people(self, game: FieldReader, number: int, *, is_void: bool) -> None:
        """Note who did not enter, and who sits at two tables of a round."""
        players = game.facts.get("players")
        people = players.items() if isinstance(players, dict) else ()
        sitting = self._sitting.setdefault(number, set())
        here: set[str] = set()
        for name, written in people:
            if not isinstance(written, str) or written not in self.scope.people:
                continue
            person = self.scope.person(written)
            if person not in self._entered and self._can_tell("people"):
                at = (*game.place("players"), name)
                text = f"{quote_text(written)} is not among the people of this night"
                self.scope.findings.add(at, "not_entered", text)
            here.add(person)
        if is_void:
            return
        for person in sorted(here & sitting):
            text = f"{quote_text(person)} sits at another table of round {number}"
            game.add("round", "same_person_twice", text)
        sitting.update(here)

    def _can_tell(self, name: str) -> bool:
        at = (*self._at, name)
        return self.organised is not None and not self.scope.findings.is_incomplete(at)

    def as_played(self, played: PlayedGame, number: int | None) -> PlayedGame:
        """Return the figures of a game, without money if those of rounds have no stakes."""
        is_for_points = self.organised is not None and not self.organised.has_stakes
        return played.without_money() if is_for_points and number is not None else played

    def warn_of(self, game: ClubGame, at: Path) -> None:
        """Note what is odd about a game of a round that is not void."""
        organised, number = self.organised, game.round
        if organised is None or number is None or game.is_void:
            return
        people = {self.scope.person(each) for each in game.people}
        planned = self._shown[number - 1].tables if number <= len(self._shown) else None
        if planned is not None and people not in [set(table) for table in planned]:
            text = f"The plan has no such table in round {number}"
            self.scope.warnings.append(warning(at, "off_plan", text))
        ends, play = organised.ends, organised.played_in(number)
        if ends.by is RoundEnd.DEALS and ends.deals and game.played.deals > ends.deals:
            text = f"{game.played.deals} deals were played, a round has {ends.deals}"
            self.scope.warnings.append(warning(at, "too_many_deals", text))
        if play and play.variant not in ("", game.played.variant):
            text = f"Round {number} plays {VARIANTS[play.variant].name}"
            self.scope.warnings.append(warning(at, "other_variant", text))


def check_account(account: str, at: Path, scope: BookScope) -> bool:
    """Tell whether entry money and prizes can be posted to an account, and note why not."""
    if account in (FEES_ACCOUNT, POOL_ACCOUNT):
        return True
    for prefix, known in ((PEOPLE_PREFIX, scope.people), (POTS_PREFIX, scope.pots)):
        if account.startswith(prefix):
            return bool(read_reference(account.removeprefix(prefix), at, known, scope.findings))
    scope.findings.add(at, "bad_value", "This is no account of people, fees, pool or pots")
    return False


# --- seasons --------------------------------------------------------------------------------------


def read_seasons(book: FieldReader, scope: BookScope) -> tuple[Season, ...]:
    """Return the seasons of a club."""
    ids = KnownIds("season")
    return tuple([read_season(value, at, scope, ids) for at, value in book.items("seasons")])


def read_season(value: Any, at: Path, scope: BookScope, ids: KnownIds) -> Season:
    """Return a season; its id is noted in ``ids``."""
    reader = FieldReader(
        value, at, scope, keys="id name from to points best drop members ended", noun="A season"
    )
    reader.require("id", "name", "from", "to")
    since, to, ended = reader.date("from"), reader.date("to"), reader.date("ended")
    for name, day in (("to", to), ("ended", ended)):
        text = "This is before the season begins"
        scope.check_order(since, day, reader.place(name), text)
    if reader.has("best") and reader.has("drop"):
        reader.add("drop", "bad_value", "Either the best nights count, or all but the lowest")
    points = reader.inner("points", keys="by scale attendance", noun="What gives points")
    by = points.choice("by", NightPointsBy) or NightPointsBy.PLACES
    return Season(
        id=reader.own_id(ids),
        name=reader.title("name"),
        since=since,
        to=to,
        by=by,
        scale=_read_scale(points, by),
        attendance=points.whole("attendance") or 0,
        best=reader.whole("best", least=1),
        drop=reader.whole("drop"),
        members_only=reader.flag("members", default=False),
        ended=ended,
    )
