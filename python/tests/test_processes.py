"""Runs in other processes: a forked child works after a run in its parent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# The parent runs first, so that everything a run leaves behind is there when the children are made.
SCRIPT = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
import clump_anon as clump

def rows(method):
    result = clump.anonymize(sys.argv[1], k=3, method=method)
    return [result.certificate["release"]["blake3"], result.verify().holds]

if __name__ == "__main__":
    methods = ["pieces", "nearest", "clump"]
    here = [rows(method) for method in methods]
    context = multiprocessing.get_context(sys.argv[2])
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(rows, methods, timeout=100)) == here
"""


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_a_run_in_a_child_after_a_run_in_its_parent(log: Path, tmp_path: Path, way: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ended = subprocess.run(
        [sys.executable, script, log, way], capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
