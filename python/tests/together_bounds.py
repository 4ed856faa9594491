"""The attacker for large releases: it carries bounds along all links between rows until nothing changes.

It is weaker than the integer programs of `together_attack`, but it looks at all facts at once. Each round is linear
in the rows of the release and the hidden cells below them. A quantity is derived if its bounds are within 1 to t - 1.
Quantities are hidden rows, the difference of two linked rows, and for each row that a table divides: the owners in no
published cell, those in several, and how much these differ between two linked rows.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from together_attack import PERIODS, Finding, Key, Release, Row, Table, keys, periods

Node = tuple[Key, Key]
"""Names of columns and their texts; a difference has the texts of both rows."""

OPEN = {"host", "url", "next", "query", "word", "word_2", "item", "item_2"}
"""Columns whose names no attacker knows completely, or that not every line has."""


@dataclass
class Cover:
    """A row and the rows that divide it: each owner of the parent is in one child, or in exactly one."""

    parent: Node
    children: list[Node]
    columns: Key
    is_sum: bool
    least: int


@dataclass
class Bounds:
    """Least and greatest possible numbers of owners."""

    least: dict[Node, int] = field(default_factory=dict)
    most: dict[Node, int] = field(default_factory=dict)
    inclusions: set[tuple[Node, Node]] = field(default_factory=set)
    covers: list[Cover] = field(default_factory=list)
    has_changed: bool = False

    def set(self, node: Node, least: int, most: int) -> Node:
        if least > self.least.get(node, -1):
            self.least[node], self.has_changed = least, True
        if most < self.most.get(node, 1 << 60):
            self.most[node], self.has_changed = most, True
        return node

    def tighten(self) -> bool:
        """One round along all links; true if a bound changed."""
        self.has_changed = False
        for outer, inner in self.inclusions:
            self.set(outer, self.least[inner], self.most[outer])
            self.set(inner, self.least[inner], self.most[outer])
        for cover in self.covers:
            low = sum(self.least[child] for child in cover.children)
            high = sum(self.most[child] for child in cover.children)
            least, most = self.least[cover.parent], self.most[cover.parent]
            self.set(cover.parent, low if cover.is_sum else least, high)
            for child in cover.children:
                up = most - low + self.least[child] if cover.is_sum else most
                self.set(child, least - high + self.most[child], up)
        return self.has_changed


def shapes_of(release: Release) -> list[Key]:
    """Columns of the tables, and the columns that two tables have in common, which can be bounded as well."""
    shapes = {table.columns for table in release.tables}
    facts = {table.fact for table in release.tables}
    while True:
        pairs = [(a, b) for a in shapes for b in shapes]
        more = {tuple(c for c in a if c in b) for a, b in pairs}
        more |= {tuple(c for c in a if c in b or c in f) for a, b in pairs for f in facts if set(f) <= set(a)}
        more = {shape for shape in more if any(set(f) <= set(shape) for f in facts)} - shapes
        if not more:
            return sorted(shapes)
        shapes |= more


def line_of(columns: Key, key: Key) -> dict[str, str]:
    """A line of the log that counts in this row."""
    line = dict(zip(columns, key, strict=True))
    if "word" in line and "query" not in line:
        line["query"] = " ".join(v for c, v in line.items() if c in ("word", "word_2"))
    return line | (periods(line["day"]) if "day" in line else {})


def wider(shapes: list[Key], columns: Key, key: Key) -> Iterator[Node]:
    """All rows, published or not, that contain this one."""
    line = line_of(columns, key)
    names = set(line) - ({"query"} if "word" in columns else set())
    names |= {"word", "word_2"} if "query" in names else set()
    for shape in shapes:
        if shape != columns and set(shape) <= names:
            yield from ((shape, parent) for parent in keys(shape, line))
    if "next" in columns:
        later = line | {"query": line["next"]}
        for shape in shapes:
            if "next" not in shape and set(shape) <= names:
                yield from ((shape, parent) for parent in keys(shape, later))


@dataclass(frozen=True)
class Known:
    """What the attacker knows besides the release."""

    constant: frozenset[str]
    """Columns with one value for each owner."""
    domains: Mapping[str, Sequence[str]]
    """All names of a column. Of other columns, the attacker takes the published ones for all."""
    are_small: bool = True
    """A cell without a row has few owners, if others of the same rows have one."""


def names_of(release: Release, columns: Sequence[str], known: Known) -> list[Row]:
    """All cells that these columns can have."""
    values: list[list[dict[str, str]]] = []
    for column in columns:
        if column in PERIODS:
            if "day" in known.domains:
                days = [periods(day) for day in known.domains["day"]]
            else:
                at = [(t, t.columns.index(column)) for t in release.tables if column in t.columns]
                shown = {key[place] for t, place in at for key in t.rows}
                days = [periods(name) | {column: name} for name in sorted(shown)]
            longer = PERIODS if column == "day" else (column,)
            values.append([dict(t) for t in sorted({tuple((p, d[p]) for p in longer) for d in days})])
        elif column in known.domains:
            values.append([{column: name} for name in known.domains[column]])
        else:
            at = [(t, t.columns.index(column)) for t in release.tables if column in t.columns]
            values.append([{column: name} for name in sorted({key[p] for t, p in at for key in t.rows})])
    return [{k: v for part in parts for k, v in part.items()} for parts in itertools.product(*values)]


def covers_of(
    bounds: Bounds, release: Release, table: Table, shape: Key, parents: Iterable[Key], known: Known
) -> Iterator[Cover]:
    """Divisions of the rows of `shape` by a finer table."""
    rest = tuple(c for c in table.columns if c not in shape)
    coarse = [c for c in shape if c not in table.columns]
    if not rest or OPEN & set(rest) or any(c not in ("week", "month") or "day" not in rest for c in coarse):
        return
    names: dict[Key, list[Row]] = defaultdict(list)
    for name in names_of(release, rest, known):
        names[tuple(name[c] for c in coarse)].append(name)
    cells = range(len(table.fact) if table.cells else 0, len(table.columns))
    shown = {(at, key[:at] + key[at + 1 :]) for key in table.rows for at in cells}
    for parent in sorted(parents):
        line = dict(zip(shape, parent, strict=True))
        children = []
        for name in names[tuple(line[c] for c in coarse)]:
            full = {**line, **name}
            key = tuple(full[c] for c in table.columns)
            # Without any published cell beside it, it may be missing for another reason.
            is_small = key not in table.rows and all((at, key[:at] + key[at + 1 :]) in shown for at in cells)
            most = table.threshold - 1 if is_small and known.are_small else 1 << 40
            children.append(bounds.set((table.columns, key), 0, most))
        if children:
            yield Cover((shape, parent), children, rest, set(rest) <= known.constant, table.threshold)


def bound(release: Release, known: Known) -> tuple[list[Finding], int]:
    """Derived quantities of a release, and the number of quantities that were bounded."""
    bounds, shapes = Bounds(), shapes_of(release)
    for table in release.tables:
        for key, owners in table.rows.items():
            bounds.set((table.columns, key), owners, owners)
    published = set(bounds.least)
    # Facts that have no row of their own are known from finer rows. Words that are not in their table are not.
    closed = {t.columns for t in release.tables if "word" in t.columns}
    for node in sorted(published):
        for outer in wider(shapes, *node):
            if outer in published or outer[0] not in closed:
                bounds.inclusions.add((bounds.set(outer, 0, 1 << 40), node))
    parents: dict[Key, set[Key]] = defaultdict(set)
    for columns, key in bounds.least:
        parents[columns].add(key)
    for table in release.tables:
        for shape in shapes:
            if all((word in shape) == (word in table.columns) for word in ("word", "word_2")):
                bounds.covers += covers_of(bounds, release, table, shape, parents[shape], known)
    for columns, key in sorted(bounds.least):
        for outer in wider(shapes, columns, key) if key not in parents[columns] else ():
            if outer in bounds.least:
                bounds.inclusions.add((outer, (columns, key)))
    add_equal_rows(bounds)
    add_differences(bounds)
    for _ in range(30):
        if not bounds.tighten():
            break
    wrong = [node for node, least in bounds.least.items() if bounds.most[node] < least]
    if wrong and known.are_small:
        return bound(release, replace(known, are_small=False))
    if wrong:
        what = f"no log has these numbers: {text(min(wrong))}"
        return [Finding(what, bounds.least[min(wrong)], bounds.most[min(wrong)])], len(bounds.least)
    return judge(bounds, published, release.least)


def text(node: Node) -> str:
    return f"{','.join(node[0])}={'/'.join(node[1])}"


def add_equal_rows(bounds: Bounds) -> None:
    """A row with as many owners as a row inside it is the same as that, and is inside all that contain it."""
    above: dict[Node, list[Node]] = defaultdict(list)
    divided: dict[Node, list[Cover]] = defaultdict(list)
    for outer, inner in sorted(bounds.inclusions):
        above[inner].append(outer)
    for cover in bounds.covers:
        divided[cover.parent].append(cover)
    for inner, rows in sorted(above.items()):
        number = bounds.least[inner]
        for row in rows:
            if not number == bounds.least[row] == bounds.most[row] == bounds.most[inner]:
                continue
            for outer in rows:
                if outer == row or bounds.least[outer] < number:
                    continue
                bounds.inclusions.add((outer, row))
                for wide in divided[outer]:
                    for narrow in divided[row]:
                        bounds.inclusions.update(same_cells(wide, narrow))


def add_differences(bounds: Bounds) -> None:
    """Owners of one row that are not in another are divided by the same constant columns as both rows."""
    of_parent: dict[Node, list[Cover]] = defaultdict(list)
    for cover in bounds.covers:
        of_parent[cover.parent].append(cover)
    for outer, inner in sorted(bounds.inclusions):
        for wide in of_parent[outer]:
            for narrow in of_parent[inner]:
                pairs = same_cells(wide, narrow)
                if wide.is_sum and len(pairs) == len(wide.children) == len(narrow.children):
                    parts = [difference(bounds, one, other) for one, other in pairs]
                    whole = difference(bounds, outer, inner)
                    bounds.covers.append(Cover(whole, parts, wide.columns, True, wide.least))


def same_cells(wide: Cover, narrow: Cover) -> list[tuple[Node, Node]]:
    """Children of two covers with the same cell."""
    if wide.columns != narrow.columns:
        return []

    def cell(node: Node) -> Key:
        line = dict(zip(*node, strict=True))
        return tuple(line[c] for c in wide.columns)

    of_narrow = {cell(child): child for child in narrow.children}
    return [(child, of_narrow[cell(child)]) for child in wide.children if cell(child) in of_narrow]


def difference(bounds: Bounds, outer: Node, inner: Node) -> Node:
    node = outer[0] + ("without",) + inner[0], outer[1] + ("without",) + inner[1]
    most = bounds.most[outer] - bounds.least[inner]
    return bounds.set(node, max(0, bounds.least[outer] - bounds.most[inner]), most)


def judge(bounds: Bounds, published: set[Node], least: int) -> tuple[list[Finding], int]:
    """The quantities whose bounds are within 1 to least - 1."""
    low, high = bounds.least, bounds.most
    derived: list[Finding] = []
    count = 0

    def check(what: str, at_least: int, at_most: int) -> None:
        nonlocal count
        count += 1
        if 1 <= at_least and at_most < least:
            derived.append(Finding(what, at_least, at_most))

    for node in sorted(set(low) - published):
        check(text(node), low[node], high[node])
    for outer, inner in sorted(bounds.inclusions):
        check(f"{text(outer)} without {text(inner)}", low[outer] - high[inner], high[outer] - low[inner])
    excess: dict[tuple[Node, Key], tuple[int, int]] = {}
    for cover in bounds.covers:
        shown = [low[child] for child in cover.children if child in published]
        hidden = [child for child in cover.children if child not in published]
        all_hidden = sum(high[child] for child in hidden)
        outside = low[cover.parent] - sum(shown), high[cover.parent] - max(shown, default=0)
        check(
            f"{text(cover.parent)} by {','.join(cover.columns)}: in no published cell",
            outside[0],
            min(outside[1], all_hidden),
        )
        many = sum(shown) - high[cover.parent], sum(shown) + all_hidden - low[cover.parent]
        if not cover.is_sum and shown:
            excess[cover.parent, cover.columns] = (max(0, many[0]), many[1])
            least_owners = -(-many[0] // max(1, len(shown) - 1))
            check(
                f"{text(cover.parent)} by {','.join(cover.columns)}: in several cells", least_owners, many[1]
            )
    columns = {columns for _, columns in excess}
    for outer, inner in sorted(bounds.inclusions):
        for by in sorted(columns):
            if (outer, by) in excess and (inner, by) in excess:
                wide, narrow = excess[outer, by], excess[inner, by]
                what = f"{text(outer)} in several {','.join(by)}, without {text(inner)}"
                check(what, wide[0] - narrow[1], wide[1] - narrow[0])
    return derived, count
