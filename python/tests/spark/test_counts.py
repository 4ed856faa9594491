"""Tables of facts on a cluster: those of one process, as a frame and as a folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from standalone import environment  # type: ignore[import-not-found]

#: All runs that are compared, by name: k and the keywords of `counts`.
RUNS: dict[str, dict[str, Any]] = {
    "query": {"k": 4, "table": ["query"], "times": True},
    "region": {"k": 4, "table": ["word:region"], "k_cell": 2},
    "month": {"k": 3, "table": ["query,host:month"], "normal_form": "words"},
    "rest": {"k": 4, "table": ["word:region"], "rest": True, "top": 30},
    "several": {"k": 4, "tables": ["query", "query:month", "query,host", "word", "word,word"]},
    # The table of words follows from these.
    "following": {"k": 4, "tables": ["word:region", "word:month"], "rest": True, "top": 300},
}

#: One driver for everything, since each takes its time to start.
DRIVER = """
import json, sys
asked = json.loads(sys.argv[1])
from pyspark.sql import SparkSession
import clump_anon as clump
from clump_anon import spark
session = (
    SparkSession.builder.master(asked["master"]).appName("clump").config("spark.ui.enabled", "false")
    .config("spark.executor.memory", "900m").config("spark.driver.memory", "900m")
    .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.cores.max", 2).config("spark.sql.shuffle.partitions", 3).getOrCreate()
)
session.sparkContext.setLogLevel("ERROR")
frame = session.read.parquet(*asked["input"]).repartition(5)
told = {"tables": {}, "published": {}}
for name, settings in asked["runs"].items():
    made = spark.counts(frame, owner="who", query="q", never=asked["never"], **settings)
    tables = made if "tables" in settings else {"": made}
    told["tables"][name] = {table: [row.asDict() for row in rows.collect()] for table, rows in tables.items()}
for name in ("query", "region", "several"):
    settings = dict(asked["runs"][name])
    if "tables" in settings:
        settings["table"] = settings.pop("tables")
    told["published"][name] = spark.publish(
        frame, f"{asked['output']}/{name}", k=settings.pop("k"), owner="who", query="q",
        never=asked["never"], method=clump.Counts(**settings)
    )
noisy = clump.Counts(table=["word"], stop_words=True, epsilon=10.0, delta=1e-4, per_owner=10, seed=3)
told["noisy"] = spark.publish(frame, f"{asked['output']}/noisy", k=4, owner="who", query="q", method=noisy)
told["spent"] = []
for _ in range(3):
    again = dict(table=["word"], stop_words=True, epsilon=10.0, delta=1e-4, per_owner=10, ledger=asked["ledger"], budget=20.0)
    try:
        table = spark.counts(frame, k=4, owner="who", query="q", **again)
        told["spent"].append(table.count() > 3)
    except Exception as error:
        told["spent"].append(f"{type(error).__name__}: {error}")
items = frame.selectExpr("region as item")
told["items"] = [row.asDict() for row in spark.counts(items, k=4, owner_per_row=True, items="item", table=["item"]).collect()]
told["errors"] = []
for wrong in [
    dict(table=["query,host:nothing"]), dict(table=["word"], taxonomy="flat"), dict(table=["word"], k_cell=3),
    dict(tables=["word", "query"], epsilon=1.0, delta=1e-4, per_owner=3), dict(tables=["query:week", "query:month"]),
]:
    try:
        spark.counts(frame, k=4, owner="who", query="q", **wrong)
    except Exception as error:
        told["errors"].append(f"{type(error).__name__}: {error}")
