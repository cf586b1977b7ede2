"""What the readers of a lake share. Each writes JSON lines: first its engine and version, then one line for each table.

Arguments: the file to write, because engines print to both outputs, the folder of the lake, and the names of the tables.
"""

import json
import re
import sys

PARTITIONS = ("project", "month")


def class_of(native, classes):
    """The class of a type of the engine: the first pattern that matches."""
    return next((name for pattern, name in classes if re.fullmatch(pattern, native, re.IGNORECASE)), native)


def as_text(value):
    return None if value is None else str(value)


def read_table(engine, folder, table):
    """engine: relation(), columns(), rows(), quote, classes, expressions and partition."""
    relation = engine.relation(folder, table)
    columns = [(name, native, class_of(native, engine.classes)) for name, native in engine.columns(relation)]
    # An engine that takes names of folders for numbers is no fault of the lake: their values are compared as texts.
    columns = [(name, native, "text" if name in PARTITIONS and kind == "whole number" else kind) for name, native, kind in columns]
    measured = [column for column in columns if column[0] not in PARTITIONS]
    wanted = []
    for name, _, kind in measured:
        total, first, last = engine.expressions.get(kind, ("NULL", "NULL", "NULL"))
        wanted += [expression.format(c=engine.quote(name)) for expression in ("count({c})", total, first, last)]
    (values,) = engine.rows(f"SELECT {', '.join(f'{each} AS v{at}' for at, each in enumerate(wanted))} FROM {relation}")
    measures = {name: [as_text(value) for value in values[at * 4 : at * 4 + 4]] for at, (name, _, _) in enumerate(measured)}
    project, month = (engine.partition.format(c=name) for name in PARTITIONS)
    parts = engine.rows(f"SELECT {project} AS p, {month} AS m, count(*) AS n FROM {relation} GROUP BY 1, 2")
    return {
        "columns": [
            {"name": name, "native": native, "class": kind, **dict(zip(("values", "total", "first", "last"), measures.get(name, [])))}
            for name, native, kind in columns
        ],
        "partitions": [[as_text(part[0]), as_text(part[1]), int(part[2])] for part in parts],
    }


def run(engine):
    file, folder, *tables = sys.argv[1:]
    with open(file, "w", encoding="utf-8") as output:

        def say(message):
            output.write(json.dumps(message) + "\n")
            output.flush()

        say({"engine": engine.name})
        for table in tables:
            try:
                say({"table": table, **read_table(engine, folder, table)})
            except Exception as error:  # Each engine has its own errors; all mean that the table cannot be read.
                # DuckDB repeats the statement after LINE 1.
                message = " ".join(str(error).split("\nLINE 1:")[0].split())
                say({"table": table, "failure": message[:300]})
