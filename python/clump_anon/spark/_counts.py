"""Tables of facts on Spark. Spark groups, sums and joins. The Rust core reads facts, applies rules and makes the tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from .._base import method_settings
from .._generated import Counts, Facts
from .._settings import Counting, CountingFacts, as_json, takes, unexpected
from . import _fact_steps, _steps
from ._content import content_of
from ._needs import needs_rows, session_of
from ._owners import partitions_of, secret_of, together
from ._run import added_up, told
from ._stages import Stages

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import Broadcast
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

SEPARATOR = "\u001f"
"""Separates the texts of a fact and of its cell."""


@overload
def counts(frame: DataFrame, *, k: int, partitions: int | None = None, **settings: Unpack[CountingFacts]) -> DataFrame: ...


@overload
def counts(
    frame: DataFrame, *, k: int, tables: Sequence[str], partitions: int | None = None, **settings: Unpack[CountingFacts]
) -> dict[str, DataFrame]: ...


@takes(CountingFacts)
def counts(
    frame: DataFrame, *, k: int, tables: Sequence[str] = (), partitions: int | None = None, **settings: Unpack[CountingFacts]
) -> DataFrame | dict[str, DataFrame]:
    """Makes tables of facts of a Spark DataFrame that at least k owners share: those that `clump_anon.counts` makes of it.

    Facts of enough owners that no rule excludes come to the driver, which makes the tables, adds noise if there is any, and verifies
    them. To make several tables safe together, it also gets the owners of some of their rows. Rows of an owner are taken in the order
    of their times, and those of one time in the order of their queries. That decides which lines are further clicks on a query, and
    so `times`, and which query is the next one; nothing else depends on an order.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The data.
    k : int
        Least number of owners of a fact.
    tables : list of str, optional
        The tables, such as ``["query", "query:day"]``. The same as the setting `table`, but the result is always a dict.
    partitions : int, optional
        How many parts the owners are divided into while rows are read; by default ``spark.sql.shuffle.partitions``.

    Returns
    -------
    pyspark.sql.DataFrame or dict of str to pyspark.sql.DataFrame
        The columns of the fact, those of the cell, and `owners`. With `tables`, or with several tables in `table`: a dict with each
        table by its name.
    """
    unexpected("counts", CountingFacts, settings)
    given: dict[str, Any] = dict(settings)
    if tables:
        given["table"] = list(tables)
    method = Counts(**{name: given.pop(name) for name in Facts.__annotations__ if name in given})
    with told():
        run = CountsRun(frame, k=k, method=method, partitions=partitions, settings=given)
        try:
            table = run.release()
            return run.tables if tables or len(run.tables) > 1 else table
        finally:
            run.unpersist()


class CountsRun(Stages):
    """One run that counts facts: the plan that all workers receive, and the frames so far."""

    layout = "facts"
    #: The tables by name, such as `query:day`. Set by `release`.
    tables: dict[str, DataFrame]

    def __init__(
        self, frame: DataFrame, *, k: int, method: Counts, partitions: int | None, settings: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self.session = session_of(frame)
        needs_rows(frame)
        unexpected("counts", Counting, settings)
        # Only the driver uses the ledger: it makes the table and enters the epsilon that its noise spends.
        kept = {name: settings[name] for name in ("ledger", "budget") if settings.get(name) is not None}
        given = {name: value for name, value in settings.items() if name not in kept}
        self.frame, self.k, self.method, self.given = frame, k, method, given
        self.partitions = partitions_of(self.session, partitions)
        self.settings = self._settings(self.given)
        self.plan = _core.FactPlan(self._settings(given | kept))

    def _settings(self, given: Mapping[str, Any]) -> str:
        return as_json({"k": self.k}, method_settings(self.method), given)

    def _tell(self) -> Broadcast[bytes]:
        return self.session.sparkContext.broadcast(self.plan.to_bytes())

    # The steps.

    def records(self) -> DataFrame:
        """One row for each fact, or cell of a fact, of an owner. All rows of an owner are read in one partition."""
        secret = secret_of(self.session)
        rows, given = together(self.frame, self.given, self.partitions, secret, *self.plan.columns)
        return rows.mapInArrow(_fact_steps.read(self._settings(given), self._tell(), secret), _fact_steps.RECORDS)

    def others(self, records: DataFrame) -> dict[str, Any]:
        """Counts of reading over all machines. Also adds to the plan the queries that a rule excludes by their typed form."""
        found = records.where("kind in (1, 2)").select("kind", "fact", "cell").collect()
        self.plan = self.plan.and_as_typed(sorted({(row["fact"], row["cell"]) for row in found if row["kind"] == 1}))
        return added_up(json.loads(row["fact"]) for row in found if row["kind"] == 2)

    def facts(self, owned: DataFrame) -> DataFrame:
        """All facts with their numbers of owners, and the decision on each: kept, or excluded by a rule."""
        from pyspark.sql import Window
        from pyspark.sql import functions as sql

        # Without cells, each owner has one record of a fact, so counting records is enough.
        owners = sql.count_distinct("owner") if self.plan.has_cells else sql.count("owner")
        sums = owned.groupBy("table", "fact").agg(owners.alias("owners"), sql.sum("times").alias("times"))
        facts = sums.mapInArrow(_fact_steps.judge_facts(self.settings, self._tell()), _fact_steps.FACTS)
        if self.plan.top is None:
            return facts
        place = sql.row_number().over(Window.partitionBy("table", "kept").orderBy(sql.desc("owners"), "fact"))
        return facts.withColumn("place", place).withColumn("kept", sql.expr(f"kept and place <= {self.plan.top}")).drop("place")

    def cells(self, owned: DataFrame, kept: DataFrame) -> DataFrame | None:
        """Cells of kept facts with the decision on each. With noise: all facts or cells, with the owners who count in them."""
        from pyspark.sql import functions as sql

        if self.plan.is_bounded:
            owners = sql.count_if("counts")
        elif self.plan.has_cells:
            owned = within(owned.where("cell is not null"), kept.select("table", "fact"))
            owners = sql.count("owner")
        else:
            return None
        sums = owned.groupBy("table", "fact", "cell").agg(owners.alias("owners"), sql.sum("times").alias("times"))
        return sums.mapInArrow(_fact_steps.judge_cells(self.settings, self._tell()), _fact_steps.CELLS)

    def gather(self, owned: DataFrame, facts: DataFrame, cells: DataFrame | None) -> _core.GatheredFacts:
        """Kept facts and cells, and sums over all of them, on the driver."""
        import pyarrow as pa
        from pyspark.sql import functions as sql

        sums: dict[str, Any] = dict.fromkeys(("facts", "cells", "excluded_cells", "totals", "names"), pa.table({}))
        volume = facts.groupBy("table", "owners", "rule").agg(sql.count("fact").alias("facts"), sql.sum("times").alias("times"))
        sums["volume"] = volume.toArrow()
        if not self.plan.is_bounded:
            sums["facts"] = facts.where("kept").drop("rule", "kept").toArrow()
        if cells is not None:
            kept = cells.where("kept")
            sums["cells"] = kept.drop("rule", "kept").toArrow()
            if not self.plan.is_bounded:
                in_cells = within(owned, kept.select("table", "fact", "cell")).groupBy("table", "fact")
                sums["totals"] = in_cells.agg(sql.count_distinct("owner").alias("owners")).toArrow()
            ruled = cells.where("rule is not null and cell is not null").groupBy("table", "rule")
            sums["excluded_cells"] = ruled.agg(sql.count("fact").alias("cells")).toArrow()
        if self.plan.named_tables:
            sums["names"] = self.names(owned).toArrow()
        counted = owned.agg(sql.count_if("counts")).first()
        return self.plan.gather(sums, int(counted[0]) if counted else 0)

    def names(self, owned: DataFrame) -> DataFrame:
        """Further columns and cells that enough owners have in a table, whatever their fact."""
        from pyspark.sql import functions as sql

        def of_table(number: int, texts: int, least: int) -> DataFrame:
            key = sql.concat_ws(SEPARATOR, "fact", "cell")
            rows = owned.where(f"table = {number} and (cell is null or cell != '')")
            names = rows.groupBy("table", sql.substring_index(key, SEPARATOR, -texts).alias("name"))
            return names.agg(sql.count_distinct("owner").alias("owners")).where(f"owners >= {least}").drop("owners")

        return reduce(lambda a, b: a.unionAll(b), (of_table(*table) for table in self.plan.named_tables))

    def make_safe(self, gathered: _core.GatheredFacts, records: DataFrame) -> None:
        """Makes several tables safe together. The driver asks for the owners of the rows that it has to repair."""
        from pyspark.sql import functions as sql

        owned, places = records.where("kind = 0"), None
        while (wanted := gathered.wanted()) is not None:
            if places is None:
                # The numbers grow with the names: those of a later partition are larger.
                names = records.where("kind = 3").orderBy("fact")
                places = self.kept(names.select("owner", sql.monotonically_increasing_id().alias("place")))
            rows = within(owned, self.frame_of(wanted), "inner").select("row", "owner")
            gathered.add_owners(rows.join(places, "owner").select("row", "place").toArrow())

    def owners_counted(self, owned: DataFrame, shown: DataFrame) -> list[list[int]]:
        """For each table its numbers of owners, of pairs of an owner and a fact, and of occurrences, in the rows in `shown`."""
        from pyspark.sql import functions as sql

        pairs = within(owned, shown).groupBy("table", "owner", "fact").agg(sql.sum("times").alias("times"))
        owners = pairs.groupBy("table", "owner").agg(sql.count("fact").alias("pairs"), sql.sum("times").alias("times"))
        found = owners.groupBy("table").agg(sql.count("owner"), sql.sum("pairs"), sql.sum("times")).collect()
        numbers = {row[0]: [int(number) for number in row[1:]] for row in found}
        return [numbers.get(table, [0] * 3) for table in range(len(self.plan.fact_columns))]

    def rests(self, owned: DataFrame, shown: DataFrame) -> DataFrame:
        """The owners of everything that has no row, for each table and cell."""
        from pyspark.sql import functions as sql

        rows = owned.where(f"table < {len(self.plan.fact_columns)} and (cell is null or cell != '')")
        rest = within(rows, shown, "left_anti").groupBy("table", "cell")
        return rest.agg(sql.count_distinct("owner").alias("owners"), sql.sum("times").alias("times"))

    def release(self) -> DataFrame:
        """The first table as a frame; `tables` has all of them. The driver makes and verifies them."""
        import pyarrow as pa

        with self.stage("read"):
            records = self.kept(self.records())
            counts = self.others(records)
        owned = records.where("kind = 0")
        with self.stage("count"):
            facts = self.kept(self.facts(owned))
            kept = facts.where("kept")
            cells = self.cells(owned, kept)
            gathered = self.gather(owned, facts, None if cells is None else self.kept(cells))
        with self.stage("make safe"):
            self.make_safe(gathered, records)
        with self.stage("owners"):
            shown = kept.select("table", "fact") if self.plan.is_bounded else self.frame_of(gathered.shown())
            owners = self.owners_counted(owned, shown)
            rests = self.rests(owned, shown).toArrow() if self.plan.has_rest else pa.table({})
        with self.stage("table"):
            self.made = gathered.make(json.dumps(counts), owners, rests, sum(self.seconds.values()))
            names = json.loads(self.made.job)["table"]
            self.tables = {name: self.frame_of(table) for name, table in zip(names, self.made.tables)}
        return next(iter(self.tables.values()))

    def write(self, folder: Path) -> dict[str, Path]:
        """Writes several tables and their certificate to a local folder, and verifies the files: those of one process. Returns
        the file of each table.
        """
        _, certificate = self.made.publish(as_json({"output": folder, "to": "parquet"}))
        return {table["table"]: folder / table["name"] for table in json.loads(certificate)["release"]["tables"]}

    def verify(self, written: DataFrame, name: str | None = None) -> dict[str, Any]:
        """Checks all written rows of a table, by default the first. Each partition has all rows of its facts, and the findings of
        all partitions are summed. The rows must also equal those that the driver verified.
        """
        number = list(self.tables).index(name) if name else 0
        with self.stage("verify"):
            step = _fact_steps.verify(self.settings, self._tell(), number)
            columns = (f"`{name}`" for name in self.plan.fact_columns[number])
            parts = written.repartition(*columns).mapInArrow(step, _steps.VERDICTS).collect()
            found = added_up(json.loads(row["verdict"]) for row in parts)
            is_same = content_of(written) == content_of(list(self.tables.values())[number])
        violations = found.get("violations", 0)
        return {"holds": is_same and violations == 0, "rows": found.get("rows", 0), "violations": violations}

    def frame_of(self, table: _core.Table) -> DataFrame:
        """A table of the Rust core as a frame."""
        return self.session.createDataFrame(arrow_of(table))

    def certificate(self) -> str:
        """The certificate of the table, as JSON."""
        return self.made.certificate

    def figures(self) -> dict[str, Any]:
        """Figures of the run. Private: they are counted in the data."""
        figures: dict[str, Any] = json.loads(self.made.figures)
        return figures


def within(rows: DataFrame, keys: DataFrame, how: str = "left_semi") -> DataFrame:
    """The rows whose table, fact and cell are in `keys`, or those that are not. A table without cells has null as its cell."""
    from pyspark.sql import functions as sql

    names = [name for name in ("table", "fact", "cell") if name in keys.columns]
    same = [sql.col(f"rows.{name}").eqNullSafe(sql.col(f"keys.{name}")) for name in names]
    return rows.alias("rows").join(keys.alias("keys"), reduce(and_, same), how)


def arrow_of(table: _core.Table) -> pa.Table:
    """Converts a table of the Rust core to pyarrow."""
    import pyarrow as pa

    return pa.table(table)
