"""Repartitions rows so that all rows of an owner are in one partition."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._errors import SettingError
from . import _steps

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame, SparkSession


def partitions_of(session: SparkSession, asked: int | None) -> int:
    """Number of partitions for owners: `asked`, or else Spark's number of shuffle partitions."""
    return asked or int(session.conf.get("spark.sql.shuffle.partitions") or 200)


def secret_of(session: SparkSession) -> Broadcast[bytes]:
    """A random key for hashing owners in one run. The driver draws it and sends it to the workers."""
    return session.sparkContext.broadcast(secrets.token_bytes(32))


def together(
    frame: DataFrame, given: Mapping[str, Any], partitions: int, secret: Broadcast[bytes], *more: str
) -> tuple[DataFrame, dict[str, Any]]:
    """The rows with all rows of an owner in one partition, and the settings to read them. The rows of an owner are sorted by time,
    query and `more` columns, so the result does not depend on their order in `frame`.
    """
    from pyspark.sql import functions as sql

    settings = dict(given)
    if settings.pop("owner_per_row", None):
        # Each row gets a number of its own as its owner.
        frame = frame.withColumn("__clump_row", sql.monotonically_increasing_id().cast("string"))
        settings |= {"owner": "__clump_row", "spelling": "as-they-are"}
    owner = _owner(frame, settings)
    frame = frame.withColumn(owner, sql.col(f"`{owner}`").cast("string"))
    schema = f"{', '.join(f'`{field.name}` {field.dataType.simpleString()}' for field in frame.schema)}, {_steps.OWNER} binary"
    rows = frame.mapInArrow(_steps.owners(owner, secret), schema).repartition(partitions, _steps.OWNER)
    names = [settings.get(key) or key for key in ("time", "query")] + list(more)
    named = [column for name in names for column in frame.columns if column.lower() == str(name).lower()]
    return rows.sortWithinPartitions(_steps.OWNER, *(f"`{column}`" for column in dict.fromkeys(named))), settings


def _owner(frame: DataFrame, given: Mapping[str, Any]) -> str:
    """Name of the owner column in `frame`. Raises an error if it is not set or not found."""
    asked = given.get("owner")
    if not asked:
        raise SettingError(
            "the owner of each row is not stated",
            'pass owner="COLUMN", or owner_per_row=True if each row is a different person',
        )
    for column in frame.columns:
        if column.lower() == str(asked).lower():
            return str(column)
    # The error omits column names: in a frame that was read without its header they are values of the data.
    raise SettingError(
        f"none of the {len(frame.columns)} columns of the frame has the name given as owner=",
        "pass one of `frame.columns`",
    )
