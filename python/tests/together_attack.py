"""An attacker on a release of several tables: it combines all published numbers, and shares no code with clump.

The attacker knows the tables, the thresholds, all names of regions, devices and days, and which columns are constant
for an owner. A *world* is a log that gives the published numbers. A group of owners is *derived* if it has 1 to t - 1
members in every world, where t is the smaller threshold. One world in which it is empty or large clears it.
"""

from __future__ import annotations

import csv
import datetime
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

Key = tuple[str, ...]
Row = Mapping[str, str]

PERIODS = ("day", "week", "month")
MOST_EVENTS = 14
MOST_PUBLISHED_QUERIES = 3


# Tables.


@dataclass(frozen=True)
class Table:
    """The published rows of one table: owners by the texts of a row."""

    fact: Key
    cells: Key
    rows: dict[Key, int]
    threshold: int

    @property
    def columns(self) -> Key:
        return self.fact + self.cells

    @property
    def name(self) -> str:
        return ",".join(self.fact) + (":" + ",".join(self.cells) if self.cells else "")


@dataclass(frozen=True)
class Release:
    """All that an attacker has."""

    tables: list[Table]
    k: int
    k_cell: int

    @property
    def least(self) -> int:
        return min(self.k, self.k_cell)


def read_release(folder: Path) -> Release:
    """Reads a folder of CSV files with one certificate: names of files say which columns are cells."""
    certificate = json.loads((folder / "_certificate.json").read_text())
    promised = next(p for p in certificate["promise"] if p["property"] == "common-facts")
    k, k_cell = promised["k"], promised["k-cell"]
    tables = []
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="") as file:
            header, *rows = csv.reader(file)
        texts = header[: header.index("owners")]
        cells = len(path.stem.split("-by-")[1].split("-")) if "-by-" in path.stem else 0
        fact = len(texts) - cells
        owners = {tuple(row[: len(texts)]): int(row[len(texts)]) for row in rows}
        tables.append(Table(tuple(texts[:fact]), tuple(texts[fact:]), owners, k_cell if cells else k))
    return Release(tables, k, k_cell)


# Meaning of columns: which lines of a log a row counts.


def periods(day: str) -> dict[str, str]:
    """Names of the week and the month of a day: clump writes their first days."""
    date = datetime.date.fromisoformat(day)
    monday = date - datetime.timedelta(days=date.weekday())
    return {"day": day, "week": monday.isoformat(), "month": f"{day[:7]}-01"}


def counts(columns: Key, key: Key, event: Row) -> bool:
    """True if a line with these values makes its owner count in the row `key`."""
    words = event.get("words", event.get("query", "")).split()
    for column, value in zip(columns, key, strict=True):
        if column in ("word", "word_2"):
            if value not in words:
                return False
        elif column == "query":
            if value not in event.get("queries", event["query"]).split("|"):
                return False
        elif event.get(column) != value:
            return False
    return True


def keys(columns: Key, line: Row) -> Iterator[Key]:
    """All rows in which the owner of this line counts."""
    if "word_2" in columns:
        words = sorted(set(line["query"].split()))
        rest = tuple(line[c] for c in columns[2:])
        yield from ((*pair, *rest) for pair in itertools.combinations(words, 2))
    elif "word" in columns:
        rest = tuple(line[c] for c in columns[1:])
        yield from ((word, *rest) for word in sorted(set(line["query"].split())))
    elif all(line.get(c) for c in columns):
        yield tuple(line[c] for c in columns)


def plain_sql(lines: Iterable[Row], tables: Sequence[tuple[Key, Key]], k: int, k_cell: int) -> Release:
    """The control: `GROUP BY ... HAVING count(DISTINCT user) >= k` for each table alone."""
    sets: list[dict[Key, set[str]]] = [{} for _ in tables]
    for line in lines:
        for (fact, cells), table in zip(tables, sets, strict=True):
            for key in keys(fact + cells, line):
                table.setdefault(key, set()).add(line["user"])
    made = []
    for (fact, cells), table in zip(tables, sets, strict=True):
        least = k_cell if cells else k
        owners = {key: len(who) for key, who in sorted(table.items()) if len(who) >= least}
        made.append(Table(fact, cells, owners, least))
    return Release(made, k, k_cell)


