"""Writes what the oldest browsers lack, from the data of MDN, for tests of pages, scripts, styles.

Its package is ``@mdn/browser-compat-data`` of npm: ``npm pack`` it, unpack it, and run ``python -m
tests.oldest.read_data package/data.json``. It is public domain (CC0).
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("lacking.json")
OLDEST: Final = {"safari": "16.4", "chrome": "106", "firefox": "121"}
"""The oldest versions that README names, the same on phones."""
_PHONES: Final = {"safari": "safari_ios", "chrome": "chrome_android", "firefox": "firefox_android"}
Names = dict[str, str]
"""Each name and which browsers lack it: "Chrome until 127"."""


def number(version: str) -> tuple[int, ...]:
    """Return a version so that versions can be compared; ``≤37`` is 37."""
    return tuple([int(part) for part in version.removeprefix("≤").split(".")])


def since(statements: Any) -> str:
    """Return the first version that has a feature by its own name; empty if none has."""
    found = [
        each["version_added"]
        for each in (statements if isinstance(statements, list) else [statements])
        if isinstance(each.get("version_added"), str)
        and each["version_added"] != "preview"
        and not {"flags", "prefix", "alternative_name"} & set(each)
        # What was removed is mostly the part that was there before the whole.
        and ("version_removed" not in each or each.get("partial_implementation"))
    ]
    return min(found, key=number, default="")


def lacking(feature: Any) -> str:
    """Tell which of the oldest browsers lack a feature, and until when; empty if none does."""
    told = []
    support = feature["__compat"]["support"]
    for desk, phone in _PHONES.items():
        first = [since(support[each]) for each in (desk, phone) if each in support]
        late = [each for each in first if not each or number(each) > number(OLDEST[desk])]
        if late:
            newest = "" if "" in late else max(late, key=number)
            told.append(f"{desk.title()} until {newest}" if newest else f"{desk.title()}")
    return ", ".join(told)


def features(tree: Any, depth: int = 9) -> Iterator[tuple[list[str], Any]]:
    """Yield each feature below a part of the data, with the names on the way to it."""
    for name, below in tree.items():
        if name != "__compat" and isinstance(below, dict):
            if "__compat" in below:
                yield [name], below
            if depth:
                yield from [([name, *more], each) for more, each in features(below, depth - 1)]


def styles(css: Any) -> dict[str, Names]:
    """Return what styles must not use: properties with their values, functions, and so on."""
    found = {
        "properties": [(": ".join(path), each) for path, each in features(css["properties"], 1)],
        "functions": [(path[-1], each) for path, each in features(css["types"])],
        "selectors": [(path[0], each) for path, each in features(css["selectors"], 0)],
        "at-rules": [(" ".join(path), each) for path, each in features(css["at-rules"], 1)],
    }
    told = {kind: {name: lacking(each) for name, each in found[kind]} for kind in found}
    return {
        kind: {
            name: why
            for name, why in names.items()
            # A value lacks no more than its property, and prefixes are each browser's own.
            if why
            and why != names.get(name.partition(": ")[0], "") * (": " in name)
            and not name.startswith("-")
        }
        for kind, names in told.items()
    }


def markup(html: Any) -> Names:
    """Return the elements and attributes that pages must not use: ``search``, ``input type=week``.

    Attributes of any element stand with ``*``: ``* popover``, ``* hidden=until-found``.
    """
    anywhere = {"*": html["global_attributes"]}
    found = [*features(html["elements"], 2), *features(anywhere, 2)]
    told = {tuple(path): lacking(each) for path, each in found}
    return {
        _write_markup(*path): why
        for path, why in told.items()
        # An attribute lacks no more than its element, a value no more than its attribute.
        if why and why != told.get(path[:-1])
    }


def _write_markup(element: str, *attribute: str) -> str:
    """Return an element with an attribute, which may have a value; types of fields are values."""
    name = "=".join(attribute).replace("type_", "type=")
    return f"{element} {name}" if name else element


def members(trees: Sequence[Any]) -> Names:
    """Return the names of members and events that no interface of the oldest browsers has."""
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for tree in trees:
        for path, feature in features(tree, 2):
            name = path[-1].removesuffix("_static")
            name = f"on {name.removesuffix('_event')}" if name.endswith("_event") else name
            if name.removeprefix("on ").isidentifier():
                owners[name].append(lacking(feature))
    return {name: max(each, key=len) for name, each in sorted(owners.items()) if all(each)}


def names_of_scripts(api: Any, builtins: Any) -> dict[str, Names]:
    """Return what scripts must not use: members of anything, and what stands by itself."""
    above = {name: below for tree in (api, builtins) for name, below in tree.items()}
    roots = {name: lacking(below) for name, below in above.items() if "__compat" in below}
    return {
        "members": members([api, builtins]),
        "globals": members([{"Window": api["Window"]}])
        | {name: why for name, why in sorted(roots.items()) if why},
    }


def by_reason(told: Mapping[str, Names]) -> dict[str, dict[str, list[str]]]:
    """Return the names of each kind by what lacks them, which takes half the room."""
    return {
        kind: {why: [name for name in names if names[name] == why] for why in {*names.values()}}
        for kind, names in told.items()
    }


def main(file: Path) -> None:
    """Write what is lacking by the data in a file."""
    data = json.loads(file.read_text("utf-8"))
    written = {
        "data": f"@mdn/browser-compat-data {data['__meta']['version']}",
        "oldest": OLDEST,
        "properties": sorted(data["css"]["properties"]),
        **by_reason({"markup": markup(data["html"])}),
        "styles": by_reason(styles(data["css"])),
        "scripts": by_reason(names_of_scripts(data["api"], data["javascript"]["builtins"])),
    }
    text = json.dumps(written, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    FILE.write_text(text.replace('],"', '],\n"') + "\n")  # so that a change is a few lines


if __name__ == "__main__":
    main(Path(sys.argv[1]))
