"""Methods with their parameters, and keywords of guards, as the library has them.

Made by `CLUMP_DOCS=write cargo test -p clump-cli --test all docs`, never by hand. What is not given has the default that
`clump methods NAME` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypedDict

from ._base import Method, PathLike


class Guards(TypedDict, total=False):
    """Rules beside the promise of the method."""

    certainty: float
    ceiling: str | Sequence[str]
    never: PathLike
    ledger: PathLike
    budget: float


class Facts(TypedDict, total=False):
    """Which facts are counted, and what is shown of them."""

    fact: str
    by: str
    k_cell: int
    round: int
    scale: int
    times: bool
    totals: bool
    normal_form: Literal["case-and-space", "words", "as-typed"]
    epsilon: float
    delta: float
    per_owner: int
    seed: int


@dataclass(frozen=True)
class Nearest(Method):
    """Groups like rows, k owners or more to a group, and publishes what each group has in common. Promises:
    k-anonymity.

    Parameters
    ----------
    effort : {"fast", "normal", "best"}, optional
        How long to look for better groups; counted in steps, so that the release does not depend on the machine
        [default: normal].
    form : {"bags", "sets"}, optional
        Publish bags with duplicates (the paper's Clump1) or sets without (Clump2) [default: bags].
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    shards : int, optional
        In shards of about this many rows, as a cluster does: the same release as one with the same number
        [default: all rows at once].
    """

    name: ClassVar[str] = "nearest"
    effort: Literal["fast", "normal", "best"] | None = None
    form: Literal["bags", "sets"] | None = None
    seed: int | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Pieces(Method):
    """Cuts what owners asked into pieces and publishes each that k owners share: whole queries first, then
    words together, then words. Promises: k-anonymity of every piece.

    Parameters
    ----------
    links : float, optional
        What words together are worth, where a word alone is worth 1; 0 publishes words alone [default: 0.1].
    shards : int, optional
        In shards of about this many rows, as a cluster does: the same release as one with the same number
        [default: all rows at once].
    """

    name: ClassVar[str] = "pieces"
    links: float | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Clump(Method):
    """The paper's Algorithm 1: each row joins the one of r open groups that loses least by it. Promises:
    k-anonymity.

    Parameters
    ----------
    r : int, optional
        How many open groups are tried for a row [default: 10].
    order : {"descending", "ascending", "random"}, optional
        The order in which rows are taken, by length [default: descending].
    form : {"bags", "sets"}, optional
        Publish bags with duplicates (the paper's Clump1) or sets without (Clump2) [default: bags].
    lcg : {"least", "printed"}, optional
        The least common generalization, or what the paper's Algorithm 2 as printed returns (slow, loses more)
        [default: least].
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "clump"
    r: int | None = None
    order: Literal["descending", "ascending", "random"] | None = None
    form: Literal["bags", "sets"] | None = None
    lcg: Literal["least", "printed"] | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Partition(Method):
    """Starts with all rows at the root and splits them top-down by the children that cover their items.
    Promises: k-anonymity.

    Parameters
    ----------
    publish : {"cut", "lcg"}, optional
        Publish the cut that it found for a group, or the group's least common generalization, which loses less
        [default: cut].
    """

    name: ClassVar[str] = "partition"
    publish: Literal["cut", "lcg"] | None = None


@dataclass(frozen=True)
class Apriori(Method):
    """Replaces items by ancestors until any m items that an attacker knows match k owners or none. Promises:
    k^m-anonymity.

    Parameters
    ----------
    m : int, optional
        How many items of an owner an attacker knows [default: 2].
    recoding : {"global", "local", "vertical"}, optional
        One cut for all rows (AA), one for each chunk of like rows (LRA), or found by groups of items first
        (VPA). `local` loses more than `global` but where one rare item takes everything to the root [default:
        global].
    parts : int, optional
        Chunks of a local, or groups of items of a vertical recoding [default: 10].
    """

    name: ClassVar[str] = "apriori"
    m: int | None = None
    recoding: Literal["global", "local", "vertical"] | None = None
    parts: int | None = None


@dataclass(frozen=True)
class Coherence(Method):
    """Suppresses public items until p known ones match k owners or none, and reveal no sensitive item of more
    than a share h. Promises: (h,k,p)-coherence.

    Parameters
    ----------
    h : float, optional
        The largest share of matching rows that may hold one sensitive item [default: 0.4].
    p : int, optional
        How many public items of an owner an attacker knows [default: 2].
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "coherence"
    h: float | None = None
    p: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Counts(Method):
    """Publishes a table of what at least k owners share, word for word, with the number of owners: queries,
    words, clicks. Promises: every published row is a fact that holds of at least k owners; with `epsilon`, also
    differential privacy.

    Parameters
    ----------
    fact : str, optional
        What is counted: `query`, `query,host`, `query,url` (what was clicked after it), `query,next` (the next
        one within `gap`), `word`, `word,word` (of one query), `item`, or `item,item` (of one transaction)
        [default: query].
    by : str, optional
        Divides the owners of a fact by `day`, `week`, `month` or a column of the table, like a region.
    k_cell : int, optional
        The least number of owners of one cell [default: k].
    round : int, optional
        Rounds numbers to the nearest multiple of this, and never below the threshold.
    scale : int, optional
        Shows how common a row is on a scale from 1 to this, the most common one, instead of its number of
        owners.
    times : bool, optional
        Tells how often a fact was there, besides of how many owners.
    totals : bool, optional
        Adds a row for all published cells of a fact together, with an empty cell: the number of distinct owners
        in them. It says nothing about cells that are not published.
    normal_form : {"case-and-space", "words", "as-typed"}, optional
        The form of queries: `case-and-space` (lower case, single spaces), `words` (each word once, sorted,
        without signs) or `as-typed` [default: case-and-space].
    epsilon : float, optional
        Numbers carry noise, so that with or without any one owner every table is at most e^E times as likely.
        Needs `delta` and `per_owner`; 1 to 4 is usual.
    delta : float, optional
        The probability that is left out of this; far below one in the number of owners, like 1e-5.
    per_owner : int, optional
        In how many facts an owner counts at most; they are chosen at random, and the noise grows with them.
        `clump inspect` tells what keeps most.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
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
class Hash(Method):
    """Replaces every word of a query, every owner and every address by a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "hash"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Share(Method):
    """Encrypts each query and gives every owner who asked it a share of the key; k shares open it. Promises: a
    query can be read only with the shares of k owners who asked it.

    Parameters
    ----------
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "share"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Split(Method):
    """Cuts each owner's queries into interests and gives each interest a name of its own. Promises: nothing.

    Parameters
    ----------
    interests : {"subtree", "similar"}, optional
        An interest is a subtree of the taxonomy, or queries that share words [default: subtree].
    level : int, optional
        The level of these subtrees; the root is at level 1 [default: 5].
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "split"
    interests: Literal["subtree", "similar"] | None = None
    level: int | None = None
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class DropAll(Method):
    """Publishes no line. Promises: nothing."""

    name: ClassVar[str] = "drop-all"


@dataclass(frozen=True)
class HashQueries(Method):
    """Replaces each query as a whole, and each address, by a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "hash-queries"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class DropIds(Method):
    """Removes the owner of each line. Promises: nothing."""

    name: ClassVar[str] = "drop-ids"


@dataclass(frozen=True)
class Scrub(Method):
    """Replaces card numbers, social security numbers, phones, e-mails, street addresses and user names in
    addresses. Promises: nothing."""

    name: ClassVar[str] = "scrub"


@dataclass(frozen=True)
class HashIds(Method):
    """Replaces each owner by a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "hash-ids"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class ShortSessions(Method):
    """Gives each owner a new name every period. Promises: nothing.

    Parameters
    ----------
    period : str, optional
        How long an owner keeps a name [default: 24h].
    key : path, optional
        With keyed methods: a file with a key of 64 hexadecimal digits, for releases that can be linked; by
        default the key comes from the operating system and is forgotten.
    seed : int, optional
        Seed of whatever is random: searches take 0, and keys come from the operating system unless it is given.
    """

    name: ClassVar[str] = "short-sessions"
    period: str | None = None
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class DropRare(Method):
    """Publishes the queries that at least k owners asked, once for each of them, and nothing that links them.
    Promises: every published query, and every clicked address beside one, is that of at least k owners.

    Parameters
    ----------
    link_owners : bool, optional
        Gives each owner a number, so that the lines of one owner stay linked; no promise covers what they tell
        together.
    """

    name: ClassVar[str] = "drop-rare"
    link_owners: bool = False


__all__ = [
    "Nearest",
    "Pieces",
    "Clump",
    "Partition",
    "Apriori",
    "Coherence",
    "Counts",
    "Hash",
    "Share",
    "Split",
    "DropAll",
    "HashQueries",
    "DropIds",
    "Scrub",
    "HashIds",
    "ShortSessions",
    "DropRare",
]
