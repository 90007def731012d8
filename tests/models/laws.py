"""What every model must obey: its scalar functions are its array form's twins, and steps do what they say."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from diskembed.models import registry
from diskembed.order.containment import protrusion

from .table import Case, law

AMOUNTS = (1e-9, 0.3, 40.0, 1e6)


@law
def scalar_score_is_the_arrays_twin(case: Case) -> None:
    table = case.model.score(case.rows[:, None], case.rows[None, :])
    assert table.shape == (len(case.rows), len(case.rows))
    one_by_one = np.array([case.score(*pair) for pair in case.pairs()]).reshape(table.shape)
    np.testing.assert_allclose(one_by_one, table, rtol=1e-9, atol=1e-9)


@law
def shortfall_is_what_the_score_lacks(case: Case) -> None:
    """Positive exactly where the score is below the margin, and then their difference."""
    space, knobs = case.model.space, case.model.knobs
    for above, below in case.pairs():
        score = case.score(above, below)
        for margin in (0.01, 1.0, score - 1e-3, score + 1e-3, score + 0.7, 1.5 * score):
            lacking = case.scalars.shortfall(space, knobs, above, below, margin)
            if abs(margin - score) > 1e-9 * (1 + abs(score)):
                assert (lacking > 0) == (score < margin)
            if lacking > 0:
                np.testing.assert_allclose(lacking, margin - score, rtol=1e-9, atol=1e-9 * (1 + abs(score)))


@law
def clear_is_never_wrong(case: Case) -> None:
    """True promises that nothing is lacking to the margin, up to the score's rounding."""
    space, knobs = case.model.space, case.model.knobs
    for above, below in case.pairs():
        score = case.score(above, below)
        size = max(1.0, abs(score), np.abs(above).max(), np.abs(below).max())
        for margin in (score + 1e-9 * size, score + 1e-3 * size, score + 0.7 * size):
            assert not case.scalars.clear(space, knobs, above, below, margin)


@law
def a_small_step_takes_its_steepness_off_the_score(case: Case) -> None:
    smooth = 0
    for above, below in case.pairs():
        steep = case.step(above.copy(), below.copy(), 0.0)
        small = 1e-6 / max(np.sqrt(steep), 1.0)
        here = case.score(above, below)
        ahead = (here - case.score(*case.moved(above, below, small))) / small
        behind = (case.score(*case.moved(above, below, -small)) - here) / small
        rounding = 1e-13 * (1 + abs(here)) / small
        if abs(ahead - behind) <= 1e-2 * steep + rounding:  # neither a kink nor a border of the space
            smooth += 1
            assert abs((ahead + behind) / 2 - steep) <= abs(ahead - behind) / 2 + 1e-3 * steep + rounding
    assert smooth >= len(case.rows)


@law
def a_step_of_nothing_moves_nothing(case: Case) -> None:
    for above, below in case.pairs():
        moved = case.moved(above, below, 0.0)
        np.testing.assert_allclose(moved[0], above, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(moved[1], below, rtol=1e-12, atol=1e-15)


@law
def steps_of_any_size_stay_finite_and_at_home(case: Case) -> None:
    for above, below in case.pairs():
        for amount in AMOUNTS:
            for signed in (amount, -amount):
                ends = np.array(case.moved(above, below, signed))
                assert np.isfinite(ends).all(), (above, below, signed)
                np.testing.assert_allclose(case.model.project(ends), ends, rtol=1e-9, atol=1e-12)
                assert np.isfinite(case.score(*ends))
                assert np.isfinite(case.model.score(*ends))


@law
def steps_down_end_on_an_edge_that_points_down(case: Case) -> None:
    """(ancestor, descendant): once the pair is an edge, the other way round it is none."""
    if case.model.contained_at is None:
        return
    above, below = case.model.random(2, np.random.default_rng(3), 0.2)
    for _ in range(200):
        score = case.score(above, below)
        if score <= 1e-9 and case.score(below, above) > 1e-6:
            return
        steep = case.step(above.copy(), below.copy(), 0.0)
        case.step(above, below, min(0.5, (max(score, 0.0) + 0.05) / steep) if steep > 0 else 0.0)
    raise AssertionError(f"scores {case.score(above, below)} and, reversed, {case.score(below, above)}")


@law
def random_rows_are_rows(case: Case) -> None:
    model = case.model
    rows = model.random(200, np.random.default_rng(0), 0.1)
    np.testing.assert_array_equal(rows, model.random(200, np.random.default_rng(0), 0.1))
    assert rows.shape == (200, model.width)
    assert rows.dtype == np.float64
    assert rows.flags.c_contiguous
    np.testing.assert_allclose(model.project(rows), rows, rtol=1e-12, atol=1e-300)
    assert np.isfinite(model.score(rows[:100], rows[100:])).all()
    assert len(np.unique(rows, axis=0)) == 200
    wide = model.random(200, np.random.default_rng(0), 0.4)
    assert np.std(wide, axis=0).sum() > 1.02 * np.std(rows, axis=0).sum()


@law
def packed_disks_become_rows_in_the_same_order(case: Case) -> None:
    """Whatever the sign of their radii: one number added to all of them changes nothing."""
    model = case.model
    packing = model.packing()
    if packing is None:
        return
    rng = np.random.default_rng(1)
    wide = packing.widest or 1.0
    centres = packing.geometry.random(30, rng, 0.2 * wide)
    for least in (0.01 * wide, -0.5 * wide, -wide):
        disks = np.column_stack([centres, least + rng.uniform(0.0, 0.9 * wide, 30)])
        rows = model.from_disks(disks)
        assert rows.shape == (30, model.width)
        np.testing.assert_allclose(model.project(rows), rows, rtol=1e-12, atol=1e-15)
        every = (disks[:, None], disks[None, :])
        sticks_out = protrusion(packing.geometry, *(part for side in every for part in _parts(side)))
        clear = np.abs(sticks_out) > 1e-6 * wide
        inside = model.score(rows[:, None], rows[None, :]) <= model.contained_at
        assert (inside == (sticks_out <= 0))[clear].all()
        assert 0 < inside[clear].sum() < clear.sum()


def _parts(disks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return disks[..., :-1], disks[..., -1]


@law
def projection_is_idempotent_and_takes_anything(case: Case) -> None:
    rng = np.random.default_rng(0)
    anywhere = np.vstack([rng.normal(scale=3.0, size=(20, case.model.width)), np.zeros(case.model.width)])
    once = case.model.project(anywhere)
    assert np.isfinite(once).all()
    np.testing.assert_allclose(case.model.project(once), once, rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(case.model.project(case.rows), case.rows, rtol=1e-12, atol=1e-300)
    assert np.isfinite(case.model.score(once[:10], once[10:20])).all()


@law
def options_make_it_again(case: Case) -> None:
    model = case.model
    assert registry.make(model.name, model.dim, **json.loads(json.dumps(model.options))) == model
    for array in (model.space, model.knobs):
        assert array.dtype == np.float64
        assert array.flags.c_contiguous
    assert model.space.ndim == 2
    assert model.knobs.ndim == 1


@law
def variants_differ_in_their_choices_alone(case: Case) -> None:
    model = case.model
    variants = model.variants()
    assert len(variants) == np.prod([len(values) for values in model.choices.values()], dtype=int)
    own = {name: getattr(model, name) for name in model.choices}
    assert all(replace(variant, **own) == model for variant in variants)
