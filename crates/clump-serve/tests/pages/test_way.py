"""The whole way, as a person goes it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import EXAMPLES, log_of

WORK = 60_000


def step(page: Page, name: str) -> None:
    """Waits until a step is there and nothing is under way."""
    expect(page.get_by_role("heading", level=1)).to_have_text(name, timeout=WORK)
    expect(page.locator("[data-work]")).to_have_count(0, timeout=WORK)


def to_kinds(page: Page, purpose: str) -> None:
    page.get_by_role("button", name="What is in it?").click()
    step(page, "What is in it")
    page.get_by_role("link", name="What are they for?").click()
    page.get_by_role("radio", name=re.compile(purpose)).check()
    page.get_by_label("k", exact=True).fill("5")
    page.get_by_role("button", name="Compare kinds of release").click()
    step(page, "Kinds of release, compared")


def to_result(page: Page, kind: str) -> None:
    page.get_by_role("radio", name=re.compile(rf"^{kind}( |$)")).check()
    page.get_by_role("button", name="Use this kind").click()
    page.get_by_role("button", name="Run", exact=True).click()
    step(page, "Run")
    page.get_by_role("link", name="Look at it").click()
    step(page, "Result")


def save(page: Page, folder: Path) -> None:
    page.get_by_label("Folder on this machine").fill(str(folder))
    page.get_by_label(re.compile("the pages")).check()
    page.get_by_label(re.compile("audit.tsv")).check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("May be published:")).to_be_visible(timeout=WORK)
    expect(page.locator("[data-work]")).to_have_count(0, timeout=WORK)


def language(page: Page, name: str) -> str:
    return page.locator(".language", has=page.get_by_role("heading", name=name)).locator("code").inner_text()


def test_a_query_log_to_a_signed_off_release_and_again_in_three_languages(serve, page: Page, tmp_path: Path) -> None:
    server = serve(EXAMPLES / "queries.tsv")
    page.goto(server.address)
    page.get_by_role("button", name=re.compile("queries.tsv")).click()
    step(page, "Whose rows are these?")
    expect(page.get_by_text("A query log")).to_be_visible()
    assert page.locator(".preview tbody tr").count() == 20
    to_kinds(page, "^phrases")
    expect(page.get_by_text("best for that")).to_be_visible()
    # A mark of the chart is reached by keyboard, and chooses its kind.
    mark = page.get_by_role("button", name=re.compile("^pieces, "))
    mark.focus()
    expect(page.locator("[data-kind=pieces]")).to_have_class(re.compile("lit"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name=re.compile("^pieces( |$)"))).to_be_checked()
    to_result(page, "pieces")
    expect(page.get_by_role("heading", name="This is what readers get")).to_be_visible()
    page.get_by_role("link", name="Rows beside their originals").click()
    assert 1 <= page.locator("article.beside").count() <= 12
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Back to the result").click()
    page.get_by_role("button", name="Make the pages").click()
    link = page.get_by_role("link", name="The public page")
    expect(link).to_be_visible(timeout=WORK)
    with page.expect_popup() as popup:
        link.click()
    popup.value.wait_for_load_state()
    expect(popup.value.get_by_role("button", name="Print to sign")).to_be_visible()
    popup.value.close()
    made = tmp_path / "made"
    made.mkdir()
    save(page, made)
    assert (made / "audit.tsv").stat().st_mode & 0o777 == 0o600
    release = (made / "release.csv").read_bytes()
    for name, run in {
        "Command line": lambda text: [os.environ["CLUMP_BINARY"], *shlex.split(text)[1:]],
        "Python": lambda text: [sys.executable, "-c", text],
    }.items():
        text = language(page, name).replace(str(made), str(tmp_path / name.split()[0]))
        (tmp_path / name.split()[0]).mkdir()
        subprocess.run(run(text), check=True, capture_output=True)
        assert (tmp_path / name.split()[0] / "release.csv").read_bytes() == release, name
    config = tmp_path / "job.toml"
    config.write_text(language(page, "TOML").replace(str(made), str(tmp_path / "toml")))
    (tmp_path / "toml").mkdir()
    subprocess.run([os.environ["CLUMP_BINARY"], "anonymize", "--config", str(config)], check=True, capture_output=True)
    assert (tmp_path / "toml" / "release.csv").read_bytes() == release
    verified = [os.environ["CLUMP_BINARY"], "verify", str(made / "release.csv")]
    subprocess.run(verified, check=True, capture_output=True)
    assert server.end() in (0, 130)


def test_baskets_with_a_hierarchy_by_keyboard_alone(serve, page: Page) -> None:
    server = serve()
    page.goto(server.address)
    page.get_by_label(re.compile("^Path")).focus()
    page.keyboard.type(str(EXAMPLES / "baskets" / "households.tsv"))
    page.keyboard.press("Enter")
    step(page, "Whose rows are these?")
    page.get_by_role("radio", name=re.compile("^household")).focus()
    page.keyboard.press("Space")
    page.get_by_label("items", exact=True).focus()
    expect(page.get_by_label("items", exact=True)).to_be_checked()
    page.get_by_label(re.compile("Several items in one cell")).focus()
    page.keyboard.type("pipe")
    # To the taxonomy of one's own: one of a group of radio buttons, then its path.
    page.get_by_role("radio", name="WordNet").focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=re.compile("of your own"))).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.type(str(EXAMPLES / "baskets" / "hierarchy.csv"))
    page.keyboard.press("Enter")
    step(page, "What is in it")
    page.get_by_role("link", name="What are they for?").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name=re.compile("^rules")).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Compare kinds").focus()
    page.keyboard.press("Enter")
    step(page, "Kinds of release, compared")
    page.get_by_role("radio", name=re.compile("^nearest( |$)")).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    step(page, "Run")


def test_codes_ask_for_their_owner_and_for_what_is_sensitive(serve, page: Page, tmp_path: Path) -> None:
    table = tmp_path / "visits.csv"
    rows = [f"p{p};{250 + (p * 7 + v) % 4}.{v % 2}" for p in range(80) for v in range(3)]
    table.write_text("patient;code\n" + "\n".join(rows) + "\n")
    server = serve(table)
    page.goto(server.address)
    page.get_by_role("button", name=re.compile("visits.csv")).click()
    step(page, "Whose rows are these?")
    expect(page.get_by_text("likely")).to_be_visible()
    assert page.locator("input[name=whose]:checked").count() == 0
    page.get_by_role("radio", name=re.compile("Prefixes")).check()
    page.get_by_role("button", name="What is in it?").click()
    expect(page.get_by_role("alert")).to_contain_text("The owner of each row is not stated")
    page.get_by_role("radio", name=re.compile("^patient")).check()
    page.get_by_label("code", exact=True).check()
    page.get_by_role("radio", name=re.compile("Prefixes")).check()
    page.get_by_role("button", name="What is in it?").click()
    step(page, "What is in it")
    page.get_by_role("link", name="What are they for?").click()
    page.get_by_label("Search the tree").fill("251")
    page.get_by_role("button", name="251 is sensitive").first.click()
    expect(page.locator("[data-picked=sensitive] li")).to_have_count(1)
    page.locator("details[data-below] summary").first.click()
    page.get_by_role("button", name=re.compile("is a ceiling")).first.click()
    expect(page.locator("[data-picked=ceiling] li")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Remove")).last.click()
    expect(page.locator("[data-picked=ceiling] li")).to_have_count(0)
    page.get_by_label(re.compile("Certain of at most")).fill("0.9")
    page.get_by_role("button", name="Compare kinds").click()
    step(page, "Kinds of release, compared")
    to_result(page, "nearest")
    expect(page.get_by_role("heading", name="This is what readers get")).to_be_visible()


def test_two_tabs_do_not_disturb_each_other(serve, page: Page, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("tea milk\n" * 20 + "gin tonic\n" * 20)
    server = serve(tmp_path / "one.txt", tmp_path / "two.txt")
    page.goto(server.address)
    other = page.context.new_page()
    other.goto(server.address)
    page.get_by_role("button", name=re.compile("one.txt")).click()
    other.get_by_role("button", name=re.compile("two.txt")).click()
    for tab in (page, other):
        tab.get_by_role("radio", name=re.compile("^None")).check()
        tab.get_by_role("button", name="What is in it?").click()
    for tab, name in ((page, "one.txt"), (other, "two.txt")):
        step(tab, "What is in it")
        expect(tab.locator("main > .note")).to_have_text(name)
    other.close()


def test_a_dropped_file_and_the_end_of_the_server_meanwhile(serve, page: Page, tmp_path: Path) -> None:
    log = tmp_path / "my log.tsv"
    log.write_text(log_of(60))
    server = serve()
    page.goto(server.address)
    page.get_by_label("Choose a file").set_input_files(log)
    step(page, "Whose rows are these?")
    expect(page.get_by_text("its path is not known")).to_be_visible()
    page.get_by_role("button", name="What is in it?").click()
    step(page, "What is in it")
    page.get_by_role("link", name="What are they for?").click()
    server.end()
    page.get_by_label("Search the tree").fill("cancer")
    expect(page.get_by_text("The server has ended.")).to_be_visible()


@pytest.mark.parametrize("wrong", ["token", "origin"])
def test_strangers_are_refused(serve, page: Page, wrong: str, tmp_path: Path) -> None:
    server = serve()
    if wrong == "token":
        answer = page.goto(re.sub(r"/[0-9a-f]{32}/", "/" + "0" * 32 + "/", server.address))
        assert answer and answer.status == 403
        return
    # A page of another origin that knows the address can still send nothing.
    stranger = tmp_path / "stranger.html"
    stranger.write_text(f"<form method=post action='{server.address}end'><button>Go</button></form>")
    page.goto(stranger.as_uri())
    with page.expect_navigation():
        page.get_by_role("button").click()
    expect(page.locator("body")).to_contain_text("another page")
    assert server.process.poll() is None


def test_a_hostile_log_is_shown_and_not_obeyed(serve, page: Page, tmp_path: Path) -> None:
    log = tmp_path / "<img src=x onerror=alert(1)>.tsv"
    log.write_text(log_of(60, " <script>alert(1)</script> \u001b[2J \u202egnp"))
    server = serve(log)
    page.on("dialog", lambda dialog: pytest.fail("a script of the log ran"))
    page.goto(server.address)
    page.get_by_role("button", name=re.compile("onerror")).click()
    step(page, "Whose rows are these?")
    to_kinds(page, "^word counts")
    to_result(page, "pieces")
    page.get_by_role("link", name="Rows beside their originals").click()
    assert page.locator("script:not([src])").count() == 0 and page.locator("main img").count() == 0
    assert "\u202e" not in page.content()


def test_a_million_distinct_words_do_not_reach_the_browser(serve, page: Page, tmp_path: Path) -> None:
    log = tmp_path / "many.txt"
    log.write_text("".join(f"w{row * 10} w{row * 10 + 1} w{row * 10 + 2} w{row * 10 + 3} common{row % 7}\n" for row in range(250_000)))
    server = serve(log)
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(len(response.body())) if response.status == 200 else None)
    page.goto(server.address)
    page.get_by_role("button", name=re.compile("many.txt")).click()
    step(page, "Whose rows are these?")
    page.get_by_role("radio", name=re.compile("^None")).check()
    page.get_by_role("button", name="What is in it?").click()
    step(page, "What is in it")
    page.get_by_role("link", name="What are they for?").click()
    page.get_by_label("Search the tree").fill("w1")
    expect(page.get_by_text("60 shown")).to_be_visible()
    assert max(sizes) < 200_000, max(sizes)
