"""Beyond memory and beyond one machine: what a run takes, partitions, blocks on disk, the Ray engine."""
