"""The shapes of what is organised: rounds of a night, entry money, prizes and seasons.

They add their fields to the shapes of the club book, which knows nothing of them.
"""

from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final

from scorekeeper.club.book.shapes import BOOK, CLOSING, GAME, NIGHT, PERSON_ID, POT_ID, STAKE
from scorekeeper.club.facts import ClubBook, ClubGame
from scorekeeper.club.figures import (
    FEES_ACCOUNT,
    PEOPLE_PREFIX,
    POOL_ACCOUNT,
    POTS_PREFIX,
    join_spellings,
    organised_nights,
)
from scorekeeper.record import (
    Document,
    Field,
    Findings,
    Reader,
    Scope,
    Shape,
    amount,
    choice,
    day,
    flag,
    items_of,
    keyed,
    known_id,
    line,
    many,
    own_id,
    raw,
    read_options,
    title,
    whole,
    wholes,
)
from scorekeeper.rules import Path, quote_text, warning
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.facts import (
    FEES,
    Award,
    Ends,
    EntryMoney,
    Fine,
    NightPointsBy,
    Organised,
    PlacePrizes,
    PointsBy,
    Prizes,
    RoundEnd,
    RoundPoints,
    Season,
    TablePlay,
)
from scorekeeper.tournament.seats.plan import Entrant
from scorekeeper.tournament.seats_file import MOST_PEOPLE, SHOWN, THERE, WISHES, take_wishes

_MOST_PLACES: Final = 400


# --- how rounds end, what they play, what they are worth ------------------------------------------


ENDS: Final = Shape(
    "The end of rounds",
    Ends,
    by=choice(RoundEnd),
    deals=whole(least=1),
    minutes=whole(least=1),
    warn=whole(),
)


def _check_play(play: Reader, facts: dict[str, Any]) -> None:
    variant = play.facts.get("variant")
    known = VARIANTS.get(variant) if isinstance(variant, str) else None
    if known is None and play.has("variant"):
        play.add("variant", "bad_value", f"This is one of {', '.join(VARIANTS)}")
    findings = Findings()
    facts["options"] = read_options(play.facts.get("options", {}), known, findings)
    for problem in findings.problems:
        play.findings.add_problem(replace(problem, at=(*play.at, *problem.at)))
    facts["variant"] = known.key if known else ""  # an unknown one is none, and is never judged


PLAY: Final = Shape(
    "What tables play",
    TablePlay,
    _check_play,
    variant=raw(lambda: {"enum": [*VARIANTS]}, required=True),
    options=raw(lambda: {"type": "object"}, write=lambda options, _: {**options}),
    stake=STAKE.one(),
)


def _check_scale(points: Reader, facts: dict[str, Any]) -> None:
    """Note a scale whose points rise, or that is given where places give no points."""
    if any(after > before for before, after in pairwise(facts["scale"])):
        points.add("scale", "bad_value", "A lower place has no more points than a higher one")
    is_by_places = facts["by"] in (PointsBy.PLACES, NightPointsBy.PLACES)
    if points.has("scale") and points.can_tell("by") and not is_by_places:
        points.add("scale", "bad_value", "Only places have a scale of points")


POINTS: Final = Shape(
    "What gives points",
    RoundPoints,
    _check_scale,
    by=choice(PointsBy),
    scale=wholes(most=_MOST_PLACES),
    bye=Field(
        read=lambda bye, at, points: (
            None if bye == "average" else whole().read(bye, at, points) or 0
        ),
        write=lambda bye, _: "average" if bye is None else bye,
        schema=lambda: {"anyOf": [{"const": "average"}, whole().schema()]},
        keeps_none=True,
    ),
)


# --- money ----------------------------------------------------------------------------------------


def _read_pot(pot: str, at: Path, entry: Reader) -> str:
    return str(entry.scope.known("pot").check(pot, at, entry.findings))


def _check_parts(entry: Reader, facts: dict[str, Any]) -> None:
    parts = facts["fee"] + sum(facts["pots"].values())
    can_tell = entry.can_tell("amount", "guest", "fee", "pots")
    for name, paid in (("amount", facts["minor"]), ("guest", facts["guest"])):
        if can_tell and entry.has(name) and paid < parts:
            entry.add(name, "bad_entry", "The fee and the parts for pots are more than this")
            return


