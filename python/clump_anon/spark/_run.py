"""A run on Spark, step by step. Sums are Spark's, everything else is the core's."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import PromiseError, SettingError
from .._methods import Method, Nearest, method_settings
from .._settings import Anonymizing, as_json, takes, unexpected
from . import _steps
from ._needs import explained, needs_rows, session_of
from ._owners import partitions_of, together
from ._stages import Stages

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

SHARDS = 50_000
"""Rows that are grouped at a time, unless it is said."""


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
    method : Nearest or str, optional
        The method; `Nearest` by default.
    shards : int, optional
        About how many rows are grouped at a time. A worker needs memory for one shard.
    partitions : int, optional
        How many parts the owners are divided into while rows are read; by default ``spark.sql.shuffle.partitions``.

    Returns
    -------
    pyspark.sql.DataFrame
        Columns `items` and `owners_in_group`, sorted. It is kept by Spark until it is unpersisted.
    """
    unexpected("anonymize", Anonymizing, settings)
    with told():
        run = Run(frame, k=k, method=method, shards=shards, partitions=partitions, settings=settings)
        release = run.release().persist()
        verdict = run.verify(release)
        if not verdict["holds"]:
            raise PromiseError("the release does not keep its promise, so there is none")
        run.unpersist()
        return release


@contextmanager
def told() -> Iterator[None]:
    """Failures of Spark in words that say what to do."""
    try:
        yield
    except Exception as error:
        better = explained(error)
        if better is error:
            raise
        raise better from error


