"""What a run on Spark needs and does not find: every message says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from standalone import environment  # type: ignore[import-not-found]

import clump_anon as clump
from clump_anon import spark


def frame_of(version: str) -> SimpleNamespace:
    """What looks like a frame of a cluster of that version."""
    return SimpleNamespace(mapInArrow=None, columns=["who"], sparkSession=SimpleNamespace(version=version))


@pytest.mark.parametrize("call", [spark.anonymize, spark.counts], ids=["anonymize", "counts"])
def test_an_old_spark_is_refused(call):
    with pytest.raises(clump.ClumpError, match=r"Spark 3\.5\.1 is not supported\s+use Spark 4: pip install"):
        call(frame_of("3.5.1"), k=5, owner="who")


def test_another_spark_than_that_of_the_cluster_is_refused():
    with pytest.raises(clump.ClumpError, match=r"of different versions\s+run pip install 'pyspark==4\.99\.0'"):
        spark.anonymize(frame_of("4.99.0"), k=5, owner="who")


def test_other_tables_are_sent_elsewhere():
    with pytest.raises(clump.SettingError, match=r"a Spark DataFrame is needed.*\s+use clump_anon\.anonymize\(\) for other tables"):
        spark.anonymize([["a", "b"]], k=5, owner="who")


@pytest.mark.parametrize("call", [spark.anonymize, spark.counts], ids=["anonymize", "counts"])
def test_a_group_of_one_owner_is_refused_before_anything_is_read(call):
    from pyspark import __version__

    with pytest.raises(clump.SettingError, match="k must be at least 2, not 0"):
        call(frame_of(__version__), k=0, owner="who", query="who", partitions=2)


def module(tmp_path, **more: str) -> subprocess.CompletedProcess[str]:
    """The module on a file that is never read, where Spark must be started first."""
    words = ["--input", tmp_path / "log.parquet", "--output", tmp_path / "out", "--k", "5", "--owner", "who", "--query", "q"]
    return subprocess.run(
        ["timeout", "120", sys.executable, "-m", "clump_anon.spark", *words],
        capture_output=True,
        text=True,
        env=environment(tmp_path) | more,
    )


def test_without_java_it_is_said_what_to_install(tmp_path):
    done = module(tmp_path, JAVA_HOME=str(tmp_path / "nowhere"))
    assert done.returncode == 2, done.stderr
    assert "error: Java cannot be started" in done.stderr and "openjdk-17-jre-headless" in done.stderr
    assert os.listdir(tmp_path) == []


def test_too_little_memory_of_an_executor_is_said(cluster, tmp_path):
    done = module(tmp_path, PYSPARK_SUBMIT_ARGS=f"--master {cluster.master} --conf spark.executor.memory=100m pyspark-shell")
    assert done.returncode == 2, done.stderr
    assert "error: executors have too little memory" in done.stderr and "spark.executor.memory" in done.stderr


def test_a_python_worker_without_memory_is_said(cluster, tmp_path):
    """A limit that holds the interpreter and the package, and not the taxonomy."""
    import pyarrow as pa
    import pyarrow.parquet

    rows = {"who": [f"u{number % 40}" for number in range(400)], "q": ["dog food"] * 400}
    pyarrow.parquet.write_table(pa.table(rows), tmp_path / "log.parquet")
    arguments = f"--master {cluster.master} --conf spark.executor.memory=600m --conf spark.executor.pyspark.memory=300m"
    arguments += " --conf spark.task.maxFailures=1 --conf spark.sql.shuffle.partitions=1 pyspark-shell"
    done = module(tmp_path, PYSPARK_SUBMIT_ARGS=arguments)
    assert done.returncode == 2, done.stderr[-3000:]
    assert "error: a worker ran out of memory" in done.stderr and "lower shards=" in done.stderr
    assert not [name for name in os.listdir(tmp_path) if name.startswith("out")]
