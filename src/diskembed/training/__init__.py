"""From a graph to parameters: start, sampler, kernels, schedule, checkpoints, progress."""
