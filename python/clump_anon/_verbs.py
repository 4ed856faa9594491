"""The verbs: `anonymize` and `counts` make releases, the others look at data and at releases."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _core, _notebook
from ._base import Method, PathLike, method_settings
from ._data import Data, as_data, as_source
from ._generated import Counts, Facts
from ._progress import Progress, listening
from ._result import Result, Verdict
from ._settings import (
    Anonymizing,
    Bounding,
    Comparing,
    Loading,
    Measuring,
    Tabulating,
    as_json,
    takes,
    unexpected,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


@takes(Anonymizing)
def anonymize(
    data: Data,
    *,
    k: int | None = None,
    method: Method | str | None = None,
    progress: Progress = None,
    **settings: Unpack[Anonymizing],
) -> Result:
    """Makes a release of `data` and verifies its promise from the bytes that were written for it.

    Nothing is written until `Result.write`. Ctrl-C ends the run and leaves nothing.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        A table of any library that speaks Arrow (pyarrow, Polars, pandas, DuckDB): its buffers are read where they lie. Or
        lists of items, a dict of them by owner, or names of files as the command line takes them.
    k : int
        Least number of owners that the promise speaks of; 5 to 10 is usual. Methods that promise nothing do not need it.
    method : Method or str, optional
        A method with its parameters, such as ``Pieces(links=1.0)``, or its name. By default `Pieces` for logs of queries
        and `Nearest` for everything else.
    progress : bool or function, optional
        A function of stage, steps done and steps in all; True for a bar (with tqdm), False for none. By default a bar if
        there is a terminal or a notebook. What it raises ends the run.

    Returns
    -------
    Result

    Examples
    --------
    >>> import clump_anon as clump
    >>> baskets = [["tea", "milk"], ["tea", "milk"], ["gin"], ["gin", "tonic"]]
    >>> result = clump.anonymize(baskets, k=2, owner_per_row=True, taxonomy="flat")
    >>> result.release
    <Release: 4 rows of items, owners_in_group>
    >>> bool(result.verify())
    True

    Whose row a row is must be said:

    >>> clump.anonymize(baskets, k=2, taxonomy="flat")
    Traceback (most recent call last):
    clump_anon._errors.SettingError: a list of lists does not name the owners
      pass owner_per_row=True if each list is all that one owner has, or a dict {owner: items}
    """
    source, given = as_source("anonymize", Anonymizing, data, settings)
    with listening(progress) as listener:
        return Result(_core.make(source, as_json({"k": k}, method_settings(method), given), listener))


@takes(Tabulating)
def counts(
    data: Data,
    *,
    k: int,
    tables: Sequence[str] = (),
    progress: Progress = None,
    **settings: Unpack[Tabulating],
) -> Result:
    """Makes tables of facts that at least k owners share, word for word, with their numbers.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        As for `anonymize`.
    k : int
        Least number of owners of a fact.
    tables : list of str, optional
        The tables, such as ``["query", "query:day"]``: facts, and after a colon the columns that divide them into cells.
        The same as the setting `table`.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Result
        With several tables, `Result.tables` has each of them, and `Result.write` makes a folder.

    Examples
    --------
    >>> import clump_anon as clump
    >>> bought = {"ann": ["tea", "milk"], "bob": ["tea"], "eve": ["tea", "gin"]}
    >>> table = clump.counts(bought, k=2, tables=["item"])
    >>> table.release
    <Release: 1 rows of item, owners>
    """
    unexpected("counts", Tabulating, settings)
    given: dict[str, Any] = dict(settings)
    if tables:
        given["table"] = list(tables)
    method = Counts(**{name: given.pop(name) for name in Facts.__annotations__ if name in given})
    return anonymize(data, k=k, method=method, progress=progress, **given)


@takes(Loading)
def verify(
    release: PathLike | Result,
    *,
    data: Data | None = None,
    audit: PathLike | None = None,
    promise: str | Sequence[str] | None = None,
    k: int | None = None,
    k_cell: int | None = None,
    m: int | None = None,
    h: float | None = None,
    p: int | None = None,
    certainty: float | None = None,
    sensitive: str | Sequence[str] = (),
    ceiling: str | Sequence[str] = (),
    never: PathLike | None = None,
    ledger: PathLike | None = None,
    rewritten: bool = False,
    to: str | None = None,
    layout: Literal["rows", "groups"] | None = None,
    progress: Progress = None,
    **settings: Unpack[Loading],
) -> Verdict:
    """Checks the promise of a release: from its rows alone, or, with `audit` and `data`, that k counts owners.

    Parameters
    ----------
    release : path or Result
        The release. What is promised, format and layout come from the certificate beside it unless they are given.
    data : table, list of lists, dict, path or list of paths, optional
        What the release was made of. Rows need `audit` too; of a table of facts every number is counted again.
    audit : path, optional
        The audit that was written with the release.
    promise : str or list of str, optional
        Properties to check, such as ``"k-anonymity"``; an empty list for nothing.
    k, k_cell, m, h, p, certainty : number, optional
        The numbers of the promise.
    sensitive : str or list of str, optional
        Sensitive labels, or ``"file:PATH"``.
    ceiling : str or list of str, optional
        Nodes below which nothing may be published, or ``"file:PATH"``.
    never : path, optional
        A file of words and phrases that must not be in the release.
    ledger : path, optional
        With `audit` and `data`: the ledger of the release; counts the candidates of each owner over all releases in it, or compares their numbers.
    rewritten : bool, optional
        With `promise`: the file was saved again by another program; order and encoding may mark rows.
    to, layout : str, optional
        Format and layout of the release.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Verdict
        True if the promise holds.
    """
    unexpected("verify", Loading, settings)
    if isinstance(release, Result):
        return release.verify(progress=progress)
    asked = {
        "to": to,
        "layout": layout,
        "promise": [promise] if isinstance(promise, str) else promise and list(promise),
        "k": k,
        "k_cell": k_cell,
        "m": m,
        "h": h,
        "p": p,
        "certainty": certainty,
        "sensitive": [sensitive] if isinstance(sensitive, str) else list(sensitive),
        "ceiling": [ceiling] if isinstance(ceiling, str) else list(ceiling),
        "never": None if never is None else os.fspath(never),
        "ledger": None if ledger is None else os.fspath(ledger),
        "rewritten": rewritten,
    }
    given: dict[str, Any] = dict(settings)
    source = None if data is None else as_data(data, given)
    name = None if audit is None else os.fspath(audit)
    with listening(progress) as listener:
        return Verdict(
            _core.verify(os.fspath(release), json.dumps(asked), source, as_json(given), name, listener)
        )


class Figures(dict[str, Any]):
    """Figures by name, as the command line prints them with ``--json``."""

    _title = "Figures"

    def _repr_html_(self) -> str:
        return _notebook.of_table(self._title, ("figure", "value"), _flat(self))


def _flat(figures: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Nested figures as a flat list of names and values. A list becomes its length."""
    rows: list[tuple[str, Any]] = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            rows += _flat(value, f"{before}{name}.")
        else:
            rows.append((before + name, f"{len(value)} entries" if isinstance(value, list) else value))
    return rows


