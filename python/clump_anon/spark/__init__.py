"""The same runs on Apache Spark: rows are divided among machines, and each does what `clump_anon` does in one process.

>>> from clump_anon import spark as clump_spark                                                     # doctest: +SKIP
>>> release = clump_spark.anonymize(frame, k=5, owner="user", query="q", shards=50_000)             # doctest: +SKIP
>>> table = clump_spark.counts(frame, k=5, owner="user", query="q", table="query")                  # doctest: +SKIP
>>> tables = clump_spark.counts(frame, k=5, owner="user", query="q", tables=["query", "word"])      # doctest: +SKIP
>>> clump_spark.publish(frame, "hdfs:///release", k=5, owner="user", query="q")                     # doctest: +SKIP

Spark brings rows together and counts; mapping, keys, grouping and checks are those of the Rust core, in `mapInArrow`. Every step is a
function of rows and of what all machines were told, or a sum: retries, speculation, splits and the number of workers change nothing, and
``clump anonymize --shards`` makes the same rows on one machine. Of tables of facts, Spark counts the owners; rules, thresholds, noise,
totals and repairs of several tables are the core's, and the tables are those of `clump_anon.counts`.

``python -m clump_anon.spark`` is the same as a command.
"""

from ._counts import counts
from ._publish import publish
from ._run import anonymize

__all__ = ["anonymize", "counts", "publish"]
