"""Work of Spark workers: functions over Arrow batches for `mapInArrow`. Each calls the Rust core on one partition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast

    Step = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

RECORDS = "kind tinyint, owner binary, owner_key bigint, items array<string>, queries array<string>, number bigint"
ROWS = "owner binary, owner_key bigint, row int, nodes array<int>, queries array<string>"
COUNTS = "counted string, number int, count bigint"
CELLS = "owner binary, owner_key bigint, row int, nodes array<int>, items array<int>, text string, is_left boolean"
ALIKE = "node int, times array<int>, owners bigint"
NAMED = "items array<string>, text string, owners_in_group bigint"
VERDICTS = "verdict string"
ACCOUNTS = "account string"
HASHES = "hash string"

BATCH = 10_000
"""Maximum number of rows in a batch that goes back to Spark."""

OWNER = "__clump_owner"
"""The column with the identifier of a row's owner, by which rows are partitioned."""


def of_whole_partitions(work: Callable[[pa.Table], Any]) -> Step:
    """The step that calls `work` once with all rows of a partition. It skips empty partitions."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        kept = [batch for batch in batches if batch.num_rows]
        if kept:
            yield from pa.table(work(pa.Table.from_batches(kept))).to_batches(max_chunksize=BATCH)

    return step


def owners(column: str, secret: Broadcast[bytes]) -> Step:
    """Adds the column `OWNER` with the owner's identifier in this run. All spellings of an owner get the same one."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        from clump_anon import _core

        for batch in batches:
            names = pa.table({"name": batch.column(column).cast(pa.string())})
            ids = pa.table(_core.owner_ids(names, secret.value)).column("owner")
            yield batch.append_column(OWNER, ids.combine_chunks())

    return step


def read(settings: str, files: Mapping[str, str], secret: Broadcast[bytes]) -> Step:
    """Reads all rows of some owners, and maps their words. `files` maps settings to files that the driver sent."""

    def work(table: pa.Table) -> Any:
        from clump_anon import _core
        from clump_anon.spark._files import found

        return _core.read_part(_core.Data.of_table(table.drop_columns([OWNER]), "frame"), found(settings, files), secret.value)

    return of_whole_partitions(work)


# Values that the driver broadcasts are decoded once in each Python worker.


@lru_cache(maxsize=2)
def _tree(content: bytes) -> Any:
    from clump_anon import _core

    return _core.Tree.from_bytes(content)


@lru_cache(maxsize=2)
def _keys(content: bytes, by_labels: bool, counts: bytes, k: int) -> Any:
    from clump_anon import _core

    return _core.Keys(_tree(content), by_labels, counts, k)


@lru_cache(maxsize=2)
def _queries(content: bytes) -> Any:
    from clump_anon import _core

    return _core.Queries.from_bytes(content)


def number(tree: Any) -> Step:
    """Replaces names in records by numbers of nodes."""
    return of_whole_partitions(lambda records: _tree(tree.value).number(records))


def count(tree: Any, counted: Sequence[str], placing: Any = None) -> Step:
    """Counts by node, for each unit in `counted`. The unit `owners` skips labels that `placing` places."""

    def work(rows: pa.Table) -> pa.Table:
        import pyarrow as pa

        placed = placing.value if placing is not None else None
        tables = []
        for kind in counted:
            counts = pa.table(_tree(tree.value).count(rows, kind, placed))
            tables.append(counts.add_column(0, "counted", pa.array([kind] * len(counts), pa.string())))
        return pa.concat_tables(tables)

    return of_whole_partitions(work)


def count_queries(queries: Any) -> Step:
    """Number of owners who choose each whole query."""

    def work(rows: pa.Table) -> pa.Table:
        import pyarrow as pa

        counts = pa.table(_queries(queries.value).count(rows))
        return counts.add_column(0, "counted", pa.array(["queries"] * len(counts), pa.string()))

    return of_whole_partitions(work)


