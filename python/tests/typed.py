"""How the package is used, for type checkers: everything here must pass in their strict modes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import clump_anon as clump


def publish(frame: clump.Data, folder: Path) -> bool:
    """All verbs with their most common settings."""
    tree = clump.Taxonomy.from_dict({"food": {"fruit": ["apple", "pear"]}})
    method = clump.Pieces(links=1.0)
    result: clump.Result = clump.anonymize(frame, k=5, owner="user", items=["a", "b"], method=method, taxonomy=tree)
    files: list[Path] = result.write(folder / "release.parquet", page=folder / "page.html")
    table: clump.Result = clump.counts(frame, k=5, owner="user", query="q", tables=["query:month"], progress=False)
    shares: dict[str, Any] = table.measures
    verdict: clump.Verdict = clump.verify(files[-1], data=frame, audit=folder / "audit.tsv", owner="user")
    figures: clump.Figures = clump.measure(frame, files[-1], owner="user")
    comparison: clump.Comparison = clump.compare(frame, k=[5, 10], owner="user", query="q")
    clump.floor(frame, k=5, owner_per_row=True, cost="bits")
    clump.inspect({"ann": ["tea"]}, taxonomy="flat", progress=print)
    clump.anonymize([["tea"], ["tea"]], k=2, owner_per_row=True, taxonomy="flat", unit="owner")
    grown = clump.Taxonomy.grown("log.tsv", k=5)
    return bool(verdict) and bool(figures) and bool(comparison.advice) and bool(shares) and bool(grown.size)