@takes(Measuring)
def measure(
    data: Data,
    release: PathLike,
    *,
    audit: PathLike | None = None,
    to: str | None = None,
    layout: Literal["rows", "groups"] | None = None,
    progress: Progress = None,
    **settings: Unpack[Measuring],
) -> Figures:
    """Measures a release against its original: what was lost, what use is left, what an attacker can do.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        What the release was made of.
    release : path
        The release.
    audit : path, optional
        The audit that was written with it. Without, only figures are told that do not depend on whose row is whose.
    to, layout : str, optional
        Format and layout of the release.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Figures
        As ``clump measure --json`` prints them.
    """
    source, given = as_source("measure", Measuring, data, settings)
    asked = json.dumps({"to": to, "layout": layout})
    name = None if audit is None else os.fspath(audit)
    with listening(progress) as listener:
        text = _core.measure(source, os.fspath(release), asked, as_json(given), name, listener)
    return Figures(json.loads(text))


@takes(Loading)
def inspect(
    data: Data, *, unknown_words: bool = False, progress: Progress = None, **settings: Unpack[Loading]
) -> Figures:
    """Says what is in a log: owners, lengths, coverage, and how many owners a few known items single out.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        As for `anonymize`.
    unknown_words : bool, optional
        Adds the words that the taxonomy does not have, with how often they occur, as `unknown`. They are what people typed:
        private.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Figures
        As ``clump inspect --json`` prints them.

    Examples
    --------
    >>> import clump_anon as clump
    >>> found = clump.inspect({"ann": ["tea", "milk"], "bob": ["tea"]}, taxonomy="flat")
    >>> found["read"]["owners"]
    2
    """
    source, given = as_source("inspect", Loading, data, settings)
    with listening(progress) as listener:
        text, unknown = _core.inspect(source, as_json(given), listener)
    more = {"unknown": dict(unknown)} if unknown_words else {}
    return Figures(json.loads(text) | more)


