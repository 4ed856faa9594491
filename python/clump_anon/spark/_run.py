"""A run on Spark, step by step. Spark computes the sums; the Rust core does everything else."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import PromiseError, SettingError
from .._base import Method, method_settings
from .._generated import Nearest
from .._generated import Pieces as PiecesMethod
from .._settings import Anonymizing, as_json, takes, unexpected
from . import _steps
from ._files import sent
from ._needs import explained, needs_rows, session_of
from ._owners import partitions_of, secret_of, together
from ._pieces import Pieces
from ._shards import Shards
from ._stages import Stages

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

SHARDS = 50_000
"""Default number of rows in a shard, which is grouped at a time."""

NOT_HERE = ("sensitive", "certainty", "ceiling", "ledger", "floor", "cost")
"""Settings that need all rows at once, so Spark cannot use them."""


@takes(Anonymizing)
def anonymize(
    frame: DataFrame,
    *,
    k: int,
    method: Method | str | None = None,
    shards: int = SHARDS,
    partitions: int | None = None,
    **settings: Unpack[Anonymizing],
) -> DataFrame:
    """Makes a release of a Spark DataFrame and verifies it as a fold over its rows.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The data.
    k : int
        Least number of owners of a row.
    method : Nearest, Pieces or str, optional
        The method; `Pieces` where `query` says which column has queries, else `Nearest`.
    shards : int, optional
        About how many rows are grouped at a time. A worker needs memory for one shard.
    partitions : int, optional
        How many parts the owners are divided into while rows are read; by default ``spark.sql.shuffle.partitions``.

    Returns
    -------
    pyspark.sql.DataFrame
        Columns `items` and `owners_in_group`, and `text` of pieces that are whole queries; sorted. It is kept by Spark until it is
        unpersisted.
    """
    unexpected("anonymize", Anonymizing, settings)
    with told():
        run = Run(frame, k=k, method=method, shards=shards, partitions=partitions, settings=settings)
        try:
            release = run.release().persist()
            if not run.verify(release)["holds"]:
                raise PromiseError("the release does not keep its promise, so it is not returned")
            return release
        finally:
            run.unpersist()


@contextmanager
def told() -> Iterator[None]:
    """Replaces exceptions of Spark by errors that say what to do."""
    try:
        yield
    except Exception as error:
        better = explained(error)
        if better is error:
            raise
        raise better from error


class Run(Stages):
    """One run that makes a release of rows: the values sent to workers, and the frames so far."""

    #: The taxonomy, and the same as a broadcast for workers. Set once the rows were read.
    tree: _core.Tree
    told_tree: Broadcast[bytes]
    #: Number of cells of all rows by node, and the sum of the squared lengths of all rows.
    cells: Broadcast[bytes]
    squares: int

    def __init__(
        self,
        frame: DataFrame,
        *,
        k: int,
        method: Method | str | None,
        shards: int,
        partitions: int | None,
        settings: Mapping[str, Any],
    ) -> None:
        super().__init__()
        self.session = session_of(frame)
        needs_rows(frame)
        # As in one process: a column called `query` has queries, unless the settings name item columns.
        has_queries = bool(settings.get("query")) or ("query" in frame.columns and not settings.get("items"))
        chosen = method if method is not None else PiecesMethod() if has_queries else Nearest()
        name = chosen if isinstance(chosen, str) else chosen.name
        if name not in ("nearest", "pieces"):
            raise SettingError("on Spark, the methods are nearest, pieces and counts", 'pass method="pieces", "nearest" or "counts"')
        for setting in NOT_HERE:
            if settings.get(setting):
                raise SettingError(f"{setting} needs all rows at once", f"leave out {setting}=, or use clump_anon.anonymize()")
        self.method = method_settings(chosen)
        # The method's own parameter `shards` overrides the argument.
        self.method["shards"] = self.method.get("shards") or shards
        self.frame, self.k, self.shards = frame, k, int(self.method["shards"])
        self.partitions = partitions_of(self.session, partitions)
        self.in_pieces = name == "pieces"
        # The default is in the Rust core, and is above 0.
        links = self.method.get("links")
        self.joins_words = links is None or float(links) > 0
        self.given = dict(settings)
        self.given.setdefault("unit", "query" if self.in_pieces and has_queries else "owner")
        self.layout = _core.layout_of(self.settings())

    # Values for workers, and sums of their counts.

    def settings(self, given: Mapping[str, Any] | None = None) -> str:
        """The keys of the job as JSON, for the Rust core."""
        return as_json({"k": self.k}, self.method, self.given if given is None else given)

    def told(self, value: Any) -> Broadcast[Any]:
        """Broadcasts `value` to all workers."""
        return self.session.sparkContext.broadcast(value)

    def sums(self, counted: DataFrame, lengths: Mapping[str, int]) -> dict[str, bytes]:
        """Sums of counts over all machines: an array of 64-bit numbers for each name, as bytes in native byte order."""
        sums = {name: array("Q", bytes(8 * length)) for name, length in lengths.items()}
        for name, number, count in counted.groupBy("counted", "number").sum("count").collect():
            sums[name][number] = count
        return {name: counts.tobytes() for name, counts in sums.items()}

    def node_counts(self, rows: DataFrame, *counted: str, placing: Broadcast[bytes] | None = None) -> dict[str, bytes]:
        """Counts of `rows` by node: an array for each unit in `counted`."""
        step = _steps.count(self.told_tree, counted, placing)
        return self.sums(rows.mapInArrow(step, _steps.COUNTS), dict.fromkeys(counted, self.tree.nodes))

    # The steps.

    def release(self) -> DataFrame:
        """The release as a frame: item names, number of owners who share them, and the text if it is a whole query."""
        from pyspark.sql import functions as sql

        with self.stage("read and map"):
            records = self.kept(self._records())
            self.read = self._read(records)
            _core.require_half(self.settings(), json.dumps(self.read["counts"]))
        with self.stage("tree"):
            edges = records.where("kind = 1").select("items").distinct().collect()
            self.tree = _core.Tree.of_edges([tuple(row["items"]) for row in edges])
            self.told_tree = self.told(self.tree.to_bytes())
        with self.stage("count"):
            self.rows = self.kept(records.where("kind = 0").mapInArrow(_steps.number(self.told_tree), _steps.ROWS))
            counts = self.node_counts(self.rows, "cells", "owners" if self.in_pieces else "rows")
            self.cells, self.owners = self.told(counts["cells"]), counts.get("owners")
            lengths = self.rows.agg(sql.sum(sql.pow(sql.size("nodes"), 2))).first()
            self.squares = int(lengths[0] or 0) if lengths else 0
        if self.in_pieces:
            pieces = Pieces(self, records, self.rows)
            self.parts, self.queries = self.kept(pieces.parts()), pieces.queries
        else:
            self.parts, self.queries = self._whole_rows(self.told(counts["rows"])), None
        owners = sql.count_distinct("owner").alias("owners_in_group")
        self.bags = self.kept(self.parts.groupBy("nodes", "text").agg(owners).mapInArrow(_steps.name(self.told_tree), _steps.NAMED))
        return self._laid_out(self.bags).orderBy(*self._key())

    def _whole_rows(self, counts: Broadcast[bytes]) -> DataFrame:
        """The published row of each row, for methods that group whole rows."""
        with self.stage("shards"):
            shards = Shards(self, self.rows.drop("queries"), counts, by_labels=False).frame()
        with self.stage("group"):
            step = _steps.group(self.told_tree, counts, self.k, self.settings())
            grouped = self.kept(shards.mapInArrow(step, _steps.CELLS))
            grouped.count()
        return grouped

    def _records(self) -> DataFrame:
        """Records of all rows. A worker reads and maps all rows of an owner in one partition."""
        secret = secret_of(self.session)
        rows, given = together(self.frame, self.given, self.partitions, secret)
        settings = self.settings(given)
        return rows.mapInArrow(_steps.read(settings, sent(self.session, settings), secret), _steps.RECORDS)

    def _read(self, records: DataFrame) -> dict[str, Any]:
        """Counts of reading over all machines, and the frequencies of unknown words."""
        from pyspark.sql import functions as sql

        parts = records.where("kind = 2").select("items").collect()
        read = added_up(json.loads(row["items"][0]) for row in parts)
        if not read:
            raise SettingError("there are no rows", "pass a frame that is not empty")
        words = records.where("kind = 4").groupBy("items").agg(sql.sum("number").alias("times"))
        read["unknown"] = [list(row) for row in words.groupBy("times").count().orderBy("times").collect()]
        read["stand_in"] = _core.stand_in(self.settings(), json.dumps(read["counts"]))
        return read

    def _key(self) -> list[str]:
        return ["items", "text"] if self.in_pieces else ["items"]

    def _laid_out(self, bags: DataFrame) -> DataFrame:
        """The release in its layout: one row for each group, or one for each owner of each group."""
        from pyspark.sql import functions as sql

        columns = ["items", "owners_in_group", *self._key()[1:]]
        if self.layout == "groups":
            return bags.select(*columns)
        copies = sql.explode(sql.array_repeat(sql.lit(1), sql.col("owners_in_group").cast("int"))).alias("copy")
        return bags.select(*columns, copies).drop("copy")

    # The checks.

    def verify(self, release: DataFrame) -> dict[str, Any]:
        """Checks all rows of the written release, with equal rows in one partition. They must be the computed groups, and each
        published part must match the row of its owner.
        """
        with self.stage("verify"):
            step = _steps.verify(self.k, self.layout)
            parts = release.repartition(*self._key()).mapInArrow(step, _steps.VERDICTS).collect()
            self.verdicts = [row["verdict"] for row in parts]
            is_same = self._is_same(release)
        with self.stage("measure"):
            self.accounts = self._accounts()
            self.groups = self._groups()
        verdict, self._told = _core.certify(
            self.settings(),
            self.tree,
            self.all_read,
            self.accounts,
            json.dumps(self.groups),
            self.verdicts,
            self.owners or bytes(8 * self.tree.nodes),
        )
        found: dict[str, Any] = json.loads(verdict)
        return {**found, "holds": found["holds"] and is_same and self._told is not None}

    def certificate(self) -> str:
        """The public certificate of the release, as JSON."""
        return self._certified()[0]

    def figures(self) -> dict[str, Any]:
        """Figures of the run. Private: they are counted in the data."""
        figures: dict[str, Any] = json.loads(self._certified()[1])
        return figures

    def _certified(self) -> tuple[str, str]:
        if self._told is None:
            raise PromiseError("the release does not keep its promise, so it has no certificate and no figures")
        return self._told

    def _is_same(self, release: DataFrame) -> bool:
        """True if the written groups are exactly the computed ones, each with its true number of owners."""
        from pyspark.sql import functions as sql

        shown = release.groupBy(*self._key()).agg(sql.max("owners_in_group").alias("stated"), sql.count("items").alias("rows"))
        counted = self.bags.withColumnsRenamed({name: f"{name}_counted" for name in self.bags.columns})
        same = [sql.col(name).eqNullSafe(sql.col(f"{name}_counted")) for name in self._key()]
        both = shown.join(counted, reduce(and_, same), "full_outer")
        rows = sql.col("stated") if self.layout == "rows" else sql.lit(1)
        is_right = sql.col("stated").eqNullSafe(sql.col("owners_in_group_counted")) & sql.col("rows").eqNullSafe(rows)
        return bool(both.where(~is_right).isEmpty())

    def _accounts(self) -> list[str]:
        """Comparison of all rows with their published parts: one JSON text for each partition."""
        from pyspark.sql import functions as sql

        read = {**self.read, "cells": array("Q", self.cells.value).tolist()}
        self.all_read = json.dumps(read)
        nothing = sql.lit(None)
        rows = self.rows.select(
            "owner", "owner_key", "row", "nodes", sql.col("nodes").alias("items"), nothing.cast("string").alias("text"), "queries",
            sql.lit(False).alias("is_part"),
        )  # fmt: skip
        parts = self.parts.select(
            "owner", "owner_key", "row", "nodes", "items", "text", nothing.cast("array<string>").alias("queries"),
            sql.lit(True).alias("is_part"),
        )  # fmt: skip
        step = _steps.account(self.told_tree, self.told(self.all_read), self.queries)
        all_of_owners = rows.unionByName(parts).repartition(self.partitions, "owner")
        return [row["account"] for row in all_of_owners.mapInArrow(step, _steps.ACCOUNTS).collect()]

    def _groups(self) -> dict[str, Any]:
        from pyspark.sql import functions as sql

        sizes = self.bags.groupBy("owners_in_group").count().orderBy("owners_in_group").collect()
        whole = self.bags.where("text is not null").agg(sql.count("text"), sql.sum("owners_in_group")).first()
        queries, owners = whole if whole else (0, 0)
        return {
            "sizes": [{"owners": row["owners_in_group"], "groups": row["count"]} for row in sizes],
            "whole_queries": queries,
            "queries_published": owners or 0,
        }


def added_up(parts: Iterator[Mapping[str, Any]] | Any) -> dict[str, Any]:
    """Sums numbers of the same name, also in nested mappings. Other values come from the first part."""
    total: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            known = total.get(name)
            if isinstance(value, Mapping):
                total[name] = added_up([known or {}, value])
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                total[name] = (known or 0) + value
            elif known is None:
                total[name] = value
    return total
