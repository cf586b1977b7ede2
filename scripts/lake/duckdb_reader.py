"""Reads the tables of a lake with DuckDB."""

import duckdb

import lake_reader


class DuckDB:
    name = f"DuckDB {duckdb.__version__}"
    partition = "{c}"
    classes = [
        (r"VARCHAR", "text"),
        (r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?", "whole number"),
        (r"FLOAT|DOUBLE|DECIMAL.*", "float"),
        (r"BOOLEAN", "boolean"),
        (r"TIMESTAMP( WITH TIME ZONE)?", "timestamp"),
        (r".*\[\]", "list"),
    ]
    expressions = {
        "text": ("sum(strlen({c}))", "NULL", "NULL"),
        "whole number": ("sum({c})", "NULL", "NULL"),
        "float": ("sum({c})::DOUBLE", "NULL", "NULL"),
        "boolean": ("count(*) FILTER ({c})", "NULL", "NULL"),
        "timestamp": ("NULL", "epoch_us(min({c}))", "epoch_us(max({c}))"),
        "list": ("sum(len({c}))", "NULL", "NULL"),
    }

    def __init__(self):
        self.connection = duckdb.connect()

    def quote(self, name):
        return f'"{name}"'

    def relation(self, folder, table):
        files = f"{folder}/{table}/**/*.parquet".replace("'", "''")
        return f"read_parquet('{files}', hive_partitioning = true, hive_types = {{'project': VARCHAR, 'month': VARCHAR}})"

    def columns(self, relation):
        return [row[:2] for row in self.rows(f"DESCRIBE SELECT * FROM {relation}")]

    def rows(self, sql):
        return self.connection.execute(sql).fetchall()


lake_reader.run(DuckDB())
