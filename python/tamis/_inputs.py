"""Topics, qrels, runs and measures in any form as what the Rust side takes."""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

import pandas as pd

from . import _tamis
from .errors import InputError, SettingError

#: What stands for topics: a path, a frame, ``{qid: query}``, an ir_datasets dataset, or rows.
TopicsLike = Union[str, "os.PathLike[str]", pd.DataFrame, Mapping[Any, str], Iterable[Any], Any]
#: What stands for qrels: a path, a frame, ``{qid: {docno: grade}}``, an ir_datasets dataset, or rows.
QrelsLike = Union[str, "os.PathLike[str]", pd.DataFrame, Mapping[Any, Mapping[Any, int]], Iterable[Any], Any]
#: What stands for a run: a path, a frame, ``{qid: {docno: score}}``, or rows.
RunLike = Union[str, "os.PathLike[str]", pd.DataFrame, Mapping[Any, Mapping[Any, float]], Iterable[Any], Any]
#: A measure: a name of trec_eval or ir_measures, or an object of ir_measures.
MeasureLike = Any

_TOPIC = ("query_id", "qid")
_DOCUMENT = ("doc_id", "docno")
_GRADE = ("relevance", "label", "rel", "grade")
#: The columns of the fields of topics; those of ir_datasets, PyTerrier and TREC.
_FIELDS = {
    "title": ("text", "query", "title"),
    "desc": ("description", "desc"),
    "narr": ("narrative", "narr"),
}
#: The names of ids and texts where rows are plain tuples.
_PLAIN = {"topics": ("query_id", "text"), "qrels": ("query_id", "doc_id", "relevance"), "run": ("query_id", "doc_id", "score")}


def topics(given: TopicsLike, fields: str = "title") -> _tamis.Topics:
    """Read or convert topics."""
    if isinstance(given, _tamis.Topics):
        return given
    if _is_path(given):
        return _tamis.Topics.read(given, fields)
    rows = _rows("topics", given, "queries_iter")
    named = _split(fields)
    # A topic may lack one of several fields, but not the only one.
    texts = [_texts("topics", rows, _FIELDS[field], empty=len(named) > 1) for field in named]
    return _tamis.Topics.of(_texts("topics", rows, _TOPIC), [" ".join(parts) for parts in zip(*texts)])


def qrels(given: QrelsLike) -> _tamis.Qrels:
    """Read or convert qrels."""
    if isinstance(given, _tamis.Qrels):
        return given
    if _is_path(given):
        return _tamis.Qrels.read(given)
    rows = _rows("qrels", given, "qrels_iter")
    ids, docnos = _texts("qrels", rows, _TOPIC), _texts("qrels", rows, _DOCUMENT)
    return _tamis.Qrels.of(ids, docnos, _grades(rows))


def run(given: RunLike, tag: str = "run") -> _tamis.Run:
    """Read or convert a run."""
    if isinstance(given, _tamis.Run):
        return given
    if _is_path(given):
        return _tamis.Run.read(given)
    rows = _rows("run", given, "scoreddocs_iter")
    ids, docnos = _texts("run", rows, _TOPIC), _texts("run", rows, _DOCUMENT)
    return _tamis.Run.of(ids, docnos, _scores(rows), tag)


def runs(given: Any) -> list[tuple[str, _tamis.Run]]:
    """Read or convert one run or several, with a name each."""
    if isinstance(given, Mapping) and not given:
        raise InputError("runs: found none, expected one or more")
    if isinstance(given, Mapping) and not _is_run(given):
        return [(str(name), run(one, str(name))) for name, one in given.items()]
    if isinstance(given, (list, tuple)) and given and not _is_row(given[0]):
        return _named([run(one, f"run {number}") for number, one in enumerate(given, 1)])
    return _named([run(given)])


def paths(what: str, given: Any) -> list[str]:
    """Return one path or several as texts."""
    several = each(given)
    if not several:
        raise SettingError(f"{what}: found none, expected one or more")
    return [path(what, one, "a path, or a list of them") for one in several]


def path(what: str, given: Any, expected: str = "a path") -> str:
    """Return a path as a text."""
    found: str = os.fspath(_of_type(what, given, (str, os.PathLike), expected))
    return found


