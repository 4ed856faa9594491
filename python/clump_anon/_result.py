"""What a run gives: the release, what is said of it, and ways to write it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _core, _notebook
from ._base import PathLike
from ._progress import Progress, listening
from ._settings import as_json


class Release:
    """A verified release as an Arrow table.

    Any library that speaks Arrow takes it as it is: ``pyarrow.table(release)``, ``polars.DataFrame(release)``. Columns are
    `items` and `owners_in_group` for rows, with `text` for pieces; those of the fact and `owners` for counts.
    """

    def __init__(self, table: _core.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._table)

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._table.column_names

    def to_pyarrow(self) -> Any:
        """The release as a `pyarrow.Table`."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The release as a `pandas.DataFrame`."""
        return self.to_pyarrow().to_pandas()

    def to_polars(self) -> Any:
        """The release as a `polars.DataFrame`."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<Release: {len(self)} rows of {', '.join(self.column_names)}>"


class Verdict:
    """The answer of a check. True if nothing is broken.

    Attributes
    ----------
    strength : str
        ``"holds"``: counted. ``"consistent"``: nothing contradicts the promise, but the numbers of owners are those that the
        release states; pass `audit` and `data` to count them. ``"unproved"``: nothing is known. ``"broken"``: it does not hold.
    holds : bool
        Whether the promise was counted and holds: `strength` is ``"holds"``.
    details : dict
        What was checked: each property, the form of the file, its certificate, as ``clump verify --json`` prints it.
    """

    def __init__(self, text: str) -> None:
        self.details: dict[str, Any] = json.loads(text)
        self.strength: str = self.details["strength"]
        self.holds: bool = self.strength == "holds"

    @property
    def properties(self) -> list[dict[str, Any]]:
        """What was promised, and what was found of each property."""
        return list(self.details["properties"])

    def __bool__(self) -> bool:
        return bool(self.details["unbroken"])

    def __repr__(self) -> str:
        return f"<Verdict: {self.strength}>"


class Result:
    """A release that was made and verified. Nothing has been written.

    Attributes
    ----------
    release : Release
        The rows, as an Arrow table. The first of several tables of facts.
    tables : dict of str to Release
        Each table of facts by its name, such as ``query:day``. Empty for other releases.
    certificate : dict
        What may be said of the release in public.
    measures : dict
        What became of what was read, what was lost, and how long it took, as ``clump anonymize --json`` prints it. Private.
        Where numbers carry noise, exact figures of the log are not in it: `write` puts them into a ``report``.
    job : dict
        All settings, defaults and what was decided included. Private.
    """

    def __init__(self, run: _core.Run) -> None:
        self._run = run
        releases = [Release(table) for table in run.tables]
        self.release = releases[0]
        self.certificate: dict[str, Any] = json.loads(run.certificate)
        self.measures: dict[str, Any] = json.loads(run.figures)
        self.job: dict[str, Any] = json.loads(run.job)
        self.tables: dict[str, Release] = dict(zip(self.job.get("table", []), releases))
        self._written: dict[str, Any] = {}

    @property
    def summary(self) -> str:
        """What the command line tells a person of the run. Private."""
        return "\n".join(self._run.summary)

    @property
    def sample(self) -> list[dict[str, Any]]:
        """Up to ten rows of the release, drawn at random."""
        rows: list[dict[str, Any]] = json.loads(self._run.sample)["rows"]
        return rows

    def verify(self, *, progress: Progress = None) -> Verdict:
        """Checks the release again, from bytes that are written for it.

        Returns
        -------
        Verdict
        """
        with listening(progress) as listener:
            return Verdict(self._run.verify(listener))

    def write(
        self,
        path: PathLike,
        *,
        to: str | None = None,
        page: PathLike | None = None,
        report: PathLike | None = None,
        audit: PathLike | None = None,
        title: str | None = None,
        noun: str | None = None,
        date: str | None = None,
        population: PathLike | None = None,
        labels: PathLike | None = None,
        force: bool = False,
        progress: Progress = None,
    ) -> list[Path]:
        """Writes the release with its certificate beside it: verified from the bytes on disk before it gets its name.

        Parameters
        ----------
        path : path
            The release: .csv, .tsv, .jsonl, .parquet or .arrow; text is compressed if the name ends in .gz or .zst.
        to : str, optional
            Its format, if the name does not say it.
        page : path, optional
            A page that may be published; a private one lies beside it.
        report, audit : path, optional
            All measures, and the row of each owner. Private.
        title, noun, date : str, optional
            The heading of the page, what owners are called on it, and its day.
        population, labels : path, optional
            For page and report: a log of the people whom the owners come from, and a class for each owner.
        force : bool, optional
            Replaces existing files.
        progress : bool or function, optional
            As for `clump_anon.anonymize`.

        Returns
        -------
        list of pathlib.Path
            The files, the release last. All of them appear, or none.
        """
        settings = {"output": path, "to": to, "force": force, "page": page, "report": report, "audit": audit}
        settings |= {"title": title, "noun": noun, "date": date, "population": population, "labels": labels}
        files, certificate = self._publish(settings, progress)
        self.certificate = json.loads(certificate)
        self._written = {"to": self.certificate["release"]["format"]}
        return files

    def page(
        self,
        path: PathLike,
        *,
        title: str | None = None,
        noun: str | None = None,
        date: str | None = None,
        force: bool = False,
        progress: Progress = None,
    ) -> list[Path]:
        """Writes the page of the release, and the private page beside it.

        It is about the bytes that `write` wrote last; about the release as an Arrow file if nothing was written.

        Parameters
        ----------
        path : path
            The page that may be published. The private one is called ``page.private.html`` for ``page.html``.
        title, noun, date : str, optional
            The heading, what owners are called, and the day.
        force : bool, optional
            Replaces existing files.
        progress : bool or function, optional
            As for `clump_anon.anonymize`.

        Returns
        -------
        list of pathlib.Path
        """
        settings = {"page": path, "title": title, "noun": noun, "date": date, "force": force}
        return self._publish(settings | self._written, progress)[0]

    def _publish(self, settings: Mapping[str, Any], progress: Progress) -> tuple[list[Path], str]:
        with listening(progress) as listener:
            files, certificate = self._run.publish(as_json(settings), listener)
        return [Path(os.fspath(file)) for file in files], certificate

    def __repr__(self) -> str:
        promise = "verified" if self.certificate["promise"] else "nothing is promised"
        return f"<Result of {self.certificate['method']}: {self.release!r}, {promise}>"

    def _repr_html_(self) -> str:
        return _notebook.of_result(self.certificate, self.measures, self.sample)
