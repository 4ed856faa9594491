"""The Python that the documents show for a cluster runs, in one process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

#: Runs the page in a process of its own, so that its session ends with it.
DRIVER = """
import pathlib, pytest, sys
sys.path.insert(0, sys.argv[1])
import test_documents
with pytest.MonkeyPatch.context() as patch:
    test_documents.run(sys.argv[2], pathlib.Path(sys.argv[3]), patch)
"""


def test_the_tutorial_on_a_cluster_runs_and_its_release_verifies(tmp_path: Path, clump_cli) -> None:
    if shutil.which("java") is None:
        pytest.fail("Java is not there") if os.environ.get("CI") else pytest.skip("Java is not there")
    tests = Path(__file__).resolve().parents[1]
    words = [sys.executable, "-c", DRIVER, str(tests), "docs/tutorials/cluster.md", str(tmp_path)]
    environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == ["counts", "True", "nearest"]
    for folder in ("rows", "table", "tables"):
        verified = clump_cli("verify", tmp_path / folder)
        assert verified.returncode == 0, verified.stderr
