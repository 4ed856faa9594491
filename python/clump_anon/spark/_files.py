"""Files of the driver that workers read: sent to each of them once."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES = ("taxonomy", "overrides", "never")
"""Settings that can be the name of a file, or of a folder."""

WORDS = ("wordnet", "topics", "flat", "prefix")
"""Taxonomies that are no files, whatever lies there."""


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where copies lie as long as this process runs: workers that come later get them too."""
    return tempfile.TemporaryDirectory(prefix="clump")


def sent(session: SparkSession, settings: str) -> dict[str, str]:
    """Sends the files that `settings` name, and tells what workers know them by. What is no file of the driver, workers must have."""
    given = json.loads(settings)
    names = {}
    for key in FILES:
        path = given.get(key)
        if not isinstance(path, str) or path in WORDS or not os.path.exists(path):
            continue
        # By a name that nobody else has: Spark knows files by their names.
        copy = Path(_folder().name) / f"{uuid.uuid4().hex}-{Path(path).name}"
        if os.path.isdir(path):
            shutil.copytree(path, copy)
        else:
            shutil.copy(path, copy)
        session.sparkContext.addFile(str(copy), recursive=copy.is_dir())
        names[key] = copy.name
    return names


def found(settings: str, names: Mapping[str, str]) -> str:
    """The settings as a worker must have them."""
    from pyspark import SparkFiles

    return json.dumps({**json.loads(settings), **{key: SparkFiles.get(name) for key, name in names.items()}})
