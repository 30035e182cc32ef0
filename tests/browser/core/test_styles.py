"""Styles mean the same to a browser when they are served as they do in their files."""

from typing import Final

from scorekeeper.web.core.shell import STATIC, join_file
from tests.browser.screens import Screens

STYLES: Final = sorted(file for file in STATIC.rglob("*.css") if file.parent.name != "papers")
# What a browser reads of a style: by the first word of a property ("border", "font"), each value of
# each single selector, in the order in which they win. A value is taken as the browser computes it,
# as it may be written in several ways; with a variable in it, as it was written but for blank space
# and zeros.
_READ: Final = r"""(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const probe = document.createElement("p");
  probe.hidden = true;
  document.body.append(probe);
  const written = (value) => value.replaceAll(/\b0\.(?=\d)/g, ".").replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([,()*\/]) ?/g, "$1").toLowerCase();
  const computed = (name, value) => {
    probe.style.setProperty(name, value);
    const found = getComputedStyle(probe).getPropertyValue(name);
    probe.style.removeProperty(name);
    return found.replaceAll(/\b0(%|px)/g, "0");
  };
  const declared = (style) => style.cssText.split(/;\s*(?![^(]*\))/).flatMap((line) => {
    if (!line) return [];
    const [, name, value] = line.match(/^([^:]+):\s*(.*)$/s);
    if (value.includes("var(") || name.startsWith("--")) return [`${name}: ${written(value)}`];
    const one = new CSSStyleSheet();
    one.insertRule(`p { ${line} }`);
    const { style: long } = one.cssRules[0];
    return [...long].map((each) =>
      `${each}: ${computed(each, long.getPropertyValue(each))} ${long.getPropertyPriority(each)}`);
  });
  const rules = (list, around) => [...list].flatMap((rule) => {
    const head = written(rule.cssText.split("{")[0]).replaceAll(": ", ":");
    if (rule.cssRules?.length) return rules(rule.cssRules, `${around}${head}`);
    if (!rule.style) return [];
    const singles = (rule.selectorText ?? head).split(/,\s*(?![^(]*\))/);
    const own = declared(rule.style);
    return singles.flatMap((single) =>
      own.map((each) => [/\w+/.exec(each)[0], `${around}${written(single)} ${each}`]));
  });
  const found = {};
  for (const [name, line] of rules(sheet.cssRules, "")) (found[name] ??= []).push(line);
  probe.remove();
  return found;
}"""


def test_each_style_means_the_same_when_it_is_minified(screens: Screens) -> None:
    page, wrong = screens.open(360), {}
    for style in STYLES:
        plain, short = [
            page.evaluate(_READ, join_file(style, is_minified=is_minified).decode())
            for is_minified in (False, True)
        ]
        assert plain, style
        if differing := [name for name in plain | short if plain.get(name) != short.get(name)]:
            wrong[style.name] = differing
    assert wrong == {}
