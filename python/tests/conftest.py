"""What several tests share."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def log() -> Path:
    """The example log."""
    return ROOT / "examples" / "queries.tsv"


@pytest.fixture(scope="session")
def binary() -> Path:
    """The command line of the same commit."""
    named = os.environ.get("CLUMP_BINARY")
    path = Path(named) if named else ROOT / "target" / "release" / "clump"
    if not path.exists():
        if os.environ.get("CI"):
            pytest.fail("the binary is not there: cargo build --release")
        pytest.skip("the binary is not there: cargo build --release")
    return path


@pytest.fixture(scope="session")
def clump_cli(binary: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command line."""

    def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [binary, *map(str, words)], capture_output=True, text=True, check=False, timeout=300
        )

    return run
