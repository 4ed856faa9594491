"""Pieces on Spark, in four steps: publish whole queries, label the remainder, join words in shards, publish the rest one by one.
Spark sums numbers of owners, and the Rust core decides.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from .. import _core
from . import _steps
from ._shards import Shards

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame

    from ._run import Run

class Pieces:
    """The work of method `pieces`: cuts all rows into pieces."""

    def __init__(self, run: Run, records: DataFrame, rows: DataFrame) -> None:
        self.run, self.records, self.rows = run, records, rows
        self.queries: Broadcast[bytes] = run.told(b"")

    def parts(self) -> DataFrame:
        """All published pieces of all rows, step by step."""
        run = self.run
        with run.stage("whole queries"):
            self.queries = self._choose_queries()
            published = run.kept(self.rows.mapInArrow(_steps.publish_queries(self.queries), _steps.CELLS))
        found = [published.where("not is_left")]
        with run.stage("labels"):
            left = self._labelled(published.where("is_left"))
        if run.joins_words:
            for _ in range(_core.PASSES):
                with run.stage("words together"):
                    joined = self._joined(left)
                    found.append(joined.where("not is_left"))
                    again = joined.where("is_left").repartition(run.partitions, "owner")
                    left = run.kept(again.mapInArrow(_steps.label(run.told_tree), _steps.CELLS))
        with run.stage("labels"):
            left = self._labelled(left)
        with run.stage("words alone"):
            found.append(self._alone(left))
        return reduce(lambda one, other: one.unionByName(other), found)

    def _choose_queries(self) -> Broadcast[bytes]:
        """The state of the choice of whole queries that at least k owners asked: which are published, in which order of preference."""
        from pyspark.sql import functions as sql

        run = self.run
        asked = self.rows.select("owner", sql.explode("queries").alias("text"))
        owners = asked.groupBy("text").agg(sql.count_distinct("owner").alias("owners")).where(sql.col("owners") >= run.k)
        words = self.records.where("kind = 3").select(sql.element_at("queries", 1).alias("text"), "items").dropDuplicates(["text"])
        common = words.join(owners, "text").select("text", "items", "owners").toArrow()
        queries = _core.Queries(run.tree, common, run.k)
        while True:
            told = run.told(queries.to_bytes())
            counts = run.sums(self.rows.mapInArrow(_steps.count_queries(told), _steps.COUNTS), {"queries": len(queries)})
            is_over = not queries.advance(counts["queries"])
            told.unpersist()
            if is_over:
                return run.told(queries.to_bytes())

    def _labelled(self, left: DataFrame) -> DataFrame:
        """Gives the remainder its lowest labels that k owners share. After the first round, only unplaced labels are counted again."""
        run = self.run
        placing = _core.Placing(run.tree, run.k)
        words = left
        while True:
            told = run.told(placing.to_bytes())
            counts = run.node_counts(words, "owners", placing=told)["owners"]
            if not placing.advance(run.tree, counts):
                return run.kept(left.mapInArrow(_steps.label(run.told_tree, told), _steps.CELLS))
            if words is left:
                words = run.kept(left.mapInArrow(_steps.unplaced(run.told_tree, run.told(placing.to_bytes())), _steps.CELLS))

    def _joined(self, left: DataFrame) -> DataFrame:
        """Joins words of rows with common labels, shard by shard. Returns the pieces and the remainder of the rows."""
        run = self.run
        counts = run.node_counts(left, "rows_with", "owners_with")
        keyed_by, owners = run.told(counts["rows_with"]), run.told(counts["owners_with"])
        shards = Shards(run, left, keyed_by, by_labels=True).frame()
        step = _steps.join(run.told_tree, keyed_by, run.k, run.settings(), run.cells, owners, run.squares)
        return run.kept(shards.mapInArrow(step, _steps.CELLS))

    def _alone(self, left: DataFrame) -> DataFrame:
        run = self.run
        alike = left.mapInArrow(_steps.alike(run.told_tree), _steps.ALIKE).groupBy("node", "times").sum("owners")
        alone = _core.decide_alone(alike.withColumnRenamed("sum(owners)", "owners").toArrow(), run.k)
        return left.mapInArrow(_steps.publish_alone(run.told_tree, run.told(alone)), _steps.CELLS)