print(json.dumps(told), flush=True)
session.stop()
"""


@pytest.fixture(scope="module")
def log_table(log: Path) -> Any:
    """The example log as a table with a region, and lines that rules exclude."""
    import pyarrow as pa

    rows = [line.split("\t") for line in log.read_text().splitlines()[1:]]
    for owner in range(6):
        for place, query in enumerate(["live at 12 elm street", "mail jane@example.com", "visit acme", "Road  map"]):
            rows.append([f"extra{owner}", query, f"2006-06-01 10:0{place}:00", "", "http://www.acme.example/"])
    columns = [list(column) for column in zip(*rows, strict=True)]
    regions = ["north", "south", "west", None]
    region = [regions[(sum(map(ord, owner)) + (len(query) % 7 == 0)) % 4] for owner, query, *_ in rows]
    return pa.table({"who": columns[0], "q": columns[1], "time": columns[2], "url": columns[4], "region": region})


@pytest.fixture(scope="module")
def never(tmp_path_factory) -> Path:
    """A list that only the driver has."""
    path = tmp_path_factory.mktemp("never") / "never.txt"
    path.write_text("acme\n")
    return Path(path)


@pytest.fixture(scope="module")
def files(log_table, tmp_path_factory) -> list[str]:
    """The table in three files, the lines of an owner in several of them."""
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("table")
    for part in range(3):
        rows = log_table.take([row for row in range(len(log_table)) if row % 3 == part])
        pyarrow.parquet.write_table(rows, folder / f"part{part}.parquet")
    return [str(path) for path in sorted(folder.glob("*.parquet"))]


@pytest.fixture(scope="module")
def told(cluster, files, never, tmp_path_factory) -> tuple[dict[str, Any], Path]:
    """What the driver tells of all runs, and where it published."""
    output = tmp_path_factory.mktemp("published")
    asked = {"master": cluster.master, "input": files, "output": str(output), "never": str(never), "runs": RUNS}
    asked["ledger"] = str(tmp_path_factory.mktemp("private") / "ledger")
    done = subprocess.run(
        ["timeout", "400", sys.executable, "-c", DRIVER, json.dumps(asked)],
        capture_output=True,
        text=True,
        env=environment(cluster.folder),
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1]), output


@pytest.fixture(scope="module")
def alone(log_table, never) -> dict[str, Any]:
    """The same runs in this process."""
    import clump_anon as clump

    return {name: clump.counts(log_table, owner="who", query="q", never=never, **settings) for name, settings in RUNS.items()}


@pytest.mark.parametrize("name", RUNS)
def test_a_laptop_makes_the_same_tables(told, alone, name):
    tables = {table: release.to_pyarrow().to_pylist() for table, release in alone[name].tables.items()}
    assert all(len(rows) > 3 for rows in tables.values())
    found = told[0]["tables"][name]
    assert list(found.values()) == list(tables.values())
    assert list(found) == RUNS[name].get("tables", [""])


@pytest.mark.parametrize("name", ["several", "following"])
def test_people_are_left_out_of_several_tables(alone, name):
    tables = alone[name].measures["tables"]
    assert sum(table.get("left_out", 0) for table in tables) > 10


def test_a_folder_of_several_tables_has_the_bytes_of_one_process(told, alone, tmp_path, clump_cli):
    certificate, folder = told[0]["published"]["several"], told[1] / "several"
    alone["several"].write(tmp_path / "alone", to="parquet")
    files = sorted(path.name for path in (tmp_path / "alone").iterdir())
    assert sorted(os.listdir(folder)) == files and len(files) == 6
    assert all((folder / name).read_bytes() == (tmp_path / "alone" / name).read_bytes() for name in files)
    certified = json.loads((folder / "_certificate.json").read_text())
    assert certified == {name: value for name, value in certificate.items() if name not in ("content", "seconds", "private")}
    assert list(certificate["content"]) == RUNS["several"]["tables"]
    done = clump_cli("verify", folder)
    assert done.returncode == 0 and "the certificate matches this file" in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["query", "region"])
def test_a_folder_holds_the_table_and_its_certificate(told, alone, name, clump_cli):
    import pyarrow.parquet

    certificate, folder = told[0]["published"][name], told[1] / name
    key = lambda row: json.dumps(row, sort_keys=True)  # noqa: E731
    written = pyarrow.parquet.read_table(folder).to_pylist()
    assert sorted(written, key=key) == sorted(alone[name].release.to_pyarrow().to_pylist(), key=key)
    certified = json.loads((folder / "_certificate.json").read_text())
    assert certified == {name: value for name, value in certificate.items() if name not in ("content", "seconds", "private")}
    assert certified | {"release": None} == alone[name].certificate | {"release": None}
    assert certified["release"]["layout"] == "facts"
    done = clump_cli("verify", folder)
    assert done.returncode == 0 and "the certificate matches this file" in done.stderr, done.stderr
    assert sorted(os.listdir(told[1])) == ["noisy", "query", "region", "several"]


def test_noise_is_promised_and_stated(told):
    import pyarrow.parquet

    certificate = told[0]["noisy"]
    assert [promised["property"] for promised in certificate["promise"]] == ["common-facts", "differential-privacy"]
    threshold = certificate["promise"][1]["threshold"]
    rows = pyarrow.parquet.read_table(told[1] / "noisy").to_pylist()
    assert all(row["owners"] >= threshold for row in rows)
    assert len(rows) > 3


def test_the_driver_keeps_the_ledger_and_the_budget(told):
    first, second, third = told[0]["spent"]
    assert first is True and second is True
    assert third.startswith("SettingError: epsilon 10 is more than is left: 20 of 20 is spent"), third


def test_each_row_can_be_an_owner(told, log_table):
    from collections import Counter

    regions = Counter(region for region in log_table["region"].to_pylist() if region)
    assert {row["item"]: row["owners"] for row in told[0]["items"]} == dict(regions)


def test_what_is_wrong_is_said_by_the_driver(told):
    first, second, third, noise, weeks = told[0]["errors"]
    assert first.startswith("InputError: frame: ") and "nothing" in first and "Traceback" not in first
    assert second == "TypeError: counts() got an unexpected keyword argument 'taxonomy'"
    assert third.startswith("SettingError: `k-cell` has no effect here")
    assert noise.startswith("SettingError: ") and "noise works for one table" in noise
    assert weeks.startswith("SettingError: ") and "weeks and months overlap" in weeks


def test_the_module_counts(cluster, files, alone, never, tmp_path):
    import pyarrow.parquet

    done = subprocess.run(
        ["timeout", "200", sys.executable, "-m", "clump_anon.spark", "--input", *files, "--output", tmp_path / "out"]
        + ["--method", "counts", "--table", "query", "--times", "--k", "4", "--owner", "who", "--query", "q", "--never", never],
        capture_output=True,
        text=True,
        env=environment(cluster.folder)
        | {"PYSPARK_SUBMIT_ARGS": f"--master {cluster.master} --conf spark.sql.shuffle.partitions=3 pyspark-shell"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(pyarrow.parquet.read_table(tmp_path / "out")) == len(alone["query"].release)


def test_flags_of_another_method_are_refused(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "clump_anon.spark", "--input", "x", "--output", tmp_path / "out", "--k", "4", "--table", "query"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and "--table is not for --method nearest" in done.stderr


def test_a_flag_names_each_table():
    from clump_anon.spark.__main__ import asked_for

    words = ["--input", "x", "--output", "y", "--k", "4", "--method", "counts", "--table", "query", "--table", "word", "--rest", "--top", "9"]
    asked = asked_for(words)
    assert (asked["table"], asked["rest"], asked["top"]) == (["query", "word"], True, 9)
