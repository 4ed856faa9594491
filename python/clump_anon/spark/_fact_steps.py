"""Work of Spark workers for tables of facts. Each step calls the Rust core with the plan that the driver sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from . import _steps

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast

    from .. import _core
    from ._steps import Step

RECORDS = "kind tinyint, owner binary, table int, fact string, cell string, times bigint, counts boolean"
FACTS = "table int, fact string, owners bigint, times bigint, rule string, kept boolean"
CELLS = "table int, fact string, cell string, owners bigint, times bigint, rule string, kept boolean"


@lru_cache(maxsize=2)
def _plan(settings: str, told: bytes) -> _core.FactPlan:
    """The decoded plan. The cache decodes it once in each Python worker."""
    from clump_anon import _core

    return _core.FactPlan.from_bytes(settings, told)


def read(settings: str, told: Broadcast[bytes], secret: Broadcast[bytes]) -> Step:
    """Reads all rows of some owners. Returns a record for each fact, or cell of a fact, of an owner."""

    def work(table: pa.Table) -> Any:
        from clump_anon import _core

        return _plan(settings, told.value).read(_core.Data.of_table(table.drop_columns([_steps.OWNER]), "frame"), secret.value)

    return _steps.of_whole_partitions(work)


def judge_facts(settings: str, told: Broadcast[bytes]) -> Step:
    """Decides for each fact whether it is kept, and which rule excludes it."""
    return _of_batches(lambda sums: _plan(settings, told.value).judge_facts(sums))


def judge_cells(settings: str, told: Broadcast[bytes]) -> Step:
    """Decides for each cell of a fact whether it is kept, and which rule excludes it."""
    return _of_batches(lambda sums: _plan(settings, told.value).judge_cells(sums))


def verify(settings: str, told: Broadcast[bytes], number: int) -> Step:
    """Verdict on the written rows of a partition, of the table with this number. All rows of a fact must be in one partition."""

    def work(table: pa.Table) -> pa.Table:
        import pyarrow as pa

        return pa.table({"verdict": pa.array([_plan(settings, told.value).verify(number, table)], pa.string())})

    return _steps.of_whole_partitions(work)


def _of_batches(work: Callable[[pa.Table], Any]) -> Step:
    """The step that calls `work` with one batch after the other."""

    def step(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        for batch in batches:
            yield from pa.table(work(pa.Table.from_batches([batch]))).to_batches()

    return step
