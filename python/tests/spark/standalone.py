"""A standalone cluster on loopback: a master and two workers, started and stopped by the tests, bounded in time."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark

HOME = Path(pyspark.__file__).parent
#: No process of a test lives longer than this.
MOST_SECONDS = 900


def environment(folder: Path) -> dict[str, str]:
    """What processes of the cluster are told: loopback only, files in one folder, this Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    return kept | {
        "SPARK_HOME": str(HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "SPARK_WORKER_DIR": str(folder / "work"),
        "SPARK_NO_DAEMONIZE": "1",
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Cluster:
    """Processes of Spark. Each is ended by its id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.master = f"spark://127.0.0.1:{self.port}"
        self._logs = 0
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.start("master", "org.apache.spark.deploy.master.Master", "--port", str(self.port))
        self._wait("master", "Starting Spark master at")

    def start(self, name: str, kind: str, *words: str) -> None:
        self._logs += 1
        log = open(self.folder / f"{name}.{self._logs}.log", "wb")
        command = [
            "timeout",
            str(MOST_SECONDS),
            str(HOME / "bin" / "spark-class"),
            kind,
            "--host",
            "127.0.0.1",
            "--webui-port",
            "0",
            *words,
        ]
        self.processes[name] = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, env=environment(self.folder), start_new_session=True
        )
        self.log = log.name

    def worker(self, name: str) -> None:
        """One more worker with one core."""
        self.start(name, "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "2g", self.master)
        self._wait(name, "Successfully registered with master")

    def _wait(self, name: str, sign: str) -> None:
        begun = time.monotonic()
        while time.monotonic() - begun < 60:
            if self.processes[name].poll() is not None:
                break
            if sign in Path(self.log).read_text(errors="replace"):
                return
            time.sleep(0.1)
        raise RuntimeError(f"{name} did not start:\n{Path(self.log).read_text(errors='replace')[-2000:]}")

    def kill(self, name: str) -> None:
        """Ends a process and all that it started, at once."""
        process = self.processes.pop(name)
        for pid in [*self._below(process.pid), process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def executors(self, worker: str) -> list[int]:
        """The processes that a worker started to work for a driver."""
        return [pid for pid in self._below(self.processes[worker].pid) if "CoarseGrainedExecutor" in arguments(pid)]

    def _below(self, above: int) -> list[int]:
        listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
        pairs = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
        found = [above]
        for pid in found:
            found += [child for child, parent in pairs if parent == pid]
        return found[1:]

    def stop(self) -> None:
        for name in list(self.processes):
            self.kill(name)


def arguments(pid: int) -> str:
    """The command line of a process, as far as it still runs."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
