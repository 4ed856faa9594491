"""Results as HTML for notebooks: the verdict, the fate of the words, and sample rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

_STYLE = """<style>
.clump{font:14px/1.45 system-ui,sans-serif;max-width:52rem}
.clump table{border-collapse:collapse;margin:.5rem 0}
.clump td,.clump th{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top}
.clump td.n{text-align:right;font-variant-numeric:tabular-nums}
.clump .item{border:1px solid currentColor;border-radius:.5em;padding:0 .4em;margin-right:.3em;opacity:.9;white-space:nowrap}
.clump .quiet{opacity:.7}
</style>"""

#: What became of words: colours that are told apart by those who see fewer of them, and in grey.
_FATES = (("as typed", "#0b6e4f"), ("generalized", "#e3a72f"), ("gone", "#b9b4ab"))


def of_result(
    certificate: Mapping[str, Any], measures: Mapping[str, Any], sample: Sequence[Mapping[str, Any]]
) -> str:
    """HTML of a result: verdict, chart, and sample rows."""
    is_empty = not any(row.get("text") or row.get("cells") for row in sample)
    parts = [_STYLE, '<div class="clump">', _verdict(certificate, is_empty=is_empty)]
    # With noise, an exact figure of the log would reveal what the noise hides.
    shares = [] if _has_noise(certificate) else _shares(measures)
    if shares:
        parts += [_bar(shares), f"<p>{_legend(shares)}</p>"]
    parts += [_rows(sample, has_noise=_has_noise(certificate)), _not_covered(certificate), "</div>"]
    return "".join(parts)


def _verdict(certificate: Mapping[str, Any], *, is_empty: bool) -> str:
    promised = certificate["promise"]
    if not promised:
        return "<p><strong>Nothing is promised.</strong></p>"
    told = "".join(
        f"<p><strong>{_answer(each['property'])}</strong> {escape(str(each['meaning']))}</p>" for each in promised
    )
    # A release without content keeps any promise.
    return told + _NOTHING_PUBLISHED if is_empty else told


_NOTHING_PUBLISHED = (
    "<p><strong>Caution.</strong> Nothing is published: lower k, name a taxonomy whose categories people share, "
    "or choose another method.</p>"
)


_NOISE = "differential-privacy"


def _has_noise(certificate: Mapping[str, Any]) -> bool:
    return any(each["property"] == _NOISE for each in certificate["promise"])


def _answer(name: str) -> str:
    """The word of the verdict. Noise is not visible in a table, so its promise is only consistent, not verified."""
    return "Consistent." if name == _NOISE else "Verified."


def _shares(measures: Mapping[str, Any]) -> list[tuple[str, str, float, int]]:
    """Fate of the words as shares. For a table of facts: the shares of occurrences in the table and not in it."""
    if words := measures.get("words"):
        counts = (measures["as_typed"], measures["generalized"], measures["gone"])
        return [(name, colour, count / words, count) for (name, colour), count in zip(_FATES, counts, strict=True)]
    told = measures.get("in_table") or measures.get("kept")
    if not told or not measures.get("times_read"):
        return []
    times, share = measures["times_read"], told["times_share"]
    (_, published), _, (_, excluded) = _FATES
    parts = (("in the table", published, share), ("of too few owners, or excluded", excluded, 1 - share))
    return [(name, colour, part, round(part * times)) for name, colour, part in parts]


def _bar(shares: Iterable[tuple[str, str, float, int]]) -> str:
    """A bar that shows the shares side by side, as SVG."""
    width, height, at, parts, told = 640, 22, 0.0, [], []
    for name, colour, share, _ in shares:
        parts.append(
            f'<rect x="{at * width:.1f}" y="0" width="{max(share * width - 1, 0):.1f}" height="{height}" fill="{colour}"/>'
        )
        at += share
        told.append(f"{100 * share:.1f} % {name}")
    title = f"What became of what was read: {', '.join(told)}"
    return (
        f'<svg viewBox="0 0 {width} {height}" width="100%" style="max-width:{width}px" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _legend(shares: Iterable[tuple[str, str, float, int]]) -> str:
    return " &nbsp; ".join(
        f'<span style="color:{colour}">&#9632;</span> {name} {100 * share:.1f} % '
        f'<span class="quiet">({count:,})</span>'
        for name, colour, share, count in shares
    )


def _rows(sample: Sequence[Mapping[str, Any]], *, has_noise: bool) -> str:
    owners = "owners, with noise" if has_noise else "owners"
    rows = "".join(f"<tr>{_number(row)}<td>{_content(row)}</td></tr>" for row in sample)
    return f'<table><tr><th>{owners}</th><th>drawn at random from the release</th></tr>{rows}</table>'


def _number(row: Mapping[str, Any]) -> str:
    number = row.get("owners") if row.get("owners") is not None else row.get("number")
    return f'<td class="n">{escape(str(number)) if number is not None else ""}</td>'


def _content(row: Mapping[str, Any]) -> str:
    if row.get("text"):
        return escape(str(row["text"]))
    cells = row.get("cells") or []
    if not cells:
        return '<span class="quiet">nothing</span>'
    return "".join(f'<span class="item">{escape(str(cell))}</span>' for cell in cells)


def _not_covered(certificate: Mapping[str, Any]) -> str:
    points = "".join(f"<li>{escape(str(point))}</li>" for point in certificate.get("not_covered", []))
    return f"<details><summary>What the promise does not cover</summary><ul>{points}</ul></details>" if points else ""


def of_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table with a title, as HTML."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_short(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'{_STYLE}<div class="clump"><p><strong>{escape(title)}</strong></p><table><tr>{head}</tr>{body}</table></div>'


def _short(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