def text(what: str, given: Any) -> str:
    """Return a text, and refuse other values."""
    return str(_of_type(what, given, str, "a text"))


def flag(what: str, given: Any) -> bool:
    """Return a truth value, and refuse other values."""
    return bool(_of_type(what, given, bool, "True or False"))


def whole(what: str, given: Any, bits: int = 32) -> int:
    """Return a whole number of so many bits, and refuse other values."""
    number = int(_of_type(what, given, numbers.Integral, "a whole number"))
    if isinstance(given, bool) or not 0 <= number < 2**bits:
        raise InputError(f"{what}: found {given!r}, expected a whole number from 0 to {2**bits - 1}")
    return number


def packed(what: str, given: Any) -> bytes:
    """Return bytes, and refuse other values."""
    return bytes(_of_type(what, given, (bytes, bytearray), "bytes"))


def each(given: Any) -> list[Any]:
    """Return one value or several as a list."""
    is_one = isinstance(given, (str, bytes, os.PathLike)) or not isinstance(given, Iterable)
    return [given] if is_one else list(given)


def _of_type(what: str, given: Any, types: type | tuple[type, ...], expected: str) -> Any:
    """Return a value of these types, and refuse others."""
    if isinstance(given, types):
        return given
    raise InputError(f"{what}: found {given!r:.60} of the type {type(given).__name__}, expected {expected}")


def axes(min_score: Any, weights: Any) -> dict[str, Any]:
    """Return the settings of axes that have names: those of classifiers with scores, and of rules with weights."""
    settings = {}
    for axis, given in (("min_score", min_score), ("weights", weights)):
        if given is not None and not isinstance(given, Mapping):
            raise InputError(f"{axis}: found a value of the type {type(given).__name__}, expected a dict of values by name")
        settings.update({f"{axis}:{name}": values for name, values in (given or {}).items()})
    return settings


def measures(given: MeasureLike | Iterable[MeasureLike] | None, default: Sequence[str]) -> list[str]:
    """Return the names of measures, as they were given."""
    if given is None:
        return list(default)
    several = isinstance(given, Iterable) and not isinstance(given, str) and not hasattr(given, "params")
    names = [str(one) for one in given] if several else [str(given)]
    if not names:
        raise InputError("measures: found none, expected one or more")
    return names


def columns_of(names: Sequence[str]) -> dict[str, str]:
    """Return the given name of each measure by trec_eval's, if it stands for one measure alone."""
    found = {}
    for name in names:
        written = _tamis.measure_names([name])
        if len(written) == 1:
            found[written[0]] = name
    return found


# What the columns of a test of equivalence begin with.
EQUIVALENCE = ("noninferior_", "equivalent_", "power_", "topics_needed_")


def named(names: Mapping[str, str], prefixes: Iterable[str]) -> dict[str, str]:
    """Return the name of each column that begins so and ends with a measure, with the measure as the caller called it."""
    return {prefix + written: prefix + name for written, name in names.items() for prefix in prefixes}


def _is_path(given: Any) -> bool:
    return isinstance(given, (str, os.PathLike))


def _is_row(given: Any) -> bool:
    """Whether this is a row of a run, not a run: a tuple, a list of its three values, or a dict of its columns."""
    if isinstance(given, Mapping):
        return any(name in given for name in _TOPIC) and any(name in given for name in _DOCUMENT)
    return isinstance(given, tuple) or (isinstance(given, list) and not any(isinstance(one, tuple) for one in given))


def _is_run(given: Mapping[Any, Any]) -> bool:
    """Whether this is ``{qid: {docno: score}}``, not runs by name."""
    first = next(iter(given.values()), None)
    return isinstance(first, Mapping) and not any(isinstance(value, Mapping) for value in first.values())


def _named(found: list[_tamis.Run]) -> list[tuple[str, _tamis.Run]]:
    """Name runs by their tags, or by numbers where two have the same."""
    tags = [one.tag for one in found]
    if len(set(tags)) < len(tags):
        tags = [f"{tag} ({number})" for number, tag in enumerate(tags, 1)]
    return list(zip(tags, found))


