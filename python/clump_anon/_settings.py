"""Keywords: the keys of a job, as flags of the command line and TOML files have them, with underscores.

What each of them means is written once, in Rust, and becomes part of the documentation of every function that takes it.
"""

from __future__ import annotations

import inspect
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

from . import _core
from ._base import PathLike
from ._generated import Facts, Guards

if TYPE_CHECKING:
    from ._taxonomy import Taxonomy

Listener = Callable[[str, int, int], object]
"""Is told the stage, the steps that are done, and all steps; 0 where that is not known."""


class Reading(TypedDict, total=False):
    """How data are read, and what an owner and a transaction are in them."""

    from_: str
    owner: str
    owner_per_row: bool
    spelling: Literal["refuse", "fold", "as-they-are"]
    transaction: str
    items: str | Sequence[str]
    query: str
    time: str
    url: str
    time_format: str
    delimiter: str
    cells: str
    separator: str
    unit: Literal["owner", "session", "query", "transaction"]
    gap: str
    keep_repeats: bool
    skip_bad_lines: bool
    temp: PathLike
    matching: Literal["full", "paper"]
    overrides: PathLike
    unknown: str


class Tree(TypedDict, total=False):
    """Which tree items are generalized in."""

    taxonomy: PathLike | Taxonomy
    taxonomy_format: str
    repair: str | Sequence[str]
    scope: Literal["pruned", "full"]


class Loading(Reading, Tree, total=False):
    """How data are read, and which tree they are mapped to."""


class Anonymizing(Loading, Guards, total=False):
    """Everything that a release depends on besides its method."""

    purpose: str
    accept_loss: bool
    cost: Literal["lm", "bits"]
    sensitive: str | Sequence[str]
    layout: Literal["rows", "groups"]
    keep_root: bool
    floor: bool
    threads: int
    memory: str | int


class Counting(Reading, total=False):
    """What a table of facts depends on besides the facts."""

    never: PathLike
    ledger: PathLike
    budget: float
    threads: int
    memory: str | int


class Tabulating(Loading, Facts, Guards, total=False):
    """The same with the facts, in one process: facts may have a ceiling, and a bound on what is sensitive, in a tree."""

    sensitive: str | Sequence[str]
    threads: int
    memory: str | int


class CountingFacts(Facts, Counting, total=False):
    """Everything that a table of facts depends on besides k."""


class Comparing(Loading, total=False):
    """What a comparison depends on besides the methods."""

    accept_loss: bool
    cost: Literal["lm", "bits"]
    sensitive: str | Sequence[str]
    certainty: float
    ceiling: str | Sequence[str]
    seed: int
    threads: int


class Bounding(Loading, total=False):
    """What a floor depends on besides k."""

    cost: Literal["lm", "bits"]
    threads: int


class Measuring(Loading, total=False):
    """What figures of a release depend on besides the files."""

    cost: Literal["lm", "bits"]
    sensitive: str | Sequence[str]


class Growing(TypedDict, total=False):
    """What a tree depends on that is grown from data."""

    from_: str
    owner: str
    owner_per_row: bool
    spelling: Literal["refuse", "fold", "as-they-are"]
    items: str | Sequence[str]
    query: str
    delimiter: str
    cells: str
    separator: str
    skip_bad_lines: bool
    temp: PathLike
    matching: Literal["full", "paper"]
    overrides: PathLike
    threads: int
    memory: str | int


def key(keyword: str) -> str:
    """The key of a job for a Python keyword: `from_` becomes `from`, and underscores become hyphens."""
    return keyword.rstrip("_").replace("_", "-")


def as_json(*groups: Mapping[str, Any]) -> str:
    """Keywords as the keys of a job, in JSON. What is None, False or an empty list is not given.

    >>> as_json({"k": 5, "owner": None}, {"owner_per_row": True, "from_": "csv"})
    '{"k": 5, "owner-per-row": true, "from": "csv"}'
    """
    given: dict[str, Any] = {}
    for group in groups:
        for keyword, value in group.items():
            if keyword == "taxonomy" and hasattr(value, "_settings"):
                given.update({key(name): part for name, part in value._settings().items()})
            elif not (value is None or value is False or value == [] or value == ()):
                given[key(keyword)] = plain(value)
    return json.dumps(given)


def plain(value: Any) -> Any:
    """Converts a value for JSON: a path to its text, and a sequence to a list."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Iterable):
        return [plain(part) for part in value]
    return value


_HELP: dict[str, str] = {name: text for name, text in _core.keys()}

_Function = TypeVar("_Function", bound=Callable[..., Any])


def takes(group: type) -> Callable[[_Function], _Function]:
    """Decorator that adds the keywords of `group` to the signature and docstring of a function."""

    def complete(function: _Function) -> _Function:
        keywords = group.__annotations__
        signature = inspect.signature(function)
        own = [part for part in signature.parameters.values() if part.kind is not part.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_text(kind))
            for name, kind in keywords.items()
            if name not in signature.parameters
        ]
        function.__signature__ = signature.replace(parameters=own + more)  # type: ignore[attr-defined]
        described = "".join(f"{part.name} : {_kind(part.annotation)}, optional\n{_described(part.name)}" for part in more)
        document = inspect.cleandoc(function.__doc__ or "")
        before, mark, after = document.partition("\n\nReturns\n-------")
        function.__doc__ = f"{before}\n{described.rstrip()}{mark}{after}" if described else document
        return function

    return complete


def _described(keyword: str) -> str:
    return "".join(f"    {line}".rstrip() + "\n" for line in help_of(keyword).splitlines())


def _text(annotation: Any) -> str:
    """The text of a type annotation."""
    return str(getattr(annotation, "__forward_arg__", annotation))


def _kind(annotation: str) -> str:
    """A type in the style of numpydoc."""
    words = re.sub(r"Literal\[(.*)\]", r"{\1}", annotation.replace("PathLike", "path"))
    return re.sub(r"Sequence\[(\w+)\]", r"list of \1", words).replace(" | ", " or ")


def help_of(keyword: str) -> str:
    """What a keyword means, with other settings called as keywords.

    >>> "owner_per_row" in help_of("owner")
    True
    """
    text = inspect.cleandoc(_HELP.get(key(keyword), ""))
    return re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), text)


def unexpected(function: str, group: type, given: Mapping[str, Any]) -> None:
    """Raises an error for keywords that a function does not know, as Python does."""
    for keyword in given:
        if keyword not in group.__annotations__:
            raise TypeError(f"{function}() got an unexpected keyword argument '{keyword}'")
