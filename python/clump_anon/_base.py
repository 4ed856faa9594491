"""Base classes of the generated code."""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from typing import Any, ClassVar

PathLike = str | os.PathLike[str]
"""The name of a file."""


@dataclass(frozen=True)
class Method:
    """A method; see its subclasses."""

    name: ClassVar[str] = ""

    def _settings(self) -> dict[str, Any]:
        return {"method": self.name} | {
            field.name: getattr(self, field.name) for field in dataclasses.fields(self)
        }


def method_settings(method: Method | str | None) -> dict[str, Any]:
    """A method as keywords: its name, and the parameters that were set."""
    if method is None:
        return {}
    return {"method": method} if isinstance(method, str) else method._settings()
