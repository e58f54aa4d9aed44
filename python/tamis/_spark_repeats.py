"""How often blocks repeat over all shards, counted by Spark: one shuffle over the hashes of blocks, and one back to the shards.

Every shard gives rows of (block, site, page), hashes as signed numbers: this page of this site holds this block. Captures of a URL
are one page, in whatever shards they are. The block 0 stands for whatever a page holds, and the site 0 for pages without one.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _tamis

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

#: The rows that go to a shard, in the layout that the library reads.
BLOCKS = [("block", "<i8"), ("site", "<i8"), ("repeats", "<u4"), ("site_repeats", "<u4")]
SITES = [("site", "<i8"), ("pages", "<u4")]


def write(spark: SparkSession, shards: list[str], out: str) -> None:
    """Count the blocks of all shards and write each shard's counts to a folder of its name below `out`, all of them or none."""
    rows = _rows(spark, shards).persist()
    # The rows of a shard are what a task has room for, whatever Spark's own number of partitions is.
    tasks = max(len(shards), spark.sparkContext.defaultParallelism)
    attempt = f"{out}.attempt-{uuid.uuid4()}"
    try:
        sites = _sites(rows, tasks).persist()
        every = sites.select("site", "pages").distinct().agg({"site": "count", "pages": "sum"}).first()
        all_sites = (int(every[0] or 0), int(every[1] or 0)) if every else (0, 0)
        contents = spark.sparkContext.parallelize(shards, len(shards)).map(_tamis.contents).collect()
        of = _tamis.together(contents)
        os.makedirs(attempt)
        writes = _writer(shards, attempt, all_sites, of)
        columns = "shard int, block long, site long, repeats long, site_repeats long, pages long"
        both = _blocks(rows, tasks).unionByName(sites, allowMissingColumns=True).selectExpr(*_names(columns))
        repartitioned = both.repartition(tasks, "shard")
        written = {row[0] for row in repartitioned.groupBy("shard").applyInArrow(writes, "shard int").collect()}
        for number in set(range(len(shards))) - written:
            _write(shards[number], os.path.join(attempt, os.path.basename(shards[number])), b"", b"", all_sites, of, len(shards))
        shutil.rmtree(out, ignore_errors=True)
        os.rename(attempt, out)
    finally:
        rows.unpersist()
        shutil.rmtree(attempt, ignore_errors=True)


def _names(columns: str) -> list[str]:
    return [column.split()[0] for column in columns.split(", ")]


def _rows(spark: SparkSession, shards: list[str]) -> DataFrame:
    """Read the rows of all shards, one task per shard."""

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column("shard").to_pylist():
                for table in _tamis.block_pages(shards[number]):
                    yield from _batches(number, table)

    numbers = spark.range(0, len(shards), 1, len(shards)).selectExpr("cast(id as int) as shard")
    return numbers.mapInArrow(read, "shard int, block long, site long, page long")


def _batches(number: int, rows: Any) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    table = pa.table(rows)
    shard = pa.array([number] * len(table), pa.int32())
    columns = [shard, *(table.column(name).combine_chunks() for name in ("block", "site", "page"))]
    # Batches of a size that Spark likes.
    whole = pa.Table.from_arrays(columns, names=["shard", "block", "site", "page"])
    yield from whole.to_batches(max_chunksize=100_000)


def _blocks(rows: DataFrame, tasks: int) -> DataFrame:
    """Count the different pages of every block, in one shuffle; a block of one page alone has nothing to tell."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    blocks = rows.where("block != 0").repartition(tasks, "block")
    of_block, of_site = Window.partitionBy("block"), Window.partitionBy("block", "site")
    # Equal pages have equal ranks, so the highest rank is the number of different pages; a window of ranks needs no memory.
    counted = (
        blocks.withColumn("repeats", F.dense_rank().over(of_block.orderBy("page")))
        .withColumn("site_repeats", F.dense_rank().over(of_site.orderBy("page")))
        .groupBy("shard", "block", "site")
        .agg(F.max("repeats").alias("repeats"), F.max("site_repeats").alias("site_repeats"))
        .withColumn("repeats", F.max("repeats").over(of_block))
        .where("repeats >= 2")
        .withColumn("site_repeats", F.max("site_repeats").over(of_site))
    )
    of_this_site = "cast(if(site = 0, 0, site_repeats) as long) as site_repeats"
    return counted.selectExpr("shard", "block", "site", "cast(repeats as long) as repeats", of_this_site, "cast(0 as long) as pages")


def _sites(rows: DataFrame, tasks: int) -> DataFrame:
    """Count the different pages of every site, for each shard that has some of them."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    sites, of_site = rows.where("block = 0 and site != 0").repartition(tasks, "site"), Window.partitionBy("site")
    ranked = sites.withColumn("pages", F.dense_rank().over(of_site.orderBy("page")))
    counted = ranked.groupBy("shard", "site").agg(F.max("pages").alias("pages"))
    pages = counted.withColumn("pages", F.max("pages").over(of_site))
    none = [f"cast(0 as long) as {name}" for name in ("block", "repeats", "site_repeats")]
    return pages.selectExpr("shard", "site", *none, "cast(pages as long) as pages")


def _writer(shards: list[str], out: str, every: tuple[int, int], of: int) -> Callable[[pa.Table], pa.Table]:
    """Return a function that writes the counts of one shard."""

    def write(table: pa.Table) -> pa.Table:
        import pyarrow as pa
        import pyarrow.compute as pc

        number = table.column("shard")[0].as_py()
        is_site = pc.equal(table.column("block"), 0)
        blocks = _packed(table.filter(pc.invert(is_site)), BLOCKS)
        sites = _packed(table.filter(is_site), SITES)
        folder = os.path.join(out, os.path.basename(shards[number]))
        _write(shards[number], folder, blocks, sites, every, of, len(shards))
        return pa.table({"shard": pa.array([number], pa.int32())})

    return write


def _packed(table: pa.Table, layout: list[tuple[str, str]]) -> bytes:
    import numpy as np

    rows = np.empty(len(table), dtype=layout)
    for name, _ in layout:
        rows[name] = table.column(name).to_numpy()
    return rows.tobytes()


def _write(path: str, folder: str, blocks: bytes, sites: bytes, every: tuple[int, int], of: int, shards: int) -> None:
    """Write the counts of a shard beside their place and rename them; another attempt writes the same."""
    attempt = f"{folder}.{uuid.uuid4()}"
    try:
        _tamis.write_counts(path, attempt, blocks, sites, every, of, shards)
        try:
            os.rename(attempt, folder)
        except OSError:
            if not os.path.isdir(folder):
                raise
    finally:
        shutil.rmtree(attempt, ignore_errors=True)
