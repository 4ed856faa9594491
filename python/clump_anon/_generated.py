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

    table: str | Sequence[str]
    k_cell: int
    numbers: str
    times: bool
    rest: bool
    top: int
    stop_words: bool
    min_length: int
    time_zone: str
    normal_form: Literal["case-and-space", "words", "as-typed"]
    epsilon: float
    delta: float
    per_owner: int
    seed: int


@dataclass(frozen=True)
class Nearest(Method):
    """Groups similar rows of at least k people, and publishes what the rows of a group have in common.
    Promises: k-anonymity.

    Parameters
    ----------
    effort : {"fast", "normal", "best"}, optional
        Effort of the search for better groups, for example `best` [default: normal]. It is counted in steps, so
        the release does not depend on the speed of the machine.
    form : {"bags", "sets"}, optional
        Form of the published rows: `bags` keep duplicates, `sets` have each item once [default: bags]. The
        paper calls them Clump1 and Clump2.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    shards : int, optional
        Number of rows that are grouped at a time, for example 100000 [default: all]. A cluster that uses the
        same number makes the same release.
    """

    name: ClassVar[str] = "nearest"
    effort: Literal["fast", "normal", "best"] | None = None
    form: Literal["bags", "sets"] | None = None
    seed: int | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Pieces(Method):
    """Cuts transactions into pieces, and publishes each piece that at least k people share. Promises:
    k-anonymity of every piece.

    Parameters
    ----------
    links : float, optional
        Worth of words that stay together, for example 0.5 [default: 0.1]. Words alone are worth 1. 0 publishes
        whole queries and single words only.
    shards : int, optional
        Number of rows that are grouped at a time, for example 100000 [default: all]. A cluster that uses the
        same number makes the same release.
    """

    name: ClassVar[str] = "pieces"
    links: float | None = None
    shards: int | None = None