def publish_queries(queries: Any) -> Step:
    """The whole queries that rows publish, and the remainder of each row."""
    return of_whole_partitions(lambda rows: _queries(queries.value).publish(rows))


def label(tree: Any, placing: Any = None) -> Step:
    """Gives the remainder of rows the labels of `placing`, and computes the owner keys of these labels."""
    return of_whole_partitions(lambda rows: _tree(tree.value).label(rows, placing.value if placing is not None else None))


def unplaced(tree: Any, placing: Any) -> Step:
    """The labels of each owner that `placing` does not place."""
    return of_whole_partitions(lambda rows: _tree(tree.value).unplaced(rows, placing.value))


def alike(tree: Any) -> Step:
    """Number of owners who have a remaining label equally often in each row."""
    return of_whole_partitions(lambda rows: _tree(tree.value).alike(rows))


def publish_alone(tree: Any, alone: Any) -> Step:
    """Publishes each remaining label as a row of its own."""
    return of_whole_partitions(lambda rows: _tree(tree.value).publish_alone(rows, alone.value))


def add_keys(tree: Any, by_labels: bool, counts: Any, k: int) -> Step:
    """The sort key of each row. Similar rows have keys that are near each other."""

    def work(rows: pa.Table) -> pa.Table:
        import pyarrow as pa

        return pa.table(_keys(tree.value, by_labels, counts.value, k).add(rows.select(["nodes"]))).select(["key"])

    return of_whole_partitions(work)


def divide(tree: Any, by_labels: bool, counts: Any, k: int, cuts: list[bytes]) -> Step:
    """Adds the number of its shard to each row."""
    return of_whole_partitions(lambda rows: _keys(tree.value, by_labels, counts.value, k).divide(rows, cuts))


def group(tree: Any, counts: Any, k: int, settings: str) -> Step:
    """Groups the one shard of a partition."""
    return of_whole_partitions(lambda rows: _keys(tree.value, False, counts.value, k).group(rows, settings))


def join(tree: Any, counts: Any, k: int, settings: str, cells: Any, owners: Any, squares: int) -> Step:
    """Joins words into pieces, in the one shard of a partition."""

    def work(rows: pa.Table) -> Any:
        keys = _keys(tree.value, True, counts.value, k)
        return keys.join(rows, settings, cells.value, owners.value, squares)

    return of_whole_partitions(work)


def name(tree: Any) -> Step:
    """Replaces node numbers in rows by names."""
    return of_whole_partitions(lambda labels: _tree(tree.value).name(labels))


def verify(k: int, layout: str) -> Step:
    """Verdict on the rows of a partition. Equal rows must be in the same partition."""

    def work(table: pa.Table) -> pa.Table:
        import pyarrow as pa

        from clump_anon import _core

        return pa.table({"verdict": pa.array([_core.verify_rows(table, k, layout)], pa.string())})

    return of_whole_partitions(work)


def account(tree: Any, read: Any, queries: Any) -> Step:
    """Compares the rows of some owners with their published parts. Returns counts of the result as JSON."""

    def work(table: pa.Table) -> pa.Table:
        import pyarrow as pa
        import pyarrow.compute as pc

        is_part = pc.field("is_part")
        rows = table.filter(~is_part).drop_columns(["items", "text", "is_part"])
        parts = table.filter(is_part).drop_columns(["queries", "is_part"])
        common = _queries(queries.value) if queries is not None else None
        found = _tree(tree.value).account(read.value, common, rows, parts)
        return pa.table({"account": pa.array([found], pa.string())})

    return of_whole_partitions(work)


def fingerprints(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The BLAKE3 hash of each file."""
    import pyarrow as pa

    from clump_anon import _core

    for batch in batches:
        hashes = [_core.fingerprint(content.as_py()) for content in batch.column("content")]
        yield pa.record_batch({"hash": pa.array(hashes, pa.string())})