# Families of facts: few enough facts that all kinds of owners can be listed.


@dataclass
class Family:
    """Facts that are attacked together. An owner is a set of events; an event is a line of the log."""

    facts: list[dict[str, str]]
    release: Release
    domains: Mapping[str, Sequence[str]]
    constant: frozenset[str]
    words: Key = ()


def families(
    release: Release, domains: Mapping[str, Sequence[str]], constant: frozenset[str]
) -> Iterator[Family]:
    """Groups of facts that share owners by their meaning."""
    tables = release.tables
    columns = {column for table in tables for column in table.fact}

    def published(*names: str) -> list[Key]:
        """Facts with a row, the most common first."""
        found: dict[Key, int] = {}
        for table in tables:
            if all(name in table.fact for name in names):
                places = [table.columns.index(name) for name in names]
                for key, owners in table.rows.items():
                    short = tuple(key[place] for place in places)
                    found[short] = max(found.get(short, 0), owners)
        return sorted(found, key=lambda key: (-found[key], key))

    def make(facts: list[dict[str, str]], words: Key = ()) -> Family:
        return Family(facts, release, domains, constant, words)

    queries = [key[0] for key in published("query")]
    if "word" in columns:
        words = [key[0] for key in published("word")]
        more = [key[0] for key in published("word_2")] if "word_2" in columns else []
        words = list(dict.fromkeys(words + more))[:6]
        varies = any(c in t.cells for t in tables for c in (*domains, *PERIODS) if c not in constant)
        size = min(1 if varies else 2 if queries else 3, len(words))
        for group in itertools.combinations(words, size):
            unions = (c for n in range(1, len(group) + 1) for c in itertools.combinations(group, n))
            facts = [{"query": "", "words": " ".join(union)} for union in unions]
            inside = [q for q in queries if set(group) & set(q.split())]
            inside = inside[: 2 if varies else MOST_PUBLISHED_QUERIES]
            yield make(facts + [{"query": q} for q in inside], group)
    elif "host" in columns or "url" in columns:
        hosts, urls = published("query", "host"), published("query", "url")
        for query in queries:
            clicks = [{"host": host} for q, host in hosts if q == query][:3]
            clicks += [{"host": u.split("/")[2], "url": u} for q, u in urls if q == query][:3]
            yield make([{"query": query} | click for click in [{}, *clicks]])
    elif "next" in columns:
        for one, other in published("query", "next"):
            both = f"{one}|{other}"
            facts = [{"query": one}, {"query": other}, {"query": one, "queries": both, "next": other}]
            if one != other:
                facts.append({"query": other, "queries": both, "next": one})
            yield make(facts)
    elif "query" in columns:
        more = sorted({c for t in tables for c in t.fact if c not in ("query", *PERIODS)})
        others = [""] if any("query" not in t.columns for t in tables) else []
        for query in queries:
            parts = [[("query", q) for q in (query, *others)], *([(c, v) for v in domains[c]] for c in more)]
            yield make([dict(values) for values in itertools.product(*parts)])
    elif "product" in columns:
        stores = domains["store"] if any("store" in t.columns for t in tables) else [""]
        for (product,) in published("product"):
            facts = [{"product": product, "store": store} for store in stores]
            others = [{"product": "", "store": store} for store in stores]
            yield make(facts + (others if any(t.fact == ("store",) for t in tables) else []))


# Worlds: numbers of owners by kind.


@dataclass(frozen=True)
class Finding:
    """A group whose size follows from the published numbers."""

    what: str
    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.what}: {self.least} to {self.most} owners"


@dataclass
class Report:
    """Result of one attack."""

    hidden: int = 0
    hidden_derived: int = 0
    groups: int = 0
    findings: list[Finding] = field(default_factory=list)
    impossible: list[str] = field(default_factory=list)
    unsolved: int = 0

    def add(self, other: Report) -> None:
        self.hidden += other.hidden
        self.hidden_derived += other.hidden_derived
        self.groups += other.groups
        self.findings += other.findings
        self.impossible += other.impossible
        self.unsolved += other.unsolved


