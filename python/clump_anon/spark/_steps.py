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


def of_whole_partitions(work: Callable[[pa.Table], Any]) -> Step:
    """The step that does `work` on all of a partition at once, and nothing on an empty one."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        kept = [batch for batch in batches if batch.num_rows]
        if kept:
            yield from pa.table(work(pa.Table.from_batches(kept))).to_batches()

    return step


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

    def work(table: pa.Table) -> Any:
        from clump_anon import _core

        return _core.read_part(_core.Data.of_table(table.drop_columns([OWNER]), "frame"), settings)

    return of_whole_partitions(work)


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
    return of_whole_partitions(lambda records: _tree(tree.value).number(records))


def count(tree: Any) -> Step:
    """How many rows have something at or below each node."""
    return of_whole_partitions(lambda rows: _tree(tree.value).count(rows))


def add_keys(tree: Any, counts: Any, k: int) -> Step:
    """The key of each row: rows that are alike have keys that are near."""
    return of_whole_partitions(lambda rows: _keys(tree.value, counts.value, k).add(rows))


def divide(tree: Any, counts: Any, k: int, cuts: list[bytes]) -> Step:
    """The shard of each row."""
    return of_whole_partitions(lambda rows: _keys(tree.value, counts.value, k).divide(rows, cuts))


def group(tree: Any, counts: Any, k: int, settings: str) -> Step:
    """Groups the one shard that a partition has. Its figures follow in a row of their own."""

    def work(table: pa.Table) -> pa.Table:
        import pyarrow as pa

        made, measures = _keys(tree.value, counts.value, k).group(table.drop_columns(["shard"]), settings)
        grouped = pa.table(made)
        grouped = grouped.append_column("measures", pa.nulls(len(grouped), pa.string()))
        figures = [[b""], [0], [[]], [measures]]
        columns = [pa.array(cell, field.type) for cell, field in zip(figures, grouped.schema, strict=True)]
        return pa.concat_tables([grouped, pa.table(columns, schema=grouped.schema)])

    return of_whole_partitions(work)


def name(tree: Any) -> Step:
    """Names for nodes."""
    return of_whole_partitions(lambda labels: _tree(tree.value).name(labels))


def verify(k: int, layout: str) -> Step:
    """The check of the rows of a partition, which has all rows that are equal to one of them."""

    def work(table: pa.Table) -> pa.Table:
        import pyarrow as pa

        from clump_anon import _core

        return pa.table({"verdict": pa.array([_core.verify_rows(table, k, layout)], pa.string())})

    return of_whole_partitions(work)
