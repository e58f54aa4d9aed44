"""Tables of the Rust side as pandas frames, through Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

if TYPE_CHECKING:
    from . import _tamis


def arrow(table: _tamis.Table) -> pa.Table:
    """Take a table over as Arrow, without a copy."""
    return pa.table(table)


def frame(table: _tamis.Table) -> pd.DataFrame:
    """Take a table over as a pandas frame. Whole numbers stay whole, also where some are missing."""
    columns = arrow(table)
    found = columns.to_pandas()
    for name, column in zip(columns.column_names, columns.columns):
        if pa.types.is_integer(column.type) and column.null_count:
            found[name] = column.to_pandas(types_mapper=_nullable)
    return found


def _nullable(kind: pa.DataType) -> Any:
    return pd.Int64Dtype() if pa.types.is_integer(kind) else None
