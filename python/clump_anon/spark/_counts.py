"""A table of facts on Spark. Spark groups, sums and joins. The Rust core reads facts, applies rules and makes the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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


@takes(CountingFacts)
def counts(frame: DataFrame, *, k: int, partitions: int | None = None, **settings: Unpack[CountingFacts]) -> DataFrame:
    """Makes a table of facts of a Spark DataFrame that at least k owners share: the one that `clump_anon.counts` makes of it.

    Facts of enough owners that no rule excludes come to the driver, which makes the table, adds noise if there is any, and verifies
    it. Rows of an owner are taken in the order of their times, and those of one time in the order of their queries. That decides
    which lines are further clicks on a query, and so `times`, and which query is the next one; nothing else depends on an order.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The data.
    k : int
        Least number of owners of a fact.
    partitions : int, optional
        How many parts the owners are divided into while rows are read; by default ``spark.sql.shuffle.partitions``.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns of the fact, those of the cell, and `owners`.
    """
    unexpected("counts", CountingFacts, settings)
    given: dict[str, Any] = dict(settings)
    method = Counts(**{name: given.pop(name) for name in Facts.__annotations__ if name in given})
    with told():
        run = CountsRun(frame, k=k, method=method, partitions=partitions, settings=given)
        try:
            return run.release()
        finally:
            run.unpersist()


class CountsRun(Stages):
    """One run that counts facts: the plan that all workers receive, and the frames so far."""

    layout = "facts"

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
        found = records.where("kind > 0").select("kind", "fact", "cell").collect()
        self.plan = self.plan.and_as_typed(sorted({(row["fact"], row["cell"]) for row in found if row["kind"] == 1}))
        return added_up(json.loads(row["fact"]) for row in found if row["kind"] == 2)

    def facts(self, owned: DataFrame) -> DataFrame:
        """All facts with their numbers of owners, and the decision on each: kept, or excluded by a rule."""
        from pyspark.sql import functions as sql

        # Without cells, each owner has one record of a fact, so counting records is enough.
        owners = sql.count_distinct("owner") if self.plan.has_cells else sql.count("owner")
        sums = owned.groupBy("fact").agg(owners.alias("owners"), sql.sum("times").alias("times"))
        return sums.mapInArrow(_fact_steps.judge_facts(self.settings, self._tell()), _fact_steps.FACTS)

    def cells(self, owned: DataFrame, kept: DataFrame) -> DataFrame | None:
        """Cells of kept facts with the decision on each. With noise: all facts or cells, with the owners who count in them."""
        from pyspark.sql import functions as sql

        if self.plan.is_bounded:
            owners = sql.count_if("counts")
        elif self.plan.has_cells:
            owned = owned.join(kept.select("fact"), "fact", "left_semi")
            owners = sql.count("owner")
        else:
            return None
        sums = owned.groupBy("fact", "cell").agg(owners.alias("owners"), sql.sum("times").alias("times"))
        return sums.mapInArrow(_fact_steps.judge_cells(self.settings, self._tell()), _fact_steps.CELLS)

    def gather(self, owned: DataFrame, facts: DataFrame, cells: DataFrame | None) -> _core.GatheredFacts:
        """Kept facts and cells, and sums over all of them, on the driver."""
        import pyarrow as pa
        from pyspark.sql import functions as sql

        nothing = pa.table({})
        volume = facts.groupBy("owners", "rule").agg(sql.count("fact").alias("facts"), sql.sum("times").alias("times"))
        of_cells, totals, excluded = nothing, nothing, nothing
        if cells is not None:
            kept = cells.where("kept")
            of_cells = kept.drop("rule", "kept").toArrow()
            if not self.plan.is_bounded:
                in_cells = owned.join(kept.select("fact", "cell"), ["fact", "cell"], "left_semi")
                totals = in_cells.groupBy("fact").agg(sql.count_distinct("owner").alias("owners")).toArrow()
            ruled = cells.where("rule is not null and cell is not null")
            excluded = ruled.groupBy("rule").agg(sql.count("fact").alias("cells")).toArrow()
        of_facts = nothing if self.plan.is_bounded else facts.where("kept").drop("rule", "kept").toArrow()
        counted = owned.agg(sql.count_if("counts")).first()
        return self.plan.gather(volume.toArrow(), of_facts, [of_cells, totals], excluded, int(counted[0]) if counted else 0)

    def owners_counted(self, owned: DataFrame, shown: DataFrame) -> list[int]:
        """Numbers of owners, of pairs of an owner and a fact, and of occurrences, for the facts or cells in `shown`."""
        from pyspark.sql import functions as sql

        pairs = owned.join(shown, shown.columns, "left_semi").groupBy("owner", "fact").agg(sql.sum("times").alias("times"))
        owners = pairs.groupBy("owner").agg(sql.count("fact").alias("pairs"), sql.sum("times").alias("times"))
        found = owners.agg(sql.count("owner"), sql.sum("pairs"), sql.sum("times")).first()
        return [int(number or 0) for number in found or [0] * 3]

    def release(self) -> DataFrame:
        """The table as a frame. The driver makes and verifies it."""
        with self.stage("read"):
            records = self.kept(self.records())
            counts = self.others(records)
        owned = records.where("kind = 0")
        with self.stage("count"):
            facts = self.kept(self.facts(owned))
            kept = facts.where("kept")
            cells = self.cells(owned, kept)
            gathered = self.gather(owned, facts, None if cells is None else self.kept(cells))
        with self.stage("owners"):
            is_whole = cells is None or self.plan.is_bounded
            shown = kept.select("fact") if is_whole else self.session.createDataFrame(arrow_of(gathered.shown()))
            owners = self.owners_counted(owned, shown)
        with self.stage("table"):
            self.made = gathered.make(json.dumps(counts), owners, sum(self.seconds.values()))
            self.table = self.session.createDataFrame(arrow_of(self.made.tables[0]))
        return self.table

    def verify(self, written: DataFrame) -> dict[str, Any]:
        """Checks all written rows. Each partition has all rows of its facts, and the findings of all partitions are summed.
        The rows must also equal those that the driver verified.
        """
        with self.stage("verify"):
            step = _fact_steps.verify(self.settings, self._tell())
            parts = written.repartition(*(f"`{name}`" for name in self.plan.fact_columns)).mapInArrow(step, _steps.VERDICTS).collect()
            found = added_up(json.loads(row["verdict"]) for row in parts)
            is_same = content_of(written) == content_of(self.table)
        violations = found.get("violations", 0)
        return {"holds": is_same and violations == 0, "rows": found.get("rows", 0), "violations": violations}

    def certificate(self) -> str:
        """The certificate of the table, as JSON."""
        return self.made.certificate

    def figures(self) -> dict[str, Any]:
        """Figures of the run. Private: they are counted in the data."""
        figures: dict[str, Any] = json.loads(self.made.figures)
        return figures


def arrow_of(table: _core.Table) -> pa.Table:
    """Converts a table of the Rust core to pyarrow."""
    import pyarrow as pa

    return pa.table(table)
