"""On a cluster: the release of one process, whatever happens to machines and files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from standalone import Cluster, environment  # type: ignore[import-not-found]

#: What is made in one session, by name: the method with its parameters, and settings. The tree is a file that only the driver has.
RUNS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "nearest": ("Nearest", {"effort": "fast", "shards": 150}, {"items": "query", "taxonomy": "tree.tsv"}),
    # A column called `query` holds queries, so each query is a transaction, as in one process.
    "pieces": ("Pieces", {"shards": 1500}, {}),
}

#: A driver of its own process, so that every case has a session of its own.
DRIVER = """
import json, os, sys
asked = json.loads(sys.argv[1])
from pyspark.sql import SparkSession
import clump_anon as clump
from clump_anon import spark
builder = SparkSession.builder.master(asked["master"]).appName("clump").config("spark.ui.enabled", "false")
settings = {
    "spark.executor.memory": "900m", "spark.driver.memory": "900m", "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1", "spark.cores.max": asked.get("cores", 2),
    "spark.sql.shuffle.partitions": asked.get("partitions", 4), "spark.task.maxFailures": 8,
}
for name, value in (settings | asked.get("settings", {})).items():
    builder = builder.config(name, value)
session = builder.getOrCreate()
session.sparkContext.setLogLevel("ERROR")
frame = session.read.parquet(*asked["input"])
if asked.get("split"):
    frame = frame.repartition(asked["split"])
print("ready", flush=True)
told = {}
for name, (method, parameters, settings) in asked["runs"].items():
    made = getattr(clump, method)(**parameters)
    told[name] = spark.publish(frame, f"{asked['output']}/{name}", k=5, owner="who", method=made, force=True, **settings)
print(json.dumps(told), flush=True)
session.stop()
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory, clump_cli) -> Path:
    """A generated log of 600 owners in four files, the lines of an owner in several of them."""
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("log")
    done = clump_cli("generate", "--owners", "600", "--seed", "1", "--output", folder / "log.tsv")
    assert done.returncode == 0, done.stderr
    options = pyarrow.csv.ParseOptions(delimiter="\t", quote_char=False)
    convert = pyarrow.csv.ConvertOptions(column_types={"AnonID": pa.string(), "Query": pa.string()}, strings_can_be_null=False)
    log = pyarrow.csv.read_csv(folder / "log.tsv", parse_options=options, convert_options=convert)
    log = log.select(["AnonID", "Query"]).rename_columns(["who", "query"])
    queries = sorted(set(log["query"].to_pylist()))
    edges = [f"{query}\tletter {query[0]}\n" for query in queries]
    edges += [f"letter {letter}\tall\n" for letter in sorted({query[0] for query in queries})]
    (folder / "tree.tsv").write_text("".join(edges))
    for part in range(4):
        rows = [row for row in range(len(log)) if row % 4 == part]
        pyarrow.parquet.write_table(log.take(rows), folder / f"part{part}.parquet")
    return folder


def files(data: Path) -> list[str]:
    return [str(path) for path in sorted(data.glob("*.parquet"))]


def start(cluster: Cluster, **asked: object) -> subprocess.Popen[str]:
    given = {"master": cluster.master, "runs": RUNS, **asked}
    return subprocess.Popen(
        ["timeout", "300", sys.executable, "-c", DRIVER, json.dumps(given)],
        cwd=Path(str(asked["input"][0])).parent,  # type: ignore[index]
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(cluster.folder),
    )


def finish(driver: subprocess.Popen[str]) -> dict[str, dict[str, Any]]:
    out, errors = driver.communicate(timeout=300)
    assert driver.returncode == 0, errors[-3000:]
    told: dict[str, dict[str, Any]] = json.loads(out.splitlines()[-1])
    return told


