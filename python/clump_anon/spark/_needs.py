"""Checks that everything is present that a run on Spark needs, and states what to install or change otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .. import _errors
from .._errors import ClumpError, SettingError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


OUT_OF_MEMORY = (
    "OutOfMemoryError|MemoryError|memory allocation|[Cc]annot allocate memory|failed to map segment|can't start new thread"
    "|killed by YARN|exit code 137|Python worker exited unexpectedly"
)
"""Texts in error messages of systems, languages and cluster managers when memory runs out."""


def session_of(frame: Any) -> SparkSession:
    """The Spark session of `frame`, after a check of its type and of the versions of Spark."""
    pyspark = imported()
    if not hasattr(frame, "mapInArrow"):
        raise SettingError(
            f"a Spark DataFrame is needed, not {type(frame).__module__}.{type(frame).__name__}",
            "use clump_anon.anonymize() for other tables",
        )
    version = str(frame.sparkSession.version)
    if int(version.split(".")[0]) != 4:
        raise ClumpError(f"Spark {version} is not supported", "use Spark 4: pip install 'pyspark>=4,<5'")
    if not str(pyspark.__version__).startswith(version.rsplit(".", 1)[0]):
        raise ClumpError(
            f"PySpark {pyspark.__version__} and the cluster's Spark {version} are of different versions",
            f"run pip install 'pyspark=={version}'",
        )
    session: SparkSession = frame.sparkSession
    return session


def imported() -> Any:
    """The module pyspark. Raises an error with install instructions if pyspark or pyarrow is missing."""
    try:
        import pyarrow  # noqa: F401
        import pyspark
    except ImportError as missing:
        raise ImportError(
            f"{missing.name} is not installed: pip install 'clump-anon[spark]', on the driver and on every worker"
        ) from None
    return pyspark


def explained(error: Exception) -> Exception:
    """An error that says what to do about a failure of Spark; the same `error` if its cause is not known."""
    text = str(error)
    if "No module named 'clump_anon'" in text:
        return ClumpError(
            "workers do not have the package clump_anon",
            "install the wheel on every worker, or ship an environment with --archives and spark.pyspark.python",
        )
    if "No module named 'pyarrow'" in text:
        return ClumpError("workers do not have pyarrow", "run pip install pyarrow on every worker")
    if re.search(r"Executor memory \d+ must be at least", text):
        return ClumpError("executors have too little memory", "raise spark.executor.memory: 1.5 GB a core is enough for shards of 50,000 rows")
    # A Rust program without memory aborts at once, like a process that the system kills.
    if re.search(OUT_OF_MEMORY, text):
        return ClumpError(
            "a worker ran out of memory",
            "lower shards= (rows that are grouped at a time), raise partitions=, or raise spark.executor.memoryOverhead",
        )
    if "JAVA_GATEWAY_EXITED" in text or "JAVA_HOME is not set" in text:
        return ClumpError("Java cannot be started", "install Java 17 (Debian: openjdk-17-jre-headless) and set JAVA_HOME")
    of_worker = re.search(r"^(?:clump_anon\.)?_errors\.(\w+): (.+)(?:\n  (.+))?", text, re.MULTILINE)
    if of_worker and isinstance(kind := getattr(_errors, of_worker[1], None), type) and issubclass(kind, ClumpError):
        return kind(of_worker[2], of_worker[3])
    return error


def needs_rows(frame: DataFrame) -> None:
    """Raises an error for a frame without columns, which Spark would only report in a worker."""
    if not frame.columns:
        raise SettingError("the frame has no columns", "pass one with owners and items, or queries")
