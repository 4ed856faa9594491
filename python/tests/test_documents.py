"""The Python that the documents show runs, page by page, in a folder with a copy of the examples."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import ROOT

pytest.importorskip("pyarrow")


def python_of(page: Path) -> list[str]:
    """The blocks of Python of a page."""
    blocks: list[str] = []
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            if inside:
                blocks.append("")
        elif inside:
            blocks[-1] += line + "\n"
    return blocks


def pages(on_spark: bool) -> list[str]:
    """The pages with Python, those for a cluster or the others."""
    found = [ROOT / "README.md", ROOT / "python" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    kept = [page for page in found if python_of(page) and on_spark == any("pyspark" in block for block in python_of(page))]
    return [str(page.relative_to(ROOT)) for page in kept]


def run(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the blocks of a page from top to bottom."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for number, block in enumerate(python_of(ROOT / page), start=1):
        exec(compile(block, f"{page}, block {number}", "exec"), names)


@pytest.mark.parametrize("page", pages(on_spark=False))
def test_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(page, tmp_path, monkeypatch)


def test_pages_are_found() -> None:
    assert {"README.md", "python/README.md", "docs/how-to/python.md"} <= set(pages(on_spark=False))
    assert pages(on_spark=True) == ["docs/tutorials/cluster.md"]
