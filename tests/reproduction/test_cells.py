"""The table has the cells of the paper, and they can be named."""

import pytest

from diskembed.errors import ParameterError
from diskembed.reproduction.cells import Cell, chosen, every_cell, quick_cells
from diskembed.reproduction.rows import row, row_names

PAPER_MODELS = {
    "euclidean-disks",
    "spherical-disks",
    "hyperbolic-disks",
    "hyperbolic-cones",
    "order-embeddings",
    "poincare-embeddings",
}


@pytest.mark.paper("tab:results")
def test_all_96_cells_and_shadow_cones_are_there():
    cells = every_cell(["paper"])
    assert len(cells) == len(set(cells)) == 96 + 16
    printed = [cell for cell in cells if cell.row in PAPER_MODELS]
    assert len(printed) == 96
    assert all(cell.published is not None for cell in printed)
    assert {cell.positives for cell in cells} == {"strict"}
    shadow = [cell for cell in cells if cell.row == "shadow-cones"]
    assert sorted(cell.published for cell in shadow if cell.published) == [
        45.2, 52.2, 87.8, 89.4, 94.2, 95.7, 96.4, 97.0,
    ]  # fmt: skip


def test_our_rows_choose_nothing_but_the_geometry():
    for name in row_names("ours"):
        assert set(row(name, "ours").parameters) == {"geometry"}
        assert row(name, "ours").positives == ("strict", "transitive")
    cells = every_cell(["ours"])
    assert len(cells) == 3 * 2 * 16 * 3
    assert {cell.seed for cell in cells} == {0, 1, 2}
    assert len(every_cell(seeds=2)) == 2 * (3 * 2 * 16 + 112)


def test_published_figures_are_strict():
    assert Cell("ours", "hyperbolic-disks", "strict", 10, 50).published == 94.2
    assert Cell("ours", "hyperbolic-disks", "transitive", 10, 50).published is None


def test_cells_are_chosen_by_name_and_pattern():
    cells = every_cell(seeds=1)
    name = "ours/spherical-disks/transitive-5-25-reversed"
    (cell,) = chosen(cells, [name])
    assert (cell.dim, cell.percent, cell.reverse, cell.positives) == (5, 25, True, "transitive")
    assert cell.name == name
    assert len(chosen(cells, only=["shadow-cones"])) == 16
    assert {cell.settings for cell in chosen(cells, only=["paper/*"])} == {"paper"}
    assert len(chosen(cells, [name], ["shadow-cones", "*/shadow-cones/*"])) == 17
    assert chosen(cells) == cells


def test_what_fits_nothing_is_refused():
    cells = every_cell(seeds=1)
    with pytest.raises(ParameterError, match="did you mean ours/hyperbolic-disks/strict-10-50"):
        chosen(cells, ["ours/hyperbolic-disk/strict-10-50"])
    with pytest.raises(ParameterError, match="no cell fits 'poincare'; rows are"):
        chosen(cells, only=["poincare"])


def test_a_quick_run_has_one_cell_a_model():
    cells = quick_cells()
    rows = {(kind, name) for kind in ("ours", "paper") for name in row_names(kind)}
    assert {(cell.settings, cell.row) for cell in cells} == rows
    assert len(cells) == 3 * 2 + 7
    assert {cell.epochs < 1 for cell in cells if cell.settings == "paper"} == {True}
    assert {cell.epochs for cell in cells if cell.settings == "ours"} == {1.0}
