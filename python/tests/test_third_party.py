"""Others look at our releases: pyCANON counts k, and mlxtend mines rules of baskets before and after.

Each judge is shown something that it must reject, too: a release in which one row was changed, and baskets whose items were
dealt anew.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence

import clump_anon as clump
import pytest

from conftest import ROOT

BASKETS = ROOT / "examples" / "baskets"
LEVELS = ("items", "categories", "departments")
SUPPORT, CONFIDENCE = 0.05, 0.5
HOUSEHOLDS = 600

if not os.environ.get("CI"):
    for library in ("pandas", "pyarrow", "pycanon", "mlxtend"):
        pytest.importorskip(library)

import pandas as pd  # noqa: E402
from mlxtend.frequent_patterns import association_rules, fpgrowth  # noqa: E402
from mlxtend.preprocessing import TransactionEncoder  # noqa: E402
from pycanon import anonymity  # noqa: E402

# What pyCANON does with pandas is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore:::pycanon")

Rule = tuple[frozenset[str], frozenset[str]]


@pytest.fixture(scope="module")
def baskets() -> dict[str, list[str]]:
    """What each household bought."""
    table = pd.read_csv(BASKETS / "households.tsv", sep="\t")
    return {str(household): items.split("|") for household, items in table.itertuples(index=False)}


@pytest.fixture(scope="module")
def tree() -> clump.Taxonomy:
    return clump.Taxonomy.from_file(BASKETS / "hierarchy.csv")


def rows_of(result: clump.Result) -> list[list[str]]:
    """A row for each owner, as pyCANON and mlxtend want them: pieces tell their number of owners once."""
    table = result.release.to_pandas()
    times = table["owners_in_group"] if "text" in table else [1] * len(table)
    return [list(items) for items, owners in zip(table["items"], times, strict=True) for _ in range(owners)]


# pyCANON: the least number of equal rows.


def k_by_pycanon(rows: Iterable[Sequence[str]]) -> int:
    frame = pd.DataFrame({"items": ["|".join(row) for row in rows]})
    return int(anonymity.k_anonymity(frame, ["items"]))


@pytest.mark.parametrize("method", [clump.Nearest(), clump.Clump(), clump.Partition(), clump.Pieces()], ids=lambda m: m.name)
def test_pycanon_finds_k_in_releases_of_a_log(method, log):
    result = clump.anonymize(log, k=12, method=method, layout=None if method.name == "pieces" else "rows")
    rows = rows_of(result)
    assert len(rows) == result.measures["rows"]
    assert k_by_pycanon(rows) == result.measures["smallest_group"] >= 12


@pytest.mark.parametrize("method", [clump.Nearest(), clump.Pieces()], ids=lambda m: m.name)
def test_pycanon_finds_k_in_releases_of_baskets_and_less_where_one_row_was_changed(method, baskets, tree):
    rows = rows_of(clump.anonymize(baskets, k=5, method=method, taxonomy=tree))
    assert k_by_pycanon(rows) >= 5
    owners = Counter(map(tuple, rows))
    smallest = min(range(len(rows)), key=lambda n: owners[tuple(rows[n])])
    broken = [*rows[:smallest], [*rows[smallest], "one thing more"], *rows[smallest + 1 :]]
    assert k_by_pycanon(broken) == 1
    missing = [*rows[:smallest], *rows[smallest + 1 :]]
    assert k_by_pycanon(missing) == 4


def test_pycanon_finds_no_k_in_the_data(baskets):
    assert k_by_pycanon(sorted(row) for row in baskets.values()) == 1


# mlxtend: rules with a support of 5 % of the households, a confidence of 50 %, and up to three items.


@pytest.fixture(scope="module")
def above() -> dict[str, tuple[str | None, str | None, str]]:
    """What each label of a release is on each level."""
    places: dict[str, tuple[str | None, str | None, str]] = {}
    for line in (BASKETS / "hierarchy.csv").read_text(encoding="utf-8").splitlines():
        item, category, department, _ = line.split(";")
        places[item] = (item, category, department)
        places[f"<{category}>"] = (None, category, department)
        places[f"<{department}>"] = (None, None, department)
    return places


def at_level(rows, level, above):
    place = LEVELS.index(level)
    return [sorted({above[label][place] for label in row if label in above} - {None}) for row in rows]


def rules(rows: list[list[str]]) -> dict[Rule, tuple[float, float]]:
    """Rules with their support, in households, and their confidence."""
    encoder = TransactionEncoder()
    table = pd.DataFrame(encoder.fit_transform(rows), columns=encoder.columns_)
    scale = len(rows) / HOUSEHOLDS
    frequent = fpgrowth(table, min_support=SUPPORT / scale, use_colnames=True, max_len=3)
    if frequent.empty:
        return {}
    mined = association_rules(frequent, metric="confidence", min_threshold=CONFIDENCE)
    return {
        (rule.antecedents, rule.consequents): (rule.support * scale, rule.confidence) for rule in mined.itertuples()
    }


def off(before, after, place: int) -> float:
    """How far the support (0) or the confidence (1) of rules that are found again is off, on average."""
    both = [rule for rule in after if rule in before]
    return sum(abs(before[rule][place] - after[rule][place]) for rule in both) / len(both)


def dealt_anew(rows: list[list[str]]) -> list[list[str]]:
    """The control: baskets as large as they were, of the same items in all."""
    pool = [item for row in rows for item in row]
    random.Random(1).shuffle(pool)
    pile = iter(pool)
    return [sorted({next(pile) for _ in row}) for row in rows]


@pytest.fixture(scope="module")
def before(baskets, above):
    return {level: rules(at_level(baskets.values(), level, above)) for level in LEVELS}


def test_the_data_have_these_rules(before):
    assert {level: len(found) for level, found in before.items()} == {
        "items": 74,
        "categories": 5949,
        "departments": 394,
    }


def test_counts_of_pairs_keep_the_rules_of_two_items_exactly_and_items_dealt_anew_do_not(before, baskets):
    single = clump.counts(baskets, k=5, tables=["item"]).release.to_pandas()
    number = dict(zip(single["item"], single["owners"], strict=True))
    after = {}
    for one, other, owners in clump.counts(baskets, k=5, tables=["item,item"]).release.to_pandas().itertuples(index=False):
        for first, then in ((one, other), (other, one)):
            support, confidence = owners / HOUSEHOLDS, owners / number[first]
            if support >= SUPPORT and confidence >= CONFIDENCE:
                after[frozenset([first]), frozenset([then])] = (support, confidence)
    of_two = {rule: told for rule, told in before["items"].items() if len(rule[0] | rule[1]) == 2}
    assert len(of_two) == 67 and after.keys() == of_two.keys()
    assert off(of_two, after, 0) == pytest.approx(0, abs=1e-9)
    assert off(of_two, after, 1) == pytest.approx(0, abs=1e-9)

    control = rules(dealt_anew(list(baskets.values())))
    assert len(control.keys() & before["items"].keys()) < 0.4 * len(before["items"])
    assert off(before["items"], control, 1) > 0.05


def test_whole_rows_keep_rules_of_departments_that_hold_with_supports_that_are_too_low(before, baskets, tree, above):
    result = clump.anonymize(baskets, k=5, method=clump.Nearest(form="sets"), taxonomy=tree)
    rows = rows_of(result)
    after = {level: rules(at_level(rows, level, above)) for level in LEVELS}
    assert not after["items"], "rules between items are lost in whole rows of these data"
    for level, share in (("categories", 0.002), ("departments", 0.236)):
        again = after[level].keys() & before[level].keys()
        assert len(again) == len(after[level]) > 0, "each rule of the release holds in the data"
        assert len(again) / len(before[level]) == pytest.approx(share, rel=0.25)
        # What a row tells is true of all its owners, so no support can be too high.
        assert all(after[level][rule][0] <= before[level][rule][0] + 1e-9 for rule in again)
    assert off(before["departments"], after["departments"], 0) == pytest.approx(0.124, abs=0.03)
    assert off(before["departments"], after["departments"], 1) == pytest.approx(0.07, abs=0.03)

    # With names of categories exchanged at random, the same rules must not hold.
    names = sorted({places[1] for places in above.values() if places[1]})
    exchanged = dict(zip(names, random.Random(1).sample(names, len(names)), strict=True))
    control = rules([[exchanged[name] for name in row] for row in at_level(rows, "categories", above)])
    assert len(control) == len(after["categories"])
    assert len(control.keys() & before["categories"].keys()) < 0.3 * len(control)


def test_rules_of_departments_are_no_merit(before, baskets, above):
    """They follow from how common things are and how large baskets: dealt anew, nearly all of them are found."""
    control = rules(at_level(dealt_anew(list(baskets.values())), "departments", above))
    assert len(control.keys() & before["departments"].keys()) > 0.8 * len(before["departments"])


def test_pieces_keep_how_often_things_are_bought_and_no_rules(before, baskets, tree):
    rows = rows_of(clump.anonymize(baskets, k=5, method=clump.Pieces(), taxonomy=tree))
    assert not rules(rows).keys() & before["items"].keys()

    def common(of):
        number = pd.Series([item for row in of for item in row]).value_counts()
        return number[number >= 60]

    bought, published = common(baskets.values()), common(rows)
    wrong = (bought - published.reindex(bought.index).fillna(0)).abs() / bought
    assert len(bought) == 35 and wrong.mean() < 0.02
    shuffled = dict(zip(bought.index, random.Random(1).sample(list(bought), len(bought)), strict=True))
    assert ((bought - pd.Series(shuffled)).abs() / bought).mean() > 0.2
