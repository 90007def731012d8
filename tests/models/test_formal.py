"""Models as formal disks: containment is a score of at most the threshold."""

import numpy as np
import pytest

from diskembed.models.contract import Model
from embeddings import CASES, IDS

FORMAL = {name for name, (model, rows) in zip(IDS, CASES, strict=True) if model.formal(rows) is not None}


@pytest.mark.parametrize(
    ("model", "rows"), [case for case, name in zip(CASES, IDS, strict=True) if name in FORMAL]
)
def test_a_low_score_is_containment(model, rows):
    disks = model.formal(rows)
    i, j = (side.ravel() for side in np.indices((len(rows), len(rows))))
    scores = model.score(rows[i], rows[j])
    distance = disks.geometry.distance(disks.centres[i], disks.centres[j])
    for threshold in (-0.7, 0.0, 1.3):
        reach = disks.radii[i] - (disks.radii[j] - threshold * disks.units[j])
        clear = np.abs(distance - reach) > 1e-9 * (1 + np.abs(distance) + np.abs(reach))
        assert ((distance <= reach) == (scores <= threshold))[clear].all()


def test_disks_are_formal_and_cones_are_not():
    assert {name.split("-")[0] for name in FORMAL} == {"disks", "relative"}
    assert all(isinstance(model, Model) for model, _ in CASES)
