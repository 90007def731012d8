"""Files that are whole or not there: models and checkpoints, in one checked container."""
