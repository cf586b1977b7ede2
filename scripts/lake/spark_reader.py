"""Reads the tables of a lake with Spark."""

from pyspark import __version__
from pyspark.sql import SparkSession

import lake_reader


class Spark:
    name = f"Spark {__version__}"
    # Spark reads each %XX of a folder's name as one character, although several can be the bytes of one character in UTF-8.
    partition = "decode(encode({c}, 'ISO-8859-1'), 'UTF-8')"
    classes = [
        # Spark gives the type void to a partition column that is null in every folder.
        (r"string|void", "text"),
        (r"tinyint|smallint|int|bigint", "whole number"),
        (r"float|double|decimal.*", "float"),
        (r"boolean", "boolean"),
        (r"timestamp(_ntz)?", "timestamp"),
        (r"array<.*", "list"),
    ]
    expressions = {
        "text": ("sum(octet_length({c}))", "NULL", "NULL"),
        "whole number": ("sum(cast({c} AS decimal(38, 0)))", "NULL", "NULL"),
        "float": ("sum({c})", "NULL", "NULL"),
        "boolean": ("count_if({c})", "NULL", "NULL"),
        "timestamp": ("NULL", "unix_micros(min({c}))", "unix_micros(max({c}))"),
        "list": ("sum(CASE WHEN {c} IS NOT NULL THEN size({c}) END)", "NULL", "NULL"),
    }

    def __init__(self):
        settings = {
            "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
            "spark.sql.shuffle.partitions": "1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
        }
        builder = SparkSession.builder.master("local[1]")
        for key, value in settings.items():
            builder = builder.config(key, value)
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("OFF")

    def quote(self, name):
        return f"`{name}`"

    def relation(self, folder, table):
        self.session.read.parquet(f"{folder}/{table}").createOrReplaceTempView("lake_table")
        return "lake_table"

    def columns(self, relation):
        return self.session.table(relation).dtypes

    def rows(self, sql):
        return [tuple(row) for row in self.session.sql(sql).collect()]


lake_reader.run(Spark())
