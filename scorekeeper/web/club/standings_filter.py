"""The filter of the standings in the address: the days, the variant, who counts, the order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import url_for

from scorekeeper.bookkeeping.club.standings import first_day
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.chosen import Choice
from scorekeeper.domain.club.standings import RankedBy
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.club.seasons import Season, season_of, seasons_back, write_days
from scorekeeper.web.core.fields import YES, Field

ALL: Final = "all"
_MOST_SEASONS: Final = 12
_WRONG_DAY: Final = "Choose a day, or leave it empty"
_DAYS: Final = {"from": "Or from", "to": "to"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsFilter:
    """The filter of the standings; ``name`` is that of the season, or the days in words.

    ``season`` is its first day, ``all``, or empty if other days were typed. ``fields`` are those
    of the form, with their problems; a day that cannot be read counts as not given.
    """

    choice: Choice
    ranked_by: RankedBy
    name: str
    season: str
    days: str
    is_season: bool
    fields: tuple[Field, ...]

    @property
    def words(self) -> str:
        """The days and all other limits of the choice, for the line below the name."""
        variant = VARIANTS[self.choice.variant].name if self.choice.variant else "all variants"
        members = "members only" if self.choice.members_only else ""
        return ", ".join([each for each in (self.days, variant, members) if each])

    @property
    def has_problems(self) -> bool:
        """Whether something was typed that makes no sense."""
        return any(field.problems for field in self.fields)

    def address(self, endpoint: str, **other: str) -> str:
        """Return the address of a page with this filter; ``other`` values replace its own."""
        values: dict[str, str | None] = {
            "season": self.season or None,
            "from": None if self.season else self.choice.since or None,
            "to": None if self.season else self.choice.until or None,
            "variant": self.choice.variant or None,
            "members": YES if self.choice.members_only else None,
            "by": None if self.ranked_by is RankedBy.WINS else str(self.ranked_by),
        }
        return url_for(endpoint, **{**values, **other})  # type: ignore[arg-type]


def read_filter(store: GameStore, typed: Mapping[str, str]) -> StandingsFilter:
    """Return the filter of the address; a value that makes no sense counts as not given."""
    now = store.today()
    seasons = seasons_back(first_day(store) or now, now, _MOST_SEASONS)
    days = {name: _read_day(typed.get(name, "")) for name in _DAYS}
    asked = typed.get("season", "")
    season = _season_asked(asked, seasons, has_days=any(days.values()), now=now)
    since, until = (season.since, season.until) if season else (days["from"], days["to"])
    variant = typed.get("variant", "") if typed.get("variant") in VARIANTS else ""
    by = typed.get("by", "")
    choice = Choice(
        since=since or "",
        until=until or "",
        variant=variant,
        members_only=typed.get("members") == YES,
    )
    told = write_days(choice.since, min(choice.until or now, now) if season else choice.until)
    value = season.since if season else "" if any(days.values()) else ALL
    return StandingsFilter(
        choice=choice,
        ranked_by=RankedBy(by) if by in list(RankedBy) else RankedBy.WINS,
        name=season.name if season else "All time" if value == ALL else told,
        season=value,
        days=told if season else "",
        is_season=season is not None and season == season_of(now),
        fields=(
            _season_field(seasons, value),
            _variant_field(choice),
            *[_day_field(name, typed, days[name]) for name in days],
            _members_field(choice),
        ),
    )


def _season_asked(asked: str, seasons: list[Season], *, has_days: bool, now: str) -> Season | None:
    if has_days or asked == ALL:
        return None
    found = [season for season in seasons if season.since == asked]
    if found:
        return found[0]
    is_first_day = _read_day(asked) and season_of(asked).since == asked
    return season_of(asked if is_first_day else now)


def _read_day(text: str) -> str | None:
    """Return an ISO day, an empty text for none, None for a text that is no day."""
    findings = Findings()
    day = read_date(text or None, (), findings)
    return None if findings.problems else day


def _season_field(seasons: list[Season], value: str) -> Field:
    listed = [(season.since, season.name) for season in seasons]
    if value not in ("", ALL, *[since for since, _ in listed]):
        listed.append((value, season_of(value).name))
    return Field(
        name="season",
        kind="choice",
        label="Season",
        value=value or ALL,
        choices=(*listed, (ALL, "All time")),
    )


def _variant_field(choice: Choice) -> Field:
    variants = [(key, variant.name) for key, variant in VARIANTS.items()]
    return Field(
        name="variant",
        kind="choice",
        label="Variant",
        value=choice.variant,
        choices=(("", "All variants"), *variants),
    )


def _day_field(name: str, typed: Mapping[str, str], day: str | None) -> Field:
    return Field(
        name=name,
        kind="date",
        label=_DAYS[name],
        value=typed.get(name, ""),
        problems=() if day is not None else (_WRONG_DAY,),
    )


def _members_field(choice: Choice) -> Field:
    return Field(
        name="members",
        kind="flag",
        label="Members only",
        value=YES if choice.members_only else "",
        help="A person’s games on nights when a member.",
    )
