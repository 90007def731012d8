"""A DAG in a file that is mapped into memory: names and edges are read where they are looked at."""

from __future__ import annotations

from os import PathLike
from typing import Any

from numpy.typing import NDArray

from diskembed.graph.csr import CSR
from diskembed.graph.dag import DAG
from diskembed.graph.names import Names
from diskembed.graph.renumber import renumbered
from diskembed.storage.container import read_container, write_container
from diskembed.storage.header import Kind
from diskembed.storage.model_file import blaming
from diskembed.storage.vocabulary import pack_members, unpack_members

__all__ = ["GRAPH", "open_graph", "save_graph"]

GRAPH = Kind("graph", 1)


def save_graph(dag: DAG, path: str | PathLike[str]) -> None:
    """Write a DAG, whole or not at all, its nodes in the order that it is trained in."""
    dag = renumbered(dag, dag.order)
    arrays: dict[str, NDArray[Any]] = {
        "names": dag.names.blob,
        "offsets": dag.names.offsets,
        "parents_ptr": dag.parents.indptr,
        "parents": dag.parents.indices,
        "children_ptr": dag.children.indptr,
        "children": dag.children.indices,
        **pack_members(dag.members_of),
    }
    write_container(path, GRAPH, arrays, {"aliases": dict(dag.aliases)})


def open_graph(path: str | PathLike[str], *, verify: bool = False) -> DAG:
    """The DAG of such a file; its arrays stay there and take memory only while they are used.

    ``verify`` reads all of it once, to find bytes that changed since it was written.
    """
    # Kernels are compiled for arrays that may be written to; nobody does.
    contents = read_container(path, GRAPH, verify=verify, private=True)
    arrays = contents.arrays
    with blaming(path):
        names = Names(arrays["names"], arrays["offsets"])
        parents, children = (CSR(arrays[f"{side}_ptr"], arrays[side]) for side in ("parents", "children"))
        sizes = {len(names), len(parents), len(children)}
        if len(sizes) > 1 or len(parents.indices) != len(children.indices):
            raise ValueError("names and edges do not belong together")
        aliases = {str(name): int(node) for name, node in contents.state["aliases"].items()}
        return DAG(names, parents, children, members_of=unpack_members(arrays), aliases=aliases)
