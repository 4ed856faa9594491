"""Several tables of one release are safe together: an attacker who combines them derives no small group.

`CLUMP_TOGETHER=1000 pytest python/tests/test_safe_together.py -s` attacks so many random releases and prints what it
found. Plain SQL with the same thresholds is the control: the same attack has to find many groups there.
"""

from __future__ import annotations

import csv
import itertools
import os
import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from conftest import ROOT

if not os.environ.get("CI"):
    pytest.importorskip("scipy")

from together_attack import Release, Report, Table, attack_all, periods, plain_sql, read_release  # noqa: E402
from together_bounds import Known, bound  # noqa: E402

Run = Callable[..., subprocess.CompletedProcess[str]]

RELEASES = int(os.environ.get("CLUMP_TOGETHER", "60"))
CONSTANT = frozenset({"region", "sex"})
DOMAINS = {
    "region": ("north", "south", "east", "west"),
    "sex": ("f", "m"),
    "device": ("mobile", "desktop", "tablet"),
    # Both are common, so that nothing is hidden.
    "app": ("phone", "web"),
    # Two days of one week in two months, and a day two weeks later.
    "day": ("2006-02-28", "2006-03-01", "2006-03-14"),
    "store": ("s1", "s2", "s3"),
}
KNOWN = Known(CONSTANT, DOMAINS)
QUERIES = ("flu", "bus", "flu bus", "map", "bus map", "car", "flu map", "tax", "car tax", "flu bus map")
PRODUCTS = ("milk", "bread", "eggs", "beer", "tea")


