"""What workers do: functions from Arrow batches to Arrow batches for `mapInArrow`. Each is the core's work on one partition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

    Step = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

RECORDS = "kind tinyint, owner binary, owner_key bigint, items array<string>, queries array<string>"
ROWS = "owner binary, owner_key bigint, nodes array<int>"
COUNTS = "node int, rows bigint"
KEYED = f"{ROWS}, key binary"
DIVIDED = f"{ROWS}, shard int"
GROUPED = f"{ROWS}, measures string"
VERDICTS = "verdict string"

OWNER = "__clump_owner"
"""The column by which all rows of an owner come together."""


def _table(batches: Iterator[pa.RecordBatch]) -> pa.Table | None:
    """All of a partition; none if there is nothing in it."""
    import pyarrow as pa

    kept = [batch for batch in batches if batch.num_rows]
    return pa.Table.from_batches(kept) if kept else None


def _batches(table: Any) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    yield from pa.table(table).to_batches()


def owners(column: str) -> Step:
    """Adds what stands for the owner of each row, whatever spelling the row has."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        from clump_anon import _core

        for batch in batches:
            ids = _core.owner_ids(batch.column(column).cast(pa.string()).to_pylist())
            yield batch.append_column(OWNER, pa.array(ids, pa.binary()))

    return step


def read(settings: str) -> Step:
    """Reads all rows of some owners, and maps their words."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from clump_anon import _core

        table = _table(batches)
        if table is not None:
            data = _core.Data.of_table(table.drop_columns([OWNER]), "frame")
            yield from _batches(_core.read_part(data, settings))

    return step


@lru_cache(maxsize=2)
def _tree(content: bytes) -> Any:
    """A tree is decoded once in each Python worker."""
    from clump_anon import _core

    return _core.Tree.from_bytes(content)


@lru_cache(maxsize=2)
def _keys(content: bytes, counts: bytes, k: int) -> Any:
    from clump_anon import _core

    return _core.Keys(_tree(content), counts, k)


def number(tree: Any) -> Step:
    """Nodes for names."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = _table(batches)
        if table is not None:
            yield from _batches(_tree(tree.value).number(table))

    return step


def count(tree: Any) -> Step:
    """How many rows have something at or below each node."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = _table(batches)
        if table is not None:
            yield from _batches(_tree(tree.value).count(table))

    return step


def add_keys(tree: Any, counts: Any, k: int) -> Step:
    """The key of each row: rows that are alike have keys that are near."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = _table(batches)
        if table is not None:
            yield from _batches(_keys(tree.value, counts.value, k).add(table))

    return step


def divide(tree: Any, counts: Any, k: int, cuts: list[bytes]) -> Step:
    """The shard of each row."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = _table(batches)
        if table is not None:
            yield from _batches(_keys(tree.value, counts.value, k).divide(table, cuts))

    return step


def group(tree: Any, counts: Any, k: int, settings: str) -> Step:
    """Groups the one shard that a partition has. Its figures follow in a row of their own."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        table = _table(batches)
        if table is None:
            return
        made, measures = _keys(tree.value, counts.value, k).group(table.drop_columns(["shard"]), settings)
        grouped = pa.table(made)
        grouped = grouped.append_column("measures", pa.nulls(len(grouped), pa.string()))
        yield from grouped.to_batches()
        figures = [[b""], [0], [[]], [measures]]
        columns = [pa.array(cell, field.type) for cell, field in zip(figures, grouped.schema, strict=True)]
        yield pa.record_batch(columns, schema=grouped.schema)

    return step


def name(tree: Any) -> Step:
    """Names for nodes."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        table = _table(batches)
        if table is not None:
            yield from _batches(_tree(tree.value).name(table))

    return step


def verify(k: int, layout: str) -> Step:
    """The check of the rows of a partition, which has all rows that are equal to one of them."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        from clump_anon import _core

        table = _table(batches)
        if table is not None:
            verdict = _core.verify_rows(table, k, layout)
            yield pa.record_batch({"verdict": pa.array([verdict], pa.string())})

    return step
