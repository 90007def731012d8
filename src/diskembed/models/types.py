"""Names for the arrays that models and kernels pass around."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Matrix", "Vector"]

Array = NDArray[np.floating[Any]]
Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