def _split(fields: str) -> list[str]:
    named = [field.strip() for field in fields.split("+")]
    for field in named:
        if field not in _FIELDS:
            raise InputError(f"fields: found '{field}', expected title, desc, narr, or several with + between")
    return named


def _rows(what: str, given: Any, iterator: str) -> pd.DataFrame:
    """Return rows of any form as a frame."""
    if isinstance(given, pd.DataFrame):
        return given
    if hasattr(given, iterator):
        given = getattr(given, iterator)()
    if isinstance(given, Mapping):
        given = _of_mapping(what, given)
    if isinstance(given, (bytes, bytearray)) or not isinstance(given, Iterable):
        kind = type(given).__name__
        raise InputError(f"{what}: found a value of the type {kind}, expected a path, a frame, a dict, a dataset or rows")
    rows = [_row(what, number, row) for number, row in enumerate(given)]
    if not rows:
        raise InputError(f"{what}: found no row, expected one or more")
    return pd.DataFrame(rows, dtype=object)


def _of_mapping(what: str, given: Mapping[Any, Any]) -> Iterable[tuple[Any, ...]]:
    if what == "topics":
        return list(given.items())
    for topic, values in given.items():
        if not isinstance(values, Mapping):
            kind = type(values).__name__
            raise InputError(f"{what}: found a value of the type {kind} for the topic {topic!r}, expected a dict by docno")
    return [(topic, docno, value) for topic, values in given.items() for docno, value in values.items()]


def _row(what: str, number: int, row: Any) -> dict[str, Any]:
    if hasattr(row, "_asdict"):
        return dict(row._asdict())
    if isinstance(row, Mapping):
        return dict(row)
    names = _PLAIN[what]
    if isinstance(row, (tuple, list)) and len(row) == len(names):
        return dict(zip(names, row))
    raise InputError(f"{what}: row {number}: found {row!r}, expected {', '.join(names)}")


def _column(what: str, rows: pd.DataFrame, names: Sequence[str]) -> pd.Series[Any]:
    for name in names:
        if name in rows.columns:
            column = rows[name]
            if isinstance(column, pd.DataFrame):
                raise InputError(f"{what}: found several columns {name}, expected one")
            return column
    found = ", ".join(map(str, rows.columns)) or "none"
    raise InputError(f"{what}: found the columns {found}, expected {' or '.join(names)} among them")


def _texts(what: str, rows: pd.DataFrame, names: Sequence[str], empty: bool = False) -> list[str]:
    """Return a column of ids or texts. Whole numbers are written as texts."""
    column = _column(what, rows, names)
    values: list[Any] = column.tolist()
    for row, value in enumerate(values):
        if isinstance(value, str):
            continue
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            if empty and value is None:
                values[row] = ""
                continue
            kind = type(value).__name__
            raise InputError(f"{what}: row {row}: found {column.name} {value!r} of the type {kind}, expected a text")
        values[row] = str(value)
    return values


def _scores(rows: pd.DataFrame) -> list[float]:
    """Return the scores of a run; without them, scores that give the order of the ranks."""
    if "score" not in rows.columns and "rank" in rows.columns:
        return [-rank for rank in _numbers("run", rows["rank"])]
    return _numbers("run", _column("run", rows, ("score",)))


def _grades(rows: pd.DataFrame) -> list[int]:
    column = _column("qrels", rows, _GRADE)
    grades = []
    for row, value in enumerate(_numbers("qrels", column)):
        if value != int(value) or abs(value) >= 2**31:
            raise InputError(f"qrels: row {row}: found {column.name} {value}, expected a whole number of 32 bits")
        grades.append(int(value))
    return grades


def _numbers(what: str, column: pd.Series[Any]) -> list[float]:
    """Return a column of numbers; missing ones and texts are refused."""
    found = []
    for row, value in enumerate(column.tolist()):
        number = not isinstance(value, (bool, str, bytes)) and hasattr(value, "__float__")
        if not number or value != value or value in (float("inf"), float("-inf")):
            raise InputError(f"{what}: row {row}: found {column.name} {value!r}, expected a number")
        found.append(float(value))
    return found
