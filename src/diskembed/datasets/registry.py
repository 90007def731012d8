"""All datasets that are known: what the files of ``catalogue`` list."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from diskembed.datasets import catalogue
from diskembed.datasets.dataset import Dataset
from diskembed.errors import UnknownNameError, near_names

__all__ = ["known", "lookup"]


@cache
def known() -> dict[str, Dataset]:
    """By name; the bundled ones first, then in alphabetical order."""
    found: list[Dataset] = []
    for module in pkgutil.iter_modules(catalogue.__path__):
        found.extend(import_module(f"{catalogue.__name__}.{module.name}").DATASETS)
    found.sort(key=lambda dataset: (not dataset.bundled, dataset.name))
    return {dataset.name: dataset for dataset in found}


def lookup(name: str) -> Dataset:
    """The dataset of this name."""
    datasets = known()
    if name not in datasets:
        raise UnknownNameError(name, near=near_names(name, datasets), kind="dataset")
    return datasets[name]