@dataclass(frozen=True)
class Setting:
    """Tables of one release and its thresholds."""

    tables: str
    k: int = 3
    k_cell: int | None = None
    is_free: bool = True
    """False if two tables divide the same owners by one column: then large cells can be missing too."""

    def shapes(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Columns of the facts and of the cells of each table."""
        shapes = []
        for table in self.tables.split():
            fact, _, cells = table.partition(":")
            names = fact.replace("word,word", "word,word_2").split(",")
            shapes.append((tuple(names), tuple(cells.split(",")) if cells else ()))
        return shapes

    def plain_sql(self, lines: list[dict[str, str]]) -> Release:
        return plain_sql(lines, self.shapes(), self.k, self.k_cell or self.k)

    def clump(self, lines: list[dict[str, str]], folder: Path, run: Run) -> Release:
        """Publishes the tables with the command line."""
        names = PRODUCT_COLUMNS if "product" in self.tables else QUERY_COLUMNS
        log, release = folder / "log.csv", folder / "release"
        with log.open("w", newline="") as file:
            writer = csv.DictWriter(file, names, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(lines)
        words = ["anonymize", log, "--owner", "user", "--k", self.k, "-o", release]
        words += ["--k-cell", self.k_cell] if self.k_cell else []
        words += ["--url", "url"] if "host" in self.tables or "url" in self.tables else []
        words += [word for table in self.tables.split() for word in ("--table", table)]
        made = run(*map(str, words))
        assert made.returncode == 0, f"{' '.join(map(str, words))}\n{made.stdout}{made.stderr}"
        return read_release(release)

    def attack(self, release: Release, log: Release | None = None, enough: int = 1 << 30) -> Report:
        return attack_all(release, DOMAINS, CONSTANT, is_free=self.is_free, log=log, enough=enough)


QUERY_COLUMNS = ("user", "query", "time", "region", "sex", "device", "app", "url")
PRODUCT_COLUMNS = ("user", "time", "product", "store")

SETTINGS = [
    Setting("query query:region query:sex"),
    Setting("query query:device"),
    Setting("query query:day query:week"),
    Setting("word word,word"),
    Setting("query word"),
    Setting("query:region query:sex"),
    Setting("query query:region,sex query:region"),
    Setting("query,region query"),
    Setting("product product,store"),
    Setting("query query:device", k=5, k_cell=3),
    Setting("query query:device", k=3, k_cell=5),
    Setting("query:region,sex query:region query:sex", is_free=False),
    Setting("query:device query:day query:day,device", is_free=False),
    Setting("query query:region query:device", k=4),
    Setting("query word word,word"),
    Setting("word word:region query query:region", is_free=False),
    Setting("word word:device query query:device", is_free=False),
    Setting("query query,host"),
    Setting("query:region query,host"),
    Setting("query query,next"),
    Setting("query:region,device query:region query:device", is_free=False),
    Setting("word word:app query query:app", is_free=False),
    Setting("query query:app query:day query:day,app", is_free=False),
    Setting("product store product,store"),
    Setting("query:region,sex query:sex,device", is_free=False),
    Setting("word:region,sex query:region", is_free=False),
    Setting("query query,host query,host:region", is_free=False),
    Setting("query query:sex", k=4),
    Setting("query query:week query:day query:device query:day,device", is_free=False),
    Setting("query query,host query,url"),
    Setting("query,url query,host:region query:region", is_free=False),
    Setting("word word:region word,word word,word:region", is_free=False),
    Setting("word:region word,word", is_free=False),
    Setting("query:day query:region query:device"),
    Setting("query query:region,device"),
    Setting("query query:month query:day,region", is_free=False),
    Setting("region query:region query,region:sex", is_free=False),
    Setting("query,region query:sex", is_free=False),
    Setting("query,next query:region"),
    Setting("query word word:sex word,word:sex", is_free=False),
    Setting("product:store store", is_free=False),
    Setting(
        "query query:region query:sex query:region,sex query:device query:region,device", is_free=False, k=4
    ),
]


def random_log(
    seed: int, *, queries: tuple[str, ...] = QUERIES, owners: tuple[int, int] = (20, 60)
) -> list[dict[str, str]]:
    """Lines of a log: few queries of several words, most of them rare."""
    rng = random.Random(seed)
    slope = rng.uniform(0.3, 1.5)
    spread = rng.uniform(0.5, 2.0)

    def pick(values: tuple[str, ...], steep: float) -> str:
        weights = [(place + 1) ** -steep for place in range(len(values))]
        return rng.choices(values, weights)[0]

    lines: list[dict[str, str]] = []
    for owner in range(rng.randint(*owners)):
        region, sex = pick(DOMAINS["region"], spread), pick(DOMAINS["sex"], 0.6)
        usual = pick(DOMAINS["device"], spread)
        for name, query in enumerate(queries):
            chance = 0.75 * (name + 1) ** -slope
            if rng.random() >= chance:
                continue
            for _ in range(rng.choice((1, 1, 2, 3))):
                device = usual if rng.random() < 0.7 else pick(DOMAINS["device"], spread)
                lines.append(
                    {
                        "user": f"u{owner}",
                        "query": query,
                        "day": pick(DOMAINS["day"], spread / 2),
                        "region": region,
                        "sex": sex,
                        "device": device,
                        "app": rng.choice(DOMAINS["app"]),
                        "host": (host := pick(("a.example", "b.example", ""), 0.5)),
                        "url": f"http://{host}/{rng.choice('aab')}" if host else "",
                        "product": PRODUCTS[name % len(PRODUCTS)],
                        "store": pick(DOMAINS["store"], spread / 2),
                    }
                )
    add_times(lines, rng)
    return lines


def add_times(lines: list[dict[str, str]], rng: random.Random) -> None:
    """Times within each day, and the next query of a session: the next other one within 30 minutes."""
    lines.sort(key=lambda line: (line["user"], line["day"], rng.random()))
    for _, group in itertools.groupby(lines, key=lambda line: (line["user"], line["day"])):
        minute = 8 * 60
        session = list(group)
        for line in session:
            line["time"] = f"{line['day']} {minute // 60:02}:{minute % 60:02}:00"
            line.update(periods(line["day"]))
            minute += 10
        for place, line in enumerate(session):
            later = (other["query"] for other in session[place + 1 :])
            line["next"] = next((query for query in later if query != line["query"]), "")


# Leaks that a rule for each table, or for each pair of tables alone, does not find. t = 3.

REGIONS = {"region": ("north", "south", "east", "west")}
DEVICES = {"device": ("mobile", "desktop")}
MARCH = ("2006-03-06", "2006-03-14", "2006-03-21", "2006-03-27")
LEAKS = {
    "two divisions bound their sum": (
        {"query:region": {"q north": 5}, "query:sex": {"q f": 3, "q m": 3}},
        {"region": ("north", "south"), "sex": ("f", "m", "x")},
    ),
    "no cell has a row": ({"query": {"q": 4}, "query:sex": {"r f": 3}}, {"sex": ("f", "m")}),
    "rests of a word and its query": (
        {
            "word": {"w": 14},
            "word:region": {"w north": 10},
            "query": {"w": 9},
            "query:region": {"w north": 6},
        },
        REGIONS,
    ),
    "overlaps of a word and its query": (
        {
            "word": {"w": 20},
            "word:device": {"w mobile": 13, "w desktop": 13},
            "query": {"w": 12},
            "query:device": {"w mobile": 8, "w desktop": 9},
        },
        DEVICES,
    ),
    "overlaps of all days and of one": (
        {
            "query": {"q": 20},
            "query:device": {"q mobile": 13, "q desktop": 13},
            "query:day": {f"q {MARCH[0]}": 12, f"q {MARCH[1]}": 12},
            "query:day,device": {
                f"q {MARCH[0]} mobile": 8,
                f"q {MARCH[0]} desktop": 9,
                f"q {MARCH[1]} mobile": 8,
                f"q {MARCH[1]} desktop": 8,
            },
        },
        DEVICES | {"day": MARCH[:2]},
    ),
    "a week in two months": (
        {
            "query:month": {"q 2006-03-01": 10},
            "query:week": {"q 2006-03-06": 3, "q 2006-03-13": 3, "q 2006-03-20": 3},
        },
        {"day": MARCH},
    ),
    "a word leaves a query two regions": (
        {
            "word": {"w": 7},
            "word:region": {"w north": 4, "w west": 3},
            "query": {"w": 3},
            "query:region": {"v north": 3},
        },
        REGIONS,
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_the_attacker_finds_known_leaks(name: str) -> None:
    tables, domains = LEAKS[name]
    shapes = Setting(" ".join(tables)).shapes()
    rows = [{tuple(row.split()): owners for row, owners in table.items()} for table in tables.values()]
    release = Release([Table(*shape, table, 3) for shape, table in zip(shapes, rows, strict=True)], 3, 3)
    report = attack_all(release, domains, CONSTANT)
    assert report.findings and not report.impossible


def test_plain_sql_tells_of_few_people() -> None:
    total = Report()
    for seed, setting in enumerate(SETTINGS[:24]):
        total.add(setting.attack(setting.plain_sql(random_log(seed)), enough=4))
    print(
        f"\nSQL: {len(total.findings)} groups, {total.hidden_derived} of {total.hidden} hidden cells derived"
    )
    assert len(total.findings) > 100 and total.hidden_derived > 40 and not total.impossible


def attacked(setting_of: Callable[[int], Setting], folder: Path, run: Run) -> Report:
    """Makes and attacks random releases. None tells of few people, none is wrong, and most rows are kept."""
    total, derived, rows, rows_of_sql = Report(), 0, 0, 0
    faults: list[str] = []
    for seed in range(RELEASES):
        setting, lines = setting_of(seed), random_log(seed)
        (folder / str(seed)).mkdir()
        release, sql = setting.clump(lines, folder / str(seed), run), setting.plain_sql(lines)
        report = setting.attack(release, sql)
        bounds, _ = bound(release, KNOWN)
        total.add(report)
        derived += len(bounds)
        faults += [f"{seed}: {setting}: {fault}" for fault in (*report.findings, *bounds, *report.impossible)]
        faults += [f"{seed}: {setting}: {fault}" for fault in larger(release, sql)]
        rows += sum(len(table.rows) for table in release.tables)
        rows_of_sql += sum(len(table.rows) for table in sql.tables)
    print(
        f"\nclump: {len(total.findings)} of {total.groups} groups, {total.hidden_derived} of {total.hidden} hidden "
        f"cells derived, and {derived} by bounds; {rows} rows where SQL has {rows_of_sql}; {total.unsolved} too large"
    )
    assert not faults, "\n".join(faults[:20])
    assert rows > 0.65 * rows_of_sql, "an empty release is safe, but of no use"
    return total


def test_random_releases_tell_of_no_few_people(tmp_path: Path, clump_cli: Run) -> None:
    total = attacked(lambda seed: SETTINGS[seed % len(SETTINGS)], tmp_path, clump_cli)
    assert total.unsolved * 20 <= RELEASES


# Tables that the next test draws from, so that it also finds combinations that nobody thought of.
TABLES = (
    "query query:region query:sex query:device query:day query:week word word,word query,host query,next word:region "
    "word:device query:region,sex query:app query,host:region query:region,device query:day,device word,word:region "
    "query,url query:day,region query,region"
).split()


def drawn_setting(seed: int) -> Setting:
    rng = random.Random(seed * 7 + 1)
    tables = rng.sample(TABLES, rng.choice((2, 3, 3, 4)))
    return Setting(" ".join(tables), k=rng.choice((3, 3, 4, 5)), is_free=False)


def test_tables_drawn_at_random_tell_of_no_few_people(tmp_path: Path, clump_cli: Run) -> None:
    attacked(drawn_setting, tmp_path, clump_cli)


def larger(release: Release, sql: Release) -> list[str]:
    """Rows that plain SQL does not have, or with fewer owners."""
    by_columns = {table.columns: table.rows for table in sql.tables}
    rows = (
        (t, key, n, by_columns[t.columns].get(key, 0)) for t in release.tables for key, n in t.rows.items()
    )
    return [f"{t.name}={'/'.join(key)}: {n} owners, in SQL {most}" for t, key, n, most in rows if n > most]


# Too large for integer programs: bounds alone.


def test_a_larger_log(tmp_path: Path, clump_cli: Run) -> None:
    words = [f"word{number:02}" for number in range(40)]
    rng = random.Random(0)
    queries = tuple(" ".join(rng.sample(words, rng.randint(1, 3))) for _ in range(400))
    lines = random_log(0, queries=queries, owners=(2000, 2000))
    setting = Setting(
        "query query:region query:device query:region,sex query:day query:week word word:region word,word",
        k=5,
    )
    release, sql = setting.clump(lines, tmp_path, clump_cli), setting.plain_sql(lines)
    of_sql, _ = bound(sql, KNOWN)
    findings, count = bound(release, KNOWN)
    sizes = [sum(len(table.rows) for table in tables.tables) for tables in (sql, release)]
    print(
        f"\nSQL: {len(of_sql)} derived of {sizes[0]} rows; clump: {len(findings)} of {count}, {sizes[1]} rows"
    )
    assert len(of_sql) > 500
    assert not findings, "\n".join(map(str, findings[:20]))
    assert not larger(release, sql) and sizes[1] > 0.6 * sizes[0]


def test_a_log_of_the_examples(tmp_path: Path, clump_cli: Run) -> None:
    folder = tmp_path / "release"
    tables = ("word", "word,word", "query", "query,host", "query,next", "word:week", "query:week")
    words = [word for table in tables for word in ("--table", table)]
    made = clump_cli("anonymize", ROOT / "examples" / "queries.tsv", "--k", "5", *words, "-o", folder)
    assert made.returncode == 0, made.stderr
    release = read_release(folder)
    findings, count = bound(release, Known(frozenset(), {}))
    rows = sum(len(table.rows) for table in release.tables)
    print(f"\nexamples: {len(findings)} of {count} quantities derived, {rows} rows")
    assert not findings, "\n".join(map(str, findings[:20]))
    assert count > 500 and rows > 500
