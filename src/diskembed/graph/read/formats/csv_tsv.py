"""CSV with quotes by RFC 4180, and TSV without: there a quote is a letter, and no name holds a tab."""

from __future__ import annotations

from functools import partial

from diskembed.graph.read.delimited import read_delimited
from diskembed.graph.read.registry import Format, register

register(
    Format(
        "csv",
        "a table separated by commas",
        partial(read_delimited, delimiter=",", quotes=True),
        endings=(".csv",),
        takes_order=True,
    )
)
register(
    Format(
        "tsv",
        "a table separated by tabs",
        partial(read_delimited, delimiter="\t", quotes=False),
        endings=(".tsv", ".tab"),
        takes_order=True,
    )
)
