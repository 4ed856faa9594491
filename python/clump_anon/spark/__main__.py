"""``spark-submit -m clump_anon.spark`` or ``python -m clump_anon.spark``: a release of files, on a cluster."""

from __future__ import annotations

import argparse
import json
import sys

from .._errors import ClumpError
from .._methods import Nearest
from ._publish import publish
from ._run import SHARDS


def main(words: list[str] | None = None) -> int:
    """Reads the command line and runs. 0: the release was verified and written; 1: it was not; 2: something is wrong."""
    parser = argparse.ArgumentParser(prog="clump_anon.spark", description=__doc__)
    parser.add_argument("--input", required=True, nargs="+", help="files or folders that Spark reads")
    parser.add_argument("--from", dest="format", default="parquet", help="their format: parquet, csv, json [default: parquet]")
    parser.add_argument("--output", required=True, help="the folder of the release")
    parser.add_argument("--k", required=True, type=int, help="least number of owners of a row")
    parser.add_argument("--owner", help="the column that says whose row it is")
    parser.add_argument("--owner-per-row", action="store_true", help="each row is an owner of its own")
    parser.add_argument("--query", help="the column with the text of a query")
    parser.add_argument("--items", nargs="+", help="the columns of the items")
    parser.add_argument("--taxonomy", help="wordnet, flat, prefix, or a file that every worker has")
    parser.add_argument("--unit", choices=["owner", "session", "query"], help="what one transaction is")
    parser.add_argument("--effort", choices=["fast", "normal", "best"], help="how long to look for better groups")
    parser.add_argument("--shards", type=int, default=SHARDS, help="rows that are grouped at a time [default: %(default)s]")
    parser.add_argument("--partitions", type=int, help="parts that owners are divided into")
    parser.add_argument("--force", action="store_true", help="replaces an existing folder")
    asked = parser.parse_args(words)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("clump").getOrCreate()
    reader = session.read.option("header", True) if asked.format == "csv" else session.read
    settings = {name: getattr(asked, name) for name in ("owner", "owner_per_row", "query", "items", "taxonomy", "unit")}
    try:
        frame = reader.format(asked.format).load(asked.input)
        told = publish(
            frame,
            asked.output,
            k=asked.k,
            method=Nearest(effort=asked.effort),
            shards=asked.shards,
            partitions=asked.partitions,
            force=asked.force,
            **{name: value for name, value in settings.items() if value},
        )
    except (ClumpError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(told, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
