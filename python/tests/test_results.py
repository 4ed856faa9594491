"""What a result says, writes and shows."""

from __future__ import annotations

import json
import stat

import clump_anon as clump
import pytest


@pytest.fixture(scope="module")
def result(log):
    return clump.anonymize(log, k=5)


def test_figures_are_those_of_the_binary(result, log, clump_cli):
    done = clump_cli("anonymize", log, "--k", "5", "--json")
    theirs = json.loads(done.stdout)
    differ = {name for name in theirs if theirs[name] != result.measures.get(name)}
    assert {name for name in differ if not name.startswith("seconds")} <= {"peak_memory"}


def test_what_is_written_is_verified_and_private_files_are_private(result, log, tmp_path):
    path, page = tmp_path / "release.csv.gz", tmp_path / "page.html"
    files = result.write(path, page=page, report=tmp_path / "report.json", audit=tmp_path / "audit.tsv")
    assert files[-1] == path and len(files) == 6
    stated = clump.verify(path)
    assert stated and stated.strength == "consistent" and not stated.holds
    assert repr(stated) == "<Verdict: consistent>"
    counted = clump.verify(path, audit=tmp_path / "audit.tsv", data=log)
    assert counted and counted.holds and counted.strength == "holds"
    private = tmp_path / "page.private.html"
    for file in (private, tmp_path / "report.json", tmp_path / "audit.tsv"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    measured = clump.measure(log, path, audit=tmp_path / "audit.tsv")
    assert measured["as_typed"] == result.measures["as_typed"]
    with pytest.raises(FileExistsError):
        result.write(path)
    result.write(path, force=True)


def test_a_page_is_about_what_was_written_and_another_file_does_not_verify(log, tmp_path):
    result = clump.anonymize(log, k=5)
    path = tmp_path / "release.jsonl"
    result.write(path)
    public, private = sorted(result.page(tmp_path / "page.html"), key=lambda path: len(path.name))
    assert (public.name, private.name) == ("page.html", "page.private.html")
    assert result.certificate["release"]["blake3"] in public.read_text()
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    verdict = clump.verify(path)
    assert not verdict and not verdict.holds
    assert repr(verdict) == "<Verdict: broken>"


def test_a_notebook_shows_verdict_shares_and_rows(result):
    html = result._repr_html_()
    assert "Verified.</strong> Every published row is shared by at least 5 owners." in html
    assert "<svg" in html and "as typed" in html
    assert html.count("<tr>") == 1 + len(result.sample) == 11


def test_markup_in_data_is_text():
    hostile = {f"owner {n}": ["a<script>alert(1)</script>"] for n in range(3)}
    html = clump.anonymize(hostile, k=2, taxonomy="flat")._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html


def test_counts_are_a_table_and_noise_is_added_once(log, tmp_path):
    table = clump.counts(log, k=5, tables=["query:month"], times=True)
    assert table.release.column_names == ["query", "month", "owners", "times"]
    assert "in the table" in table._repr_html_() and "<svg" in table._repr_html_()
    noisy = clump.counts(log, k=5, epsilon=4.0, delta=1e-4, per_owner=5, seed=1)
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path in paths:
        noisy.write(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert [json.loads(line) for line in paths[0].read_text().splitlines()] == noisy.release.to_pyarrow().to_pylist()


def test_nothing_exact_is_shown_beside_noise():
    def shown(one_more):
        data = {f"owner {n}": ["tea", "rain"][: 1 + n % 2] for n in range(20)} | one_more
        # At epsilon 100 the noise is 0.
        noisy = clump.counts(data, tables=["item"], k=5, epsilon=100.0, delta=1e-5, per_owner=2)
        figures = {name: value for name, value in noisy.measures.items() if not name.startswith(("seconds", "peak"))}
        said = [line for line in noisy.summary.splitlines() if not line.startswith(("Took", "Made"))]
        return repr(noisy), noisy._repr_html_(), figures, said, noisy.sample

    assert shown({}) == shown({"one more": ["gin", "tonic"]})


def test_a_run_with_noise_spends(tmp_path):
    data = {f"owner {n}": ["tea"] for n in range(20)}
    noise = {"epsilon": 0.1, "delta": 1e-5, "per_owner": 1, "ledger": tmp_path / "spent.json", "budget": 0.1}
    result = clump.counts(data, tables=["item"], k=5, **noise)
    result.page(tmp_path / "page.html")
    with pytest.raises(clump.ClumpError, match="more than is left"):
        clump.counts(data, tables=["item"], k=5, **noise)
    assert len(json.loads((tmp_path / "spent.json").read_text())["releases"]) == 1


def test_lines_of_a_log_are_a_table(log, tmp_path):
    result = clump.anonymize(log, method=clump.Hash(seed=1))
    assert result.release.column_names[:2] == ["AnonID", "Query"]
    assert result.write(tmp_path / "release.tsv")
    assert "promise" in result.certificate


def test_comparisons_floors_and_inspections(log, tmp_path):
    comparison = clump.compare(log, k=[5], methods=["nearest", "pieces", "counts"], floors=False)
    assert {run["method"] for run in comparison.runs} >= {"nearest", "pieces", "counts"}
    assert comparison.advice and comparison.csv().startswith("method") and "<table" in comparison._repr_html_()
    assert comparison.advice[0].startswith("completion: ")
    html = comparison._repr_html_()
    widths = [row.count("<td>") for row in html.split("<tr>")[2:]]
    assert widths == [html.count("<th>")] * len(comparison.runs)
    assert comparison.page(tmp_path / "comparison.html").stat().st_size > 10_000
    with pytest.raises(FileExistsError):
        comparison.page(tmp_path / "comparison.html")
    found = clump.inspect(log)
    assert found["read"]["owners"] == 300 and "<table" in found._repr_html_()
    words = clump.inspect({"ann": ["tea", "qwxz"]}, unknown_words=True, unknown="drop")["unknown"]
    assert words == {"qwxz": 1}
    tiny = {str(n): ["tea", "milk"][: 1 + n % 2] for n in range(8)}
    assert 0 <= clump.floor(tiny, k=2, taxonomy="flat")["floor_per_item"] < 1


def test_a_notebook_cautions_of_an_empty_release_and_marks_noise():
    from clump_anon import _notebook

    promise = [{"property": "differential-privacy", "meaning": "One owner changes little."}]
    noisy = _notebook.of_result({"promise": promise}, {}, [{"owners": 12, "cells": ["tea"]}])
    assert "<th>owners, with noise</th>" in noisy and "Caution." not in noisy
    promise = [{"property": "k-anonymity", "meaning": "Every row has five owners."}]
    for sample in ([], [{"owners": 7, "cells": []}]):
        empty = _notebook.of_result({"promise": promise}, {}, sample)
        assert "<strong>Caution.</strong> Nothing is published" in empty and "<th>owners</th>" in empty