class Worlds:
    """All numbers of owners by kind that give the published numbers."""

    def __init__(self, kinds: np.ndarray, published: list[tuple[int, int]], small: list[int], least: int):
        self.kinds = kinds.astype(np.int64)
        at = [row for row, _ in published]
        numbers = np.array([n for _, n in published], dtype=float)
        self.limits = [LinearConstraint(csr_array(self.kinds[at]), numbers, numbers)] if at else []
        if small:
            self.limits.append(LinearConstraint(csr_array(self.kinds[small]), 0, least - 1))
        self.most = float(numbers.max(initial=0) + 3 * least)

    def solve(self, weights: np.ndarray) -> np.ndarray | None:
        """A world with the least sum of `weights`; `None` if there is no world."""
        result = milp(
            weights.astype(float),
            constraints=self.limits,
            integrality=np.ones(len(weights)),
            bounds=Bounds(0, self.most),
            options={"time_limit": 20.0},
        )
        if result.x is None:
            if result.status == 1:
                raise TimeoutError
            return None
        return np.rint(result.x).astype(np.int64)

    def derived(self, groups: np.ndarray, least: int, world: np.ndarray) -> Iterator[tuple[int, int, int]]:
        """Groups that have 1 to `least` - 1 owners in all worlds: their number, least and greatest size."""
        groups = groups.astype(np.int64)
        is_open = np.ones(len(groups), dtype=bool)

        def clear(world: np.ndarray | None) -> int:
            assert world is not None, "there is a world"
            sizes = groups @ world
            is_open[(sizes == 0) | (sizes >= least)] = False
            return int(sizes[at])

        at = 0
        clear(world)
        for seed in range(2):
            clear(self.solve(np.random.default_rng(seed).normal(size=groups.shape[1])))
        while is_open.any():
            at = int(np.argmax(is_open))
            fewest = clear(self.solve(groups[at]))
            most = clear(self.solve(-groups[at])) if is_open[at] else 0
            if is_open[at]:
                is_open[at] = False
                yield at, fewest, most


def kinds_of_owners(family: Family, rows: list[tuple[Table, Key]]) -> np.ndarray:
    """Matrix of rows and kinds of owners: true if owners of this kind count in this row.

    A kind is a value of each constant column and a set of events. Kinds that count in the same rows are one.
    """
    columns = sorted(
        {c for table in family.release.tables for c in table.columns if c in family.domains or c in PERIODS}
    )
    given = {c for fact in family.facts for c in fact}
    period = [c for c in columns if c in PERIODS]
    free = [c for c in columns if c not in family.constant and c not in PERIODS and c not in given]
    fixed = [c for c in columns if c in family.constant and c not in given]
    days = [periods(day) for day in family.domains["day"]] if period else [{}]
    spans = [dict(t) for t in {tuple((p, d[p]) for p in period) for d in days}]
    values = itertools.product(*([(c, v) for v in family.domains[c]] for c in free))
    cells = [dict(value) | span for value in values for span in sorted(spans, key=str)]
    events = [fact | cell for fact in family.facts for cell in cells]
    seen = []
    for values in itertools.product(*([(c, v) for v in family.domains[c]] for c in fixed)):
        constants = dict(values)
        own = [e | constants for e in events if all(e.get(c, v) == v for c, v in constants.items())]
        # A constant column may also be a column of the facts.
        groups = {tuple(e.get(c) for c in sorted(family.constant & given)): [] for e in own}
        for e in own:
            groups[tuple(e.get(c) for c in sorted(family.constant & given))].append(e)
        for group in groups.values():
            if len(group) > MOST_EVENTS:
                raise OverflowError(len(group))
            sets = np.arange(1, 1 << len(group), dtype=np.int64)
            masks = [
                sum(1 << i for i, e in enumerate(group) if counts(table.columns, key, e))
                for table, key in rows
            ]
            seen.append(np.stack([(sets & mask) != 0 for mask in masks]))
    return np.unique(np.concatenate(seen, axis=1), axis=1)


