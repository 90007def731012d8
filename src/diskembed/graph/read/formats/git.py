"""Commits and their parents, as ``git log --format='%H %P'`` writes them; a parent commit is the ancestor."""

from __future__ import annotations

import re

from diskembed.graph.raw import RawEdges
from diskembed.graph.read.collector import Collector
from diskembed.graph.read.options import Options
from diskembed.graph.read.registry import Format, register
from diskembed.graph.read.source import Source

_COMMITS = re.compile(r"[0-9a-f]{4,64}( [0-9a-f]{4,64})* ?")


def read_git(source: Source, options: Options) -> RawEdges:
    """One commit a line, its parents behind it; a root commit stands alone."""
    collector = Collector(source)
    for line, text in enumerate(source.lines(), 1):
        if not text:
            continue
        if not _COMMITS.fullmatch(text):
            raise source.error(
                f"{text[:60]!r} is no list of commits",
                at=line,
                allowed="expected a commit and its parents, as hexadecimal hashes with a space between",
                do="write the file with: git log --format='%H %P'",
            )
        commit, *parents = text.split()
        collector.node(commit, line)
        for parent in parents:
            collector.edge(parent, commit, line)
    return collector.raw()


register(Format("git", "a git history", read_git))
