"""Every step for everybody: names for what is there, contrast, focus, light and dark, narrow and wide."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from conftest import EXAMPLES
from test_way import step, to_kinds, to_result

WIDTHS = (390, 768, 1280, 2560)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step(serve, chromium: Browser, scheme: str, tmp_path: Path) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})  # type: ignore[arg-type]
    page = context.new_page()
    server = serve(EXAMPLES / "queries.tsv")
    page.goto(server.address)
    looked_at(page, scheme, "1-start")
    page.get_by_role("button", name=re.compile("queries.tsv")).click()
    step(page, "Whose rows are these?")
    looked_at(page, scheme, "2-file")
    page.get_by_role("button", name="What is in it?").click()
    step(page, "What is in it")
    looked_at(page, scheme, "3-contents")
    page.get_by_role("link", name="What are they for?").click()
    page.get_by_label("Search the tree").fill("illness")
    page.get_by_role("button", name="illness is sensitive").first.click()
    looked_at(page, scheme, "4-purpose")
    page.get_by_role("radio", name=re.compile("^phrases")).check()
    page.get_by_role("button", name="Compare kinds").click()
    step(page, "Kinds of release, compared")
    looked_at(page, scheme, "5-compare")
    to_result(page, "pieces")
    looked_at(page, scheme, "7-result")
    page.go_back()
    looked_at(page, scheme, "6-run")
    page.goto(page.get_by_role("link", name="Look at it").get_attribute("href") and f"{server.address}r/2/rows")
    looked_at(page, scheme, "8-rows")
    page.goto(f"{server.address}r/2/items")
    looked_at(page, scheme, "9-items")
    page.goto(f"{server.address}nowhere")
    looked_at(page, scheme, "10-nothing")
    context.close()


def looked_at(page: Page, scheme: str, name: str) -> None:
    """No rule of accessibility is broken, nothing is wider than the screen, and the focus can be seen."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{name} is {wider} px wider than a screen of {width} px"
        if folder := os.environ.get("CLUMP_SCREENSHOTS"):
            page.screenshot(path=f"{folder}/{name}-{scheme}-{width}.png")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none" or page.evaluate("document.activeElement === document.body"), f"{name}: no focus to be seen"
