"""The same runs on Apache Spark: rows are divided among machines, and each does what `clump_anon` does in one process.

>>> from clump_anon import spark as clump_spark                                                     # doctest: +SKIP
>>> release = clump_spark.anonymize(frame, k=5, owner="user", query="q", shards=50_000)             # doctest: +SKIP
>>> clump_spark.publish(frame, "hdfs:///release", k=5, owner="user", query="q")                     # doctest: +SKIP

Spark brings rows together and counts; mapping, keys, grouping and checks are those of the Rust core, in `mapInArrow`. Every step is a
function of rows and of what all machines were told, or a sum: retries, speculation, splits and the number of workers change nothing, and
``clump anonymize --shards`` makes the same rows on one machine.

``python -m clump_anon.spark`` is the same for ``spark-submit``.
"""

from ._publish import publish
from ._run import anonymize

__all__ = ["anonymize", "publish"]
