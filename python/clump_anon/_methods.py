"""Methods with their parameters. What is not given has the default that `clump methods NAME` tells."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ._settings import PathLike


@dataclass(frozen=True)
class Method:
    """A method; see its subclasses."""

    name: ClassVar[str] = ""

    def _settings(self) -> dict[str, Any]:
        return {"method": self.name} | {
            field.name: getattr(self, field.name) for field in dataclasses.fields(self)
        }


@dataclass(frozen=True)
class Nearest(Method):
    """Groups like rows and publishes what each group has in common: whole rows, the least loss.

    Parameters
    ----------
    effort : {"fast", "normal", "best"}, optional
        How long to look for better groups; counted in steps, so that the release does not depend on the machine.
    form : {"bags", "sets"}, optional
        Whether items can be published several times in a row.
    seed : int, optional
        Seed of the search.
    shards : int, optional
        Groups about this many rows at a time, as `clump_anon.spark` does: the same release as on a cluster.
    """

    name: ClassVar[str] = "nearest"
    effort: Literal["fast", "normal", "best"] | None = None
    form: Literal["bags", "sets"] | None = None
    seed: int | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Pieces(Method):
    """Publishes what k owners share, word for word: whole queries first, then words together, then words.

    Parameters
    ----------
    links : float, optional
        What words together are worth, where a word alone is worth 1; 0 publishes words alone.
    shards : int, optional
        Puts words of about this many rows together at a time, as a cluster does.
    """

    name: ClassVar[str] = "pieces"
    links: float | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Clump(Method):
    """Algorithm 1 of Milani Fard and Wang.

    Parameters
    ----------
    r : int, optional
        How many open groups are tried for a row.
    order : {"descending", "ascending", "random"}, optional
        The order in which rows are taken, by length.
    form : {"bags", "sets"}, optional
        Clump1 or Clump2 of the paper.
    lcg : {"least", "printed"}, optional
        The least common generalization, or what Algorithm 2 as printed returns.
    seed : int, optional
        Seed of a random order.
    """

    name: ClassVar[str] = "clump"
    r: int | None = None
    order: str | None = None
    form: Literal["bags", "sets"] | None = None
    lcg: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Partition(Method):
    """He and Naughton's Partition: top-down, local generalization.

    Parameters
    ----------
    publish : {"cut", "lcg"}, optional
        The cut that it found for a group, or the group's least common generalization, which loses less.
    """

    name: ClassVar[str] = "partition"
    publish: Literal["cut", "lcg"] | None = None


@dataclass(frozen=True)
class Apriori(Method):
    """k^m-anonymity by generalization, as Terrovitis, Mamoulis and Kalnis have it.

    Parameters
    ----------
    m : int, optional
        How many items of an owner an attacker knows.
    recoding : {"global", "local", "vertical"}, optional
        One cut for all rows (AA), one for each chunk of like rows (LRA), or found by groups of items first (VPA).
    parts : int, optional
        Chunks of a local, or groups of items of a vertical recoding.
    """

    name: ClassVar[str] = "apriori"
    m: int | None = None
    recoding: Literal["global", "local", "vertical"] | None = None
    parts: int | None = None


@dataclass(frozen=True)
class Coherence(Method):
    """(h,k,p)-coherence by suppressing public items. What is sensitive, the keyword `sensitive` says.

    Parameters
    ----------
    h : float, optional
        The largest share of matching rows that may hold one sensitive item.
    p : int, optional
        How many public items of an owner an attacker knows.
    seed : int, optional
        Seed of the items of `sensitive="share:..."`.
    """

    name: ClassVar[str] = "coherence"
    h: float | None = None
    p: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Counts(Method):
    """A table of facts that k owners share, with their numbers. `clump_anon.counts` is the same with keywords.

    Parameters
    ----------
    fact : str, optional
        What is counted: `query`, `query,host`, `query,url`, `query,next`, `word`, `word,word`, `item` or `item,item`.
    by : str, optional
        Divides the owners of a fact by `day`, `week`, `month` or a column.
    k_cell : int, optional
        The least number of owners of one cell.
    round : int, optional
        Rounds numbers to multiples of this.
    scale : int, optional
        Shows how common a row is on a scale from 1 to this.
    times : bool, optional
        Tells how often a fact was there, too.
    totals : bool, optional
        Adds a row for all published cells of a fact together: the number of distinct owners in them.
    normal_form : {"case-and-space", "words", "as-typed"}, optional
        When two queries are the same.
    epsilon, delta : float, optional
        Numbers carry noise: differential privacy.
    per_owner : int, optional
        In how many facts an owner counts at most.
    seed : int, optional
        Which facts an owner counts in.
    """

    name: ClassVar[str] = "counts"
    fact: str | None = None
    by: str | None = None
    k_cell: int | None = None
    round: int | None = None
    scale: int | None = None
    times: bool = False
    totals: bool = False
    normal_form: Literal["case-and-space", "words", "as-typed"] | None = None
    epsilon: float | None = None
    delta: float | None = None
    per_owner: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class _Keyed(Method):
    """A method that hashes: with a key from the operating system unless it is told another one.

    Parameters
    ----------
    key : path, optional
        A file with a key of 64 hexadecimal digits.
    seed : int, optional
        A seed instead of a key; the certificate says so.
    """

    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Hash(_Keyed):
    """Replaces every word of a query by a keyed hash. Promises nothing."""

    name: ClassVar[str] = "hash"


@dataclass(frozen=True)
class Share(_Keyed):
    """Encrypts each query so that the shares of k owners who asked it open it."""

    name: ClassVar[str] = "share"


@dataclass(frozen=True)
class Split(_Keyed):
    """Cuts each owner's queries into interests with names of their own. Promises nothing.

    Parameters
    ----------
    interests : {"subtree", "words"}, optional
        An interest is a subtree of the taxonomy, or queries that share words.
    level : int, optional
        The level of these subtrees; the root is at level 1.
    """

    name: ClassVar[str] = "split"
    interests: str | None = None
    level: int | None = None


@dataclass(frozen=True)
class DropAll(Method):
    """Publishes no line. Promises nothing."""

    name: ClassVar[str] = "drop-all"


@dataclass(frozen=True)
class HashQueries(_Keyed):
    """Replaces each query as a whole by a keyed hash. Promises nothing."""

    name: ClassVar[str] = "hash-queries"


@dataclass(frozen=True)
class DropIds(Method):
    """Removes the owner of each line. Promises nothing."""

    name: ClassVar[str] = "drop-ids"


@dataclass(frozen=True)
class Scrub(Method):
    """Replaces numbers and addresses of persons in queries. Promises nothing."""

    name: ClassVar[str] = "scrub"


@dataclass(frozen=True)
class HashIds(_Keyed):
    """Replaces each owner by a keyed hash. Promises nothing."""

    name: ClassVar[str] = "hash-ids"


@dataclass(frozen=True)
class ShortSessions(_Keyed):
    """Gives each owner a new name every period. Promises nothing.

    Parameters
    ----------
    period : str, optional
        How long an owner keeps a name, like `24h`.
    """

    name: ClassVar[str] = "short-sessions"
    period: str | None = None


@dataclass(frozen=True)
class DropRare(Method):
    """Publishes the queries that at least k owners asked, once for each of them.

    Parameters
    ----------
    link_owners : bool, optional
        Gives each owner a number, so that the lines of one owner stay linked; no promise covers what they tell together.
    """

    name: ClassVar[str] = "drop-rare"
    link_owners: bool = False


def method_settings(method: Method | str | None) -> dict[str, Any]:
    """A method as keywords: its name, and its parameters as far as they are given."""
    if method is None:
        return {}
    return {"method": method} if isinstance(method, str) else method._settings()
