"""The grammar of the pad in a real browser: presses in, fields of the form out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Route

from scorekeeper.config import site_folder
from scorekeeper.rules.scoring import Setup, with_options
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.deal.pad import PadTable, pad_table

_STATIC = site_folder() / "static"
# Arguments and answers are text: Playwright would look at each value in them.
_RUN = """
async (text) => {
  const [facts, runs, tellsState] = JSON.parse(text);
  const names = ["grammar", "fields", "meld_kind", "gin_kind", "points", "warnings"];
  const modules = await Promise.all(names.map((name) => import(`/modules/deal/pad/${name}.js`)));
  const found = Object.assign({}, ...modules);
  const { start, press, writeFields, dealPoints, MELDS, GIN } = found;
  const table = { ...facts, kind: facts.board === "cards" ? GIN : MELDS };
  const answers = runs.map(({ fields, presses }) => {
    const first = start(table, fields);
    if (!first) return null;
    const refusals = [];
    const state = presses.reduce((before, key) => {
      const after = press(before, key);
      if (after.refused) refusals.push([key, after.refused.text]);
      return after;
    }, first);
    const { table: own, ...facts } = state;
    const told = Object.entries(writeFields(state)).filter(([, text]) => text !== "");
    return {
      state: tellsState ? facts : {},
      fields: Object.fromEntries(told), refusals,
      doubts: found.warningsOf(state).map(({ text }) => text),
      points: state.hands.map((_, seat) => dealPoints(state, seat)),
    };
  });
  return JSON.stringify(answers);
}
"""


def give_module(route: Route) -> None:
    """Send a module of the site as it is, and not with what it imports."""
    route.fulfill(path=_STATIC / route.request.url.partition("/modules/")[2])


def setup_of(variant: str = "laws", players: int = 3, **options: Any) -> Setup:
    """Return a table of players, with the printed rules but for ``options``."""
    names = ("Ann", "Bob", "Cal", "Dot", "Eve")[:players]
    return Setup(VARIANTS[variant], with_options(VARIANTS[variant], options), names, None)


@dataclass(frozen=True)
class Pressed:
    """What the pad made of some presses."""

    fields: Mapping[str, str]
    refusals: Sequence[tuple[str, str]]
    doubts: Sequence[str]
    points: Sequence[int]
    state: Mapping[str, Any]

    @property
    def melds(self) -> list[str]:
        """The first player's melds, as the form gets them."""
        return self.fields.get("hand0-melds", "").splitlines()

    @property
    def reason(self) -> str:
        """Why the last refused press was refused."""
        return self.refusals[-1][1]


@dataclass(frozen=True)
class Keys:
    """Presses keys on a page of the site, without drawing."""

    page: Page

    @classmethod
    def on(cls, page: Page) -> "Keys":
        """Return the keys on any page; their modules are served one by one, not as one file."""
        page.goto("/import")
        page.route("**/modules/**", give_module)
        return cls(page)

    def press(
        self, keys: str, setup: Setup | None = None, *, fields: Mapping[str, str] | None = None
    ) -> Pressed:
        """Return the pad after these keys, which are separated by spaces."""
        run = {"fields": dict(fields or {}), "presses": keys.split()}
        (pressed,) = self._run([run], setup or setup_of(), tells_state=True)
        assert pressed is not None
        return pressed

    def show(self, fields: Mapping[str, str], setup: Setup) -> Pressed | None:
        """Return the pad with what a form holds, taken over as on the way back from it to the keys.

        None if the pad cannot show that; refused if the pack has too few cards for it.
        """
        run = {"fields": {}, "presses": [f"load:{json.dumps(dict(fields))}", "left:1"]}
        (shown,) = self._run([run], setup, tells_state=True)
        cannot = shown and ("The keys cannot show what is typed." in dict(shown.refusals).values())
        return None if cannot else shown

    def press_all(
        self, runs: Sequence[Sequence[str]], setup: Setup, *, table: PadTable | None = None
    ) -> list[Pressed]:
        """Return the pad after each of many runs of keys, in one go, without its inner states.

        With ``table`` on the pad that has these facts, such as that of one hand.
        """
        sent = [{"fields": {}, "presses": list(run)} for run in runs]
        found = self._run(sent, setup, tells_state=False, table=table)
        pressed = [each for each in found if each is not None]
        assert len(pressed) == len(runs)
        return pressed

    def _run(
        self,
        runs: Sequence[Mapping[str, Any]],
        setup: Setup,
        *,
        tells_state: bool,
        table: PadTable | None = None,
    ) -> list[Pressed | None]:
        """Return the pad after each run, or None where it cannot show the fields."""
        run = json.dumps([table or pad_table(setup, 1), runs, tells_state])
        answers = json.loads(self.page.evaluate(_RUN, run))
        return [Pressed(**answer) if answer else None for answer in answers]