def rows_of(family: Family) -> list[tuple[Table, Key]]:
    """Rows that the facts of the family have or could have, and the tables on fewer columns that follow."""
    tables = list(family.release.tables)
    shapes = {(t.fact, t.cells) for t in tables}
    while True:  # What two tables have in common is known to exist, whether it is published or not.
        more = {(f, tuple(c for c in a if c in b)) for f, a in shapes for g, b in shapes if f == g} - shapes
        if not more:
            break
        shapes |= more
        tables += [Table(fact, cells, {}, family.release.least) for fact, cells in sorted(more)]
    made: dict[tuple[int, Key], tuple[Table, Key]] = {}
    for place, table in enumerate(tables):
        for fact in family.facts:
            own = fact.get("words", fact.get("query", "")).split()
            words = sorted(set(own) & set(family.words))
            starts: list[Key]
            if "word_2" in table.fact:
                starts = list(itertools.combinations(words, 2))
            elif "word" in table.fact:
                starts = [(w,) for w in words]
            elif table.fact == ("query",):
                starts = [(q,) for q in fact.get("queries", fact["query"]).split("|") if q]
            elif all(fact.get(c) for c in table.fact):
                starts = [tuple(fact[c] for c in table.fact)]
            else:
                starts = []
            parts = [days_of(family, c) if c in PERIODS else family.domains[c] for c in table.cells]
            for start in starts:
                for cell in itertools.product(*parts):
                    made.setdefault((place, (*start, *cell)), (table, (*start, *cell)))
    return list(made.values())


def days_of(family: Family, period: str) -> list[str]:
    return sorted({periods(day)[period] for day in family.domains["day"]})


Group = tuple[str, np.ndarray]