@dataclass(frozen=True)
class Clump(Method):
    """Runs the paper's Algorithm 1: each row joins the one of r open groups that loses least by it. Promises:
    k-anonymity.

    Parameters
    ----------
    r : int, optional
        Number of open groups that are tried for a row, for example 20 [default: 10].
    order : {"descending", "ascending", "random"}, optional
        Order of the rows by length, for example `ascending` [default: descending].
    form : {"bags", "sets"}, optional
        Form of the published rows: `bags` keep duplicates, `sets` have each item once [default: bags]. The
        paper calls them Clump1 and Clump2.
    lcg : {"least", "printed"}, optional
        Rule for the generalization of a group: `least` or `printed` [default: least]. `least` is the least
        common generalization. `printed` follows the paper's Algorithm 2 as printed; it is slow and loses more.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "clump"
    r: int | None = None
    order: Literal["descending", "ascending", "random"] | None = None
    form: Literal["bags", "sets"] | None = None
    lcg: Literal["least", "printed"] | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Partition(Method):
    """Starts with all rows at the root of the taxonomy, and splits them top-down by the categories of their
    items. Promises: k-anonymity.

    Parameters
    ----------
    publish : {"cut", "lcg"}, optional
        Generalization of a group: `cut`, or `lcg`, which loses less [default: cut]. `cut` is the cut that was
        found for the group. `lcg` is the least common generalization of its rows.
    """

    name: ClassVar[str] = "partition"
    publish: Literal["cut", "lcg"] | None = None


@dataclass(frozen=True)
class Apriori(Method):
    """Replaces items by categories until any m items that an attacker knows match at least k people or none.
    Promises: k^m-anonymity.

    Parameters
    ----------
    m : int, optional
        Number of a person's items that an attacker knows, for example 3 [default: 2].
    recoding : {"global", "local", "vertical"}, optional
        Reach of a cut of the taxonomy: `global`, `local` or `vertical` [default: global]. `global` makes one
        cut for all rows (AA), `local` one for each chunk of similar rows (LRA). `vertical` makes a cut for
        groups of items first (VPA). `local` loses more than `global`, except if one rare item takes everything
        to the root.
    parts : int, optional
        Number of chunks or of groups of items, for example 20 [default: 10]. `local` has chunks, `vertical` has
        groups of items.
    """

    name: ClassVar[str] = "apriori"
    m: int | None = None
    recoding: Literal["global", "local", "vertical"] | None = None
    parts: int | None = None


@dataclass(frozen=True)
class Coherence(Method):
    """Suppresses public items until any p of them match at least k people or none, and at most a share h of
    these has the same sensitive item. Promises: (h,k,p)-coherence.

    Parameters
    ----------
    h : float, optional
        Largest share of matching rows with the same sensitive item, for example 0.2 [default: 0.4].
    p : int, optional
        Number of a person's public items that an attacker knows, for example 3 [default: 2].
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "coherence"
    h: float | None = None
    p: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Counts(Method):
    """Publishes tables of queries, words, clicks, items or columns that at least k people share, with the
    number of people. Promises: at least k people share every published fact; with `epsilon`, also differential
    privacy.

    Parameters
    ----------
    table : str | Sequence[str], optional
        Table to publish, for example `query:day`; repeat for several [default: query]. Facts, and after a colon
        the columns that divide their people into cells. Facts are `query`; `query,host` and `query,url` (the
        address that was clicked after it); `query,next` (the next query within `gap`); `word`; `word,word` (of
        one query); `item`; `item,item` (of one transaction); or columns of the data: `product`,
        `query,country`. Cells are `day`, `week`, `month` or columns: `query:day,device`. Several tables go to a
        folder, and nothing about fewer than k people follows from one minus another. Without `method`, the
        method is `counts`.
    k_cell : int, optional
        Least number of people of a cell, for example 10 [default: k].
    numbers : str, optional
        Form of the numbers of people, for example `round:10` or `scale:100` [default: exact]. `round:10` rounds
        to the nearest multiple of 10, but never below the threshold. `scale:100` shows the most common row as
        100, and the others as smaller numbers, down to 1. A scaled table has no numbers of people, so a reader
        cannot verify k from it.
    times : bool, optional
        Adds the number of times that a fact occurs, next to its number of people.
    rest : bool, optional
        Adds a row for the rest: the people of everything that has no row. Its columns of the fact are empty.
        With cells, there is a row for each cell. It is left out where fewer than k people are behind it.
    top : int, optional
        Publishes only the N most common facts of each table, for example 1000.
    stop_words : bool, optional
        Counts stop words such as `the` in tables of words too.
    min_length : int, optional
        Least number of characters of a word in tables of words, for example 3.
    time_zone : str, optional
        Time zone of days, weeks and months, for example `Europe/Berlin` [default: UTC]. Times without an offset
        are read as UTC.
    normal_form : {"case-and-space", "words", "as-typed"}, optional
        Form in which queries are counted, for example `words` [default: case-and-space]. It is also the form in
        which they are published. `case-and-space` has lower case and single spaces. `words` has each word once,
        sorted, without punctuation. `as-typed` changes only the spaces around a query.
    epsilon : float, optional
        Epsilon of differential privacy: adds noise to the numbers, for example 2. With or without one person,
        the probability of any table differs by at most the factor e^E. Typical: 1 to 4. Needs `delta` and
        `per_owner`.
    delta : float, optional
        Probability that the bound of `epsilon` does not cover, for example 1e-6. Choose it far below 1 divided
        by the number of people.
    per_owner : int, optional
        Most facts in which one person counts, with `epsilon`, for example 5. The facts are chosen at random,
        and the noise grows with this number. `clump inspect` shows which number keeps most.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "counts"
    table: str | Sequence[str] | None = None
    k_cell: int | None = None
    numbers: str | None = None
    times: bool = False
    rest: bool = False
    top: int | None = None
    stop_words: bool = False
    min_length: int | None = None
    time_zone: str | None = None
    normal_form: Literal["case-and-space", "words", "as-typed"] | None = None
    epsilon: float | None = None
    delta: float | None = None
    per_owner: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Hash(Method):
    """Replaces each word of a query, each owner and each address with a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "hash"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Share(Method):
    """Encrypts each query and gives each person who asked it a share of the key; k shares decrypt it. Promises:
    a query can be read only with the shares of k people who asked it.

    Parameters
    ----------
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "share"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Split(Method):
    """Divides the queries of each person into interests, and gives each interest its own name. Promises:
    nothing.

    Parameters
    ----------
    interests : str, optional
        Kind of an interest: `subtree` or `similar`, for example `subtree:4` [default: subtree:5]. `subtree` is
        a subtree of the taxonomy at this level, where the root has level 1. `similar` are queries that share
        words.
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "split"
    interests: str | None = None
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class DropAll(Method):
    """Publishes no line. Promises: nothing."""

    name: ClassVar[str] = "drop-all"


@dataclass(frozen=True)
class HashQueries(Method):
    """Replaces each whole query and each address with a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
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
    """Replaces card, social security and telephone numbers, e-mail and street addresses, and user names in
    addresses. Promises: nothing."""

    name: ClassVar[str] = "scrub"


@dataclass(frozen=True)
class HashIds(Method):
    """Replaces each owner with a keyed hash. Promises: nothing.

    Parameters
    ----------
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "hash-ids"
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class ShortSessions(Method):
    """Gives each owner a new name in every period. Promises: nothing.

    Parameters
    ----------
    period : str, optional
        Time for which a person keeps a name, for example 168h [default: 24h].
    key : path, optional
        File with a key of 64 hexadecimal digits, for example `key.txt`. By default the key is random and
        forgotten after the run. Releases with the same key can be linked.
    seed : int, optional
        Number that starts the random choices, for example 7. Without it, searches start with 0, and keys come
        from the operating system. Do not publish releases of keyed methods with a seed: a reader who guesses
        the seed can undo them.
    """

    name: ClassVar[str] = "short-sessions"
    period: str | None = None
    key: PathLike | None = None
    seed: int | None = None


@dataclass(frozen=True)
class DropRare(Method):
    """Publishes each query that at least k people asked, once for each of them and without links between lines.
    Promises: at least k people asked every published query, and at least k clicked every address next to it.

    Parameters
    ----------
    link_owners : bool, optional
        Gives each person a number, so that the lines of one person stay linked. No promise covers what these
        lines reveal together.
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
