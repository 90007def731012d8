"""Each exception is raised by something that a user can do, and says found, allowed and what to do."""

import builtins
import signal
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import diskembed as de
from diskembed import errors
from diskembed.errors import DiskembedError
from docs.tools import load_tool
from embeddings import nested

PAGE = load_tool("errors_page")
ABSTRACT = {"DiskembedError", "InputError"}
"""Raised by what is below them alone."""


def tree():
    return de.DAG.from_edges([("animal", "dog"), ("dog", "pug"), ("animal", "cat")])


def quick(**options):
    return de.DiskEmbedding(geometry="euclid", dim=3, epochs=3, progress=False, **options)


def parameter(*_):
    nested().ancestors("dog", k=0)


def runaway(*_):
    quick(steps="gradient", positive_rate=1e200, negative_rate=1e200, start="random").fit(tree())


def domain(*_):
    from diskembed.geometry.coordinates import lorentz_from_ball

    lorentz_from_ball(np.array([2.0, 0.0]))


def graph(*_):
    de.DAG.from_edges([("animal", "dog", "pug")])


def cycle(*_):
    de.DAG.from_edges([("a", "b"), ("b", "a")])


def read(folder, _):
    (folder / "g.tsv").write_text("parent\tchild\na\n")
    de.read(folder / "g.tsv")


def write(folder, _):
    nested().save(folder / "none" / "m.disk")


def unknown_name(*_):
    nested().ancestors("dgo")


def split(*_):
    de.Split.draw(tree(), percent=50)


def missing_extra(folder, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **options):
        if name == "pyarrow" or name.startswith("pyarrow."):
            raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
        return real(name, *args, **options)

    (folder / "g.parquet").write_bytes(b"PAR1")
    monkeypatch.setattr(builtins, "__import__", without)
    de.read(folder / "g.parquet")


def dataset(folder, monkeypatch):
    monkeypatch.setenv("DISKEMBED_CACHE", str(folder))
    de.datasets.fetch("hpo", offline=True)


def cluster(_, monkeypatch):
    def nobody(**_options):
        raise ConnectionError("nobody answers")

    ray = SimpleNamespace(is_initialized=lambda: False, init=nobody)
    monkeypatch.setitem(sys.modules, "ray", ray)
    quick().fit(de.datasets.load("schema-org"), cluster="ray://nowhere:1")


def memory_budget(*_):
    tree().closure(memory=1, kind="bits")


def interrupted(*_):
    def stop(_epoch):
        signal.raise_signal(signal.SIGINT)

    quick(callbacks=[stop]).fit(tree())


PROVOKED = {
    errors.ParameterError: parameter,
    errors.RunawayError: runaway,
    errors.DomainError: domain,
    errors.GraphError: graph,
    errors.CycleError: cycle,
    errors.ReadError: read,
    errors.WriteError: write,
    errors.UnknownNameError: unknown_name,
    errors.SplitError: split,
    errors.MissingExtraError: missing_extra,
    errors.DatasetError: dataset,
    errors.ClusterError: cluster,
    errors.MemoryBudgetError: memory_budget,
    errors.InterruptedRunError: interrupted,
}


@pytest.mark.parametrize("error", PROVOKED, ids=lambda error: error.__name__)
def test_it_is_raised_and_says_what_to_do(error, tmp_path, monkeypatch):
    with pytest.raises(DiskembedError) as raised:
        PROVOKED[error](tmp_path, monkeypatch)
    found = raised.value
    assert type(found) is error
    assert found.found
    assert found.allowed or found.do
    assert str(found) == "; ".join(part for part in (found.found, found.allowed, found.do) if part)
    assert "\n" not in str(found)


def test_none_is_forgotten():
    known = {error.__name__ for error in PAGE.classes()}
    assert {error.__name__ for error in PROVOKED} == known - ABSTRACT
    assert known == set(errors.__all__)


def test_everybody_s_own_classes_catch_them():
    assert issubclass(errors.ParameterError, ValueError)
    assert issubclass(errors.DomainError, ValueError)
    assert issubclass(errors.UnknownNameError, KeyError)
    assert issubclass(errors.MissingExtraError, ImportError)


def test_the_tree_in_the_docstring_is_the_tree():
    rows = [line for line in errors.__doc__.splitlines() if "Error  " in line]
    drawn = [line.lstrip(" │├└─").split()[0] for line in rows]
    assert sorted(drawn) == sorted(error.__name__ for error in PAGE.classes())
    depths = {line.lstrip(" │├└─").split()[0]: len(line) - len(line.lstrip(" │├└─")) for line in rows}
    for error in PAGE.classes():
        if error is not DiskembedError:
            assert depths[error.__name__] == depths[error.__bases__[0].__name__] + 4


@pytest.mark.parametrize("error", list(PAGE.classes()), ids=lambda error: error.__name__)
def test_the_docstring_says_what_the_page_needs(error):
    assert all(PAGE.parts(error))
    if error is not DiskembedError:
        assert error.__doc__ != error.__base__.__doc__


def test_the_page_is_up_to_date():
    assert PAGE.PAGE.read_text(encoding="utf-8") == PAGE.page(), "run: python tools/errors_page.py"
