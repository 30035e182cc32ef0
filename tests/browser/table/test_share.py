"""The end of a game is shared as a square picture with its text, or as the text alone."""

from base64 import b64decode
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.games import game_over, post_record
from tests.browser.screens import Screens

SHARES = """
    window.shared = [];
    navigator.canShare = ({ files }) => !window.onlyText && files.length === 1;
    navigator.share = async (what) => { window.shared.push(what) };
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.written.push(text);
        fillText.call(this, text, ...place);
    };
"""
READ = """async () => {
    while (!window.shared.length) await new Promise(requestAnimationFrame);
    const { files, text } = window.shared[0];
    const bytes = files ? new Uint8Array(await files[0].arrayBuffer()) : [];
    return [btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), text];
}"""


def shared(page: Page) -> tuple[bytes, str]:
    """Tap Share, and return the picture and the text that the phone was given."""
    page.get_by_role("link", name="Share").click()
    picture, text = page.evaluate(READ)
    return b64decode(picture), text


def test_the_end_is_shared_as_a_picture_with_its_text(screens: Screens) -> None:
    page = screens.open(390)
    page.emulate_media(color_scheme="dark")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.add_init_script(SHARES)
    address = post_record(page, game_over()) + "final"
    page.goto(address)
    assert not [url for url in loaded if "picture" in url]
    data, text = shared(page)
    picture = Image.open(BytesIO(data)).convert("RGB")
    assert picture.size == (1080, 1080)
    assert picture.getpixel((4, 4)) == (255, 253, 248)
    dark = sum(picture.convert("L").point(lambda light: light < 128).histogram()[1:])
    assert 10_000 < dark < 200_000
    written = page.evaluate("window.written")
    assert "Bartholomew" in written
    assert [words for words in written if "…" in words] == []
    assert "Ann wins. Finished after 2 deals." in text
    page.evaluate("window.onlyText = true; window.shared = []")
    assert shared(page) == (b"", text)
    page.evaluate("void (navigator.share = async () => { throw new Error('no') })")
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_label("The result as text")).to_have_value(text)
    # Where nothing can be shared, the text leads to the picture, which is downloaded.
    with page.expect_download() as saved:
        page.get_by_role("link", name="As a picture").click()
    assert saved.value.suggested_filename == "result.png"
    assert saved.value.path().read_bytes() == data
    assert page.url == address
