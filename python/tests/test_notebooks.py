"""The notebooks run from top to bottom and save the figures that they show."""

from __future__ import annotations

import os
import shutil
import tempfile
import struct
from pathlib import Path

import pytest

from conftest import ROOT

FIGURES = {
    "query_log": ["query_log_counts.png", "query_log_fates.png"],
    "baskets": ["baskets_rules.png", "baskets_confidence.png"],
}


def needed(name: str):
    """A library of the tests. Under CI it must be there."""
    return __import__(name) if os.environ.get("CI") else pytest.importorskip(name)


def width_of(png: Path) -> int:
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int(struct.unpack(">I", head[16:20])[0])


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_a_notebook_runs_and_saves_its_figures(name, tmp_path, monkeypatch):
    for library in ("ipykernel", "matplotlib", "mlxtend", "pandas", "polars", "pyarrow"):
        needed(library)
    nbformat, nbclient = needed("nbformat"), needed("nbclient")
    examples = Path(shutil.copytree(ROOT / "examples", tmp_path / "examples"))
    figures = tmp_path / "figures"
    figures.mkdir()
    monkeypatch.setenv("CLUMP_FIGURES", str(figures))
    notebook = nbformat.read(examples / "notebooks" / f"{name}.ipynb", as_version=4)
    resources = {"metadata": {"path": str(examples / "notebooks")}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    # On a slow machine a bar appears for a moment: its lines begin with a carriage return.
    said = [output["text"] for output in outputs if output.get("name") == "stderr"]
    assert not [text for text in said if not text.startswith("\r")], "warnings in the notebook"
    assert sorted(path.name for path in figures.iterdir()) == sorted(FIGURES[name])
    assert all(width_of(path) >= 600 and path.stat().st_size > 10_000 for path in figures.iterdir())


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_a_notebook_is_kept_with_what_it_showed_and_nothing_of_a_machine(name):
    nbformat = needed("nbformat")
    path = ROOT / "examples" / "notebooks" / f"{name}.ipynb"
    assert path.stat().st_size < 400_000
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code and [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    images = [output for cell in code for output in cell.outputs if "image/png" in output.get("data", {})]
    assert len(images) == len(FIGURES[name])
    assert notebook.metadata["language_info"] == {"name": "python"}
    assert not any(cell.metadata for cell in notebook.cells)
    text = path.read_text(encoding="utf-8")
    assert not [place for place in (ROOT, Path.home(), Path(tempfile.gettempdir())) if f"{place}/" in text]
