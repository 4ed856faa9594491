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

from . import spark
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
from ._methods import (
    Apriori,
    Clump,
    Coherence,
    Counts,
    DropAll,
    DropIds,
    DropRare,
    Hash,
    HashIds,
    HashQueries,
    Method,
    Nearest,
    Partition,
    Pieces,
    Scrub,
    Share,
    ShortSessions,
    Split,
)
from ._result import Release, Result, Verdict
from ._taxonomy import Taxonomy
from ._verbs import Comparison, Figures, anonymize, compare, counts, floor, inspect, measure, verify

__all__ = [
    "Apriori",
    "Clump",
    "ClumpError",
    "Coherence",
    "Comparison",
    "Counts",
    "Data",
    "DropAll",
    "DropIds",
    "DropRare",
    "ExistingFileError",
    "Figures",
    "FileError",
    "Hash",
    "HashIds",
    "HashQueries",
    "InputError",
    "Method",
    "MissingFileError",
    "Nearest",
    "Partition",
    "Pieces",
    "PromiseError",
    "Release",
    "Result",
    "Scrub",
    "SettingError",
    "Share",
    "ShortSessions",
    "Split",
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
