"""Base of all runs: measures the time of stages, and keeps frames that several stages use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Stages:
    """Stage times of a run, and the frames that it keeps between stages."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._kept: list[DataFrame] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - begun

    def kept(self, frame: DataFrame) -> DataFrame:
        """Keeps a frame that is used several times. It is kept on disk, to leave memory to the workers."""
        from pyspark import StorageLevel

        kept = frame.persist(StorageLevel.DISK_ONLY)
        self._kept.append(kept)
        return kept

    def unpersist(self) -> None:
        """Releases the kept frames."""
        for frame in self._kept:
            frame.unpersist()
        self._kept.clear()
