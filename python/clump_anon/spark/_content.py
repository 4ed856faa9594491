"""A hash of a release that does not depend on the order or files of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


def content_of(release: DataFrame) -> str:
    """Hash of all rows in any order and any files: two sums of 64-bit row hashes, as hexadecimal digits."""
    from pyspark.sql import functions as sql

    def cell(name: str, kind: str) -> Column:
        if kind.startswith("array"):
            return sql.concat_ws("\u001f", f"`{name}`")
        return sql.coalesce(f"`{name}`", sql.lit("")) if kind == "string" else sql.col(f"`{name}`")

    row = [cell(name, kind) for name, kind in release.dtypes]
    sums = [sql.sum(sql.xxhash64(sql.lit(seed), *row).cast("decimal(38,0)")).alias(seed) for seed in ("a", "b")]
    found = release.agg(*sums).first()
    return "".join(f"{int((found[seed] if found else 0) or 0) % 2**64:016x}" for seed in ("a", "b"))
