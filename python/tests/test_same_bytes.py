"""Binary and Python make the same bytes, whatever the data come in."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import clump_anon as clump
import pyarrow as pa
import pytest

METHODS = {
    "nearest": (clump.Nearest(effort="fast"), ["--effort", "fast"]),
    "pieces": (clump.Pieces(links=0.5), ["--links", "0.5"]),
    "clump": (clump.Clump(r=5), ["--r", "5"]),
    "partition": (clump.Partition(publish="lcg"), ["--publish", "lcg"]),
    "apriori": (clump.Apriori(m=2), ["--m", "2"]),
    "counts": (clump.Counts(table=["query"]), ["--table", "query"]),
    "drop-rare": (clump.DropRare(), []),
}


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", METHODS)
def test_a_release_has_the_bytes_that_the_binary_writes(name, log, clump_cli, tmp_path):
    method, flags = METHODS[name]
    extension = "tsv" if name == "drop-rare" else "parquet"
    ours, theirs = tmp_path / f"ours.{extension}", tmp_path / f"theirs.{extension}"
    clump.anonymize(log, k=5, method=method).write(ours)
    done = clump_cli("anonymize", log, "--k", "5", "--method", name, *flags, "--output", theirs)
    assert done.returncode == 0, done.stderr
    assert digest(ours) == digest(theirs)
    certificates = [path.with_name(path.name + ".certificate.json") for path in (ours, theirs)]
    assert certificates[0].read_bytes() == certificates[1].read_bytes()


@pytest.fixture(scope="module")
def rows(log):
    with open(log, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {"who": [row["AnonID"] for row in rows], "q": [row["Query"] for row in rows]}


def tables(rows):
    yield "pyarrow", pa.table(rows)
    yield "large strings", pa.table(rows).cast(pa.schema([("who", pa.large_string()), ("q", pa.large_string())]))
    yield "dictionaries", pa.table({name: pa.array(cells).dictionary_encode() for name, cells in rows.items()})
    yield "numbers", pa.table({"who": pa.array([int(who) for who in rows["who"]]), "q": pa.array(rows["q"])})
    yield "reader", pa.table(rows).to_reader(max_chunksize=1000)
    pandas = pytest.importorskip("pandas")
    yield "pandas", pandas.DataFrame(rows)
    yield "pandas categories", pandas.DataFrame(rows).astype("category")
    polars = pytest.importorskip("polars")
    yield "polars", polars.DataFrame(rows)
    duckdb = pytest.importorskip("duckdb")
    asked = pa.table(rows)
    yield "duckdb", duckdb.connect().from_arrow(asked).project("who, q")


def test_every_kind_of_table_gives_the_same_release(rows, tmp_path):
    hashes = {}
    for name, table in tables(rows):
        result = clump.anonymize(table, k=5, owner="who", query="q")
        path = tmp_path / f"{name}.tsv"
        result.write(path)
        hashes[name] = digest(path)
    assert len(set(hashes.values())) == 1, hashes


def test_the_release_crosses_as_arrow(log):
    release = clump.anonymize(log, k=5).release
    table = pa.table(release)
    assert table.column_names == ["items", "owners_in_group", "text"]
    assert len(table) == len(release) > 100
    assert release.to_polars().height == len(release) == len(release.to_pandas())
    assert min(table["owners_in_group"].to_pylist()) >= 5


def test_lists_and_dicts_are_baskets_of_owners(tmp_path):
    baskets = [["tea", "milk"], ["tea", "milk"], ["gin"], ["gin", "tonic"]]
    by_owner = {f"owner {number}": items for number, items in enumerate(baskets)}
    results = [
        clump.anonymize(baskets, k=2, owner_per_row=True, taxonomy="flat"),
        clump.anonymize(by_owner, k=2, taxonomy="flat"),
    ]
    assert [result.release.to_pyarrow() for result in results][0] == results[1].release.to_pyarrow()
    numbers = clump.anonymize([[1, 2], (2, 1), {3}, iter([3])], k=2, owner_per_row=True, taxonomy="flat")
    assert numbers.release.to_pyarrow()["items"].to_pylist() == [["1", "2"], ["1", "2"], ["3"], ["3"]]
