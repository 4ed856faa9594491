"""``python -m clump_anon.spark``: a release of files, on a cluster."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .._errors import ClumpError
from .._base import Method
from .._generated import Counts, Nearest, Pieces
from ._publish import publish
from ._run import SHARDS, told

READING = ("owner", "owner_per_row", "query", "items", "time", "never", "partitions", "force")
ROWS = ("taxonomy", "unit", "shards")
FACTS = ("table", "k_cell", "numbers", "times", "rest", "top", "stop_words", "min_length", "time_zone", "normal_form", "epsilon", "delta", "per_owner", "seed")
#: By method, what it is made with, and the flags of its own.
METHODS: dict[str, tuple[type[Method], tuple[str, ...]]] = {
    "pieces": (Pieces, ("links",)),
    "nearest": (Nearest, ("effort",)),
    "counts": (Counts, FACTS),
}


def main(words: list[str] | None = None) -> int:
    """Reads the command line and runs. 0: the release was verified and written; 1: it was not; 2: something is wrong."""
    asked = asked_for(words)
    kind, own = METHODS[asked["method"]]
    settings = given(asked, READING if kind is Counts else (*READING, *ROWS))
    try:
        with told():
            from pyspark.sql import SparkSession

            session = SparkSession.builder.appName("clump").getOrCreate()
        reader = session.read.option("header", True) if asked["format"] == "csv" else session.read
        frame = reader.format(asked["format"]).load(asked["input"])
        certificate = publish(frame, asked["output"], k=asked["k"], method=kind(**given(asked, own)), **settings)
    except (ClumpError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(certificate, indent=2))
    return 0


def asked_for(words: list[str] | None) -> dict[str, Any]:
    """The command line by name. Flags of the other method are refused."""
    parser = argparse.ArgumentParser(prog="clump_anon.spark", description=__doc__)
    parser.add_argument("--input", required=True, nargs="+", help="files or folders that Spark reads")
    parser.add_argument("--from", dest="format", default="parquet", help="their format: parquet, csv, json [default: parquet]")
    parser.add_argument("--output", required=True, help="the folder of the release")
    parser.add_argument("--k", required=True, type=int, help="least number of owners of a row")
    parser.add_argument("--method", choices=METHODS, help="pieces (with --query by default), whole rows, or a table of facts")
    parser.add_argument("--owner", help="the column that says whose row it is")
    parser.add_argument("--owner-per-row", action="store_true", help="each row is an owner of its own")
    parser.add_argument("--query", help="the column with the text of a query")
    parser.add_argument("--items", nargs="+", help="the columns of the items")
    parser.add_argument("--time", help="the column with the time of a query")
    parser.add_argument("--never", help="a file of the driver: words and phrases that are never published")
    parser.add_argument("--partitions", type=int, help="parts that owners are divided into")
    parser.add_argument("--force", action="store_true", help="replaces an existing folder")
    rows = parser.add_argument_group("pieces and whole rows")
    rows.add_argument("--taxonomy", help="wordnet, flat, prefix, or a file of the driver")
    rows.add_argument("--unit", choices=["owner", "session", "query"], help="what one transaction is")
    rows.add_argument("--effort", choices=["fast", "normal", "best"], help="how long to look for better groups")
    rows.add_argument("--links", type=float, help="what words together are worth in pieces, where a word alone is worth 1")
    rows.add_argument("--shards", type=int, help=f"rows that are grouped at a time [default: {SHARDS}]")
    facts = parser.add_argument_group("counts")
    facts.add_argument("--table", action="append", help="facts, and after a colon the columns of cells, such as query:day; repeatable")
    facts.add_argument("--k-cell", type=int, help="least number of owners of a cell")
    facts.add_argument("--numbers", help="exact, round:10 for multiples of 10, or scale:100 for 1 to 100 instead of numbers")
    facts.add_argument("--times", action="store_true", help="tells how often a fact was there, too")
    facts.add_argument("--rest", action="store_true", help="adds a row for the rest: the owners of everything that has no row")
    facts.add_argument("--top", type=int, help="publishes only so many of the most common facts of each table")
    facts.add_argument("--stop-words", action="store_true", help="counts stop words in tables of words too")
    facts.add_argument("--min-length", type=int, help="least number of characters of a word in tables of words")
    facts.add_argument("--time-zone", help="time zone of days, weeks and months, such as Europe/Berlin")
    facts.add_argument("--normal-form", choices=["case-and-space", "words", "as-typed"], help="when two queries are the same")
    facts.add_argument("--epsilon", type=float, help="numbers carry noise: how much one owner may matter")
    facts.add_argument("--delta", type=float, help="the probability that one owner matters more")
    facts.add_argument("--per-owner", type=int, help="in how many facts an owner counts at most")
    facts.add_argument("--seed", type=int, help="decides which facts these are; the noise has no seed")
    asked = vars(parser.parse_args(words))
    asked["method"] = asked["method"] or ("pieces" if asked["query"] else "nearest")
    mine = {*METHODS[asked["method"]][1], *(() if asked["method"] == "counts" else ROWS)}
    others = {*ROWS, *(name for _, own in METHODS.values() for name in own)} - mine
    for name in given(asked, tuple(sorted(others))):
        parser.error(f"--{name.replace('_', '-')} is not for --method {asked['method']}")
    return asked


def given(asked: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Those of the settings that were given."""
    return {name: asked[name] for name in names if asked[name] not in (None, False)}


if __name__ == "__main__":
    sys.exit(main())
