"""Trees that items are generalized in."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from ._base import PathLike
from ._data import Data, as_source
from ._errors import InputError
from ._progress import Progress, listening
from ._settings import Growing, as_json, takes

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


class Taxonomy:
    """A tree of items: from a file, edges, a nested dict, WordNet, the prefixes of codes, or grown from data.

    Examples
    --------
    >>> import clump_anon as clump
    >>> tree = clump.Taxonomy.from_dict({"food": {"fruit": ["apple", "pear"], "meat": ["beef"]}})
    >>> tree.size
    {'nodes': 6, 'leaves': 3, 'levels': 3}
    >>> result = clump.anonymize({"ann": ["apple"], "bob": ["pear"]}, k=2, taxonomy=tree)
    >>> result.release.to_pyarrow()["items"].to_pylist()
    [['<fruit>'], ['<fruit>']]
    """

    def __init__(self, settings: Mapping[str, Any], keep: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self._given = dict(settings)
        # The folder of a generated tree is deleted together with this object.
        self._keep = keep

    @classmethod
    def from_file(
        cls,
        path: PathLike,
        *,
        format: str | None = None,
        repair: str | Iterable[str] = (),
        language: str | None = None,
    ) -> Self:
        """A tree in a file.

        Parameters
        ----------
        path : path
            Edges, rows of ARX, paths, hierarchies of Amnesia, nested JSON, outlines, SKOS in Turtle, or a folder of WordNet's
            database.
        format : str, optional
            How it is written; by default its text decides.
        repair : str or list of str, optional
            What may be done to make it one tree.
        language : str, optional
            Of the labels of a SKOS file.
        """
        if language is not None:
            format = f"{format or 'skos'}:{language}"
        return cls(
            {"taxonomy": os.fspath(path), "taxonomy_format": format}
            | {"repair": [repair] if isinstance(repair, str) else list(repair)}
        )

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[str, str | None]]) -> Self:
        """A tree of pairs of a child and its parent; the parent of the root is None or not there.

        Parameters
        ----------
        edges : iterable of (str, str or None)
            The pairs.
        """
        lines: list[str] = []
        for number, (child, parent) in enumerate(edges):
            names = [child] if parent is None else [child, parent]
            if any(not name or any(sign in name for sign in "\t\n\r") for name in names):
                raise InputError(f"edge {number}: a name is empty, or contains a tab or a line break")
            lines.append(f"{child}\t{parent or ''}\n")
        return cls._written("".join(lines), "edges.tsv", "edges")

    @classmethod
    def from_dict(cls, tree: Mapping[str, Any]) -> Self:
        """A tree of nested dicts; the lowest level can be lists.

        Parameters
        ----------
        tree : dict
            One key is the root. Several keys get a root above them.
        """
        edges: list[tuple[str, str | None]] = []
        if len(tree) == 1:
            ((root, below),) = tree.items()
        else:
            root, below = "all", tree
        edges.append((root, None))
        _below(root, below, edges)
        return cls.from_edges(edges)

    @classmethod
    def wordnet(cls, folder: PathLike | None = None) -> Self:
        """The nouns of WordNet: those that are built in, or the database in `folder`."""
        return cls({"taxonomy": "wordnet" if folder is None else os.fspath(folder)})

    @classmethod
    def flat(cls) -> Self:
        """All items below one root: an item is published exactly or not at all."""
        return cls({"taxonomy": "flat"})

    @classmethod
    def prefix(cls, lengths: Iterable[int] = ()) -> Self:
        """The ancestors of a code are its prefixes: of all lengths, or of these."""
        chosen = ",".join(map(str, lengths))
        return cls({"taxonomy": f"prefix:{chosen}" if chosen else "prefix"})

    @classmethod
    @takes(Growing)
    def grown(
        cls,
        data: Data,
        *,
        k: int,
        fan_out: int = 2,
        path: PathLike | None = None,
        force: bool = False,
        progress: Progress = None,
        **settings: Unpack[Growing],
    ) -> Self:
        """A tree that is grown from data, for whoever has none. It names nothing that fewer than k owners have.

        Parameters
        ----------
        data : table, list of lists, dict, path or list of paths
            As for `clump_anon.anonymize`.
        k : int
            Least number of owners of an item that the tree names; all rarer ones share one leaf.
        fan_out : int, optional
            The most children of a node. With 2 the tree loses least.
        path : path, optional
            Where it is written, for publishing; by default it is gone with this object.
        force : bool, optional
            Replaces an existing file.
        progress : bool or function, optional
            As for `clump_anon.anonymize`.

        Returns
        -------
        Taxonomy
        """
        source, given = as_source("grown", Growing, data, settings)
        keep = tempfile.TemporaryDirectory() if path is None else None
        target = Path(path or os.path.join(keep.name if keep else "", "grown.tsv"))
        with listening(progress) as listener:
            told = _core.build_taxonomy(
                source, as_json({"k": k, "output": target, "force": force}, given), fan_out, listener
            )
        built = json.loads(told)
        return cls({"taxonomy": str(target), "unknown": f"as:{built['unknown']}"}, keep)

    @classmethod
    def _written(cls, text: str, name: str, format: str) -> Self:
        keep = tempfile.TemporaryDirectory()
        path = Path(keep.name) / name
        path.write_text(text, encoding="utf-8")
        return cls({"taxonomy": str(path), "taxonomy_format": format}, keep)

    @property
    def size(self) -> dict[str, int]:
        """How many nodes, leaves and levels it has; not of `flat` and `prefix`, which data make."""
        given = {name: part for name, part in self._given.items() if name != "unknown"}
        size: dict[str, int] = json.loads(_core.check_taxonomy(as_json(given)))
        return size

    def _settings(self) -> dict[str, Any]:
        return {name: part for name, part in self._given.items() if part not in (None, [], ())}

    def __repr__(self) -> str:
        return f"<Taxonomy {Path(str(self._given['taxonomy'])).name}>"


def _below(parent: str, tree: Any, edges: list[tuple[str, str | None]]) -> None:
    """Adds the edges below `parent` to `edges`. Uses a list instead of recursion, because files can be deep."""
    todo = [(parent, tree)]
    while todo:
        parent, tree = todo.pop()
        if isinstance(tree, str):
            edges.append((tree, parent))
        elif isinstance(tree, Mapping):
            for name, below in tree.items():
                edges.append((name, parent))
                todo.append((name, below))
        elif tree is not None:
            todo.extend((parent, part) for part in tree)
