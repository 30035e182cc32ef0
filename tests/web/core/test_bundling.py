"""Styles and scripts as they are served: joined and minified."""

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess, run
from typing import Any

import pytest

from scorekeeper.web.core.shell import STATIC, digest_file, join_file, join_script, parts_of

FILES = sorted(STATIC.resolve().rglob("*.js"))
SCRIPTS = sorted(set(FILES) - {part for file in FILES for part in parts_of(file)})
TEXTS = Path(__file__).parents[2] / "scripts" / "texts.js"


def deno(folder: Path, *words: str) -> CompletedProcess[bytes]:
    """Run Deno in a folder, which needs no network there."""
    settings = {"DENO_DIR": str(folder / "cache"), "DENO_NO_UPDATE_CHECK": "1"}
    command = [str(Path(sys.executable).with_name("deno")), *words]
    return run(command, cwd=folder, env=os.environ | settings, capture_output=True, check=False)


def lint(folder: Path, scripts: Mapping[str, str], rule: str) -> dict[str, list[str]]:
    """Return the messages of a ``deno lint`` rule for scripts; fail if a script is invalid."""
    rules = {"plugins": [str(TEXTS)], "rules": {"tags": [], "include": [rule]}}
    (folder / "deno.json").write_text(json.dumps({"lint": rules}))
    for name, text in scripts.items():
        (folder / name).write_text(text, encoding="utf-8")
    found: dict[str, Any] = json.loads(deno(folder, "lint", "--json", *scripts).stdout)
    assert not found["errors"]
    said: dict[str, list[str]] = {name: [] for name in scripts}
    for each in sorted(found["diagnostics"], key=lambda each: each["range"]["start"]["bytePos"]):
        if each["code"] == rule:
            said[Path(each["filename"]).name].append(each["message"])
    return said


def test_a_style_is_served_with_the_styles_it_is_made_of(tmp_path: Path) -> None:
    (tmp_path / "all.css").write_text('@import "one.css";\np { margin: 0 }\n')
    (tmp_path / "one.css").write_text("b { color: red }\n")
    assert join_file(tmp_path / "all.css") == b"b{color:red}p{margin:0}"


def test_the_digest_of_a_script_follows_its_modules_and_minifies_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "turbohtml.clean", None)
    (tmp_path / "main.js").write_text('import { one } from "./one.js";\none();\n')
    digests = []
    for number in (1, 2, 1):
        (tmp_path / "one.js").write_text(f"export const one = () => {number};\n")
        digests.append(digest_file(tmp_path / "main.js"))
    assert digests[0] == digests[2] != digests[1]


def test_a_script_is_served_after_the_modules_it_imports(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(
        'import { one, two } from "./one.js";\nimport { three } from "./three.js";\none(three);\n'
    )
    (tmp_path / "one.js").write_text(
        '/** Needs three. */\nimport { three } from "./three.js";\n\n'
        "export async function one() {}\nexport const two = three;\n"
    )
    (tmp_path / "three.js").write_text("export const three = 3; // one more than two\n")
    served = join_file(tmp_path / "main.js")
    assert served == b"(()=>{(async function(){}(3))})()"


def test_a_module_that_is_served_alone_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("/** Says one. */\nexport const one = 1;\n")
    assert join_file(tmp_path / "one.js").startswith(b"export const { one } = ")


def test_scripts_that_import_one_another_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    with pytest.raises(ValueError, match="imports itself"):
        join_file(tmp_path / "a.js")


def test_no_text_or_pattern_changes_when_a_script_is_minified(tmp_path: Path) -> None:
    """What nobody uses is left out; the rest is as it was written."""
    written = {f"{number}.js": join_script(file) for number, file in enumerate(SCRIPTS)}
    served = {f"{number}.min.js": join_file(file).decode() for number, file in enumerate(SCRIPTS)}
    texts = lint(tmp_path, written | served, "texts/every")
    for number, file in enumerate(SCRIPTS):
        assert not Counter(texts[f"{number}.min.js"]) - Counter(texts[f"{number}.js"]), file
    assert max(map(len, texts.values())) > len(SCRIPTS)


def test_modules_may_have_private_names_of_one_spelling(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(
        'import { one } from "./one.js";\nimport { two } from "./two.js";\n'
        "const own = 4;\nconst [first, step] = [0, 8];\n"
        "console.log(first + one() + two + own + step);\n"
    )
    (tmp_path / "one.js").write_text("const own = 1;\nexport function one() {\n  return own;\n}\n")
    (tmp_path / "two.js").write_text(
        'import { one } from "./one.js";\nimport { plain } from "./plain.js";\n'
        "const step = plain * one();\nexport const two = 2 * step;\n"
    )
    (tmp_path / "plain.js").write_text("export const plain = 1;\n")
    (tmp_path / "joined.js").write_bytes(join_file(tmp_path / "main.js"))
    for name in ("main.js", "joined.js"):
        assert deno(tmp_path, "run", name).stdout == b"15\n"


def test_a_script_that_another_loads_exports_its_names_also_out_of_a_function(
    tmp_path: Path,
) -> None:
    (tmp_path / "main.js").write_text(
        'import { one } from "./one.js";\nconst own = 2;\nexport const two = one * own;\n'
    )
    (tmp_path / "one.js").write_text("const own = 1;\nexport const one = own;\n")
    (tmp_path / "joined.js").write_bytes(join_file(tmp_path / "main.js"))
    (tmp_path / "asks.js").write_text('import("./joined.js").then(console.log);\n')
    assert b"two: 2" in deno(tmp_path, "run", "asks.js").stdout


def test_two_modules_of_a_script_that_export_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.js").write_text("export const same = 1;\n")
    (tmp_path / "main.js").write_text(
        'import { same } from "./one.js";\nimport { same } from "./other.js";\n'
    )
    with pytest.raises(ValueError, match=r"two modules of main\.js export same"):
        join_file(tmp_path / "main.js")


def test_no_name_is_declared_twice_where_modules_share_a_scope(tmp_path: Path) -> None:
    written = {f"{number}.js": join_script(file) for number, file in enumerate(SCRIPTS)}
    said = lint(tmp_path, written, "no-redeclare")
    assert {
        SCRIPTS[number].name: words for number, words in enumerate(said.values()) if words
    } == {}
