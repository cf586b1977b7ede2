"""Reads the tables of a lake with ClickHouse."""

import json

import chdb

import lake_reader


class ClickHouse:
    name = f"ClickHouse {chdb.engine_version}"
    # ClickHouse reads the names of folders literally, and names that look like numbers as numbers.
    partition = "if(toString({c}) = '__HIVE_DEFAULT_PARTITION__', NULL, decodeURLComponent(toString({c})))"
    classes = [
        (r"(LowCardinality\()?(Nullable\()?String\)*", "text"),
        (r"(LowCardinality\()?(Nullable\()?U?Int\d+\)*", "whole number"),
        (r"(Nullable\()?Float\d+\)?", "float"),
        (r"(Nullable\()?Bool\)?", "boolean"),
        (r"(Nullable\()?DateTime64\(6.*", "timestamp"),
        (r"(Nullable\()?Array\(.*", "list"),
    ]
    expressions = {
        "text": ("sum(length({c}))", "NULL", "NULL"),
        "whole number": ("sum(toInt128({c}))", "NULL", "NULL"),
        "float": ("sum({c})", "NULL", "NULL"),
        "boolean": ("countIf({c})", "NULL", "NULL"),
        "timestamp": ("NULL", "toUnixTimestamp64Micro(min({c}))", "toUnixTimestamp64Micro(max({c}))"),
        "list": ("sum(length({c}))", "NULL", "NULL"),
    }

    def quote(self, name):
        return f"`{name}`"

    def relation(self, folder, table):
        files = f"{folder}/{table}/**/*.parquet".replace("\\", "\\\\").replace("'", "\\'")
        return f"file('{files}', Parquet)"

    def columns(self, relation):
        return [row[:2] for row in self.rows(f"DESCRIBE {relation}")]

    def rows(self, sql):
        settings = "SETTINGS use_hive_partitioning = 1, output_format_json_quote_64bit_integers = 1"
        answer = chdb.query(f"{sql} {settings}", "JSONCompact")
        return json.loads(answer.bytes().decode("utf-8", "replace"))["data"]


lake_reader.run(ClickHouse())
