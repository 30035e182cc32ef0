"""What is wrong with how a page looks: on every width, by day and by night, with large text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS: Final = (320, 360, 1024)
"""The narrowest phone, the narrowest with styles of wider ones, and a screen on a table (px)."""
NARROWEST: Final = WIDTHS[:1]
"""Where words that are longer than those of a page tried on all widths can be cut."""
tried_widths = [*WIDTHS]
"""Those on which pages are looked at, of which the usual run leaves out the middle one."""
AXE: Final = f"""{Axe().axe_script}
axe.configure({{ rules: [{{ id: "color-contrast", selector: "[data-contrast]" }}] }});"""
"""A screen that runs it first has it compiled from page to page."""
# Contrast is more than half of the work of axe. Text of the same colour and size on the same
# background has the same contrast on every page, so a kind of text is measured only until axe has
# passed it. Text that lies over other elements without a background of its own is always measured.
_KINDS_OF_TEXT: Final = """() => {
  const behind = new Map([[null, { ground: "", effects: "" }]]);
  const groundOf = (each) => {
    if (behind.has(each)) return behind.get(each);
    const { ground, effects } = groundOf(each.parentElement);
    const style = getComputedStyle(each);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = style;
    const effect = `${opacity} ${filter} ${mixBlendMode}`;
    const isPlain = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
    const isOpaque = backgroundColor.startsWith("rgb(") && backgroundImage === "none";
    const isLaidOver = position !== "static" && position !== "relative";
    const own = isPlain ? "" : ` ${backgroundColor} ${backgroundImage}`;
    const found = {
      ground: isOpaque ? own : `${ground}${isLaidOver ? ` ${Math.random()}` : ""}${own}`,
      effects: effect === "1 none normal" ? effects : `${effects} ${effect}`,
    };
    behind.set(each, found);
    return found;
  };
  const textIn = (each) =>
    [...each.childNodes].map((node) => node instanceof Text ? node.data : "").join("").trim();
  const kindOf = (each) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(each);
    const isOff = each.closest(":disabled, [aria-disabled=true]") !== null
      || each.closest("label")?.control?.disabled === true;
    const { ground, effects } = groundOf(each);
    return [color, fontSize, fontWeight, textShadow, isOff, ground, effects].join();
  };
  const kinds = new Map();
  for (const each of document.querySelectorAll("body, body *")) {
    // Axe passes over single signs, which may be drawings.
    if (textIn(each).length < 2 && !each.matches("input, select, textarea")) continue;
    if (!each.checkVisibility() || each.closest(".vh")) continue;
    const kind = kindOf(each);
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(each);
  }
  return kinds;
}"""
# A chosen theme has the colours of the phone's own, which would have the page drawn again for each.
_BY_THEME: Final = """async (theme, look) => {
  const { dataset } = document.documentElement;
  const { theme: chosen = "" } = dataset;
  dataset.theme = theme;
  const found = await look();
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
  return found;
}"""
_LIST_KINDS: Final = f"""async () => {{
  const list = () => [...({_KINDS_OF_TEXT})().keys()];
  const by = async (theme) => [theme, await ({_BY_THEME})(theme, list)];
  return Object.fromEntries([await by("light"), await by("dark")]);
}}"""
_NO_AXE: Final = None
"""What the scripts below answer on a page that does not run axe first."""
_RUN_AXE: Final = """options => "axe" in window
  ? axe.run(document, options).then(({ violations }) => violations) : null"""
_MEASURE: Final = f"""async ([theme, known, options]) => {{
  if (!("axe" in window)) return null;
  return await ({_BY_THEME})(theme, async () => {{
    const kinds = [...({_KINDS_OF_TEXT})()].filter(([kind]) => !known.includes(kind));
    const places = kinds.flatMap(([, all]) => all.slice(0, 3));
    for (const each of places) each.setAttribute("data-contrast", "");
    const {{ violations, passes }} = await axe.run(document, options);
    for (const each of places) each.removeAttribute("data-contrast");
    const passed = new Set(passes.flatMap(({{ nodes }}) => nodes.map(({{ element }}) => element)));
    const isKnown = ([, all]) => all.some((each) => passed.has(each));
    const told = ({{ id, nodes: [{{ html }}] }}) => ({{ id, nodes: [{{ html }}] }});
    return [violations.map(told), kinds.filter(isKnown).map(([kind]) => kind)];
  }});
}}"""
# This makes axe faster: it reads no style sheet again and writes no path to an element.
_CHEAPLY: Final = {"selectors": False, "preload": {"assets": ["media"]}}
_ALL_BUT_CONTRAST: Final = {
    **_CHEAPLY,
    "resultTypes": ["violations"],
    "rules": {
        "color-contrast": {"enabled": False},
        "label-content-name-mismatch": {"enabled": True},  # what is said taps what shows it
    },
}
# The check as axe has it, but it does not give up where an element around the text draws before
# or after its content, as the edges of a score sheet do: their text would stay without a verdict.
_CONTRAST_CHECK: Final = {
    "ignoreUnicode": True,
    "ignoreLength": False,
    "ignorePseudo": True,
    "boldValue": 700,
    "boldTextPt": 14,
    "largeTextPt": 18,
    "contrastRatio": {"normal": {"expected": 4.5}, "large": {"expected": 3}},
    "shadowOutlineEmMax": 0.2,
    "textStrokeEmMin": 0.03,
}
_CONTRAST: Final = {
    **_CHEAPLY,
    "resultTypes": ["violations", "passes"],
    "elementRef": True,
    "runOnly": ["color-contrast"],
    "checks": {"color-contrast": {"options": _CONTRAST_CHECK}},
}
# With large text only what begins to scroll can change: names, roles and structure stay the same.
_WHAT_SCROLLS: Final = {
    **_CHEAPLY,
    "resultTypes": ["violations"],
    "runOnly": ["scrollable-region-focusable"],
}
_SCROLL_WHEN_LARGE: Final = f"""async (options) => {{
  const scrolls = (each) =>
    (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
      && /auto|scroll/.test(getComputedStyle(each).overflow);
  const {{ style }} = document.documentElement;
  style.fontSize = "200%";
  const isOne = [...document.querySelectorAll("body *")].some(scrolls);
  const found = isOne ? await ({_RUN_AXE})(options) : [];
  style.fontSize = "";
  return found;
}}"""
_measured: set[str] = set()
"""The kinds of text of which axe has passed one."""
# The keys and cards of the pad are measured by tests of their own: seven stand in a row of 320 px.
# The numbers of a sheet's rows are beside figures that lead to the same page.
_TOO_SMALL: Final = """() =>
  [...document.querySelectorAll("a, button, summary, select, textarea, input:not([type=hidden])")]
    .filter((each) => each.checkVisibility() && !each.matches(".vh, #pad .key, #pad .card"))
    .filter((each) => !each.matches(".sheet tbody th > a"))
    .filter((each) => {
      const box = (each.closest("label") ?? each).getBoundingClientRect();
      return box.width < 44 || box.height < 44;
    })
    .map((each) => each.outerHTML.slice(0, 90))"""
# Larger text only leaves less width, and styles depend on nothing else: so few sizes are enough on
# the wider phone, and the sizes between are tried on the narrower one, where they are tried.
ALL_SIZES: Final = (100, 130, 150, 200)
tried_sizes: Final[dict[int, tuple[int, ...]]] = {320: ALL_SIZES, 360: (100, 200)}
"""Those of text, in percent, of which the usual run leaves out the ones between."""
# Letters may be a little higher than their line; if much higher, they are cut or overlap.
_CROWDED: Final = """sizes => {
  const boxes = ".sheet :is(td, th, a), .heads li, .tally td, .tab, .key, .row, .rows > li, .rule,"
    + " .line, .pays, .chip, .step, .main, .second, summary, label, button";
  const figures = ".pad :is(.total, .points, .running, .togo, .num, .sum), .tally td, .pays b,"
    + " .rule b, h1, .stake > details, .phones li > span";
  const words = "main > :not(form) :is(h2, h3), .values tbody th, .sitter, .beside > input";
  const seen = (each) => each.checkVisibility() && each.clientWidth && !each.closest(".vh");
  const root = document.documentElement;
  // A word of a heading, and of a name beside a sum, stands on one line.
  const broken = (text) => [...text.data.matchAll(/[^\\s-]{2,}/g)].find(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const tops = [...range.getClientRects()].map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 4;
  });
  const textsOf = (each) => [...each.childNodes].filter((node) => node instanceof Text);
  const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
  // Nothing pinned to the end of a row lies over what stands before it.
  const pinned = [...document.querySelectorAll(".box tr > :last-child:not(:first-child)")]
    .filter((each) => getComputedStyle(each).position === "sticky");
  const found = pinned.filter(seen).map((each) => `pinned: ${each.outerHTML.slice(0, 90)}`);
  for (const size of sizes) {
    root.style.fontSize = `${size}%`;
    const note = (what, each) => found.push(`${size} %: ${what}: ${each.outerHTML.slice(0, 90)}`);
    if (root.scrollWidth > innerWidth) found.push(`${size} %: cut off`);
    for (const total of document.querySelectorAll(".board .total, .sheet thead .total, .tab b")) {
      const others = total.closest("tr, .tab").querySelectorAll(".name, .togo, .last, small");
      const larger = [...others].find((each) => seen(each) && sizeOf(each) > sizeOf(total));
      if (larger && seen(total)) note(`larger than the total ${sizeOf(total)} px`, larger);
    }
    for (const each of document.querySelectorAll(boxes)) {
      if (seen(each) && each.scrollHeight > each.clientHeight + 4) note("too high", each);
    }
    for (const each of document.querySelectorAll(words)) {
      if (seen(each) && each.clientWidth < Math.min(0.48 * size, 80)) note("too narrow", each);
    }
    for (const each of document.querySelectorAll(".bar :is(h1, p), .told :is(h1, h2), .trial b")) {
      if (seen(each) && textsOf(each).some(broken)) note("broken word", each);
    }
    for (const each of document.querySelectorAll(".pay .who")) {
      const names = [...each.querySelectorAll("span")];
      if (seen(each) && names.flatMap(textsOf).some(broken)) note("broken word", each);
    }
    for (const field of document.querySelectorAll(".pair > .field + .field")) {
      const [one, other] = [field.previousElementSibling, field];
      const [first, second] = [one, other].map((each) => each.querySelector("input, select"));
      const topOf = (each) => each.getBoundingClientRect().top;
      const isUneven = topOf(one) === topOf(other) && topOf(first) !== topOf(second);
      if (seen(first) && isUneven) note("uneven", field);
    }
    for (const each of document.querySelectorAll("#pad :is(.who, .won) *")) {
      const rightOf = (one) => one.getBoundingClientRect().right;
      const isOut = rightOf(each) > rightOf(each.closest(".who, .won")) + 1;
      if (seen(each) && isOut) note("beside its row", each);
    }
    for (const each of document.querySelectorAll("summary > .chevron, .coming .chevron")) {
      const before = each.previousElementSibling;
      const isInRow = getComputedStyle(each).position === "static" && before && seen(before);
      if (!isInRow) continue;
      const [{ top }, { bottom }] = [each, before].map((one) => one.getBoundingClientRect());
      if (top >= bottom) note("below its row", each);
    }
    for (const each of document.querySelectorAll(figures)) {
      if (seen(each) && each.scrollWidth > each.clientWidth + 1) note("too wide", each);
    }
  }
  root.style.fontSize = "";
  return found;
}"""
# A script may have to fit figures to the new width first, which it does with the next frame.
_CUT_OFF: Final = """async () => {
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  for (let frame = 0; frame < 3 && isWide(); frame += 1) await new Promise(requestAnimationFrame);
  return isWide();
}"""
# A button, label or link that means an id gets the first that has it.
_TWICE: Final = """() => [...document.querySelectorAll("[id]")]
  .filter((each) => document.getElementById(each.id) !== each)
  .map((each) => `second of its id: ${each.outerHTML.slice(0, 90)}`)"""


# On a TV a script fits names and figures to the new width, before the next frame is drawn.
_FIT: Final = """async () => {
  if (!document.querySelector(".board")) return [];
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return [];
}"""


# The text of a page has what is only read aloud, and the options of a list, but nothing of a closed
# fold or menu. A radio is as large as its label.
_LOAD: Final = r"""(names) => {
  const isSeen = (each) => {
    const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
    if (width <= 1 || height <= 1 || each.closest(".vh")) return false;
    return each.checkVisibility({ visibilityProperty: true });
  };
  const bare = (word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const words = document.body.innerText.split(/\s+/).map(bare)
    .filter((word) => word && !names.includes(word));
  const tapped = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const controls = [...document.querySelectorAll(tapped)].filter(isSeen);
  return { words: words.length, controls: controls.length };
}"""


_OPEN_FOLDS: Final = """() => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
}"""
_MISFITS: Final = f"""async (sizes) => [
  ...await ({_FIT})(),
  ...({_TWICE})(),
  ...(sizes.length ? ({_CROWDED})(sizes) : await ({_CUT_OFF})() ? ["cut off"] : []),
  ...({_TOO_SMALL})().map((each) => `too small: ${{each}}`),
]"""


def faults(page: Page) -> list[str]:
    """Return all that is wrong with a page as it stands; it has the narrowest width afterwards."""
    return misfits(page) + barriers(page) + _faults_of_large_text(page)


def usual_faults(page: Page) -> list[str]:
    """Return all that is wrong; what axe finds only with ``--long``.

    For states of pages whose parts it is asked of on others.
    """
    return faults(page) if len(tried_widths) == len(WIDTHS) else misfits(page)


def misfits(page: Page, widths: Sequence[int] = tried_widths) -> list[str]:
    """Return what is cut off, laid over another, or too small for a thumb, on each width.

    The narrowest comes last, and the page stays on it.
    """
    _await_styles(page)
    found: list[str] = []
    for width in sorted(widths, reverse=True):
        resize(page, width)
        sizes = tried_sizes.get(width, ())
        found += [f"{width}: {each}" for each in page.evaluate(_MISFITS, sizes)]
    return found


def _await_styles(page: Page) -> None:
    """Wait for a page that a tap has led to: its words are there before it is laid out."""
    page.wait_for_load_state("load")


def _faults_of_large_text(page: Page) -> list[str]:
    """Return what scrolls and cannot be reached by keys only once text is twice as large."""
    found = _with_axe(page, _SCROLL_WHEN_LARGE, _WHAT_SCROLLS)
    return [f"large text: {barrier}" for barrier in _write(found)]


def barriers(page: Page) -> list[str]:
    """Return what axe finds, each rule with the first place that breaks it.

    In dark colours only the contrast is checked; all else is the same as in light ones.
    """
    _await_styles(page)
    found = _write(_with_axe(page, _RUN_AXE, _ALL_BUT_CONTRAST))
    for theme, listed in page.evaluate(_LIST_KINDS).items():
        kinds = set(listed)
        if not kinds <= _measured:
            options = [theme, list(kinds & _measured), _CONTRAST]
            faint, passed = _with_axe(page, _MEASURE, options)
            _measured.update(passed)
            found += [f"{theme}: {each}" for each in _write(faint)]
    return found


def _with_axe(page: Page, script: str, options: Any) -> Any:
    """Return what a script of the page answers by axe, which is brought to the page for it."""
    found = page.evaluate(script, options)
    if found is _NO_AXE:
        page.evaluate(AXE)
        found = page.evaluate(script, options)
    return found


def _write(found: list[dict[str, Any]]) -> list[str]:
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]


@dataclass(frozen=True, order=True)
class Load:
    """What a page asks its reader to take in: words, read or heard, and what can be tapped."""

    words: int
    controls: int


def load_of(page: Page, names: Sequence[str] = ()) -> Load:
    """Count what is told on the whole length of a page; menus and folds count as one control.

    Figures and these names do not count: they are what a page is opened for.
    """
    _await_styles(page)
    words_of_names = [word for name in names for word in name.split()]
    return Load(**page.evaluate(_LOAD, words_of_names))


def is_cut_off(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    _await_styles(page)
    return bool(page.evaluate(_CUT_OFF))


def open_folds(page: Page) -> None:
    """Show all that the page keeps folded away."""
    _await_styles(page)
    page.evaluate(_OPEN_FOLDS)


def resize(page: Page, width: int) -> None:
    """Give the page another width."""
    page.set_viewport_size({"width": width, "height": 740})


def spilled_totals(page: Page, width: int) -> int:
    """How many totals of a sheet do not fit into their columns at a width."""
    resize(page, width)
    totals = page.locator(".total")
    assert totals.count() > 0
    spilled = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    return int(totals.evaluate_all(spilled))
