"""clump: makes set-valued data safe to publish.

Query logs, baskets, click streams and code lists are published as what at least k people share: every release is verified
before it is handed over, and says what was lost.

>>> import clump_anon as clump
>>> baskets = {"ann": ["tea", "milk"], "bob": ["tea", "milk"], "eve": ["gin"], "joe": ["gin", "tonic"]}
>>> result = clump.anonymize(baskets, k=2, taxonomy="flat")
>>> result.release.to_pyarrow().to_pylist()[0]
{'items': ['gin'], 'owners_in_group': 2}

`anonymize` and `counts` make releases, `verify` and `measure` look at them, `inspect`, `compare` and `floor` look at data
before. `Taxonomy` is the tree that items are generalized in; methods are classes with their parameters.
`spark` does the same on Apache Spark.
"""

from . import _generated, spark
from ._base import Method
from ._core import __version__
from ._data import Data
from ._errors import (
    ClumpError,
    ExistingFileError,
    FileError,
    InputError,
    MissingFileError,
    PromiseError,
    SettingError,
)
from ._generated import *  # noqa: F403
from ._result import Release, Result, Verdict
from ._taxonomy import Taxonomy
from ._verbs import Comparison, Figures, anonymize, compare, counts, floor, inspect, measure, verify

__all__ = [
    "ClumpError",
    "Comparison",
    "Data",
    "ExistingFileError",
    "Figures",
    "FileError",
    "InputError",
    "Method",
    "MissingFileError",
    "PromiseError",
    "Release",
    "Result",
    "SettingError",
    "Taxonomy",
    "Verdict",
    "__version__",
    "anonymize",
    "compare",
    "counts",
    "floor",
    "inspect",
    "measure",
    "spark",
    "verify",
]
__all__ += _generated.__all__
