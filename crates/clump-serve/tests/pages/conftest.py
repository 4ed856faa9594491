"""A server of the built binary, and Chromium that uses its pages. `CLUMP_BINARY` names the binary."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[4]
EXAMPLES = ROOT / "examples"
FLAGS = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class Server:
    """`clump serve`, with the address that it printed."""

    def __init__(self, *files: Path) -> None:
        command = [os.environ["CLUMP_BINARY"], "serve", *map(str, files)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr
        self.address = self.process.stderr.readline().split()[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", self.address), self.address

    def end(self) -> int:
        """Ends it as Ctrl-C does."""
        self.process.terminate()
        return self.process.wait(timeout=5)


@pytest.fixture
def serve() -> Iterator[type[Server]]:
    """Starts servers, and ends them after the test."""
    started: list[Server] = []

    def start(*files: Path) -> Server:
        started.append(Server(*files))
        return started[-1]

    yield start  # type: ignore[misc]
    for server in started:
        if server.process.poll() is None:
            server.end()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the system. Under CI it must be there."""
    path = os.environ.get("CLUMP_BROWSER") or shutil.which("chromium")
    if path is None and not os.environ.get("CI"):
        pytest.skip("no Chromium")
    with sync_playwright() as playwright:
        browser = launched(playwright, str(path))
        yield browser
        browser.close()


def launched(playwright: Playwright, path: str) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=FLAGS, chromium_sandbox=os.geteuid() != 0)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page that must not ask any other host, and must not complain."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    foreign = [url for url in asked if not re.match(r"http://127\.0\.0\.1:|data:|blob:|about:|file:", url)]
    assert not foreign, foreign
    # An answer that a form was refused is told by the browser, too.
    expected = re.compile(r"status of (4\d\d)|ERR_CONNECTION|ERR_EMPTY_RESPONSE|net::ERR")
    assert not [text for text in complaints if not expected.search(text)], complaints
    context.close()


def log_of(owners: int, hostile: str = "") -> str:
    """A query log of `owners` people who share what they ask."""
    lines = ["AnonID\tQuery\tQueryTime\tItemRank\tClickURL"]
    asked = ["cheap flights boston", "dog food", "weather radar", "guitar chords", "cancer treatment", "diabetes diet"]
    for owner in range(owners):
        for turn in range(4):
            query = asked[(owner * 7 + turn * turn) % len(asked)]
            lines.append(f"{1000 + owner}\t{query}{hostile if turn == 3 else ''}\t2006-03-0{1 + turn} 07:17:12\t\t")
    return "\n".join(lines) + "\n"