class Run(Stages):
    """One run: what the machines are told, and what they have made so far."""

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
        chosen = Nearest() if method is None else method
        if (chosen if isinstance(chosen, str) else chosen.name) != "nearest":
            raise SettingError("on Spark rows are grouped by nearest", 'method="nearest", or leave it out')
        self.frame, self.k, self.shards = frame, k, shards
        self.partitions = partitions_of(self.session, partitions)
        self.given = dict(settings)
        self.layout = self.given.get("layout") or ("rows" if self.given.get("unit", "owner") == "owner" else "groups")
        self.method = method_settings(chosen)

    # What machines are told.

    def _settings(self, *more: Mapping[str, Any]) -> str:
        return as_json({"k": self.k}, self.method, self.given, *more)

    # The steps.

    def records(self) -> DataFrame:
        """All rows of an owner in one partition, read and mapped there."""
        rows, self.given = together(self.frame, self.given, self.partitions)
        return rows.mapInArrow(_steps.read(self._settings()), _steps.RECORDS)

    def tree(self, records: DataFrame) -> Broadcast[bytes]:
        """The tree that all rows need."""
        edges = records.where("kind = 1").select("items").distinct().collect()
        tree = _core.Tree.of_edges([tuple(row["items"]) for row in edges])
        return self.session.sparkContext.broadcast(tree.to_bytes())

    def read_counts(self, records: DataFrame) -> dict[str, Any]:
        """What reading counted, over all machines."""
        parts = records.where("kind = 2").select("items").collect()
        return added_up(json.loads(row["items"][0]) for row in parts)

    def node_counts(self, rows: DataFrame, tree: Broadcast[bytes]) -> Broadcast[bytes]:
        """How many rows have something at or below each node, as 64-bit numbers by node."""
        counted = rows.mapInArrow(_steps.count(tree), _steps.COUNTS).groupBy("node").sum("rows").collect()
        counts = array("Q", bytes(8 * _core.Tree.from_bytes(tree.value).nodes))
        for node, number in counted:
            counts[node] = number
        return self.session.sparkContext.broadcast(counts.tobytes())

    def cuts(self, rows: DataFrame, tree: Broadcast[bytes], counts: Broadcast[bytes]) -> list[bytes]:
        """Where to cut: found from numbers of rows by the beginnings of their keys."""
        from pyspark.sql import functions as sql

        keyed = self._keep(rows.mapInArrow(_steps.add_keys(tree, counts, self.k), _steps.KEYED).select("key"))
        refining = _core.Refining(self.shards)
        while not refining.done:
            prefixes = refining.prefixes
            length = len(prefixes[0])
            asked = keyed
            if length:
                opened = self.session.createDataFrame([(bytearray(prefix),) for prefix in prefixes], "opened binary")
                begins = sql.substring("key", 1, length) == sql.col("opened")
                asked = keyed.join(sql.broadcast(opened), begins, "left_semi")
            longer = sql.substring("key", 1, length + refining.step).alias("prefix")
            counted = asked.groupBy(longer).count().collect()
            refining.add([(bytes(row["prefix"]), row["count"]) for row in counted])
        return list(refining.cuts)

    def divided(
        self, rows: DataFrame, tree: Broadcast[bytes], counts: Broadcast[bytes], cuts: list[bytes]
    ) -> tuple[DataFrame, int]:
        """Rows with their shards, each of which has at least k owners."""
        from pyspark.sql import functions as sql

        while True:
            step = _steps.divide(tree, counts, self.k, cuts)
            rows_of_shards = rows.mapInArrow(step, _steps.DIVIDED)
            found = rows_of_shards.groupBy("shard").agg(sql.count_distinct("owner").alias("owners")).collect()
            owners = [0] * (len(cuts) + 1)
            for row in found:
                owners[row["shard"]] = row["owners"]
            joined = _core.joined_cuts(cuts, owners, self.k)
            if joined == cuts:
                return rows_of_shards, len(owners)
            cuts = joined

    def release(self) -> DataFrame:
        """The release: items by name, and how many owners have them in common."""
        from pyspark.sql import functions as sql

        with self.stage("read and map"):
            records = self._keep(self.records())
            self.counts = self.read_counts(records)
            _core.require_half(self._settings(), json.dumps(self.counts))
        with self.stage("tree"):
            tree = self.tree(records)
            rows = self._keep(records.where("kind = 0").mapInArrow(_steps.number(tree), _steps.ROWS))
        with self.stage("counts and keys"):
            counts = self.node_counts(rows, tree)
            cuts = self.cuts(rows, tree, counts)
        with self.stage("shards"):
            divided, shards = self.divided(rows, tree, counts, cuts)
            self.number_of_shards = shards
            by_shard = in_partitions(divided, shards)
        with self.stage("group"):
            step = _steps.group(tree, counts, self.k, self._settings({"shards": self.shards}))
            grouped = self._keep(by_shard.mapInArrow(step, _steps.GROUPED))
            found = grouped.where("measures is not null").select("measures").collect()
            self.measures = added_up(json.loads(row["measures"]) for row in found)
        bags = grouped.where("measures is null").groupBy("nodes").agg(sql.count_distinct("owner").alias("owners_in_group"))
        named = bags.mapInArrow(_steps.name(tree), "items array<string>, owners_in_group bigint")
        if self.layout == "rows":
            copies = sql.explode(sql.array_repeat(sql.lit(1), sql.col("owners_in_group").cast("int"))).alias("copy")
            named = named.select("items", "owners_in_group", copies).drop("copy")
        return named.orderBy("items")

    def verify(self, release: DataFrame) -> dict[str, Any]:
        """The check of all rows, by a fold: equal rows come together, each partition is checked, verdicts are added up."""
        with self.stage("verify"):
            step = _steps.verify(self.k, self.layout)
            parts = release.repartition("items").mapInArrow(step, _steps.VERDICTS).collect()
        verdicts = [json.loads(row["verdict"]) for row in parts]
        return {
            "holds": bool(verdicts) and all(verdict["holds"] for verdict in verdicts),
            "rows": sum(verdict["rows"] for verdict in verdicts),
            "groups": sum(verdict["sets"] for verdict in verdicts),
            "smallest": min((verdict["smallest"] for verdict in verdicts), default=0),
            "violations": sum(verdict["violations"] for verdict in verdicts),
        }


def in_partitions(frame: DataFrame, shards: int) -> DataFrame:
    """Exactly one shard in each partition."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(shards, "shard")
    from pyspark.sql import functions as sql

    # Before Spark 4.1: numbers that Spark's hash sends to one partition each.
    session = frame.sparkSession
    numbers = session.range(0, 64 * shards + 1024).select("id", sql.pmod(sql.hash("id"), sql.lit(shards)).alias("part"))
    first = {row["part"]: row["id"] for row in numbers.groupBy("part").agg(sql.min("id").alias("id")).collect()}
    place = sql.array(*[sql.lit(first[shard]).cast("bigint") for shard in range(shards)])
    return frame.repartition(shards, sql.element_at(place, sql.col("shard") + 1))


def added_up(parts: Iterator[Mapping[str, Any]] | Any) -> dict[str, Any]:
    """Numbers of the same name added up, level by level; other values are those of the first part."""
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
