"""What can be passed as data: tables of any library that speaks Arrow, lists, dicts, and names of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from . import _core
from ._errors import SettingError
from ._settings import unexpected

if TYPE_CHECKING:
    from ._base import PathLike


@runtime_checkable
class ArrowStream(Protocol):
    """A table with the Arrow PyCapsule interface: of pyarrow, Polars, pandas, DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Items = Iterable["str | int"]

if TYPE_CHECKING:
    Data = (
        ArrowStream
        | PathLike
        | Sequence[PathLike]
        | Sequence[Items]
        | Mapping[str, Items]
        | Mapping[int, Items]
    )
else:
    Data = Any


def as_source(
    function: str, keywords: type, data: Data, settings: Mapping[str, Any]
) -> tuple[_core.Data, dict[str, Any]]:
    """The data and settings for `function`, as the Rust core needs them. Raises an error for unknown settings."""
    unexpected(function, keywords, settings)
    given = dict(settings)
    return as_data(data, given), given


def as_data(data: Data, settings: dict[str, Any]) -> _core.Data:
    """The input of the Rust core. Also sets the keys that follow from the kind of data, such as the owner column of a dict."""
    if isinstance(data, (str, os.PathLike)):
        return _core.Data.of_paths([os.fspath(data)])
    if hasattr(data, "__arrow_c_stream__"):
        return _core.Data.of_table(_with_capsule(data), _name(data))
    if _is_pandas(data):
        return _core.Data.of_table(_from_pandas(data), "frame")
    if isinstance(data, Mapping):
        if settings.get("owner") or settings.get("owner_per_row"):
            raise SettingError("the keys of a dict are its owners", "leave owner= and owner_per_row= out")
        settings.update(owner="owner", items=settings.get("items") or "items")
        return _core.Data.of_lists(data.values(), list(data.keys()))
    if isinstance(data, Sequence):
        if not data:
            raise SettingError("no input was given", "pass a table, lists, or names of files")
        if all(isinstance(part, (str, os.PathLike)) for part in data):
            return _core.Data.of_paths([os.fspath(part) for part in data])  # type: ignore[arg-type]
        if not settings.get("owner_per_row"):
            raise SettingError(
                "a list of lists does not name the owners",
                "pass owner_per_row=True if each list is all that one owner has, or a dict {owner: items}",
            )
        settings.update(items=settings.get("items") or "items")
        return _core.Data.of_lists(data)
    raise TypeError(
        f"data of type {type(data).__name__} cannot be read: pass a table with __arrow_c_stream__ "
        "(pyarrow, Polars, pandas, DuckDB), a list of lists, a dict {owner: items}, or names of files"
    )


def _name(data: object) -> str:
    return type(data).__name__.lower()


def _is_pandas(data: object) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def _with_capsule(data: Any) -> Any:
    """pandas frames become pyarrow tables, because their Arrow interface needs pyarrow anyway."""
    return _from_pandas(data) if _is_pandas(data) else data


def _from_pandas(frame: Any) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("a pandas frame is read through pyarrow: pip install pyarrow") from None
    return pyarrow.Table.from_pandas(frame, preserve_index=False)
