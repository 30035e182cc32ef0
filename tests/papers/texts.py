"""The text of a finished PDF, by poppler, which reads it in a fifth of the time of pypdf."""

import shutil
import subprocess

import pytest


def texts_of(pdf: bytes) -> list[str]:
    """The text of each page, in the order in which it is drawn."""
    if shutil.which("pdftotext") is None:  # the quick tests need no package of the system
        pytest.skip("needs poppler-utils")
    command = ["pdftotext", "-raw", "-", "-"]
    told = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout
    return told.decode(errors="replace").split("\f")[:-1]


def whole_text(pdf: bytes) -> str:
    """The words of all pages, one space between them."""
    return " ".join(" ".join(texts_of(pdf)).split())


def without_spaces(text: str) -> str:
    """A text to look for letters in: versions of poppler differ in which gaps are spaces."""
    return "".join(text.split())
