"""A Ray cluster to work on: one that is there, or two workers of this machine while they are needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from diskembed.errors import ClusterError, MissingExtraError

__all__ = ["LOCAL_WORKERS", "connected", "require_ray"]

LOCAL_WORKERS = 2
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Set to 0, Ray keeps to the loopback on every system, as it does anyway on those in the name."""


def require_ray() -> Any:
    """The package, or the error that names its extra."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise MissingExtraError("training on a cluster", package="ray", extra="ray") from None
    return ray


def stay_on_loopback() -> None:
    """Else Ray takes 127.0.0.1 for a slip, and the address by which others reach this machine instead."""
    from ray._private import ray_constants

    os.environ[LOOPBACK] = "0"  # for its processes, which read it when they start
    ray_constants.ENABLE_RAY_CLUSTER = False


@contextmanager
def connected(cluster: str, *, cpus: int = LOCAL_WORKERS) -> Iterator[Any]:
    """Ray, connected to ``cluster``: ``"local"`` or an address.

    Locally it listens on the loopback alone, without a dashboard, and stops at the end. A connection that the
    program already has is used as it is and kept.
    """
    ray = require_ray()
    if ray.is_initialized():
        yield ray
        return
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if cluster == "local":
        options |= {
            "address": "local",
            "num_cpus": cpus,
            "num_gpus": 0,
            "include_dashboard": False,
            "_node_ip_address": "127.0.0.1",
        }
        stay_on_loopback()
    else:
        options["address"] = cluster
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise ClusterError(
            f"no connection to cluster={cluster!r}: {error}",
            allowed='"local", or the address of a cluster that runs, such as "ray://head:10001" or "auto"',
            do="start one with: ray start --head",
        ) from None
    try:
        yield ray
    finally:
        ray.shutdown()
