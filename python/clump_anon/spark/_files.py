"""Files of the driver that workers need. The driver sends each file to all workers once."""

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
"""Settings whose value can be the path of a file or folder."""

WORDS = ("wordnet", "topics", "flat", "prefix")
"""Taxonomy settings that are never paths, even if a file has this name."""


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Folder with copies of the sent files. It exists as long as this process, because new workers fetch them later."""
    return tempfile.TemporaryDirectory(prefix="clump")


def sent(session: SparkSession, settings: str) -> dict[str, str]:
    """Sends the files in `settings` to workers, and returns their names there. Workers must have all other files."""
    given = json.loads(settings)
    names = {}
    for key in FILES:
        path = given.get(key)
        if not isinstance(path, str) or path in WORDS or not os.path.exists(path):
            continue
        # The name is unique: Spark identifies files by name.
        copy = Path(_folder().name) / f"{uuid.uuid4().hex}-{Path(path).name}"
        if os.path.isdir(path):
            shutil.copytree(path, copy)
        else:
            shutil.copy(path, copy)
        session.sparkContext.addFile(str(copy), recursive=copy.is_dir())
        names[key] = copy.name
    return names


def found(settings: str, names: Mapping[str, str]) -> str:
    """The settings with the paths that sent files have on this worker."""
    from pyspark import SparkFiles

    return json.dumps({**json.loads(settings), **{key: SparkFiles.get(name) for key, name in names.items()}})
