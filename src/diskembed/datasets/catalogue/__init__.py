"""The datasets: one file each source; a new file here needs a tuple ``DATASETS`` and nothing else."""
