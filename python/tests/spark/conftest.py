"""The cluster that tests share."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

#: Nothing is collected where PySpark is not there, unless it must be.
collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("pyspark") is None and not os.environ.get("CI") else []


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A master with two workers."""
    if shutil.which("java") is None:
        if os.environ.get("CI"):
            pytest.fail("Java is not there: install openjdk-17-jre-headless")
        pytest.skip("Java is not there")
    from standalone import Cluster  # type: ignore[import-not-found]

    running = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        running.worker("first")
        running.worker("second")
        yield running
    finally:
        running.stop()
