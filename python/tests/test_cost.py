"""What crossing from Python to Rust costs: next to nothing, and no copy of the data."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

TABLE = """
import json, sys
import pyarrow as pa
import clump_anon as clump
rows = 2_000_000
# Long names, so that a copy of them would show.
items = pa.DictionaryArray.from_arrays(pa.array([row % 50 for row in range(rows)], pa.int32()), [f"item {n}" for n in range(50)])
note = pa.array(["x" * 200] * 500_000)
table = pa.table({"user": pa.array(range(rows)), "items": items, "note": pa.chunked_array([note] * 4)})
def most() -> int:
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) << 10
before, held = most(), pa.total_allocated_bytes()
data = clump._data.as_data(table, {})
print(json.dumps({"table": table.nbytes, "grown": most() - before, "allocated": pa.total_allocated_bytes() - held}))
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is told by Linux")
def test_a_table_is_read_where_it_lies():
    done = subprocess.run([sys.executable, "-c", TABLE], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["table"] > 400 << 20
    assert told["grown"] < 32 << 20 and told["allocated"] < 1 << 20, told
