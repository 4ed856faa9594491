"""What can go wrong, as exceptions: those of Python where one fits, each of them also a `ClumpError`.

No message holds a value of the data: files, lines, columns and counts are named. Where something can be done about
it, `remedy` says what, with settings called as keywords.
"""

from __future__ import annotations


class ClumpError(Exception):
    """What all errors of this package are.

    Attributes
    ----------
    remedy : str or None
        What to do about it.
    """

    remedy: str | None

    def __init__(self, message: str, remedy: str | None = None) -> None:
        self.remedy = remedy
        super().__init__(message if remedy is None else f"{message}\n  {remedy}")


class SettingError(ClumpError, ValueError):
    """What was asked for makes no sense, contradicts itself, or cannot be had of these data."""


class InputError(ClumpError, ValueError):
    """The data are not what they should be."""


class MissingFileError(ClumpError, FileNotFoundError):
    """A file or folder that is not there."""


class ExistingFileError(ClumpError, FileExistsError):
    """A file that is there, and is not replaced unless `force=True`."""


class FileError(ClumpError, OSError):
    """A file that cannot be read or written."""


class PromiseError(ClumpError):
    """A release that does not keep its promise. It is not handed over."""