ENTRY: Final = Shape(
    "The entry",
    EntryMoney,
    _check_parts,
    amount=amount(required=True),
    guest=amount(attr="guest"),
    fee=amount(attr="fee"),
    pots=keyed(replace(POT_ID, read=_read_pot), amount(), all_keys=False),
)


def _check_places(prizes: Reader, _: dict[str, Any]) -> None:
    if prizes.is_object and prizes.has("parts") is prizes.has("fixed"):
        prizes.findings.add(prizes.at, "bad_schedule", "Prizes are either parts or fixed amounts")


def _read_fixed(value: Any, at: Path, prizes: Reader) -> Any:
    count = len(value) if isinstance(value, list) else 0
    if not 1 <= count <= _MOST_PLACES:
        prizes.findings.add(at, "bad_value", f"This is a list of 1 to {_MOST_PLACES} amounts")
    return _FIXED.read(value if count <= _MOST_PLACES else [], at, prizes)


_FIXED: Final = many(amount(positive=True))
PLACES: Final = Shape(
    "A list of prizes",
    PlacePrizes,
    _check_places,
    up_to=whole(least=1),
    parts=wholes(least=1, most=_MOST_PLACES),
    fixed=replace(_FIXED, read=_read_fixed),
)


def _check_order(prizes: Reader, facts: dict[str, Any]) -> None:
    for number, (before, after) in enumerate(pairwise(facts["places"]), 1):
        at = (*prizes.place("places"), number)
        is_later = before.up_to is not None and (after.up_to is None or after.up_to > before.up_to)
        if not is_later and not prizes.findings.is_incomplete((*at, "up_to")):
            prizes.findings.add(
                at, "bad_schedule", "Prizes for more people come later, those for any number last"
            )


PRIZES: Final = Shape(
    "What is paid as prizes",
    Prizes,
    _check_order,
    deal=amount(attr="deal"),
    places=PLACES.all(),
    rest=known_id("pot", FEES),
)
FINE: Final = Shape(
    "A fine",
    Fine,
    person=known_id("person", required=True),
    amount=amount(required=True),
    pot=known_id("pot", required=True),
    reason=line(),
)


def _check_award(award: Reader, facts: dict[str, Any]) -> None:
    if not facts.pop("all"):
        award.require("amount")
        return
    facts["minor"] = None
    if award.has("amount"):
        award.add("all", "bad_value", "An award is an amount or the whole pot, not both")
    elif not award.has("pot"):
        award.add("all", "bad_value", "Only a pot is given whole")


AWARD: Final = Shape(
    "An award",
    Award,
    _check_award,
    person=known_id("person", required=True),
    amount=amount(always=True),
    all=flag(get=lambda award: award.minor is None),
    pot=POT_ID,
    reason=line(),
)


# --- the organised part of a night ----------------------------------------------------------------


ENTERED: Final[Shape[dict[str, Any]]] = Shape("Who entered", dict, **THERE, free=flag())


def _read_entered(value: Any, at: Path, organised: Reader) -> dict[Path, Entrant]:
    """Return who entered, by the places that say so; who enters free is noted."""
    scope, people = organised.scope, items_of(value, at, organised)
    if len(people) > MOST_PEOPLE:
        organised.add("people", "bad_value", f"A plan has at most {MOST_PEOPLE} people")
        return {}
    entered: dict[Path, Entrant] = {}
    meant: set[str] = set()
    for typed, place, facts in people:
        there, entrant = (
            ENTERED.read(facts, place, organised),
            PERSON_ID.read(typed, place, organised),
        )
        if entrant and scope.person(entrant) in meant:
            scope.findings.add(
                place,
                "same_person_twice",
                f"{quote_text(entrant)} entered above, in another spelling",
            )
        meant.add(scope.person(entrant))
        if there.pop("free"):
            organised.notes.setdefault("free", []).append(entrant)
        entered[place] = Entrant(id=entrant, **there)
    return entered


def _write_entered(organised: Organised, scope: Scope) -> Document:
    return {
        entrant.id: ENTERED.write(entrant, scope)
        | ({"free": True} if entrant.id in organised.free else {})
        for entrant in organised.seats.people
    }