def groups_of(names: list[str], kinds: np.ndarray, rng: random.Random, extra: int = 60) -> Iterator[Group]:
    """Groups of owners whose size an attacker wants: rows, differences, overlaps, and random combinations."""
    count = len(names)
    for i in range(count):
        yield names[i], kinds[i]
    for i, j in itertools.permutations(range(count), 2):
        yield f"{names[i]} without {names[j]}", kinds[i] & ~kinds[j]
        if i < j:
            yield f"{names[i]} and {names[j]}", kinds[i] & kinds[j]
    for _ in range(extra):
        at = [rng.randrange(count) for _ in range(rng.randint(3, 5))]
        group, text = kinds[at[0]], names[at[0]]
        for i in at[1:]:
            join, work = rng.choice(JOINS)
            group, text = work(group, kinds[i]), f"({text}) {join} {names[i]}"
        yield text, group
    for _ in range(extra // 2):
        a, b, c, d = (rng.randrange(count) for _ in range(4))
        yield (
            f"({names[a]} and {names[b]}) without ({names[c]} and {names[d]})",
            kinds[a] & kinds[b] & ~(kinds[c] & kinds[d]),
        )


JOINS: list[tuple[str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = [
    ("and", lambda a, b: a & b),
    ("or", lambda a, b: a | b),
    ("without", lambda a, b: a & ~b),
]


def divisions(rows: list[tuple[Table, Key]], kinds: np.ndarray) -> Iterator[Group]:
    """Groups by the number of cells, and what two of them leave of each other."""
    divided = list(cells_of_facts(rows, kinds))
    yield from divided
    for (a, one), (b, other) in itertools.permutations(divided, 2):
        yield f"({a}) without ({b})", one & ~other


def cells_of_facts(rows: list[tuple[Table, Key]], kinds: np.ndarray) -> Iterator[Group]:
    """For each fact and table: owners in no published cell, in one, in several."""
    by_fact: dict[tuple[Key, Key, Key], list[int]] = {}
    for at, (table, key) in enumerate(rows):
        if table.cells:
            fact = key[: len(table.fact)]
            by_fact.setdefault((table.fact, table.cells, fact), []).append(at)
            if len(table.cells) > 1:
                for drop in range(len(table.cells)):
                    place = len(table.fact) + drop
                    rest = key[:place] + ("*",) + key[place + 1 :]
                    by_fact.setdefault((table.fact, table.cells, rest), []).append(at)
    for (columns, cells, fact), members in by_fact.items():
        name = f"{','.join(columns)}={'/'.join(fact)} by {','.join(cells)}"
        shown = [at for at in members if rows[at][1] in rows[at][0].rows]
        hidden = [at for at in members if at not in shown]
        inside = kinds[members].sum(axis=0)
        in_shown = kinds[shown].sum(axis=0)
        in_hidden = kinds[hidden].sum(axis=0)
        yield f"{name}: in hidden cells", in_hidden > 0
        yield f"{name}: in hidden cells only", (in_hidden > 0) & (in_shown == 0)
        yield f"{name}: in one cell", inside == 1
        yield f"{name}: in several cells", inside > 1
        yield f"{name}: in several published cells", in_shown > 1


def has_siblings(table: Table, key: Key) -> bool:
    """True if, whichever column of the cell is dropped, a cell with the rest has a row."""
    width = len(table.fact)
    for drop in range(width, len(key)):
        rest = key[:drop] + key[drop + 1 :]
        if not any(other[:drop] + other[drop + 1 :] == rest for other in table.rows):
            return False
    return True


def is_true_that_small(table: Table, key: Key, log: Release | None) -> bool:
    """True if no cell of the fact is large in the log: clump can remove all cells of a fact. `None`: nothing is known."""
    fact = key[: len(table.fact)]
    tables = log.tables if log else []
    return not any(t.columns == table.columns and k[: len(fact)] == fact for t in tables for k in t.rows)


def attack(family: Family, rng: random.Random, *, is_free: bool, log: Release | None, enough: int) -> Report:
    """Tries all groups of one family, until `enough` are derived."""
    release = family.release
    rows = rows_of(family)
    shown = [(at, t.rows[key]) for at, (t, key) in enumerate(rows) if key in t.rows]
    if not shown:
        return Report()
    kinds = kinds_of_owners(family, rows)
    names = [f"{t.name}={'/'.join(key)}{'' if key in t.rows else ' (hidden)'}" for t, key in rows]
    hidden = [at for at, (t, key) in enumerate(rows) if t.cells and t.rows and key not in t.rows]
    small = [at for at in hidden if has_siblings(*rows[at]) or is_free and is_true_that_small(*rows[at], log)]
    report = Report(hidden=len(hidden))
    for assumed, remark in ((small, ""), ([], " [hidden of any size]")):
        worlds = Worlds(kinds, shown, assumed, release.k_cell)
        world = worlds.solve(np.zeros(kinds.shape[1]))
        if world is not None:
            break
    else:
        report.impossible.append(" & ".join(f"{names[at]}={n}" for at, n in shown))
        return report
    groups = distinct(itertools.chain(divisions(rows, kinds), groups_of(names, kinds, rng)))
    report.groups = len(groups)
    derived = set()
    for at, least, most in worlds.derived(np.array([g for _, g in groups]), release.least, world):
        name, group = groups[at]
        derived.add(group.tobytes())
        report.findings.append(Finding(name + remark, least, most))
        if len(report.findings) == enough:
            break
    report.hidden_derived = sum(kinds[at].tobytes() in derived for at in hidden)
    return report


def distinct(groups: Iterable[Group]) -> list[Group]:
    """The groups that are not empty, without those that are the same."""
    seen: dict[bytes, Group] = {}
    for name, group in groups:
        if group.any():
            seen.setdefault(group.tobytes(), (name, group))
    return list(seen.values())


def attack_all(
    release: Release,
    domains: Mapping[str, Sequence[str]],
    constant: frozenset[str],
    *,
    is_free: bool = True,
    log: Release | None = None,
    enough: int = 1 << 30,
    seed: int = 0,
) -> Report:
    """Attacks all families of a small release with integer programs.

    If the release `is_free`, the attacker knows that each cell without a row has fewer owners than `k_cell`. Otherwise
    another table divides the same owners, and all cells of a row can be missing although some are large. `log` has what
    plain SQL publishes: the attacker assumes nothing that is wrong in the log.
    """
    report = Report()
    rng = random.Random(seed)
    for family in families(release, domains, constant):
        try:
            report.add(attack(family, rng, is_free=is_free, log=log, enough=enough))
        except (OverflowError, TimeoutError):
            report.unsolved += 1
    return report
