"""Division of rows into shards, which workers process one by one. Counts of rows by key prefix decide where to cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core
from . import _steps

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

    from ._run import Run


class Shards:
    """Rows that are divided into shards by sort keys."""

    def __init__(self, run: Run, rows: DataFrame, counts: Broadcast[bytes], *, by_labels: bool) -> None:
        self.run, self.rows, self.counts, self.by_labels = run, rows, counts, by_labels

    def frame(self) -> DataFrame:
        """The rows in partitions of exactly one shard each."""
        divided, shards = self._divided(self._cuts())
        return in_partitions(divided, shards).drop("shard")

    def _cuts(self) -> list[bytes]:
        from pyspark.sql import functions as sql

        run = self.run
        step = _steps.add_keys(run.told_tree, self.by_labels, self.counts, run.k)
        keyed = run.kept(self.rows.mapInArrow(step, "key binary"))
        refining = _core.Refining(run.shards)
        while not refining.done:
            prefixes = refining.prefixes
            length = len(prefixes[0])
            asked = keyed
            if length:
                opened = run.session.createDataFrame([(bytearray(prefix),) for prefix in prefixes], "opened binary")
                begins = sql.substring("key", 1, length) == sql.col("opened")
                asked = keyed.join(sql.broadcast(opened), begins, "left_semi")
            longer = sql.substring("key", 1, length + refining.step).alias("prefix")
            counted = asked.groupBy(longer).count().collect()
            refining.add([(bytes(row["prefix"]), row["count"]) for row in counted])
        keyed.unpersist()
        return list(refining.cuts)

    def _divided(self, cuts: list[bytes]) -> tuple[DataFrame, int]:
        """The rows with the column `shard`, and the number of shards. Each shard has at least k owners."""
        from pyspark.sql import functions as sql

        run = self.run
        schema = f"{', '.join(f'{field.name} {field.dataType.simpleString()}' for field in self.rows.schema)}, shard int"
        while True:
            step = _steps.divide(run.told_tree, self.by_labels, self.counts, run.k, cuts)
            divided = self.rows.mapInArrow(step, schema)
            found = divided.groupBy("shard").agg(sql.count_distinct("owner").alias("owners")).collect()
            owners = [0] * (len(cuts) + 1)
            for row in found:
                owners[row["shard"]] = row["owners"]
            joined = _core.joined_cuts(cuts, owners, run.k)
            if joined == cuts:
                return divided, len(owners)
            cuts = joined


def in_partitions(frame: DataFrame, shards: int) -> DataFrame:
    """Repartitions `frame` so that each partition has exactly one shard."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(shards, "shard")
    from pyspark.sql import functions as sql

    # Before Spark 4.1: for each shard, a number that Spark's hash sends to a partition of its own.
    session = frame.sparkSession
    numbers = session.range(0, 64 * shards + 1024).select("id", sql.pmod(sql.hash("id"), sql.lit(shards)).alias("part"))
    first = {row["part"]: row["id"] for row in numbers.groupBy("part").agg(sql.min("id").alias("id")).collect()}
    place = sql.array(*[sql.lit(first[shard]).cast("bigint") for shard in range(shards)])
    return frame.repartition(shards, sql.element_at(place, sql.col("shard") + 1))
