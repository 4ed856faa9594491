"""Errors are exceptions of Python, say what to do in keywords, and hold no value of the data."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import clump_anon as clump
import pyarrow as pa
import pytest
from clump_anon import _core

SECRET = "tell nobody of this"


def message(raised: pytest.ExceptionInfo[BaseException]) -> str:
    return str(raised.value)


def test_whose_row_it_is_must_be_said():
    table = pa.table({"user": ["a", "b"], "items": ["tea", SECRET]})
    with pytest.raises(clump.InputError) as raised:
        clump.anonymize(table, k=2, taxonomy="flat")
    assert isinstance(raised.value, ValueError)
    assert 'owner="user"' in message(raised) or "owner=" in message(raised)
    assert "owner_per_row=True" in message(raised)
    assert SECRET not in message(raised) and "--" not in message(raised)


def test_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError) as raised:
        clump.anonymize("nowhere.tsv", k=5)
    assert isinstance(raised.value, clump.ClumpError) and "nowhere.tsv" in message(raised)


@pytest.mark.parametrize(
    ("settings", "part"),
    [
        ({}, "k="),
        ({"k": "five"}, "k: "),
        ({"k": 1}, "k"),
        ({"k": 5, "method": "nearst"}, "method: "),
        ({"k": 5, "method": clump.Nearest(effort="faster")}, "effort: "),  # type: ignore[arg-type]
        ({"k": 5, "unit": "century"}, "unit: "),
        ({"k": 5, "taxonomy": "no-such-tree.csv"}, "no-such-tree.csv"),
        ({"k": 5, "method": clump.Pieces(), "floor": True}, "floor"),
        ({"k": 10_000}, "k="),
    ],
)
def test_settings_that_make_no_sense(settings, part, log):
    with pytest.raises(clump.ClumpError) as raised:
        clump.anonymize(log, **settings)
    assert part in message(raised), message(raised)
    assert "--" not in message(raised)


def test_a_keyword_that_nobody_knows():
    with pytest.raises(TypeError, match="unexpected keyword argument 'ownr'"):
        clump.anonymize([["a"]], k=2, ownr="x")


@pytest.mark.parametrize("data", [object(), 5, [], [["a"], "b"], [["a", object()]]])
def test_data_of_another_kind(data):
    with pytest.raises((TypeError, ValueError)):
        clump.anonymize(data, k=2, owner_per_row=True, taxonomy="flat")


def test_a_panic_is_an_exception_without_values(capfd):
    with pytest.raises(clump.ClumpError) as raised:
        _core._panic(SECRET)
    told = capfd.readouterr()
    assert "internal error" in message(raised)
    assert SECRET not in message(raised) + told.out + told.err


def test_what_a_listener_raises_ends_the_run(log):
    def stop(stage: str, done: int, total: int) -> None:
        raise LookupError(stage)

    with pytest.raises(LookupError):
        for _ in range(20):
            clump.anonymize(log, k=5, progress=stop, floor=True, method=clump.Nearest(effort="best"))


def test_progress_is_told(log):
    told: list[tuple[str, int, int]] = []
    clump.anonymize(log, k=5, progress=lambda *step: told.append(step), method=clump.Nearest(effort="best"))
    assert {stage for stage, _, _ in told} <= {"reading", "grouping"} and told


INTERRUPTED = """
import signal, sys, clump_anon as clump
# A script that runs in the background ignores the signal, and its children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
result = None
print("ready", flush=True)
try:
    result = clump.anonymize(sys.argv[1], k=5, method=clump.Nearest(effort="best"), floor=True, unit="query")
    result.write(sys.argv[2])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_a_run_within_a_second_and_leaves_nothing(log, tmp_path):
    """The same log eight times under other names of owners takes long enough."""
    big = tmp_path / "big.tsv"
    header, *lines = log.read_text().splitlines()
    more = (f"{copy}{line}" for copy in range(1, 9) for line in lines)
    big.write_text("\n".join([header, *more]) + "\n")
    folder = tmp_path / "out"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(big), str(folder / "release.csv")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert child.poll() is None, "the run was over before it could be interrupted"
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, errors = child.communicate(timeout=30)
    took = time.monotonic() - sent
    assert "interrupted" in out, errors
    assert took < 1.0 + 1.0, f"{took:.1f} s"  # a second for the run, and one for the interpreter to end
    assert list(folder.iterdir()) == []


def test_other_threads_go_on_meanwhile(log):
    turns = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal turns
        while not stop.is_set():
            turns += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    clump.anonymize(log, k=5, method=clump.Nearest(effort="best"))
    stop.set()
    thread.join()
    assert turns > 20


def test_results_are_freed():
    gc.collect()
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    for _ in range(20):
        clump.anonymize([["a"], ["a"]], k=2, owner_per_row=True, taxonomy="flat")
    gc.collect()
    after = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    assert after <= before + 2