def _check_seats(reader: Reader, facts: dict[str, Any]) -> None:
    facts["free"] = frozenset(reader.notes.get("free", ()))
    facts["seats"] = take_wishes(reader, facts, facts.pop("people"), shown="plan")


_SEATS: Final = {
    name: replace(field, get=attrgetter(f"seats.{name}")) for name, field in WISHES.items()
}
_PEOPLE: Final = Field(
    read=_read_entered,
    write=_write_entered,
    schema=keyed(PERSON_ID, ENTERED.one()).schema,
    get=lambda organised: organised,
    required=True,
    empty={},
    turn=-1,
)
ORGANISED: Final = Shape(
    "What is organised",
    Organised,
    rounds=_SEATS.pop("rounds"),
    people=_PEOPLE,
    **_SEATS,
    plan=replace(SHOWN, get=attrgetter("seats.shown"), check=_check_seats),
    ends=ENDS.part(),
    play=PLAY.all(),
    points=POINTS.part(),
    stakes=flag(attr="has_stakes"),
    entry=ENTRY.one(),
    added=amount(attr="added"),
    prizes=PRIZES.part(),
    fines=FINE.all(),
    awards=AWARD.all(),
)


# --- the games of its rounds ----------------------------------------------------------------------


class RoundGames:
    """Checks the games of a night against the rounds that they belong to."""

    def __init__(self, night: Reader) -> None:
        self.organised: Organised | None = night.found.get("organised")
        self.scope = night.scope
        self._at = night.place("organised")
        self._sitting: dict[int, set[str]] = {}
        seats = self.organised.seats if self.organised else None
        joined = seats.with_meant(night.scope.meant) if seats else None
        self._shown = joined.shown if joined else ()
        self._entered = {entrant.id for entrant in joined.people} if joined else set()

    def check(self, game: Reader, facts: dict[str, Any]) -> None:
        """Note problems of a game, and what is odd about it."""
        number = facts["round"]
        if number is None:
            return
        if self.organised is None:
            game.add("round", "unknown_round", "This night has no rounds")
        elif number > self.organised.seats.rounds and self._can_tell("rounds"):
            game.add(
                "round", "unknown_round", f"The night has {self.organised.seats.rounds} rounds"
            )
        self._check_people(game, number, is_void=facts["is_void"])
        if facts["played"] and self.organised and not self.organised.has_stakes:
            facts["played"] = facts["played"].without_money()
        if not facts["is_void"] and not game.findings.is_incomplete(game.at):
            self._warn_of(game.at, number, ClubGame(**facts))

    def _check_people(self, game: Reader, number: int, *, is_void: bool) -> None:
        """Note who did not enter, and who sits at two tables of a round."""
        players = game.facts.get("players")
        people = players.items() if isinstance(players, dict) else ()
        sitting = self._sitting.setdefault(number, set())
        here: set[str] = set()
        for name, written in people:
            if not isinstance(written, str) or written not in self.scope.known("person"):
                continue
            sitter = self.scope.person(written)
            if sitter not in self._entered and self._can_tell("people"):
                at = (*game.place("players"), name)
                self.scope.findings.add(
                    at,
                    "not_entered",
                    f"{quote_text(written)} is not among the people of this night",
                )
            here.add(sitter)
        if is_void:
            return
        for sitter in sorted(here & sitting):
            game.add(
                "round",
                "same_person_twice",
                f"{quote_text(sitter)} sits at another table of round {number}",
            )
        sitting.update(here)

    def _can_tell(self, name: str) -> bool:
        at = (*self._at, name)
        return self.organised is not None and not self.scope.findings.is_incomplete(at)

    def _warn_of(self, at: Path, number: int, game: ClubGame) -> None:
        if self.organised is None:
            return
        people = {self.scope.person(sitter) for sitter in game.people}
        planned = self._shown[number - 1].tables if number <= len(self._shown) else None
        ends, play = self.organised.ends, self.organised.played_in(number)
        if planned is not None and people not in [set(table) for table in planned]:
            self.scope.warnings.append(
                warning(at, "off_plan", f"The plan has no such table in round {number}")
            )
        if ends.by is RoundEnd.DEALS and ends.deals and game.played.deals > ends.deals:
            self.scope.warnings.append(
                warning(
                    at,
                    "too_many_deals",
                    f"{game.played.deals} deals were played, a round has {ends.deals}",
                )
            )
        if play and play.variant not in ("", game.played.variant):
            self.scope.warnings.append(
                warning(at, "other_variant", f"Round {number} plays {VARIANTS[play.variant].name}")
            )


