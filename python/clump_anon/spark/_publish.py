"""A release on Spark as a folder: written aside, verified from what was written, and only then given its name."""

from __future__ import annotations

import json
import tempfile
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ExistingFileError, PromiseError
from .._base import Method
from .._generated import Counts
from .._settings import Anonymizing, takes, unexpected
from . import _steps
from ._content import content_of
from ._counts import CountsRun
from ._run import SHARDS, Run, told

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from typing_extensions import Unpack


@takes(Anonymizing)
def publish(
    frame: DataFrame,
    path: str,
    *,
    k: int,
    method: Method | str | None = None,
    shards: int = SHARDS,
    partitions: int | None = None,
    force: bool = False,
    **settings: Unpack[Anonymizing],
) -> dict[str, Any]:
    """Makes a release, or tables of facts, of a Spark DataFrame and writes it as a folder of Parquet files, with a certificate inside.

    The files are written to a folder beside it, verified there, and renamed: a reader sees the whole release or none.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The data.
    path : str
        The folder, on any file system that Spark writes to. The rename is one step on HDFS and local disks; object stores copy.
    k : int
        Least number of owners of a row.
    method : Nearest, Pieces, Counts or str, optional
        The method; `Pieces` where `query` says which column has queries, else `Nearest`.
    shards : int, optional
        About how many rows are grouped at a time; counts have no groups.
    partitions : int, optional
        How many parts the owners are divided into while rows are read.
    force : bool, optional
        Replaces an existing folder.

    Returns
    -------
    dict
        The certificate, with the seconds of each stage under `seconds` and a hash of all rows, in whatever order and files they are,
        under `content`, which it does not have. Under `private` stand the figures that were counted in the data: keep them. Of
        several tables, the folder has one file for each, as `clump_anon.counts` writes it, and `content` the hash of each by name.
    """
    unexpected("publish", Anonymizing, settings)
    with told():
        run: Run | CountsRun
        method = Counts() if method == Counts.name else method
        if isinstance(method, Counts):
            run = CountsRun(frame, k=k, method=method, partitions=partitions, settings=settings)
        else:
            run = Run(frame, k=k, method=method, shards=shards, partitions=partitions, settings=settings)
        files = Files(run.session, path)
        if files.exists(path) and not force:
            raise ExistingFileError(f"{path} exists already", "pass force=True to replace it")
        staging = f"{path.rstrip('/')}.staging-{uuid.uuid4().hex[:12]}"
        content: str | dict[str, str]
        try:
            release = run.release()
            if isinstance(run, CountsRun) and len(run.tables) > 1:
                certificate, content = _several_tables(run, files, staging)
            else:
                certificate, content = _one_release(run, release, files, staging)
            if force:
                files.delete(path)
            files.rename(staging, path)
        finally:
            files.delete(staging)
            run.unpersist()
        told_of_it: dict[str, Any] = json.loads(certificate)
        return told_of_it | {"content": content, "seconds": run.seconds, "private": run.figures()}


def _one_release(run: Run | CountsRun, release: DataFrame, files: Files, staging: str) -> tuple[str, str]:
    """Writes the release in parts to the folder `staging` and verifies them. Returns the certificate and a hash of all rows."""
    with run.stage("write"):
        release.write.parquet(staging)
    written = run.session.read.parquet(staging)
    if not run.verify(written)["holds"]:
        raise PromiseError("the release does not keep its promise, so nothing was written")
    release_facts = {"format": "parquet", "layout": run.layout, "blake3": fingerprint_of(run.session, staging)}
    certificate = _core.certify_files(run.certificate(), json.dumps(release_facts))
    files.write(f"{staging}/_certificate.json", certificate)
    return certificate, content_of(written)


def _several_tables(run: CountsRun, files: Files, staging: str) -> tuple[str, dict[str, str]]:
    """Writes each table as a file to the folder `staging` and verifies it. Returns the certificate and a hash of each table. The
    driver has all tables, so it makes the files.
    """
    content = {}
    with tempfile.TemporaryDirectory(prefix="clump") as folder:
        with run.stage("write"):
            tables = run.write(Path(folder) / "tables")
            files.send(Path(folder) / "tables", staging)
        certificate = (Path(folder) / "tables" / "_certificate.json").read_text(encoding="utf-8")
    for name, file in tables.items():
        written = run.session.read.parquet(f"{staging}/{file.name}")
        if not run.verify(written, name)["holds"]:
            raise PromiseError("the release does not keep its promise, so nothing was written")
        content[name] = content_of(written)
    return certificate, content


def fingerprint_of(session: SparkSession, folder: str) -> str:
    """BLAKE3 hash of a folder of Parquet files. Workers hash the files one by one."""
    files = session.read.format("binaryFile").option("pathGlobFilter", "*.parquet").load(folder)
    hashes = files.select("content").mapInArrow(_steps.fingerprints, _steps.HASHES).collect()
    return _core.fingerprint_of_files([row["hash"] for row in hashes])


class Files:
    """Operations on folders through Hadoop, in the file system of `path`."""

    def __init__(self, session: SparkSession, path: str) -> None:
        context: Any = session.sparkContext
        self._jvm = context._jvm
        self._path = self._jvm.org.apache.hadoop.fs.Path
        self._files = self._path(path).getFileSystem(context._jsc.hadoopConfiguration())

    def exists(self, path: str) -> bool:
        return bool(self._files.exists(self._path(path)))

    def delete(self, path: str) -> None:
        self._files.delete(self._path(path), True)

    def rename(self, old: str, new: str) -> None:
        if not self._files.rename(self._path(old), self._path(new)):
            raise OSError(f"a file could not be renamed to {new}")

    def send(self, folder: Path, path: str) -> None:
        """Copies a local folder. A local target gets no files of checksums, so that it equals the folder."""
        self._files.setWriteChecksum(False)
        try:
            self._files.copyFromLocalFile(self._path(folder.as_uri()), self._path(path))
        finally:
            self._files.setWriteChecksum(True)

    def write(self, path: str, text: str) -> None:
        out = self._files.create(self._path(path), True)
        try:
            out.write(bytearray(text.encode()))
        finally:
            out.close()
