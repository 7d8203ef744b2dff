"""Spark, as this job needs it."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pyspark
from pyspark.sql import SparkSession

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    # A task's rows get their place when it ends, and those of the job when all have.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "1",
    # Labels are text, also where they look like numbers.
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    "spark.sql.parquet.compression.codec": "zstd",
}


@contextmanager
def session(master: str | None = None) -> Iterator[SparkSession]:
    """A session whose workers have this package."""
    # What a local cluster starts its workers from.
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    # For what is logged.
    os.environ.setdefault("SPARK_CONF_DIR", os.path.join(PACKAGE, "conf"))
    builder = SparkSession.builder.appName("fleet")
    if master:
        builder = builder.master(master)
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        package = shutil.make_archive(f"{folder}/fleet", "zip", PACKAGE, "fleet")
        spark.sparkContext.addPyFile(package)
        try:
            yield spark
        finally:
            spark.stop()