def _check_round(game: Reader, facts: dict[str, Any]) -> None:
    notes = game.above.notes
    if "rounds" not in notes:
        notes["rounds"] = RoundGames(game.above)
    notes["rounds"].check(game, facts)


# --- what was seen at the closing -----------------------------------------------------------------


def _read_account(account: str, at: Path, closing: Reader) -> str:
    """Return an account to which entry money and prizes can be posted, or an empty text."""
    if account in (FEES_ACCOUNT, POOL_ACCOUNT):
        return account
    for prefix, known in ((PEOPLE_PREFIX, PERSON_ID), (POTS_PREFIX, POT_ID)):
        if account.startswith(prefix):
            return account if known.read(account.removeprefix(prefix), at, closing) else ""
    closing.findings.add(at, "bad_value", "This is no account of people, fees, pool or pots")
    return ""


def _check_postings(closing: Reader, facts: dict[str, Any]) -> None:
    """Note postings that do not add up to zero: of entry money, or of prizes."""
    postings = {name: facts.pop(name) for name in _POSTINGS}
    for name, minors in postings.items():
        if closing.has(name) and not closing.above.has("organised"):
            closing.add(name, "bad_value", "Only a night that is organised has this")
        if closing.can_tell(name) and sum(minors.values()):
            closing.add(name, "closed_not_zero", "What is owed and held does not add up to zero")
    facts["seen"] = replace(facts["seen"], **postings)


_POSTINGS: Final = {
    name: keyed(
        Field(read=_read_account, schema=dict),
        amount(signed=True),
        all_keys=False,
        get=attrgetter(f"seen.{name}"),
    )
    for name in ("entry", "prize")
}


# --- seasons --------------------------------------------------------------------------------------


NIGHT_POINTS: Final[Shape[dict[str, Any]]] = Shape(
    "What gives points",
    dict,
    _check_scale,
    by=choice(NightPointsBy, empty=NightPointsBy.PLACES),
    scale=wholes(most=_MOST_PLACES),
    attendance=whole(empty=0),
)


def _check_season(season: Reader, facts: dict[str, Any]) -> None:
    facts |= facts.pop("points")
    for name in ("to", "ended"):
        season.scope.check_order(
            facts["since"], facts[name], season.place(name), "This is before the season begins"
        )
    if season.has("best") and season.has("drop"):
        season.add("drop", "bad_value", "Either the best nights count, or all but the lowest")


SEASON: Final = Shape(
    "A season",
    Season,
    _check_season,
    id=own_id("season"),
    name=title(required=True),
    from_=day(attr="since", required=True),
    to=day(required=True),
    points=NIGHT_POINTS.part(get=lambda season: season),
    best=whole(least=1),
    drop=whole(),
    members=flag(attr="members_only"),
    ended=day(),
)


# --- in the club book -----------------------------------------------------------------------------


def _check_awards(book: Reader, facts: dict[str, Any]) -> None:
    """Note the awards that their pot does not hold, up to the first night with a problem."""
    if not book.can_tell("club", "people"):
        return
    for place, organised in enumerate(organised_nights(join_spellings(ClubBook(**facts)))):
        if book.findings.is_incomplete(("nights", place)):
            return
        for award in organised.unpaid_awards() if organised else ():
            at = ("nights", place, "organised", "awards", award)
            book.findings.add(at, "pot_short", "The pot does not hold as much")


NIGHT.add({"organised": ORGANISED.one()}, before="games")
GAME.add({"round": whole(least=1)}, _check_round, before="table")
CLOSING.add(_POSTINGS, _check_postings, before="plan")
BOOK.add({"seasons": SEASON.all()}, _check_awards)