def contents(told: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {name: certificate["content"] for name, certificate in told.items()}


@pytest.fixture(scope="module")
def usual(cluster, data, tmp_path_factory) -> tuple[dict[str, dict[str, Any]], Path]:
    """The runs that others are compared with: two workers, files in order."""
    output = tmp_path_factory.mktemp("usual")
    return finish(start(cluster, input=files(data), output=str(output))), output


@pytest.mark.parametrize("name", RUNS)
def test_a_laptop_makes_the_same_release(usual, data, name, clump_cli, monkeypatch):
    """The same rows, the same certificate but for the files, and files that the binary verifies."""
    import clump_anon as clump
    import pyarrow.parquet

    told, output = usual
    method, parameters, settings = RUNS[name]
    written = pyarrow.parquet.read_table(output / name).to_pylist()
    one = pyarrow.parquet.read_table(files(data))
    made = getattr(clump, method)(**parameters)
    monkeypatch.chdir(data)
    result = clump.anonymize(one, k=5, owner="who", method=made, **settings)
    rows = result.release.to_pyarrow().to_pylist()
    key = lambda row: (row["items"], row["owners_in_group"], row.get("text") or "")  # noqa: E731
    assert len(rows) > 100 and sorted(written, key=key) == sorted(rows, key=key)
    certificate = json.loads((output / name / "_certificate.json").read_text())
    assert certificate | {"release": None} == result.certificate | {"release": None}
    assert certificate == {key: value for key, value in told[name].items() if key not in ("content", "seconds", "private")}
    done = clump_cli("verify", output / name)
    assert done.returncode == 0 and "the certificate matches this file" in done.stderr, done.stderr


def test_workers_splits_and_orders_change_nothing(usual, cluster, data, tmp_path):
    """One worker instead of two, files in another order, rows split otherwise and owners divided otherwise."""
    other = start(cluster, input=files(data)[::-1], output=str(tmp_path), cores=1, split=7, partitions=3)
    assert contents(finish(other)) == contents(usual[0])


def test_a_python_worker_that_dies_at_its_first_try_changes_nothing(usual, cluster, data, tmp_path):
    """A module that every Python worker imports ends the first one that comes to group."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(
        "import os, sys, threading\n"
        f"mark = {str(tmp_path / 'died')!r}\n"
        "def die():\n"
        "    import time\n"
        "    for _ in range(2000):\n"
        "        if 'clump_anon._core' in sys.modules:\n"
        "            try:\n"
        "                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))\n"
        "            except FileExistsError:\n"
        "                return\n"
        "            os._exit(1)\n"
        "        time.sleep(0.01)\n"
        "if any('pyspark.daemon' in word or 'pyspark/daemon' in word for word in sys.argv + sys.orig_argv):\n"
        "    os.register_at_fork(after_in_child=lambda: threading.Thread(target=die, daemon=True).start())\n"
    )
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    settings = {"spark.executorEnv.PYTHONPATH": os.pathsep.join(paths)}
    runs = {"nearest": RUNS["nearest"]}
    told = finish(start(cluster, input=files(data), output=str(tmp_path / "out"), settings=settings, runs=runs))
    assert (tmp_path / "died").exists(), "no worker died: the test shows nothing"
    assert told["nearest"]["content"] == usual[0]["nearest"]["content"]


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(usual, cluster, data, tmp_path):
    runs = {"pieces": RUNS["pieces"]}
    driver = start(cluster, input=files(data), output=str(tmp_path / "out"), runs=runs)
    assert driver.stdout is not None and driver.stdout.readline() == "ready\n"
    begun = time.monotonic()
    while not cluster.executors("second") and time.monotonic() - begun < 60:
        time.sleep(0.1)
    time.sleep(8)
    assert driver.poll() is None, "the run was over before a worker could be killed"
    cluster.kill("second")
    try:
        told = finish(driver)
    finally:
        cluster.worker("second")
    assert told["pieces"]["content"] == usual[0]["pieces"]["content"]
    assert os.listdir(tmp_path / "out") == ["pieces"]


def test_what_is_missing_is_said(cluster, data, tmp_path):
    """Workers whose Python does not find the package."""
    site = tmp_path / "site"
    (site / "clump_anon").mkdir(parents=True)
    (site / "clump_anon" / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'clump_anon'\")\n")
    settings = {"spark.executorEnv.PYTHONPATH": str(site)}
    driver = start(cluster, input=files(data), output=str(tmp_path / "out"), settings=settings)
    _, errors = driver.communicate(timeout=240)
    assert driver.returncode == 1
    assert "workers do not have the package clump_anon" in errors and "install the wheel" in errors
    assert os.listdir(tmp_path) == ["site"]
