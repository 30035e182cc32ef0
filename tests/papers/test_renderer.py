"""The worker process that prints: it may die, hang or never start, and the site goes on."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from time import monotonic

import pytest
from pypdf import PdfReader

from scorekeeper.config import site_folder
from scorekeeper.papers import renderer as module
from scorekeeper.papers.paper import Box
from scorekeeper.papers.renderer import PrintingUnavailable, Renderer
from tests.papers.games import samples, sheet_pdf
from tests.papers.stand_in import BROKEN, ENDLESS, library

MakeRenderer = Callable[..., Renderer]
NO_PANGO = "raise OSError('cannot load library libpango-1.0-0')\n"
PAGE = '<html lang="en"><head><title>Sheet</title></head><body class="a4">{}</body></html>'


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    made = Renderer()
    yield made
    made.close()


@pytest.fixture
def make_renderer() -> Iterator[MakeRenderer]:
    """Makes renderers of a few seconds with another environment, and closes them."""
    made = []

    def make(*, seconds: float = 4, memory: int = 1 << 30, **environment: str) -> Renderer:
        made.append(Renderer(seconds=seconds, memory=memory, environment=environment))
        return made[-1]

    yield make
    for each in made:
        each.close()


FAILING_SECONDS = 1.5


def text_of(pdf: bytes) -> str:
    return PdfReader(BytesIO(pdf)).pages[0].extract_text()


def test_a_warm_renderer_has_a_worker_and_one_that_is_killed_or_hangs_is_replaced(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(seconds=FAILING_SECONDS, PYTHONPATH=library(tmp_path))
    renderer.warm()
    pids = [renderer.pid]
    for number, sent in enumerate((signal.SIGKILL, signal.SIGSTOP), 1):
        renderer.render(PAGE.format(f"before {sent}"))
        assert renderer.pid is not None
        os.kill(renderer.pid, sent)
        assert f"after {sent}".encode() in renderer.render(PAGE.format(f"after {sent}"))
        pids.append(renderer.pid)
        assert len(set(pids)) == number + 1


@pytest.mark.parametrize(("seconds", "is_begun"), [(0, False), (60, True)])
def test_a_program_that_has_just_started_begins_no_worker_ahead(
    make_renderer: MakeRenderer,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    *,
    is_begun: bool,
) -> None:
    made = make_renderer()
    monkeypatch.setattr(module, "the_renderer", lambda: made)
    monkeypatch.setattr(module, "_BEGUN", monotonic() - seconds)
    module.warm_renderer()
    assert (made.pid is not None) is is_begun


def test_a_worker_that_takes_much_memory_is_replaced_after_its_sheet(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(memory=1, PYTHONPATH=library(tmp_path))
    renderer.warm()
    before = renderer.pid
    for name in ("Ann", "Bob"):
        assert name.encode() in renderer.render(PAGE.format(name))
        assert renderer.pid != before
        before = renderer.pid


def test_a_worker_that_cannot_live_is_one_sentence(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(PYTHONPATH=library(tmp_path, "import os\nos._exit(1)\n"))
    with pytest.raises(PrintingUnavailable, match=r"^The sheet could not be printed\."):
        renderer.render(PAGE.format("never"))


def test_a_page_that_cannot_be_set_is_one_sentence(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(PYTHONPATH=library(tmp_path))
    with pytest.raises(PrintingUnavailable, match=r"^The sheet could not be printed\."):
        renderer.render(PAGE.format(BROKEN))


def test_without_pango_printing_says_what_to_install_and_is_tried_again_after_it(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(PYTHONPATH=library(tmp_path, NO_PANGO))
    with pytest.raises(PrintingUnavailable, match=r"apt install libpangoft2-1\.0-0 libharfb"):
        renderer.render(PAGE.format("missing"))
    (tmp_path / "weasyprint.py").unlink()
    assert "installed" in text_of(renderer.render(PAGE.format("installed")))


@pytest.mark.long
def test_a_page_that_takes_too_long_is_not_tried_again_and_delays_nobody(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    renderer = make_renderer(seconds=FAILING_SECONDS, PYTHONPATH=library(tmp_path))
    endless = PAGE.format(ENDLESS)
    with pytest.raises(PrintingUnavailable, match="try again in ten minutes"):
        renderer.render(endless)
    renderer.render(PAGE.format("starts another worker"))
    begin = monotonic()
    for number in range(3):
        with pytest.raises(PrintingUnavailable, match="try again in ten minutes"):
            renderer.render(endless)
        assert f"good {number}".encode() in renderer.render(PAGE.format(f"good {number}"))
    assert monotonic() - begin < 3 * FAILING_SECONDS


def test_threads_get_each_their_own_sheet(renderer: Renderer) -> None:
    pages = [f"sheet {number} of eight" for number in range(8)]
    with ThreadPoolExecutor(4) as threads:
        texts = list(threads.map(lambda words: text_of(renderer.render(PAGE.format(words))), pages))
    assert [text.split("\n")[0] for text in texts] == pages


def test_a_sheet_already_made_is_kept(renderer: Renderer) -> None:
    page = PAGE.format("once")
    assert renderer.render(page) is renderer.render(page)


def test_a_page_may_be_replaced_after_a_look_at_its_parts(renderer: Renderer) -> None:
    seen: list[Box] = []

    def again(boxes: Sequence[Box]) -> str:
        seen.extend(boxes)
        return PAGE.format("the second try")

    page = PAGE.format('<p data-part="words" style="height: 10mm">the first try</p>')
    assert text_of(renderer.render(page, again)).startswith("the second try")
    assert [(box.part, box.page, round(box.height)) for box in seen] == [("words", 0, 10)]
    kept = PAGE.format("one try is enough<p>")
    assert text_of(renderer.render(kept, lambda _: None)).startswith("one try is enough")


def test_only_so_many_sheets_are_kept(make_renderer: MakeRenderer, tmp_path: Path) -> None:
    renderer = make_renderer(PYTHONPATH=library(tmp_path))
    first = renderer.render(PAGE.format("the oldest"))
    for number in range(32):
        renderer.render(PAGE.format(f"newer {number}"))
    assert renderer.render(PAGE.format("the oldest")) is not first


def test_nothing_is_fetched_from_the_network(renderer: Renderer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        pdf = renderer.render(PAGE.format(f'<img src="{address}/x.png" alt="away">still printed'))
        with pytest.raises(BlockingIOError):
            server.accept()
    assert "still printed" in text_of(pdf)


def test_no_other_file_of_the_machine_is_opened(renderer: Renderer, tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="20">'
        '<text y="9">secret</text></svg>',
        encoding="utf-8",
    )
    pdf = renderer.render(PAGE.format(f'<img src="{secret.as_uri()}" alt="">still printed'))
    assert "secret" not in text_of(pdf)


def test_a_machine_without_fonts_prints_any_name(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(
        f"<fontconfig><dir>{site_folder() / 'static' / 'fonts'}</dir>"
        f"<cachedir>{tmp_path}</cachedir></fontconfig>",
        encoding="utf-8",
    )
    renderer = make_renderer(FONTCONFIG_FILE=str(fonts))
    assert renderer.render(PAGE.format("Ann 田中 😀 שלום")).startswith(b"%PDF-1.7")


@pytest.mark.skipif(sys.platform != "linux", reason="others find libraries in other ways")
def test_no_compiler_is_started_to_find_a_library(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    compiler, started = tmp_path / "gcc", tmp_path / "started"
    compiler.write_text(f"#!/bin/sh\ntouch '{started}'\n")
    compiler.chmod(0o755)
    renderer = make_renderer(PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert "printed" in text_of(renderer.render(PAGE.format("printed")))
    assert not started.exists()


def test_the_site_itself_never_loads_weasyprint() -> None:
    assert sheet_pdf(samples()["gin"]).startswith(b"%PDF")
    assert "weasyprint" not in sys.modules
