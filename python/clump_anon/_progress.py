"""Progress of a run: a bar if somebody is watching, or whatever the caller wants."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ._settings import Listener

Progress = bool | Listener | None
"""A function that is told how far a run is; True for a bar, False for none, None for one if somebody is watching."""


#: A stage that is over sooner shows no bar, in seconds.
_PATIENCE = 1.0


@contextmanager
def listening(progress: Progress) -> Iterator[Listener | None]:
    """The listener that `progress` asks for, for as long as the run takes."""
    if progress is False or (progress is None and not _is_watched()):
        yield None
        return
    if callable(progress):
        yield progress
        return
    try:
        tqdm = _tqdm()
    except ImportError:
        if progress is True:
            raise ImportError("a bar needs tqdm: pip install tqdm, or pass a function") from None
        yield None
        return
    bar = _Bar(tqdm)
    try:
        yield bar
    finally:
        bar.close()


def _is_watched() -> bool:
    """True in a terminal or a notebook."""
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


def _tqdm() -> Any:
    """The bar of tqdm: the notebook widget if it is installed, else the plain bar, without a warning."""
    if importlib.util.find_spec("ipywidgets") is None:
        from tqdm import tqdm

        return tqdm
    from tqdm.auto import tqdm as widget

    return widget


class _Bar:
    """A tqdm bar that shows the current stage."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._stage: str | None = None
        self._bar: Any = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self.close()
            unit = {"reading": "B", "grouping": " rows"}.get(stage, "")
            self._bar = self._tqdm(
                desc=stage, total=total or None, unit=unit, unit_scale=True, leave=False, delay=_PATIENCE
            )
            self._stage = stage
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