@takes(Bounding)
def floor(data: Data, *, k: int, progress: Progress = None, **settings: Unpack[Bounding]) -> Figures:
    """Computes a proved floor under the loss: no k-anonymous grouping of the data, by any method, loses less.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        As for `anonymize`.
    k : int
        Least number of owners of a group.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Figures
        As ``clump floor --json`` prints them.
    """
    source, given = as_source("floor", Bounding, data, settings)
    with listening(progress) as listener:
        return Figures(json.loads(_core.floor(source, as_json({"k": k}, given), listener)))


class Comparison:
    """Kinds of release side by side.

    Attributes
    ----------
    details : dict
        Everything, as ``clump compare --json`` prints it.
    """

    def __init__(self, text: str, csv: str, page: str) -> None:
        self.details: dict[str, Any] = json.loads(text)
        self._csv = csv
        self._page = page

    @property
    def runs(self) -> list[dict[str, Any]]:
        """One dict for each run."""
        runs = self.details.get("cells") or self.details["runs"]["cells"]
        return list(runs)

    @property
    def advice(self) -> list[str]:
        """Which kind is for what, by the figures."""
        return [f"{advice['purpose']}: {advice['sentence']}" for advice in self.details["advice"]]

    def csv(self) -> str:
        """The figures as CSV."""
        return self._csv

    def page(self, path: PathLike, *, force: bool = False) -> Path:
        """Writes the page that shows the runs. Private.

        Parameters
        ----------
        path : path
            The page.
        force : bool, optional
            Replaces an existing file.
        """
        file = Path(path)
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL), 0o600)
        with open(opened, "w", encoding="utf-8") as out:
            out.write(self._page)
        return file

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.runs)} runs>"

    def _repr_html_(self) -> str:
        columns, *runs = csv.reader(io.StringIO(self._csv))
        told = [n for n in range(len(columns)) if any(run[n] for run in runs)]
        rows = [[_number(run[n]) for n in told] for run in runs]
        return _notebook.of_table("Kinds of release side by side", [columns[n] for n in told], rows)


def _number(cell: str) -> str | float:
    """Converts a CSV cell to a number if it has a fraction."""
    try:
        return float(cell) if "." in cell else cell
    except ValueError:
        return cell


@takes(Comparing)
def compare(
    data: Data,
    *,
    k: int | Sequence[int] = 5,
    methods: Sequence[str] | None = None,
    presets: Sequence[str] = (),
    by: str | None = None,
    floors: bool | None = None,
    sample: float | None = None,
    progress: Progress = None,
    **settings: Unpack[Comparing],
) -> Comparison:
    """Shows kinds of release of a log side by side, each verified, and which is for what.

    Parameters
    ----------
    data : table, list of lists, dict, path or list of paths
        As for `anonymize`.
    k : int or list of int, optional
        Least numbers of owners.
    methods : list of str, optional
        Methods by name; by default whole rows, pieces and counts, and for a query log also drop-rare.
    presets : list of str, optional
        Rules by which others published queries: ``google-dma``, ``bing``, ``brave``, ``orcas-like``.
    by : str, optional
        The column that divides the owners of a fact where such a rule does.
    floors : bool, optional
        Whether the floor under the loss is computed; by default on small logs.
    sample : float, optional
        Reads only about this share of the owners, each with all that is theirs: for a quick look at a large log.
    progress : bool or function, optional
        As for `anonymize`.

    Returns
    -------
    Comparison
    """
    source, given = as_source("compare", Comparing, data, settings)
    kinds = {
        "ks": [k] if isinstance(k, int) else list(k),
        "methods": None if methods is None else list(methods),
        "presets": list(presets),
        "by": by,
        "floor": floors,
        "sample": sample,
    }
    with listening(progress) as listener:
        told = _core.compare(source, as_json(given), json.dumps(kinds), listener)
    return Comparison(*told)
