"""What all runs have: stages that are timed, and frames that are kept between them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Stages:
    """The stages of a run."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._kept: list[DataFrame] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - begun

    def kept(self, frame: DataFrame) -> DataFrame:
        """A frame that is used several times. On disk, so that memory is left to what works."""
        from pyspark import StorageLevel

        kept = frame.persist(StorageLevel.DISK_ONLY)
        self._kept.append(kept)
        return kept

    def unpersist(self) -> None:
        """Lets go of what was kept between steps."""
        for frame in self._kept:
            frame.unpersist()
        self._kept.clear()
