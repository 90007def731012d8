"""Large graphs are trained in another order: nothing of that is to be seen."""

import pytest

import diskembed as de
from diskembed.errors import ParameterError
from diskembed.estimators import locality, run

from .graphs import f1_of_all_pairs, taxonomy


def fitted(source, **parameters):
    return de.DiskEmbedding(geometry="euclid", dim=5, progress=False, **parameters).fit(source).embedding_


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_rows_come_back_in_the_order_of_the_names(monkeypatch, dtype):
    monkeypatch.setattr(locality, "LARGE", 2)
    dag = taxonomy()
    embedding = fitted(dag, dtype=dtype)
    assert embedding.rows.dtype == dtype
    assert embedding.names == dag.names
    assert f1_of_all_pairs(embedding, dag) > 0.95


def test_a_split_is_moved_whole(monkeypatch):
    split = de.Split.draw(taxonomy(), percent=50, seed=0)
    usual = de.evaluate(fitted(split), split).f1
    monkeypatch.setattr(locality, "LARGE", 2)
    moved, order = locality.near_each_other(split)
    for part in ("train", "valid", "test"):
        one, other = (getattr(each, part) for each in (split, moved))
        for before, after in (
            [(one, other)] if part == "train" else zip(vars(one).values(), vars(other).values(), strict=True)
        ):
            assert after.named(moved.names) == before.named(split.names)
    assert sorted(order) == list(range(len(split.names)))
    assert de.evaluate(fitted(split), split).f1 > usual - 0.05


def test_small_graphs_stay_as_they_are():
    dag = taxonomy()
    assert locality.near_each_other(dag) == (dag, None)


def test_rows_that_cannot_be_rounded_are_refused():
    with pytest.raises(ParameterError, match="dtype='float32' for poincare"):
        de.PoincareEmbedding(dtype="float32").fit(taxonomy())
    with pytest.raises(ParameterError, match="dtype='float16'"):
        run.require_precision("float16", de.DiskEmbedding().model())
